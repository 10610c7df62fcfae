"""Runs of the shared nets in slices: the instructions of a whole run and of the longest slice, counted under QEMU.

    python benchmarks/slices.py [NAME ...] [--budget N ...]

converts the shared models (int8) for a Cortex-M4, whole and in slices, and prints a row for each model and budget.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import accuracy

import edgec
from edgec.commands.profile import random_inputs
from edgec.folder.read import open_folder
from edgec.search.slices import slices_of
from edgec.targets.machine.bench import count_instructions

NAMES = ("kws", "ad", "str_ww", "resnet8", "vww")
TARGET, BUDGETS = "cortex-m4", (10_000, 20_000, 100_000)


def rows(name: str, budgets: list[int]) -> None:
    """Print the rows of one model."""
    case = accuracy.CASES[name]
    with tempfile.TemporaryDirectory() as temp:
        calibration, _ = accuracy.split(case, Path(temp))
        model = accuracy.SHARED / "models" / f"{case.model}.onnx"
        given = {"target": TARGET, "calibration": calibration, "calibrator": "minmax"}
        whole = open_folder(edgec.convert(model, output=Path(temp) / "whole", **given).folder)
        made = edgec.convert(model, output=Path(temp) / "sliced", slices=min(budgets), **given)
        sliced, info = open_folder(made.folder), made.report.slices
        assert info is not None
        inputs = random_inputs(whole.graph, 1)
        (base,) = count_instructions(whole.path, whole.bench, whole.target, inputs)
        for budget in budgets:
            total, worst = (
                count_instructions(sliced.path, sliced.bench, sliced.target, inputs, budget=budget, worst=longest)[0]
                for longest in (False, True)
            )
            share = f"{100 * (total / base - 1):.2f} %"
            count = slices_of(info.pieces, budget)
            print(f"| {name} | {info.least:,} | {budget:,} | {count:,} | {worst:,} | {total:,} | {share} |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--budget", nargs="*", type=int, default=BUDGETS)
    given = parser.parse_args()
    print("| model | least budget | budget | slices | longest | instructions | more than at once |")
    print("|---|---|---|---|---|---|---|")
    for name in given.names:
        rows(name, list(given.budget))


if __name__ == "__main__":
    main()
