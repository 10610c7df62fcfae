"""Generated folders in real frameworks: Zephyr, FreeRTOS and the Pico SDK are built, and run where QEMU has the board.

    python benchmarks/firmware.py SOURCES [--samples 20] [--only NAME ...] [--write]
    make firmware SOURCES=FOLDER [ONLY="NAME ..."]

SOURCES holds what a developer fetched once, none of which is part of edgec; what is missing there is left out and said:

    zephyr/      github.com/intel/zephyr (3.3.0-rc3), a checkout
    cmsis/       github.com/zephyrproject-rtos/cmsis at 74981bf (CMSIS/Core and the CMakeLists.txt files are enough)
    freertos/    github.com/FreeRTOS/FreeRTOS-Kernel, a checkout
    pico-sdk/    github.com/raspberrypi/pico-sdk, a checkout
    cmsis-nn/    github.com/ARM-software/CMSIS-NN, for the rows that call it

Zephyr needs Debian's device-tree-compiler and ninja-build and the Python packages of ``make package-tools``; the Pico
SDK Debian's libstdc++-arm-none-eabi-newlib.  Two models (kws and str_ww of the shared models) are in each image; every
sample's output bytes are compared on the device with those of the simulator.  Models and programs are compiled with
-Wall -Wextra -Werror.  A target's folders are converted once for all boards that run them.  The table is printed at the
end; ``--write`` puts its rows into docs/firmware.md.  Minutes are of the processor: conversions, build and run, the
conversion in the row of the first board that needs it.  Exits with 1 when a build fails or a byte differs.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import numpy as np

import edgec
from edgec.converter.graph.errors import EdgecError
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate

REPO = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("EDGEC_SHARED") or REPO.parent / "shared")
PROGRAMS = REPO / "benchmarks" / "firmware"
HOMES = {"freertos": REPO / "examples" / "freertos"}
TOOLS = Path(os.environ.get("EDGEC_PACKAGE_TOOLS") or REPO / "build" / "package-tools" / "bin")
PAGE, MARK = REPO / "docs" / "firmware.md", "<!-- firmware: written by make firmware -->\n"
HEAD = (
    "| framework | board | kernels | samples equal, both models in one image | minutes of the processor |\n"
    "| --- | --- | --- | --: | --: |\n"
)
RUN_SECONDS, BUILD_SECONDS = 120, 1200
MODELS = {
    "kws": ("mlperf_kws_dscnn.onnx", "kws01.npz", "x_float"),
    "str_ww": ("mlperf_str_ww.onnx", "str_ww_calib.npz", "x"),
}


@dataclass(frozen=True)
class Board:
    """A row: a framework's board, the target of the folders, and how QEMU runs it ("": it is only built)."""

    framework: str
    board: str
    target: str
    machine: str = ""
    kernels: str = "own"
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the build, as ``--only`` takes it."""
        return f"{self.framework}-{self.board}-{self.kernels}"


BOARDS = (
    Board("zephyr", "mps2_an385", "cortex-m3", "mps2-an385"),
    Board("zephyr", "mps2_an385", "cortex-m3", "mps2-an385", "cmsis-nn"),
    Board("zephyr", "qemu_cortex_m3", "cortex-m3", "lm3s6965evb"),
    Board("zephyr", "mps2_an521", "cortex-m33-nodsp", "mps2-an521"),
    Board("zephyr", "mps2_an521", "cortex-m33-nodsp", "mps2-an521", "cmsis-nn"),
    Board("zephyr", "mps3_an547", "cortex-m55", "mps3-an547", "own", ("-DCONFIG_FPU=y",)),
    Board("zephyr", "mps3_an547", "cortex-m55", "mps3-an547", "cmsis-nn", ("-DCONFIG_FPU=y",)),
    Board("freertos", "mps2-an385", "cortex-m3", "mps2-an385"),
    Board("pico-sdk", "pico", "raspberry-pi-pico"),
)


class Failed(Exception):
    """A failure, told in a few words."""


@dataclass(frozen=True)
class Result:
    """A row's outcome: samples compared and equal, seconds of the processor, what went wrong."""

    board: Board
    samples: int
    equal: int
    seconds: float
    wrong: str = ""

    @property
    def good(self) -> bool:
        """True when it was built without a warning, and all bytes are equal where it ran."""
        return not self.wrong and self.equal == self.samples


