"""Streams: at every hop the bytes of the net over the whole window."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.simulate import Evaluator
from edgec.quantize.ranges.states import initial_value
from edgec.quantize.stream.rewrite import Streamed, streamed
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


def check(whole: Graph, made: Streamed, axis: int, hop: int, count: int) -> None:
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
