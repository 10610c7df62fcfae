"""Instructions of the shared nets for all inputs: what ``edgec prove --time`` finds, beside what QEMU counts.

    python benchmarks/prove_time.py [NAME ...] [--target CORE ...]

converts the shared models (int8) and prints a row for each model and core.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

import accuracy

import edgec
from edgec.folder.read import open_checked
from edgec.proof.steady import prove_time

NAMES = ("kws", "ad", "str_ww", "resnet8", "vww")
CORES = ("cortex-m4", "cortex-m0plus")
HOURS = 3600.0


def row(name: str, core: str) -> str:
    """One row of the table."""
    case = accuracy.CASES[name]
    with tempfile.TemporaryDirectory() as temp:
        calibration, _ = accuracy.split(case, Path(temp))
        model = accuracy.SHARED / "models" / f"{case.model}.onnx"
        out = Path(temp) / "out"
        made = edgec.convert(model, target=core, calibration=calibration, calibrator="minmax", output=out)
        start = process_time()
        layers = prove_time(open_checked(out), None, HOURS, lambda _done, _total: None)
        seconds = process_time() - start
        counted = edgec.profile(made).profile.total.instructions
    known = [x for x in layers if not x.reason]
    least, most = sum(x.least for x in known), sum(x.most for x in known)
    uneven = ", ".join(f"{x.where} (+{x.most - x.least:,})" for x in known if not x.steady)
    unknown = ", ".join(f"{x.where}: {x.reason}" for x in layers if x.reason)
    share = f"{100 * (most - least) / max(least, 1):.2f} %"
    span = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"| {name} | {core} | {span} | {share} | {counted:,} | {uneven} | {unknown} | {seconds:.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--target", nargs="*", default=CORES)
    given = parser.parse_args()
    print("| model | core | instructions, all inputs | differ by | QEMU, one input | by data | not covered | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for core in given.target:
        for name in given.names:
            print(row(name, core), flush=True)


if __name__ == "__main__":
    main()