def folders(board: Board, place: Path) -> dict[str, Path]:
    """The generated folders of both models, converted where no board before needed them."""
    made = {}
    for name, (file, data, array) in MODELS.items():
        made[name] = place / f"{board.target}-{board.kernels}" / name
        if not made[name].exists():
            settings = {"calibration": f"{SHARED / 'data' / data}:{array}", "target": board.target, "name": name}
            more = {"package": ("zephyr",), "kernels": board.kernels}
            edgec.convert(SHARED / "models" / file, output=made[name], **more, **settings)
    return made


def samples_header(models: dict[str, Path], count: int) -> str:
    """Inputs and the simulator's outputs of both models, as C arrays."""
    lines = ["#include <stdint.h>", f"#define SAMPLES {count}"]
    for name, folder in models.items():
        graph = open_folder(folder).graph
        (tensor,) = (graph.tensors[i] for i in graph.inputs)
        with np.load(SHARED / "data" / MODELS[name][1]) as data:
            real = data[MODELS[name][2]][:count].astype(np.float32)
        assert tensor.quant is not None
        ints = np.clip(np.rint(real / np.float32(tensor.quant.s)) + tensor.quant.z, -128, 127).astype(np.int8)
        values = ints.reshape(len(ints), *tensor.shape)
        (outputs,) = simulate(graph, [values])
        for kind, array in (("in", values), ("out", np.asarray(outputs))):
            flat = array.reshape(len(array), -1)
            rows = ",\n".join("{" + ",".join(map(str, row)) + "}" for row in flat.tolist())
            lines.append(f"static const int8_t {name}_{kind}[{len(flat)}][{flat.shape[1]}] = {{\n{rows}}};")
    return "\n".join(lines) + "\n"


def command(*words: object, seconds: int = BUILD_SECONDS, **environment: str) -> str:
    """Run; what it says.

    Raises:
        Failed: it ends with an error; the last lines say why.
    """
    told = os.environ | {"PATH": f"{TOOLS}{os.pathsep}{os.environ['PATH']}"} | environment
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False, env=told, timeout=seconds
    )
    said = done.stdout + done.stderr
    if done.returncode:
        raise Failed(" / ".join(said.strip().splitlines()[-12:]))
    return said


