"""A first hour with edgec: from a trained model to its C, built with its own CMakeLists.txt and run.

    python tests/first_hour/first_hour.py FOLDER

Knows of edgec what README and the guide say: the commands, the data files, the C API and add_subdirectory.
The model is trained by scikit-learn and exported by skl2onnx with its defaults, where these are installed; else it is a
least-squares classifier written as ONNX.  Every step is timed; the program ends with 1 when the C on this computer
gives more than a tenth of the samples another class than the model.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROWS = 20  # samples that the built program runs
CMAKE = """cmake_minimum_required(VERSION 3.13)
project(app C)
add_subdirectory(net)
add_executable(app main.c)
target_link_libraries(app PRIVATE net)
"""
LIBRARY = "cmake_minimum_required(VERSION 3.13)\nproject(app C)\nadd_subdirectory(net)\n"
MAIN = """#include <stdio.h>
#include "net.h"

static uint8_t arena[NET_ARENA_SIZE] __attribute__((aligned(NET_ARENA_ALIGN)));
static const float samples[][NET_INPUT0_SIZE] = {{
{samples}
}};

int main(void)
{{
    static int8_t in[NET_INPUT0_SIZE];
    {outputs}
    net_t model;
    size_t i, k;
    for (i = 0; i < sizeof samples / sizeof samples[0]; i++) {{
        size_t best = 0;
        net_quantize_input0(samples[i], in);
        if (net_init(&model, arena, sizeof arena) != NET_OK || net_run(&model, in, {names}) != NET_OK) {{
            return 1;
        }}
        for (k = 1; k < sizeof scores / sizeof scores[0]; k++) {{
            best = (scores[k] > scores[best]) ? k : best;
        }}
        printf("%u\\n", (unsigned)best);
    }}
    return 0;
}}
"""


@dataclass
class Hour:
    """The folder, and what each step took."""

    folder: Path
    steps: list[tuple[str, float, str]] = field(default_factory=list)

    @contextmanager
    def step(self, title: str) -> Iterator[list[str]]:
        """Time a step; what is appended to the list is printed behind it."""
        notes: list[str] = []
        start = time.monotonic()
        yield notes
        self.steps.append((title, time.monotonic() - start, " ".join(notes)))
        sys.stdout.write(f"{title:12} {self.steps[-1][1]:6.1f} s  {self.steps[-1][2]}\n")
        sys.stdout.flush()

    def run(self, *command: object) -> str:
        """Run a command and return what it prints; end the program with what went wrong."""
        done = subprocess.run([str(c) for c in command], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr


@dataclass(frozen=True)
class Made:
    """A model file's training rows, rows that it has not seen, their labels, and the model's own answers."""

    calibration: np.ndarray
    x: np.ndarray
    y: np.ndarray
    answers: np.ndarray
    how: str


def digits() -> tuple[np.ndarray, np.ndarray]:
    """scikit-learn's images of digits, or clouds around ten points."""
    if importlib.util.find_spec("sklearn"):
        from sklearn.datasets import load_digits

        x, y = load_digits(return_X_y=True)
        return x.astype(np.float32), y
    rng = np.random.default_rng(0)
    y = np.arange(1000) % 10
    return (rng.normal(0, 1, (10, 64))[y] + rng.normal(0, 0.3, (1000, 64))).astype(np.float32), y


def from_scikit_learn(path: Path) -> Made:
    """A scaler and a small network, exported with skl2onnx's defaults."""
    from skl2onnx import to_onnx
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    x, y = digits()
    model = make_pipeline(StandardScaler(), MLPClassifier((24,), max_iter=60, random_state=0)).fit(x[::2], y[::2])
    path.write_bytes(to_onnx(model, x[:1]).SerializeToString())
    return Made(x[::2][:100], x[1::2], y[1::2], model.predict(x[1::2]), "scikit-learn, skl2onnx")


