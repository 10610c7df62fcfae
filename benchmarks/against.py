"""Every shared model, in every scheme and every ``--optimize`` mode, beside an earlier commit.

    python benchmarks/against.py COMMIT [MODEL ...] [--jobs 2]

converts, profiles (QEMU cortex-m4) and runs each build as a user would, with the checkout that is here and with COMMIT
(in a git worktree under build/against, with this environment's libraries), and prints what became larger, slower or
different, then a table of everything.  Exit 1: something did.  What was measured of COMMIT is kept in build/against.
Needs the shared models (EDGEC_SHARED, or ../shared) and arm-none-eabi-gcc.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

REPO = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("EDGEC_SHARED") or REPO.parent / "shared")
WORK = REPO / "build" / "against"
SCHEMES = ("float32", "int8", "int16x8", "int4")
MODES = ("speed", "balanced", "size", "ram")
FIGURES = ("instructions", "flash", "arena", "stack")
TOLERANCE = 1e-4  # of float outputs, relative to the largest
SAMPLES = 4

sys.path.insert(0, str(REPO))
from tests.builders.shared_models import ZOO  # noqa: E402

RUNNER = """\
#include <stdio.h>
#include "{name}.h"
static unsigned char arena[{upper}_ARENA_SIZE + 16u] __attribute__((aligned(16)));
static {upper}_INPUT0_DTYPE in[{upper}_INPUT0_SIZE];
static {upper}_OUTPUT0_DTYPE out[{upper}_OUTPUT0_SIZE];
int main(void)
{{
    {name}_t m;
    while (fread(in, sizeof in, 1, stdin) == 1) {{
        if ({name}_init(&m, arena, {upper}_ARENA_SIZE) != 0 || {name}_run(&m, in, out) != 0) {{
            return 1;
        }}
        fwrite(out, sizeof out, 1, stdout);
    }}
    return 0;
}}
"""


def run(command: list[str], cwd: Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """A program's output; an error stops the comparison."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, check=False, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.decode(errors='replace')[-500:]}")
    return done


def outputs(folder: Path) -> list[float]:
    """Return what the generated C computes on this computer for a few seeded inputs."""
    header = next(p for p in folder.glob("*.h") if not p.stem.endswith("_weights"))
    name, text = header.stem, header.read_text()
    dtype = {"int8_t": np.int8, "uint8_t": np.uint8, "float": np.float32, "int16_t": np.int16}
    kinds = [dtype[m] for m in re.findall(r"_(?:INPUT|OUTPUT)0_DTYPE (\w+)", text)]
    size = int(re.search(r"_INPUT0_SIZE (\d+)u", text)[1])  # type: ignore[index]
    rng = np.random.default_rng(1)
    x = rng.normal(0, 1, (SAMPLES, size)).astype(np.float32)
    if kinds[0] is not np.float32:
        info = np.iinfo(kinds[0])
        x = rng.integers(info.min, info.max, (SAMPLES, size), endpoint=True).astype(kinds[0])
    with tempfile.TemporaryDirectory() as temp:
        source = Path(temp) / "runner.c"
        source.write_text(RUNNER.format(name=name, upper=name.upper()))
        files = sorted(str(p) for p in folder.rglob("*.c"))
        flags = ["-O1", "-ffp-contract=off", f"-I{folder}"]
        run(["gcc", *flags, str(source), *files, "-lm", "-o", "runner"], Path(temp))
        done = run([str(Path(temp) / "runner")], Path(temp), input=x.tobytes())
    return [float(v) for v in np.frombuffer(done.stdout, kinds[1])]


def measure(python: str, model: str, scheme: str, mode: str, calibration: str | None) -> dict[str, Any]:
    """The figures of one build."""
    with tempfile.TemporaryDirectory() as temp:
        out = Path(temp) / "out"
        command = [python, "-m", "edgec"]
        options = ["--optimize", mode, "-o", str(out)]
        if calibration is not None:
            options += ["--quantize", scheme]
            options += ["--calibration", calibration] if scheme != "float32" else []
        run([*command, "convert", str(SHARED / "models" / f"{model}.onnx"), *options], Path(temp))
        report = json.loads((out / "report.json").read_text())
        profile = json.loads(run([*command, "profile", str(out), "--json"], Path(temp)).stdout)
        return {
            "instructions": profile["instructions"],
            "flash": report["flash"]["total"],
            "arena": report["ram"]["arena"],
            "stack": report["ram"]["stack"],
            "outputs": outputs(out),
        }


