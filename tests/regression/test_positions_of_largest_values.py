"""A MaxPool's second output says where the largest values lie in the whole tensor: no part is computed alone."""

from __future__ import annotations

import pytest

from edgec.codegen.schedule.row_rules import row_rule
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.quantize.prune.crop import Crop, without
from tests.builders.quant_graphs import Net, real


def pooled(op: str) -> Graph:
    net = Net()
    x = net.input((1, 12, 12, 3))
    y = net.op("Conv", ConvAttrs(pads=(1, 1, 1, 1)), x, net.const("w", real(4, 3, 3, 3)), net.const("b", real(4)))
    y = net.op(op, PoolAttrs((2, 2), (6, 6), (2, 2)), y)
    return net.done(net.op("Reduce", ReduceAttrs(ReduceFn.MAX, (1, 2), False), y))


@pytest.mark.parametrize(("op", "alone"), [("MaxPool", True), ("PoolIndices", False)])
def test_rows_are_computed_alone_where_positions_do_not_count(op: str, alone: bool) -> None:
    graph = pooled(op)
    assert (row_rule(graph, graph.nodes[1], 1) is not None) == alone


@pytest.mark.parametrize(("op", "smaller"), [("MaxPool", True), ("PoolIndices", False)])
def test_images_are_cropped_where_positions_do_not_count(op: str, smaller: bool) -> None:
    assert (without(pooled(op), Crop(2, 2, 2, 2)) is not None) == smaller
