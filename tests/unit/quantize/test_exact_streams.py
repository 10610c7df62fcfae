"""Streams: at every hop the bytes of the net over the whole window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.moving import SUMS
from edgec.quantize.ranges.simulate import Evaluator
from edgec.quantize.ranges.states import initial_value
from edgec.quantize.stream.brief import briefer
from edgec.quantize.stream.check import check_stream
from edgec.quantize.stream.rewrite import StreamedNet, streamed
from tests.builders import stream_models
from tests.builders.stream_models import MODELS
from tests.builders.stream_nets import NETS, integers

PAIRS = [(name, hop) for name, (_, _, hops) in NETS.items() for hop in hops]


def hops(whole: Graph, axis: int, hop: int, count: int) -> Iterator[tuple[Array, Array]]:
    """New columns and the window with them; before the first it is full of zero points."""
    t = whole.tensors[whole.inputs[0]]
    assert t.quant is not None
    rng = np.random.default_rng(1)
    shape = tuple(hop if i == axis else d for i, d in enumerate(t.shape))
    window = np.full(t.shape, t.quant.z, t.dtype.numpy)
    for _ in range(count):
        new = rng.integers(-128, 128, shape).astype(t.dtype.numpy)
        window = np.concatenate([window.take(range(hop, t.shape[axis]), axis), new], axis)
        yield new, window


def check(whole: Graph, made: StreamedNet, axis: int, hop: int, count: int) -> None:
    """Every output of every hop."""
    states = [initial_value(made.graph, s) for s in made.graph.states]
    one, other = Evaluator(whole), Evaluator(made.graph)
    for step, (new, window) in enumerate(hops(whole, axis, hop, count)):
        expected = one.run([window])
        found = other.run([new, *states])
        states = found[len(expected) :]
        for a, b in zip(expected, found, strict=False):
            np.testing.assert_array_equal(a, b, f"hop {step}")


@pytest.mark.parametrize(("name", "hop"), PAIRS)
def test_every_hop_has_the_bytes_of_the_whole_net(name: str, hop: int) -> None:
    whole, axis = integers(name), NETS[name][1]
    made = streamed(whole, axis, hop)
    assert len(made.graph.states) > 0
    check(whole, made, axis, hop, 2 * whole.tensors[whole.inputs[0]].shape[axis] // hop + 3)


@pytest.mark.parametrize("name", MODELS)
def test_exported_nets_have_the_bytes_of_the_whole_net(name: str) -> None:
    _, axis, hop = MODELS[name]
    whole = stream_models.integers(name)
    made = streamed(whole, axis, hop)
    check(whole, made, axis, hop, 2 * whole.tensors[whole.inputs[0]].shape[axis] // hop + 3)


def test_a_last_column_is_no_window() -> None:
    """A layer that reads one column says nothing of windows."""
    made = streamed(stream_models.integers("wavenet"), 2, 1)
    assert [layer for layer in made.layers if layer.whole] == []


def test_what_moves_is_not_computed_again() -> None:
    """The first layer computes a border column before, new and border ones behind; the next, one more on each side."""
    made = streamed(integers("padded"), 1, 2)
    counts = [(layer.op, layer.computed, layer.columns) for layer in made.layers]
    assert counts[:3] == [("Conv", 3, 13), ("Conv", 5, 13), ("Conv", 5, 13)]


def test_without_padding_only_the_new_column_is_computed() -> None:
    made = streamed(integers("valid"), 1, 1)
    assert all(layer.computed == 1 for layer in made.layers)
    sizes = [made.graph.tensors[s.input].shape[1] for s in made.graph.states]
    assert sizes == [3, 5, 18], "as many columns as a kernel has"


def test_causal_padding_has_no_border_to_compute() -> None:
    made = streamed(integers("causal"), 1, 1)
    assert {layer.computed for layer in made.layers} == {1}


@pytest.mark.parametrize(
    ("name", "hop", "op", "reason"),
    [
        ("gated", 1, "Binary", "an input depends on the whole window"),
        ("padded", 1, "Conv", "the hop is no multiple of its stride"),
        ("flattened", 1, "Dense", "it reads the whole window"),
    ],
)
def test_layers_that_run_whole_say_why(name: str, hop: int, op: str, reason: str) -> None:
    found = [(layer.op, layer.whole) for layer in streamed(integers(name), 1, hop).layers if layer.whole]
    assert (op, reason) in found


@pytest.mark.parametrize(
    ("axis", "hop", "sentence"),
    [(4, 1, "name one of its 4 axes"), (1, 25, "new ones are 1 to 24"), (1, 0, "new ones are 1 to 24")],
)
def test_streams_that_are_refused(axis: int, hop: int, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        streamed(integers("padded"), axis, hop)


def test_several_inputs_are_refused() -> None:
    whole = integers("padded")
    more = replace(whole, inputs=(*whole.inputs, "other"), tensors={**whole.tensors, "other": whole.tensors["x"]})
    with pytest.raises(UsageError, match="it must have one"):
        streamed(more, 1, 2)


@pytest.mark.parametrize("name", ["padded", "causal", "u_net"])
def test_fewer_columns_held_give_the_same_bytes(name: str) -> None:
    whole, hop = integers(name), 4
    sizes = [sum(made_bytes(streamed(whole, 1, hop)))]
    for brief in briefer(whole, 1, hop):
        made = streamed(whole, 1, hop, brief)
        sizes.append(sum(made_bytes(made)))
        check(whole, made, 1, hop, 20)
    assert sizes == sorted(sizes, reverse=True)
    assert name == "causal" or sizes[-1] < sizes[0]


def made_bytes(made: StreamedNet) -> list[int]:
    """Bytes of the states."""
    return [made.graph.tensors[s.input].nbytes for s in made.graph.states]


def test_states_begin_with_one_column() -> None:
    """A window of zero points gives columns that are equal, so that one stands for all."""
    graph = streamed(integers("padded"), 1, 2).graph
    *columns, sums = graph.states
    sizes = {len(s.initial) for s in columns}
    widths = {graph.tensors[s.input].size // graph.tensors[s.input].shape[1] for s in columns}
    assert sizes <= {0, *widths}
    assert len(sums.initial) in (0, graph.tensors[sums.input].size)


def test_the_last_pool_carries_its_sums() -> None:
    """One word for each channel; with few columns held, columns that leave the sums are computed anew, not kept."""
    whole = integers("padded")
    *_, brief = briefer(whole, 1, 2)
    for made, held in ((streamed(whole, 1, 2), True), (streamed(whole, 1, 2, brief), False)):
        graph = made.graph
        (node,) = (n for n in graph.nodes if n.op == "MovingMean")
        sums = graph.tensors[node.inputs[SUMS]]
        assert (sums.shape, sums.dtype) == ((8,), DType.I32)
        left = {n.outputs[0]: n for n in graph.nodes}[node.inputs[1]]
        assert (left.inputs[0].endswith("_out")) is held


@pytest.mark.parametrize(("name", "hop"), [("gated", 8)])
def test_short_interiors_are_summed_whole(name: str, hop: int) -> None:
    """The pool reads all columns where no more than twice the hop would be carried on."""
    graph = streamed(integers(name), 1, hop).graph
    assert any(n.op == "Reduce" for n in graph.nodes)


def test_a_wrong_stream_is_noticed() -> None:
    whole = integers("padded")
    graph = streamed(whole, 1, 2).graph
    check_stream(whole, graph, 1)
    wrong = replace(graph, states=(*graph.states[:-1], replace(graph.states[-1], initial=(0.25,))))
    with pytest.raises(EdgecError, match="hop 0"):
        check_stream(whole, wrong, 1)
