"""Float kernels that compute blocks in registers are given up like any other, on real builds of the example."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from edgec import ConvertOptions, convert
from edgec.reports import Report
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

DIGITS = Path(__file__).resolve().parents[2] / "examples" / "digits" / "digits.onnx"

pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def built(tmp_path: Path, **settings: Any) -> Report:
    return convert(DIGITS, ConvertOptions(quantize="float32", **settings), tmp_path / "out").report


def test_size_is_not_larger_than_the_plain_build(tmp_path: Path) -> None:
    report = built(tmp_path, optimize="size")
    assert all(layer.plain for layer in report.layers)
    assert report.flash.needed <= 9_900  # 12,732 with the blocked kernels, 10,584 with plain ones at -Os


def test_a_limit_below_the_blocked_kernels_is_met(tmp_path: Path) -> None:
    report = built(tmp_path, max_flash=11_500)
    assert report.flash.needed <= 11_500
    given_up = {g.kernel: g for g in report.given_up}
    assert given_up
    for layer in report.layers:
        assert layer.kernel not in given_up
    assert all(g.instructions > 0 for g in given_up.values())


def test_the_limit_that_size_meets_is_met(tmp_path: Path) -> None:
    """The smallest plain build is not at -Os."""
    assert built(tmp_path, max_flash=9_900).flash.needed <= 9_900
