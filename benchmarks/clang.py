"""Instructions of generated code by clang beside GCC's, on a Cortex-M4 under QEMU.

    python benchmarks/clang.py [--clang clang-19 ...] [NAME ...]

prints a Markdown table of the five nets in int8 (the digits example where the shared models are absent), and ends with
1 where clang takes more than LIMIT times the instructions or gives another byte than GCC does.  The C files of the
folder are clang's; the bench around them is linked by GCC with its C library.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgec import ConvertOptions, convert
from edgec.folder.read import OutputFolder, open_folder
from edgec.samples.data import InputSpec, random_samples, source_shape, to_device
from edgec.targets.machine.bench import BenchModel, BenchOptions, count_instructions, run_bench
from edgec.targets.machine.toolchain import run_tool
from edgec.targets.reader import Target

NETS = ("kws", "resnet8", "vww", "ad", "str_ww")
LIMIT = 1.05
SAMPLES = 3
GCC, TRIPLE = "arm-none-eabi-gcc", "arm-none-eabi"
UNALIGNED = "-munaligned-access"  # as the generated CMakeLists.txt: LLVM 14 loads words byte by byte without it
DIGITS = Path(__file__).resolve().parents[1] / "examples" / "digits"


@dataclass(frozen=True)
class Counted:
    """Instructions of an inference as GCC and as clang compile it, and whether all output bytes are the same."""

    gcc: int
    clang: int
    equal: bool

    @property
    def ratio(self) -> float:
        """Clang's instructions as a multiple of GCC's."""
        return self.clang / self.gcc


def installed() -> list[str]:
    """Clang's programs on this machine, the oldest release first; one program under two names counts once."""
    names = [f"clang-{n}" for n in range(11, 40)]
    return [n for n in names if shutil.which(n)] or [n for n in ("clang",) if shutil.which(n)]


def headers_of_gcc(folder: Path, gcc: str = GCC, flags: Sequence[str] = ()) -> list[str]:
    """The folders in which GCC finds its C library's headers, from a run in ``folder``; ``flags`` may choose it."""
    searched = run_tool([gcc, *flags, "-xc", "-E", "-v", "/dev/null"], folder, gcc).stderr
    listed = (line.strip() for line in searched.splitlines() if line.startswith(" /"))
    return [place for place in listed if "/gcc/" not in str(Path(place).resolve())]


def cross_compiler(
    clang: str, folder: Path, gcc: str = GCC, triple: str = TRIPLE, specs: Sequence[str] = (), flags: str = UNALIGNED
) -> str:
    """A program in ``folder`` that compiles with clang and does everything else, such as linking, with GCC.

    Args:
        clang: the compiler.
        folder: where the program is written.
        gcc: the target's GCC.
        triple: the target, as clang names it.
        specs: flags of GCC that choose its C library, which clang does not know: they are not handed on.
        flags: more flags of clang.
    """
    headers = " ".join(f"-isystem {place}" for place in headers_of_gcc(folder, gcc, specs))
    program = folder / "clang-or-gcc"
    program.write_text(
        "#!/bin/bash\n"
        f'case " $* " in *" -c "*) exec {clang} --target={triple} {flags} {headers} '
        '"${@/--specs=*/-DEDGEC_OF_CLANG}" ;; esac\n'
        f'exec {gcc} "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    return str(program)


def measured(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[np.ndarray], builds: Sequence[BenchOptions]
) -> tuple[tuple[int, ...], bool]:
    """Instructions of the first sample in each build, and whether all builds give the same bytes for all samples."""
    first = [x[:1] for x in inputs]
    counts = tuple(count_instructions(folder, model, target, first, build)[0] for build in builds)
    given = [run_bench(folder, model, target, inputs, build) for build in builds]
    return counts, all(np.array_equal(a, b) for other in given[1:] for a, b in zip(given[0], other, strict=True))


def compare(out: OutputFolder, clang: str, samples: int = SAMPLES) -> Counted:
    """Both compilers' code of a folder for a Cortex-M4 on the same random samples."""
    tensors = [out.graph.tensors[name] for name in out.graph.inputs]
    arrays = random_samples([InputSpec(t.name, source_shape(t), t.dtype, t.quant) for t in tensors], samples).inputs
    inputs = [to_device(x, t) for x, t in zip(arrays, tensors, strict=True)]
    with tempfile.TemporaryDirectory() as temp:
        builds = [BenchOptions(jobs=1), BenchOptions(compiler=cross_compiler(clang, Path(temp)), jobs=1)]
        (by_gcc, by_clang), same = measured(out.path, out.bench, out.target, inputs, builds)
    return Counted(by_gcc, by_clang, same)


def made(name: str, folder: Path) -> OutputFolder:
    """A net in int8 for a Cortex-M4: one of the shared models, or the digits example."""
    from accuracy import CASES, SHARED, split

    if name == "digits":
        model, calibration = DIGITS / "digits.onnx", DIGITS / "calibration.npz"
    else:
        model, calibration = SHARED / "models" / f"{CASES[name].model}.onnx", split(CASES[name], folder)[0]
    options = ConvertOptions(target="cortex-m4", calibration=str(calibration), quantize="int8")
    return open_folder(convert(model, options, folder / "out").folder)


def main() -> None:
    """Print the table."""
    from whole_models import have_shared

    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("names", nargs="*", default=list(NETS) if have_shared() else ["digits"], metavar="NAME")
    parser.add_argument("--clang", nargs="+", default=installed(), metavar="PROGRAM")
    asked = parser.parse_args()
    columns = "".join(f" {clang} | ratio | bytes |" for clang in asked.clang)
    print(f"| net | {GCC} |{columns}\n| --- | --: |{' --: | --: | --- |' * len(asked.clang)}")
    failed = False
    for name in asked.names:
        with tempfile.TemporaryDirectory() as folder:
            out = made(name, Path(folder))
            found = [compare(out, clang) for clang in asked.clang]
        cells = "".join(f" {c.clang:,} | {c.ratio:.3f} | {'equal' if c.equal else 'differ'} |" for c in found)
        print(f"| {name} | {found[0].gcc:,} |{cells}", flush=True)
        failed |= any(c.ratio > LIMIT or not c.equal for c in found)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
