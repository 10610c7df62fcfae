"""The proof of layers computed row by row: rows out of place, rows that no layer has, and rows between taps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from edgec.codegen.plan.proof_rows import _reads_its_taps
from edgec.codegen.schedule.rows import RowRun
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from tests.builders.row_groups import Simulated, changed, group_of, proven
from tests.unit.codegen.test_plan_proof_rows import NETS, planned, strided


@pytest.mark.parametrize("net", NETS)
def test_rows_belong_to_one_place_of_the_output(net: Callable[[], Graph]) -> None:
    """Two runs of the last layer that write in each other's place fill the whole output, with the wrong rows."""
    tried = 0
    for given in planned(net):
        group = group_of(given)
        last = len(group.program.stages) - 1
        ends = [s for s in group.program.steps if isinstance(s, RowRun) and s.stage == last]
        equal = [s for s in ends[1:] if s.rows[1] - s.rows[0] == ends[0].rows[1] - ends[0].rows[0]]
        if equal:
            swapped = changed(group, equal[0], replace(equal[0], out_offset=ends[0].out_offset))
            swapped = changed(swapped, ends[0], replace(ends[0], out_offset=equal[0].out_offset))
            assert not proven(given, swapped, given[2]) and not Simulated(given, swapped, given[2]).sound()
            tried += 1
    assert tried


@pytest.mark.parametrize("net", NETS)
def test_no_layer_computes_more_rows_than_it_has(net: Callable[[], Graph]) -> None:
    for given in planned(net):
        group = group_of(given)
        for k, stage in enumerate(group.program.stages):
            stages = list(group.program.stages)
            stages[k] = replace(stage, out_height=stage.out_height - 1)
            assert not proven(given, replace(group, program=replace(group.program, stages=tuple(stages))), given[2])


def test_rows_between_the_taps_need_not_be_read() -> None:
    """The first of the taps at -3, 1 and 5 is padding: rows 1 to 5 are enough."""
    found = ((g, s) for g in map(group_of, planned(strided)) for s in g.program.stages)
    stage = next(s for _, s in found if isinstance(s.node.attrs, ConvAttrs | PoolAttrs) and s.taps.extent == 3)
    a = stage.node.attrs
    assert isinstance(a, ConvAttrs | PoolAttrs)
    wide = replace(a, strides=(1, 1), dilations=(4, 1), pads=(3, 0, 0, 0))
    stage = replace(stage, node=replace(stage.node, attrs=wide), taps=replace(stage.taps, extent=9), in_height=7)
    for rows, wanted in (((1, 6), True), ((0, 7), True), ((2, 6), False), ((1, 5), False)):
        assert _reads_its_taps(stage, RowRun(0, (0, 1), (rows,), (0,), 0)) is wanted
