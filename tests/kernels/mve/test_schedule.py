"""Cycles of the inner loops of the Helium products by LLVM's model of a Cortex-M55."""

from __future__ import annotations

import pytest

from benchmarks import helium_schedule

LEAST = 7.5  # MACs a cycle; 8 are the most that the unit can
LOOPS = [name for name in helium_schedule.MACS if name.startswith(("EDGEC_GEMM_", "EDGEC_PAIRS_"))]


def _model() -> str:
    """The llvm-mca that knows the core, or nothing."""
    try:
        return helium_schedule.program()
    except SystemExit:
        return ""


@pytest.mark.skipif(not _model(), reason="llvm-mca of LLVM 19 or later is absent")
@pytest.mark.parametrize("name", LOOPS)
def test_products_keep_the_unit_busy(name: str) -> None:
    cycles, _ = helium_schedule.figures(helium_schedule.loop(helium_schedule.blocks()[name]))
    assert helium_schedule.MACS[name] / cycles >= LEAST
