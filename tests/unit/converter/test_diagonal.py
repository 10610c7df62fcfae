"""Real kernels on buffers that overlap as far as their declared access pattern allows, over random shapes."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate
from edgec.codegen.kernels.spec import CTYPES
from edgec.codegen.plan.plan import Plan
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor
from edgec.converter.graph.ir import Graph
from edgec.targets.machine.bench import BenchModel, Port, run_bench
from edgec.targets.reader import load_target
from tests.builders.codegen_models import need, options, reference, write
from tests.builders.row_models import Net


def random_layer(seed: int) -> Graph:
    """A table, a convolution or a pool of random geometry, a table: the layer's input and output are in the arena."""
    rng = random.Random(seed)
    kernel, stride, pad = rng.choice(((1, 1, 0), (3, 1, 1), (3, 2, 1), (2, 2, 0), (5, 1, 2), (3, 1, 0), (5, 3, 1)))
    n = Net(True, seed, (rng.randrange(5, 12), rng.randrange(5, 12), rng.choice((1, 3, 4, 8))))
    x = n.tanh(n.x)
    kind = rng.choice(("conv", "conv", "depthwise", "MaxPool", "AvgPool"))
    if kind == "conv":
        y = n.conv(x, rng.choice((1, 2, 4, 7, 12)), kernel, stride, pad)
    elif kind == "depthwise":
        y = n.conv(x, 0, kernel, stride, pad, depthwise=True)
    else:
        y = n.pool(x, kind, kernel, stride, min(pad, kernel - 1))
    return n.done(n.tanh(y))


def overlaps(plan: Plan) -> bool:
    """Return whether the layer in the middle runs into its input; if so, no nearer than its window allows."""
    layer = plan.layers[1]
    places = {b.owner.tensor: (b.offset, b.block.size) for b in plan.blocks if isinstance(b.owner, ArenaTensor)}
    (source, _), (out, size) = places[layer.node.inputs[0]], places[layer.node.outputs[0]]
    window = layer.calls[0].window
    if window is None or out > source or out + size <= source:
        return bool(layer.calls[0].inplace) and out == source
    assert source - out >= safe_distance(window)
    return True


@pytest.mark.parametrize("name", ["host", "cortex-m4"])
def test_bytes_of_overlapping_layers(name: str, tmp_path: Path) -> None:
    need("gcc") if name == "host" else need("arm-none-eabi-gcc", "qemu-system-arm")
    target, shared = load_target(name), 0
    for seed in range(7):
        graph = random_layer(seed)
        made = generate(graph, replace(options(scheme="int8"), target=target))
        ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (made.plan.inputs, made.plan.outputs)]
        model = BenchModel(made.prefix, ports[0], ports[1], made.plan.arena_size, made.plan.arena_align)
        shape = graph.tensors[graph.inputs[0]].shape
        x = np.random.default_rng(seed).integers(-128, 128, (1, *shape)).astype(np.int8)
        found = run_bench(write(made, tmp_path / str(seed)), model, target, [x])
        np.testing.assert_array_equal(found[0][0], reference(graph, [x[0]])[0].reshape(-1), err_msg=f"seed {seed}")
        shared += overlaps(made.plan)
    assert shared >= 4


@pytest.mark.parametrize("seed", range(60))
def test_plans_of_random_layers_share_memory_and_are_valid(seed: int) -> None:
    """The plan's validator replays the layer position by position; it raises when a byte is lost."""
    graph = random_layer(100 + seed)
    for features in ((), ("dsp",)):
        target = replace(load_target("cortex-m4"), features=features)
        plan = generate(graph, replace(options(scheme="int8"), target=target)).plan
        assert plan.arena_size > 0
