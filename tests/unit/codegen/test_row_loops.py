"""Strips of a group of layers as loops."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.plain.params import DenseF32
from edgec.codegen.kernels.spec import Call, Output
from edgec.codegen.plan import rows
from edgec.codegen.plan.rows import AtSymbol, PlannedRow, PlannedRun, further

RUN = Call("k", "k.h", DenseF32(1, 2, 3, 0.0, 6.0), (Output(0, "float"),))


def strip(call: Call, at: int) -> tuple[PlannedRow, ...]:
    return (PlannedRun(0, call, (further(AtSymbol(0), 8 * at),)),)


def counts(calls: list[Call]) -> list[int]:
    return [loop.count for loop in rows._folded([strip(call, i) for i, call in enumerate(calls)])]


def test_strips_with_other_parameters_share_no_loop() -> None:
    assert counts([RUN] * 6) == [6]
    assert counts([RUN] * 3 + [replace(RUN, params=DenseF32(2, 2, 3, 0.0, 6.0))] * 3) == [3, 3]


def test_strips_that_differ_in_what_the_kernel_does_not_read_share_a_loop() -> None:
    calls = [replace(RUN, params=DenseF32(i, 2, 3, 0.0, 6.0)).without("rows") for i in range(6)]
    assert counts(calls) == [6]