def emulated(machine: str, image: Path, *more: str) -> str:
    """Run an image and return what it prints until it says that it is done."""
    words = ["qemu-system-arm", "-M", machine, "-display", "none", "-monitor", "none", "-serial", "stdio", *more]
    process = subprocess.Popen(
        [*words, "-kernel", str(image)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    said, started = [], time.monotonic()
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    try:
        while time.monotonic() - started < RUN_SECONDS and process.poll() is None:
            line = process.stdout.readline()
            said.append(line)
            if "done" in line:
                break
            if not line:
                time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    return "".join(said)


def zephyr(board: Board, sources: Path, models: dict[str, Path], work: Path) -> Path:
    """Build the application with both models as modules; the image."""
    modules = ";".join(map(str, models.values()))
    said = command(
        "cmake", "-GNinja", "-S", work, "-B", work / "b", f"-DBOARD={board.board}", "-DBUILD_VERSION=edgec",
        f"-DZEPHYR_MODULES={sources / 'cmsis'}", f"-DZEPHYR_EXTRA_MODULES={modules}", *board.options,
        ZEPHYR_BASE=str(sources / "zephyr"), ZEPHYR_TOOLCHAIN_VARIANT="gnuarmemb", GNUARMEMB_TOOLCHAIN_PATH="/usr",
    )  # fmt: skip
    if "is left out" in said:
        raise Failed("the configuration leaves a model out")
    command("cmake", "--build", work / "b")
    return work / "b" / "zephyr" / "zephyr.elf"


def freertos(_: Board, sources: Path, models: dict[str, Path], work: Path) -> Path:
    """Build the kernel with a task for each model; the image."""
    command(
        "cmake", "-S", work, "-B", work / "b", f"-DFREERTOS={sources / 'freertos'}", "-DCMAKE_SYSTEM_NAME=Generic",
        "-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
        f"-DMODELS={';'.join(map(str, models.values()))}",
    )  # fmt: skip
    command("cmake", "--build", work / "b")
    return work / "b" / "app"


def pico(board: Board, sources: Path, models: dict[str, Path], work: Path) -> Path:
    """Build a C++ program of the SDK; the image."""
    command(
        "cmake", "-S", work, "-B", work / "b", f"-DPICO_BOARD={board.board}", "-DPICO_NO_PICOTOOL=1",
        f"-DMODELS={';'.join(map(str, models.values()))}", PICO_SDK_PATH=str(sources / "pico-sdk"),
    )  # fmt: skip
    command("cmake", "--build", work / "b")
    return work / "b" / "app.elf"


BUILDERS: dict[str, Callable[[Board, Path, dict[str, Path], Path], Path]] = {
    "zephyr": zephyr, "freertos": freertos, "pico-sdk": pico,
}  # fmt: skip


def missing(board: Board, sources: Path) -> str:
    """Name the sources that are absent, "" when all are there."""
    needed = {"zephyr": ("zephyr", "cmsis"), "freertos": ("freertos",), "pico-sdk": ("pico-sdk",)}[board.framework]
    vendor = ("cmsis-nn",) if board.kernels != "own" else ()
    return ", ".join(name for name in (*needed, *vendor) if not (sources / name).is_dir())


def processor_seconds() -> float:
    """Processor seconds of this process and of those that it waited for."""
    return sum(u.ru_utime + u.ru_stime for u in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def outcome(board: Board, sources: Path, count: int, models_in: Path, work: Path) -> Result:
    """Convert, build, run and compare."""
    started = processor_seconds()
    try:
        models = folders(board, models_in)
        shutil.copytree(HOMES.get(board.framework, PROGRAMS / board.framework), work / "app")
        shutil.copy(PROGRAMS / "check.h", work / "app")
        (work / "app" / "samples.h").write_text(samples_header(models, count))
        image = BUILDERS[board.framework](board, sources, models, work / "app")
        if not board.machine:
            return Result(board, 0, 0, processor_seconds() - started)
        said = emulated(board.machine, image)
        found = re.findall(r"(\w+): (\d+) of (\d+) samples equal", said)
        if sorted(name for name, *_ in found) != sorted(MODELS):
            raise Failed(f"the device said: {' / '.join(said.split())[-300:]}")
        equal, all_ = (sum(int(one[i]) for one in found) for i in (1, 2))
        return Result(board, all_, equal, processor_seconds() - started)
    except (Failed, EdgecError, subprocess.TimeoutExpired) as error:
        return Result(board, 0, 0, processor_seconds() - started, str(error))


def row(result: Result) -> tuple[str, str]:
    """Return the cells that name a row of the page's table, and the rest of the row."""
    board = result.board
    said = f"{result.equal} of {result.samples}" if board.machine else "built"
    return (
        f"| {board.framework} | {board.board} | {board.kernels} |",
        f" {'failed' if result.wrong else said} | {result.seconds / 60:.1f} |",
    )


def table(results: Sequence[Result]) -> str:
    """The table of these rows."""
    return HEAD + "".join(f"{name}{rest}\n" for name, rest in map(row, results))


def write(results: Sequence[Result]) -> None:
    """Put the rows into the table of the page; those of boards that were not asked for stay."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARK)
    old, _, after = rest.partition("\n\n")
    known = {line[: _third(line)]: line[_third(line) :] for line in old.splitlines()[2:]}
    known |= dict(map(row, results))
    order = [row(Result(board, 0, 0, 0.0))[0] for board in BOARDS]
    lines = "\n".join(f"{name}{known[name]}" for name in order if name in known)
    PAGE.write_text(f"{before}{MARK}{HEAD}{lines}\n\n{after}", encoding="utf-8")


def _third(line: str) -> int:
    """Return the position behind the third cell of a line of a table."""
    return [i for i, c in enumerate(line) if c == "|"][3] + 1


def main() -> int:
    """Print a row for each board; 1 when one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sources", type=Path)
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    sources, results, chosen = options.sources.resolve(), [], options.only
    os.environ["CMSIS_NN_DIR"] = str(sources / "cmsis-nn")  # of the conversions and the builds
    if unknown := [name for name in chosen if not any(board.name.startswith(name) for board in BOARDS)]:
        parser.error(f"--only {unknown[0]}: begins none of {', '.join(board.name for board in BOARDS)}")
    with tempfile.TemporaryDirectory(prefix="edgec-firmware-") as place:
        for board in BOARDS:
            if chosen and not any(board.name.startswith(name) for name in chosen):
                continue
            lacking = missing(board, sources)
            if lacking:
                sys.stdout.write(f"{board.name}: left out, {sources} has no {lacking}\n")
                continue
            work = Path(place) / board.name
            work.mkdir()
            results.append(outcome(board, sources, options.samples, Path(place) / "models", work))
            if results[-1].wrong:
                sys.stderr.write(f"{board.name}: {results[-1].wrong}\n")
            sys.stdout.write("".join(row(results[-1])) + "\n")
            sys.stdout.flush()
    sys.stdout.write(f"\n{table(results)}")
    if options.write and results:
        write(results)
    return int(not results or not all(r.good for r in results))


if __name__ == "__main__":
    sys.exit(main())
