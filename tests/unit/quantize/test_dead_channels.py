"""Dead-channel elimination: fewer weights, the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.ops.check import check_graph
from edgec.quantize.prune.dead_channels import eliminate_dead_channels
from edgec.quantize.ranges.intervals import analyse
from edgec.quantize.ranges.simulate import simulate
from tests.builders.dead_channel_models import net, quantized
from tests.builders.onnx_models import model, node


@pytest.mark.parametrize("tail", ["Add", "Concat"])
@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_smaller_and_equal(tmp_path: Path, seed: int, padded: bool, tail: str) -> None:
    rng = np.random.default_rng(seed)
    graph = quantized(net(rng, padded, tail), tmp_path, rng)
    found = eliminate_dead_channels(graph)
    check_graph(found.graph)
    assert found.channels > 3
    assert sum(t.size for t in found.graph.constants()) < sum(t.size for t in graph.constants())
    x = rng.integers(-128, 128, (40, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    np.testing.assert_array_equal(simulate(graph, [x])[0], simulate(found.graph, [x])[0])


def test_nothing_to_remove(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    consts = {"w": rng.standard_normal((4, 3, 3, 3)).astype(np.float32)}
    proto = model([node("Conv", ["x", "w"], ["y"])], {"x": [1, 3, 8, 8]}, ["y"], consts)
    graph = quantized(proto, tmp_path, rng)
    found = eliminate_dead_channels(graph)
    assert found.channels == 0 and found.graph is graph


def test_intervals_contain_every_value(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    graph = quantized(net(rng, True, "Add"), tmp_path, rng)
    intervals = analyse(graph)
    seen = 0

    def observe(name: str, values: np.ndarray) -> None:
        nonlocal seen
        if name in intervals:
            flat = values.reshape(-1, values.shape[-1]).astype(np.int64)
            assert (flat.min(axis=0) >= intervals[name].lo).all() and (flat.max(axis=0) <= intervals[name].hi).all(), (
                name
            )
            seen += 1

    x = rng.integers(-128, 128, (20, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    simulate(graph, [x], observe)
    assert seen >= len(graph.nodes)
