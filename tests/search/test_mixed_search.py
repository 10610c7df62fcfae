"""The search within a budget, on real builds: what was measured counts, and the nearest budget that is named is met."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import DoesNotFit
from edgec.reports import Report
from tests.builders.search_models import with_compiler

pytestmark = with_compiler
NEAREST = re.compile(r"the nearest is --max-flash (\d+) --max-drop ([0-9.]+)$")


def find(digits: Path, folder: Path, **asked: Any) -> tuple[Report, list[str]]:
    """The report, and what was said."""
    notes: list[str] = []
    data: dict[str, Any] = {"calibration": str(digits / "calibration.npz"), "data": str(digits / "evaluation.npz")}
    data["exchange_rate"] = 200.0  # few kernels that take more bytes for speed are another way to a smaller build
    made = convert(digits / "digits.onnx", ConvertOptions(**(data | asked)), folder / "out", True, notes.extend)
    (chosen,) = [n for n in notes if n.startswith("chosen: ")]
    assert chosen.startswith(f"chosen: {made.report.flash.needed} bytes of flash")
    return made.report, notes


@pytest.fixture(scope="module")
def int8(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return find(digits, tmp_path_factory.mktemp("int8"), max_flash=1 << 20, max_drop=5.0)[0]


def test_the_most_accurate_choice_that_fits_is_taken(int8: Report, digits: Path, tmp_path: Path) -> None:
    assert "all int8" in find(digits, tmp_path, max_flash=int8.flash.needed, max_drop=5.0)[1][-1]
    report, notes = find(digits, tmp_path, max_flash=int8.flash.needed - 1, max_drop=5.0)
    assert report.flash.needed < int8.flash.needed
    assert "int4" in notes[-1] and not report.level and not report.given_up


def test_slower_builds_are_made_when_no_quick_one_fits(digits: Path, tmp_path: Path) -> None:
    with pytest.raises(DoesNotFit, match=r"no choice of int4 and int8 layers meets --max-flash 3000") as caught:
        find(digits, tmp_path, max_flash=3000, max_drop=5.0)
    assert not (tmp_path / "out").exists()
    nearest = NEAREST.search(str(caught.value))
    assert nearest is not None
    flash, drop = int(nearest[1]), float(nearest[2])
    report, notes = find(digits, tmp_path, max_flash=flash, max_drop=drop + 0.01)
    assert report.flash.needed <= flash
    assert report.level or report.given_up
    assert any(n.startswith("smaller build") for n in notes)


def test_the_smallest_within_the_drop(int8: Report, digits: Path, tmp_path: Path) -> None:
    report, notes = find(digits, tmp_path, max_drop=5.0)
    assert report.flash.needed < int8.flash.needed and "points of top-1 lost" in notes[-1]


def test_a_drop_that_nothing_keeps_names_the_nearest(digits: Path, tmp_path: Path) -> None:
    with pytest.raises(DoesNotFit) as caught:
        find(digits, tmp_path, max_drop=0.0)
    assert "--max-drop 0 (points of top-1) in any build" in str(caught.value)
    nearest = NEAREST.search(str(caught.value))
    assert nearest is not None
    report, _ = find(digits, tmp_path, max_flash=int(nearest[1]), max_drop=float(nearest[2]) + 0.01)
    assert report.flash.needed <= int(nearest[1])


def test_without_labels_the_measure_and_the_remedy_are_named(digits: Path, tmp_path: Path) -> None:
    with np.load(digits / "evaluation.npz") as data:
        np.savez(tmp_path / "bare.npz", x=data["x"])
    with pytest.raises(DoesNotFit) as caught:
        find(digits, tmp_path, max_flash=3000, max_drop=0.0, data=str(tmp_path / "bare.npz"))
    assert "--max-drop 0 (% of samples whose class changes; with labels, --data FILE.npz:x:y" in str(caught.value)
    assert "points of top-1) in any build" in str(caught.value) and NEAREST.search(str(caught.value))
