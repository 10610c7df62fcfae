"""Dead channels that go by their price: any decision gives the same bytes, and the cheapest one is taken."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, Graph
from edgec.converter.ops.check import check_graph
from edgec.quantize.prune.dead_channels import Dead, eliminate_dead_channels
from edgec.quantize.prune.priced_channels import decide_by, groups_of
from edgec.quantize.ranges.intervals import Interval
from edgec.quantize.ranges.simulate import simulate
from tests.builders.dead_channel_models import net, quantized, separable


def same_bytes(graph: Graph, other: Graph, rng: np.random.Generator) -> bool:
    x = rng.integers(-128, 128, (40, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    return np.array_equal(simulate(graph, [x])[0], simulate(other, [x])[0])


@pytest.mark.parametrize("tail", ["Add", "Concat"])
@pytest.mark.parametrize("seed", range(4))
def test_any_part_of_a_group_may_stay(tmp_path: Path, seed: int, tail: str) -> None:
    rng = np.random.default_rng(seed)
    graph = quantized(net(rng, True, tail), tmp_path, rng)
    stayed: list[int] = []  # indices of ties, in the first round

    def half(graph: Graph, dead: Dead, _: Mapping[str, Interval]) -> dict[str, Array]:
        if stayed:
            return {}
        taken: dict[str, Array] = {}
        for group in groups_of(graph, dead):
            stayed.extend(kept := rng.permutation(len(group.ties))[: len(group.ties) // 2].tolist())
            taken |= group.dead(graph, kept)
        return taken

    found = eliminate_dead_channels(graph, half)
    check_graph(found.graph)
    assert stayed and found.channels > 0 and found.kept > 0
    assert same_bytes(graph, found.graph, rng)


def widths(graph: Graph) -> list[int]:
    """Channels behind the first two convolutions."""
    return [graph.tensors[n.outputs[0]].shape[-1] for n in graph.nodes if n.op == "Conv"][:2]


def by_lanes(lanes: int, each: float) -> object:
    """A target whose layers take as long as ``lanes`` channels at a time do, and ``each`` for a channel beside them."""

    def prices(graph: Graph) -> list[float]:
        counts = [graph.tensors[node.outputs[0]].shape[-1] for node in graph.nodes]
        return [float(c // lanes + each * (c % lanes)) for c in counts]

    return prices


@pytest.mark.parametrize(
    ("live", "channels", "each", "left"),
    [
        (7, 8, 3.0, 8),  # all stay
        (7, 8, 0.1, 7),  # all go
        (9, 24, 3.0, 16),  # up to the next multiple
        (8, 16, 3.0, 8),
        (5, 6, 3.0, 5),  # there are none for a multiple: fewer are cheaper
    ],
)
def test_as_many_stay_as_cost_least(tmp_path: Path, live: int, channels: int, each: float, left: int) -> None:
    rng = np.random.default_rng(live)
    graph = quantized(separable(live, live, channels), tmp_path, rng)
    assert widths(eliminate_dead_channels(graph).graph) == [live, live]
    found = eliminate_dead_channels(graph, decide_by(by_lanes(8, each)))  # type: ignore[arg-type]
    assert widths(found.graph) == [left, left]
    assert (found.kept > 0) == (left > live)
    assert same_bytes(graph, found.graph, rng)