def from_onnx(path: Path) -> Made:
    """A least-squares classifier, written node by node."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    x, y = digits()
    rows = np.hstack([x[::2], np.ones((len(x[::2]), 1))])
    fit = np.linalg.lstsq(rows, np.eye(10)[y[::2]], rcond=None)[0].astype(np.float32)
    stored = [numpy_helper.from_array(fit[:-1], "w"), numpy_helper.from_array(fit[-1], "b")]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, k]) for n, k in (("x", 64), ("y", 10))]
    graph = helper.make_graph([helper.make_node("Gemm", ["x", "w", "b"], ["y"])], "g", ports[:1], ports[1:], stored)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    answers = (x[1::2] @ fit[:-1] + fit[-1]).argmax(axis=1)
    return Made(x[::2][:100], x[1::2], y[1::2], answers, "ONNX")


def program(header: str, samples: np.ndarray) -> str:
    """main.c for the header: the last output holds the scores, what comes before is an output too."""
    run = header[header.index("int net_run(") :]
    types = re.findall(r"(\w+) \*(?:EDGEC_RESTRICT )?out(\d+)", run[: run.index(";")])
    names = [f"out{k}" for _, k in types[:-1]] + ["scores"]
    declared = [f"static {t} {n}[NET_OUTPUT{k}_SIZE];" for (t, k), n in zip(types, names, strict=True)]
    rows = ",\n".join(
        "{" + ", ".join(f"{v:.9g}f" if "." in f"{v:.9g}" else f"{v:.9g}.0f" for v in row) + "}" for row in samples
    )
    return MAIN.format(samples=rows, outputs="\n    ".join(declared), names=", ".join(names))


def build(hour: Hour, source: str) -> Path:
    """The program for this computer, with CMake, or with the compiler alone where there is no CMake."""
    (hour.folder / "main.c").write_text(source, encoding="ascii")
    (hour.folder / "CMakeLists.txt").write_text(CMAKE, encoding="ascii")
    if shutil.which("cmake"):
        hour.run("cmake", "-S", ".", "-B", "build")
        hour.run("cmake", "--build", "build")
        return hour.folder / "build" / "app"
    sources = [
        "main.c",
        *sorted((hour.folder / "net").glob("*.c")),
        *(hour.folder / "net" / "edgec_kernels").glob("*.c"),
    ]
    hour.run("cc", "-O2", "-I", "net", *sources, "-lm", "-o", "app")
    return hour.folder / "app"


def cross_build(hour: Hour) -> str:
    """The library for the board, where there is a compiler for it."""
    if not shutil.which("arm-none-eabi-gcc") or not shutil.which("cmake"):
        return "no arm-none-eabi-gcc or no CMake"
    board = hour.folder / "board"
    board.mkdir()
    (board / "CMakeLists.txt").write_text(LIBRARY.replace("(net)", "(../net net)"), encoding="ascii")
    cpu = "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb"
    bare = ("-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_C_COMPILER=arm-none-eabi-gcc", f"-DCMAKE_C_FLAGS={cpu}")
    hour.run("cmake", "-S", "board", "-B", "board/build", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY", *bare)
    hour.run("cmake", "--build", "board/build")
    return f"{next(board.rglob('libnet.a')).stat().st_size} bytes of library"


def main(arguments: list[str]) -> int:
    """All steps; 1 when the built program does not agree with the model."""
    parser = argparse.ArgumentParser(description="from a trained model to C that runs")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    folder: Path = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    hour = Hour(folder)
    edgec: tuple[Any, ...] = (sys.executable, "-m", "edgec")
    maker: Callable[[Path], Made] = from_onnx
    if importlib.util.find_spec("sklearn") and importlib.util.find_spec("skl2onnx"):
        maker = from_scikit_learn
    with hour.step("export") as notes:
        made = maker(folder / "model.onnx")
        notes.append(made.how)
    np.savez(folder / "calibration.npz", x=made.calibration)
    np.savez(folder / "evaluation.npz", x=made.x[:200], y=made.y[:200])
    with hour.step("check"):
        hour.run(*edgec, "check", "model.onnx", "--target", "cortex-m4")
    with hour.step("convert"):
        target = ("--target", "cortex-m4", "--calibration", "calibration.npz")
        hour.run(*edgec, "convert", "model.onnx", *target, "--name", "net", "--output", "net")
    with hour.step("verify") as notes:
        shown = hour.run(*edgec, "verify", "net", "--data", "evaluation.npz")
        notes.append(next(line.strip() for line in shown.splitlines() if line.lstrip().startswith("host")))
    with hour.step("build"):
        built = build(hour, program((folder / "net" / "net.h").read_text(encoding="ascii"), made.x[:ROWS]))
    with hour.step("run") as notes:
        found = np.array(hour.run(built).split(), int)
        wrong = int((found != made.answers[:ROWS]).sum())
        notes.append(f"{ROWS - wrong} of {ROWS} samples have the model's class")
    with hour.step("for a board") as notes:
        notes.append(cross_build(hour))
    if shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm"):
        with hour.step("profile") as notes:
            total = next(line for line in hour.run(*edgec, "profile", "net").splitlines() if " total " in line)
            notes.append(f"{total.split()[2]} instructions")
    sys.stdout.write(f"{'all':12} {sum(t for _, t, _ in hour.steps):6.1f} s\n")
    return int(wrong > ROWS // 10)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
