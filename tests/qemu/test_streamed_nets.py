"""Streams as generated C: at each of 200 hops the bytes of the whole net, on the host and under QEMU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgec as package
from edgec.codegen.emit.generate import generate
from edgec.codegen.emit.naming import state_members
from edgec.codegen.emit.states import layout
from edgec.codegen.kernels.spec import CTYPES
from edgec.commands.places import run_there
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.stream.rewrite import streamed
from edgec.targets.machine.bench import BenchModel, BenchOptions, BenchState, Port, Step, run_bench
from edgec.targets.reader import load_target
from tests.builders import stream_models
from tests.builders.codegen_models import options, write
from tests.builders.stream_nets import NETS, integers

HOPS = 200
STEPS = [Step.RESET, *[Step(0)] * (HOPS - 1)]


def recording(whole: Graph, axis: int, hop: int, source: Array | None = None) -> tuple[Array, list[Array]]:
    """New columns of 200 hops, and what the whole net gives for the window at each of them.

    ``source``: values along ``axis``; noise without it.
    """
    t = whole.tensors[whole.inputs[0]]
    assert t.quant is not None and t.dtype is DType.I8
    length = HOPS * hop
    shape = tuple(length if i == axis else d for i, d in enumerate(t.shape))
    if source is None:
        source = np.random.default_rng(2).integers(-128, 128, shape).astype(np.int8)
    before = np.full(t.shape, t.quant.z, np.int8)
    sound = np.concatenate([before, source.take(range(length), axis, mode="wrap")], axis)
    ends = t.shape[axis] + hop * np.arange(1, HOPS + 1)
    windows = np.stack([sound.take(range(end - t.shape[axis], end), axis) for end in ends])
    return np.stack([sound.take(range(end - hop, end), axis) for end in ends]), simulate(whole, [windows])


def with_any_states(graph: Graph, new: Array) -> list[Array]:
    """All inputs, as a bench takes them; it sets the states itself."""
    (name,) = graph.free_inputs
    shapes = {i: graph.tensors[i].shape for i in graph.inputs}
    types = {i: graph.tensors[i].dtype.numpy for i in graph.inputs}
    return [new if i == name else np.zeros((HOPS, *shapes[i]), types[i]) for i in graph.inputs]


def check(whole: list[Array], graph: Graph, found: list[Array]) -> None:
    """Every byte of every output that is no state."""
    outputs = [y for name, y in zip(graph.outputs, found, strict=True) if name in graph.free_outputs]
    for expected, y in zip(whole, outputs, strict=True):
        np.testing.assert_array_equal(expected.reshape(HOPS, -1), y.reshape(HOPS, -1).view(expected.dtype))


def made_net(name: str) -> tuple[Graph, int, int]:
    """A net in int8, its axis of time and a hop."""
    if name in NETS:
        return integers(name), NETS[name][1], NETS[name][2][0]
    return stream_models.integers(name), *stream_models.MODELS[name][1:]


@pytest.mark.parametrize("target", ["host", "cortex-m4"])
@pytest.mark.parametrize("name", [*NETS, *stream_models.MODELS])
def test_small_nets(name: str, target: str, tmp_path: Path) -> None:
    whole, axis, hop = made_net(name)
    graph = streamed(whole, axis, hop).graph
    made = generate(graph, options(scheme="int8"))
    write(made, tmp_path)
    ports = [tuple(Port(CTYPES[graph.tensors[n].dtype], graph.tensors[n].nbytes) for n in s) for s in
             (graph.inputs, graph.outputs)]  # fmt: skip
    places = layout(graph)
    states = tuple(BenchState(fed, n, places[n]) for fed, n in zip(graph.fed, state_members(graph), strict=True))
    bench = BenchModel(made.prefix, ports[0], ports[1], made.plan.arena_size, made.plan.arena_align, states=states)
    new, expected = recording(whole, axis, hop)
    quick = BenchOptions(sanitize=target == "host", extra_flags=("-g0", "-O0", "-DEDGEC_UNOPTIMIZED"))
    found = run_bench(tmp_path, bench, load_target(target), with_any_states(graph, new), quick, STEPS)
    check(expected, graph, found)


MODELS: dict[str, dict[str, Any]] = {
    "mlperf_kws_dscnn": {"file": "kws01.npz", "key": "x_float", "axis": 1, "hop": 2, "share": 0.5, "ram": None},
    "mlperf_kws_dscnn in little RAM": {
        "file": "kws01.npz",
        "key": "x_float",
        "axis": 1,
        "hop": 2,
        "share": 0.7,
        "ram": 1.3,
        "max_ram": 13_600,
    },
    "mlperf_str_ww": {"file": "str_ww_calib.npz", "key": "x", "axis": 1, "hop": 1, "share": 0.1, "ram": 1.0},
}
"""Bounds of instructions counted and of RAM are shares of the whole net's."""


@pytest.mark.parametrize("name", MODELS)
def test_shared_models(name: str, shared: Path, tmp_path: Path) -> None:
    m = MODELS[name]
    with np.load(shared / "data" / m["file"]) as data:
        samples = data[m["key"]][:40]
    np.savez(tmp_path / "cal.npz", x=samples)
    given = {"calibration": tmp_path / "cal.npz", "calibrator": "minmax", "target": "cortex-m4"}
    model = shared / "models" / f"{name.partition(' ')[0]}.onnx"
    limit = {"max_ram": m["max_ram"]} if "max_ram" in m else {}
    one = package.convert(model, output=tmp_path / "whole", **given)
    two = package.convert(model, output=tmp_path / "part", stream=m["axis"], hop=m["hop"], **limit, **given)
    whole, part = open_folder(one.folder).graph, open_folder(two.folder)
    counted = [package.profile(made).profile.total.instructions for made in (one, two)]
    assert counted[1] <= m["share"] * counted[0]
    assert m["ram"] is None or two.report.ram.total <= m["ram"] * one.report.ram.total
    quant = whole.tensors[whole.inputs[0]].quant
    assert quant is not None
    source = np.concatenate(list(samples), axis=m["axis"] - 1)[None] / quant.s
    source = np.clip(np.rint(source) + quant.z, -128, 127).astype(np.int8)
    new, expected = recording(whole, m["axis"], m["hop"], source)
    for machine in (load_target("host"), part.target):
        found = run_there(part, machine, with_any_states(part.graph, new), lambda *_: None, STEPS)
        check(expected, part.graph, found)
