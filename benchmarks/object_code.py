"""The object code of every function of the kernels at two revisions: ``python benchmarks/object_code.py main [HEAD]``.

The headers of a library are compiled with GCC at -O3, inline functions and shared blocks kept, for cores that between
them take every path; without a second revision the working tree is the second.  Functions whose instructions
differ are printed with their sizes; one that has not become shorter makes the exit code 1.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
M4 = "arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb"
M33 = "arm-none-eabi-gcc -mcpu=cortex-m33 -mfpu=fpv5-sp-d16 -mfloat-abi=hard -mthumb"
M55 = "arm-none-eabi-gcc -mcpu=cortex-m55 -mfloat-abi=hard -mthumb"
A7 = "arm-linux-gnueabihf-gcc -mcpu=cortex-a7 -mfpu=neon-vfpv4 -mfloat-abi=hard"
A64 = "aarch64-linux-gnu-gcc -march=armv8.2-a+dotprod+i8mm"
COMPILERS = {
    "plain": (M4,),
    "blocked_f32": (M4,),
    "armv7em": (M4, M33, f"{M4} -Os"),
    "mve": (M55, f"{M55} -Os"),
    "mve_f32": (M55, f"{M55} -Os"),
    "neon": (A64, f"{A7} -marm", f"{A7} -mthumb"),
    "neon_dot": (A64,),
    "neon_i8mm": (A64,),
    "neon_f32": (A64, f"{A7} -marm"),
    "neon_v7": (f"{A7} -marm", f"{A7} -mthumb"),
    "neon_f32_v7": (f"{A7} -marm", f"{A7} -mthumb"),
}
OF_TWO = ("neon", "neon_f32")  # libraries of AArch64, some of whose headers are for Armv7-A, too
KEPT = "-std=c99 -w -ffunction-sections -fkeep-inline-functions -fkeep-static-functions -DEDGEC_LIBRARY -DEDGEC_TAG=tag"
Functions = dict[str, tuple[int, tuple[str, ...]]]  # name -> bytes, instructions with relocations
_FUNCTION = re.compile(r"^[0-9a-f]+ <([^>]+)>:$")
_LINE = re.compile(r"^\s*[0-9a-f]+:\s+(.*)$")


def checked_out(revision: str | None, work: Path) -> Path:
    """The folder of kernels at a revision, or of the working tree."""
    if revision is None:
        return REPO / "runtime_c"
    packed = subprocess.run(["git", "archive", revision, "runtime_c"], cwd=REPO, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(work, filter="data")
    return work / "runtime_c"


def functions(runtime: Path, library: str, compiler: str, out: Path) -> Functions:
    """Compile the headers of a library, those of shared blocks first, and return the functions that they define."""
    name, *flags = compiler.split()
    headers = sorted((runtime / library).glob("*.h"), key=lambda h: ("EDGEC_TAGGED(" not in h.read_text(), h.name))
    folders = [f"-I{folder}" for folder in sorted(runtime.iterdir()) if folder.is_dir()]
    unit = out.with_suffix(".c")
    if library in OF_TWO and name.startswith("arm-"):
        alone = [name, *flags, *KEPT.split(), *folders, "-x", "c", "-c", "-o", str(out)]
        runs = [subprocess.run([*alone, str(header)], capture_output=True, check=False) for header in headers]
        headers = [header for header, run in zip(headers, runs, strict=True) if run.returncode == 0]
    unit.write_text("".join(f'#include "{header.name}"\n' for header in headers), encoding="ascii")
    optimize = [] if "-Os" in flags else ["-O3"]
    command = [name, *flags, *optimize, *KEPT.split(), *folders, "-c", str(unit), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{library} of {runtime}: {done.stderr[:2000]}")
    tool = name.removesuffix("gcc")
    sizes = subprocess.run([f"{tool}nm", "-S", "--defined-only", str(out)], check=True, capture_output=True, text=True)
    of_name = {f[3]: int(f[1], 16) for f in map(str.split, sizes.stdout.splitlines()) if len(f) == 4}
    dump = [f"{tool}objdump", "-dr", "-z", "--no-show-raw-insn", str(out)]
    text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    return {function: (of_name.get(function, 0), code) for function, code in disassembled(text)}


def disassembled(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Functions of a disassembly and their instructions, without addresses (each function is a section of its own)."""
    name, lines = "", []
    for line in text.splitlines():
        if head := _FUNCTION.match(line):
            if name:
                yield name, tuple(lines)
            name, lines = head[1], []
        elif found := _LINE.match(line):
            lines.append(re.sub(r"\s+", " ", found[1]))
    if name:
        yield name, tuple(lines)


def compared(old: Functions, new: Functions) -> list[tuple[str, int, int]]:
    """Functions that differ: name, bytes before and after (0 where there is none)."""
    names = sorted({n for n in {*old, *new} if old.get(n) != new.get(n)})
    return [(n, old[n][0] if n in old else 0, new[n][0] if n in new else 0) for n in names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after", nargs="?")
    parser.add_argument("--library", choices=COMPILERS, action="append")
    asked = parser.parse_args()
    worse = 0
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        before, after = checked_out(asked.before, work / "before"), checked_out(asked.after, work / "after")
        print("| library | compiler | functions | differ |\n|---|---|---|---|")
        for library in asked.library or COMPILERS:
            for compiler in COMPILERS[library]:
                old, new = (functions(side, library, compiler, work / "all.o") for side in (before, after))
                differ = compared(old, new)
                print(f"| {library} | {compiler} | {len(new)} | {len(differ)} |", flush=True)
                for function, size, now in differ:
                    print(f"    {function}: {size} -> {now} bytes")
                    worse += size > 0 and (now >= size or now == 0)
    return int(worse > 0)


if __name__ == "__main__":
    sys.exit(main())
