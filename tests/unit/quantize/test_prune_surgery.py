"""Channels that nobody needs are taken out of random graphs, and the outputs stay."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.ir import Clamp, Graph, GraphEditor
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.shape import TransposeAttrs
from edgec.quantize.prune.groups import groups_of
from edgec.quantize.prune.labels import Dependencies, dependencies
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.simulate import run_float
from tests.builders.prune_models import Maker, attention_graph, random_image_graph


def without_weights(graph: Graph, found: Dependencies, gone: frozenset[int]) -> Graph:
    """The same graph whose layers read nothing of some channels."""
    editor = GraphEditor(graph)
    for reader in found.readers:
        name = reader.node.inputs[1]
        data = graph.tensors[name].data
        assert data is not None
        lost = np.isin(reader.label.ids, list(gone))
        made = np.array(editor.tensors[name].data)
        made[(lost,) if isinstance(reader.node.attrs, MatMulAttrs) else (..., lost)] = 0
        editor.update(name, data=made)
    return editor.build()


def chosen(found: Dependencies, rng: np.random.Generator) -> frozenset[int]:
    """Channels at random; every tensor keeps one."""
    gone: set[int] = set()
    for group in groups_of(found):
        for channel in rng.permutation(group.channels)[: len(group.channels) // 2]:
            trial = {*gone, int(channel)}
            if not any(s <= trial for s in (*group.sets, frozenset(group.channels))):
                gone = trial
    return frozenset(gone)


def check(graph: Graph, seed: int) -> tuple[Graph, int]:
    """The cut graph gives what the whole gives with weights of zero; it and the number of channels that went."""
    found, rng = dependencies(graph), np.random.default_rng(seed)
    gone = chosen(found, rng)
    zeroed = without_weights(graph, found, gone)
    small = cut(zeroed, dependencies(zeroed), gone)
    check_graph(small)
    x = rng.standard_normal((3, *graph.tensors["x"].shape)).astype(np.float32)
    for was, now in zip(run_float(zeroed, [x], real="float64"), run_float(small, [x], real="float64"), strict=True):
        np.testing.assert_allclose(now, was, rtol=1e-9, atol=1e-9)
    return small, len(gone)


@pytest.mark.parametrize("seed", range(12))
def test_channels_that_nobody_reads_change_nothing(seed: int) -> None:
    graph = random_image_graph(seed)
    small, gone = check(graph, seed)
    assert gone > 4
    assert sum(t.size for t in small.constants()) < sum(t.size for t in graph.constants())


def test_heads_of_attention_go_whole() -> None:
    graph = attention_graph(1)
    (group,) = groups_of(dependencies(graph))
    assert len(group.channels) == 4 and len(group.makers) == 3
    small, gone = check(graph, 5)
    assert gone == 2
    assert next(n.attrs.perm for n in small.nodes if isinstance(n.attrs, TransposeAttrs)) == (0, 2, 1, 3)
    assert [small.tensors[n.inputs[0]].shape for n in small.nodes if n.op == "Softmax"] == [(1, 2, 5, 5)]


def test_a_sum_ties_its_operands() -> None:
    m = Maker(0, (1, 4, 4, 3))
    x = m.conv(m.x, 8)
    graph = m.done(m.conv(m.add(x, m.conv(m.conv(x, 6), 8, clamp=Clamp())), 2))
    found = groups_of(dependencies(graph))
    assert sorted((len(g.channels), len(g.makers)) for g in found) == [(6, 1), (8, 2)]


def test_what_reaches_an_output_or_an_unknown_operator_stays() -> None:
    """Only the channels concerned: those of the layer between are free."""
    m = Maker(0, (1, 4, 4, 3))
    x = m.conv(m.conv(m.x, 8), 6)
    y = m.conv(m.node("Softmax", SoftmaxAttrs(3), x), 4)
    (group,) = groups_of(dependencies(m.done(y)))
    assert len(group.channels) == 8
    m = Maker(0, (1, 4, 4, 3))
    x = m.conv(m.x, 8)
    assert groups_of(dependencies(m.done(m.conv(x, 4), x))) == ()


def test_a_tensor_of_one_channel_that_is_broadcast_is_no_reason_to_stay() -> None:
    m = Maker(0, (1, 4, 4, 3))
    x = m.conv(m.x, 8)
    gate = m.conv(m.x, 1, 1)
    y = m.node("Binary", BinaryAttrs(BinaryFn.MUL), x, gate)
    found = groups_of(dependencies(m.done(m.conv(y, 4))))
    assert [len(g.channels) for g in found] == [8]
