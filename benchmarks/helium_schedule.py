"""Cycles of the inner loops of the Helium kernels by LLVM's model of a Cortex-M55, as a Markdown table.

    python benchmarks/helium_schedule.py [--timeline MACRO]

A loop is what lies between the label and LE or BNE in a block of assembly of ``runtime_c/mve``; the model knows no
memory system and leaves LE free, so that the branch is left out.  Of a Cortex-M85 the reciprocal throughput counts,
for the cycles that LLVM prints are those of retirement in order.  ``--timeline`` prints that of one block.  Needs
llvm-mca of LLVM 19 or later.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
PROGRAMS = ("llvm-mca-19", "llvm-mca-20", "llvm-mca-21", "llvm-mca")
LEAST = 19
ROUNDS = 100
MACS = {  # of a round of a block's first loop of vectors
    "EDGEC_GEMM_S8_FLAT_WHOLE_CODE_MVE": 96,
    "EDGEC_GEMM_S8_ROWS_WHOLE_CODE_MVE": 96,
    "EDGEC_PAIRS_S8_FLAT_2_CODE_MVE": 256,
    "EDGEC_PAIRS_S8_FLAT_3_CODE_MVE": 384,
    "EDGEC_PAIRS_S8_FLAT_4_CODE_MVE": 512,
    "EDGEC_PAIRS_S8_ROWS_3_CODE_MVE": 384,
    "EDGEC_PAIRS_S8_ROWS_6_CODE_MVE": 768,
    "EDGEC_COLUMNS_S8_16_CODE_MVE": 384,
    "EDGEC_COLUMNS_S8_32_CODE_MVE": 768,
    "EDGEC_COLUMNS_S8_64_CODE_MVE": 1536,
    "EDGEC_DENSE_S8_WHOLE_CODE_MVE": 64,
    "EDGEC_NARROW_S8_8_CODE_MVE": 32,
    "EDGEC_NARROW_S8_16_CODE_MVE": 64,
    "EDGEC_DW_3X3_S1_CODE_MVE": 72,
    "EDGEC_DW_3X3_S2_CODE_MVE": 72,
    "EDGEC_DW_PAIRS_CODE_MVE": 72,
    "EDGEC_DW_S8_CODE_MVE": 8,
}
_BLOCK = re.compile(r"^#define (\w+) \\\n((?:    \".*\n)+)", re.M)
_STRING = re.compile(r'"([^"]*)"')


def program() -> str:
    """The llvm-mca that knows the core."""
    for name in PROGRAMS:
        if shutil.which(name) is not None:
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout
            version = re.search(r"version (\d+)", said)
            if version is not None and int(version[1]) >= LEAST:
                return name
    sys.exit(f"llvm-mca of LLVM {LEAST} or later is absent (Debian: llvm-19)")


def blocks() -> dict[str, list[str]]:
    """The lines of all blocks of assembly."""
    found = {}
    for header in sorted((REPO / "runtime_c" / "mve").glob("*_code_mve.h")):
        for name, text in _BLOCK.findall(header.read_text(encoding="ascii")):
            found[name] = [line.removesuffix("\\n\\t") for line in _STRING.findall(text)]
    return found


def loop(lines: list[str]) -> str:
    """The first loop that ends with LE, or where none does with BNE."""
    ends = [i for i, line in enumerate(lines) if line.startswith("le lr,")]
    end = (ends or [i for i, line in enumerate(lines) if line.startswith("bne ")])[0]
    label = lines[end].split()[-1].removesuffix("b") + ":"
    start = max(i for i, line in enumerate(lines[:end]) if line == label)
    return "\n".join(lines[start + 1 : end]) + "\n"


def analysed(code: str, core: str, *options: str) -> str:
    """Run llvm-mca on assembly and return its report."""
    command = [program(), "-mtriple=thumbv8.1m.main-none-eabi", f"-mcpu={core}", f"-iterations={ROUNDS}", *options]
    return subprocess.run(command, input=code, capture_output=True, text=True, check=True).stdout


def figures(code: str) -> tuple[float, float]:
    """Cycles of a round on a Cortex-M55; reciprocal throughput on a Cortex-M85."""
    m55, m85 = analysed(code, "cortex-m55"), analysed(code, "cortex-m85")
    cycles, throughput = re.search(r"Total Cycles: +(\d+)", m55), re.search(r"Block RThroughput: +([\d.]+)", m85)
    assert cycles is not None and throughput is not None
    return int(cycles[1]) / ROUNDS, float(throughput[1])


def main() -> None:
    """Print the table, or a timeline."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timeline", metavar="MACRO", choices=sorted(MACS))
    options = parser.parse_args()
    known = blocks()
    if options.timeline:
        print(analysed(loop(known[options.timeline]), "cortex-m55", "-timeline", "-timeline-max-iterations=3"))
        return
    print("| loop | MACs | M55 cycles | MACs a cycle | M85 throughput | MACs a cycle |\n|---|--:|--:|--:|--:|--:|")
    for name, macs in MACS.items():
        m55, m85 = figures(loop(known[name]))
        print(f"| `{name}` | {macs} | {m55:.1f} | {macs / m55:.1f} | {m85:.1f} | {macs / m85:.1f} |")


if __name__ == "__main__":
    main()
