"""Errors of the cycle model beside boards, as docs/cycles.md shows them: none may grow unnoticed."""

from __future__ import annotations

import re
from collections import defaultdict
from statistics import fmean

import pytest

from benchmarks.board_code import programs
from edgec.targets.reader import load_target
from tests.conftest import REPO

PAGE = (REPO / "docs" / "cycles.md").read_text(encoding="utf-8")
LARGEST = {  # mean and largest error
    "cortex-m0": (0.005, 0.01),
    "cortex-m0plus": (0.01, 0.07),
    "cortex-m3": (0.03, 0.10),
    "cortex-m4": (0.025, 0.07),
    "cortex-m33": (0.06, 0.09),
    "cortex-m7": (0.04, 0.125),
    "stm32l4r5": (0.04, 0.07),
    "nrf5340": (0.055, 0.08),
}


def _cells(begin: str) -> list[list[str]]:
    part = PAGE.partition(f"<!-- python benchmarks/{begin} -->")[2].partition("<!-- end")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _ratios() -> dict[str, list[float]]:
    """Estimate over measurement of all pairs, by core or board."""
    ratios = defaultdict(list)
    for cells in _cells("board_code.py"):
        ratios[cells[0]].append(int(cells[5].replace(",", "")) / int(cells[6].replace(",", "")))
    for cells in _cells("board_cycles.py"):
        ratios[cells[1]].append(float(cells[7]) / float(cells[8]))
    return ratios


@pytest.mark.parametrize("where", LARGEST)
def test_the_errors_of(where: str) -> None:
    errors = [abs(ratio - 1) for ratio in _ratios()[where]]
    assert (fmean(errors) <= LARGEST[where][0], max(errors) <= LARGEST[where][1]) == (True, True)


def test_the_page_shows_every_pair() -> None:
    recorded = [(one.core, title, f"{cycles:,}") for one in programs() for _, title, cycles in one.routines]
    assert [(cells[0], cells[3], cells[6]) for cells in _cells("board_code.py")] == recorded
    assert _ratios().keys() == LARGEST.keys()


@pytest.mark.parametrize("core", [name for name in LARGEST if name.startswith("cortex")])
def test_a_core_states_its_mean_error(core: str) -> None:
    """Rounded up to whole percents."""
    costs = load_target(core).cycles
    assert costs is not None
    stated = [int(figure) / 100 for figure in re.findall(r"(\d+) %", costs.error)]
    assert stated and LARGEST[core][0] <= stated[-1] + 0.005