def all_of(python: str, wanted: list[str], jobs: int, known: Path | None) -> dict[str, dict[str, Any]]:
    """The figures of all builds; those in the file ``known`` are not measured again."""
    found: dict[str, dict[str, Any]] = json.loads(known.read_text()) if known and known.exists() else {}
    with tempfile.TemporaryDirectory() as temp, ThreadPoolExecutor(jobs) as pool:
        pending = {}
        for entry in ZOO:
            if wanted and entry.name not in wanted:
                continue
            calibration = None
            if entry.calibration is not None:
                calibration = f"{temp}/{entry.name}.npz"
                np.savez(calibration, x=entry.calibration(SHARED / "data")["x"][:100])
            for scheme in SCHEMES if calibration else ("given",):
                for mode in MODES:
                    key = f"{entry.name} {scheme} {mode}"
                    if key not in found:
                        pending[key] = pool.submit(measure, python, entry.name, scheme, mode, calibration)
        for key, future in pending.items():
            found[key] = future.result()
            print(f"  {key}: {found[key]['instructions']:,}", file=sys.stderr, flush=True)
            if known:
                known.write_text(json.dumps(found))
    return found


def checkout(commit: str) -> Path:
    """A worktree of ``commit`` laid out as it is installed; the folder to put on PYTHONPATH."""
    tree = WORK / commit
    if not tree.exists():
        WORK.mkdir(parents=True, exist_ok=True)
        run(["git", "worktree", "add", "--detach", str(tree), commit], REPO)
    return laid_out(tree, WORK / f"{commit}.path")


def laid_out(tree: Path, layout: Path) -> Path:
    """The folder ``layout`` with the packages of a checkout as they install."""
    package = layout / "edgec"
    package.mkdir(parents=True, exist_ok=True)
    folders = ("converter", "quantize", "codegen", "proof", "runtime_c", "targets")
    for path in (*(tree / "edgec").iterdir(), *(tree / f for f in folders if (tree / f).is_dir())):
        if not (package / path.name).exists():
            (package / path.name).symlink_to(path)
    return layout


def worse(now: dict[str, Any], before: dict[str, Any]) -> list[str]:
    """Name the figures that became larger or slower, and "outputs" where these differ."""
    found = [k for k in FIGURES if (now[k] or 0) > (before[k] or 0)]
    a, b = np.array(now["outputs"]), np.array(before["outputs"])
    whole = bool((a == np.round(a)).all() and (b == np.round(b)).all())
    allowed = 0.0 if whole else TOLERANCE * max(1e-30, float(np.abs(b).max()))
    return [*found, *(["outputs"] if a.shape != b.shape or np.abs(a - b).max() > allowed else [])]


def main() -> None:
    """Measure both and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("models", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    a = parser.parse_args()
    os.environ["PYTHONPATH"] = str(checkout(a.commit))
    before = all_of(sys.executable, a.models, a.jobs, WORK / f"{a.commit}.json")
    del os.environ["PYTHONPATH"]
    now = all_of(sys.executable, a.models, a.jobs, None)
    lines, bad = ["| build | " + " | ".join(FIGURES) + " |", "| --- |" + " ---: |" * len(FIGURES)], 0
    for key, figures in now.items():
        wrong = worse(figures, before[key])
        bad += bool(wrong)
        cells = [
            f"{figures[k]:,}" + (f" ({figures[k] - before[key][k]:+,})" if figures[k] != before[key][k] else "")
            for k in FIGURES
        ]
        lines.append(f"| {key} | " + " | ".join(cells) + " |" + (f" **{', '.join(wrong)}**" if wrong else ""))
    print("\n".join(lines))
    print(f"\n{len(now)} builds, {bad} with something larger, slower or different than in {a.commit}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
