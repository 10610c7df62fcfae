"""Runs in slices: the bytes of the whole run when it is killed after each; what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

import edgec as package
from edgec.codegen.emit.generate import generate
from edgec.codegen.emit.naming import state_members
from edgec.codegen.emit.states import layout
from edgec.codegen.kernels.spec import CTYPES
from edgec.commands.profile import random_inputs
from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.ir import Array, Graph
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.stream.rewrite import streamed
from edgec.reports.slices import PieceCost
from edgec.search.slices import slices_of
from edgec.targets.machine.bench import BenchModel, BenchOptions, BenchState, Port, Step, count_instructions, run_bench
from edgec.targets.reader import load_target
from tests.builders import onnx_models, stream_models
from tests.builders.codegen_models import int8_graph, options, write
from tests.builders.recurrent_models import Net, signal
from tests.builders.row_models import DECODERS, NETS, gated, residual

QUICK = BenchOptions(jobs=1)


def sliced(graph: Graph, folder: Path, target: str, max_arena: int | None = None, limit: int = 2000) -> BenchModel:
    """Code that runs in slices, and what a bench has to know of it."""
    base = replace(options(scheme="int8"), target=load_target(target), slices=limit, max_arena=max_arena)
    made = generate(graph, replace(base, selection=replace(base.selection, exchange=0.0)))
    write(made, folder)
    ports = [tuple(Port(CTYPES[graph.tensors[n].dtype], graph.tensors[n].nbytes) for n in s) for s in
             (graph.inputs, graph.outputs)]  # fmt: skip
    places = layout(graph)
    states = tuple(BenchState(fed, n, places[n]) for fed, n in zip(graph.fed, state_members(graph), strict=True))
    least = max(piece.least for piece in made.plan.pieces)
    plan = made.plan
    return BenchModel(made.prefix, ports[0], ports[1], plan.arena_size, plan.arena_align, states=states, slices=least)


def noise(graph: Graph, samples: int) -> list[Array]:
    rng = np.random.default_rng(5)
    tensors = [graph.tensors[name] for name in graph.inputs]
    limits = [np.iinfo(t.dtype.numpy) for t in tensors]
    return [
        rng.integers(i.min, i.max + 1, (samples, *t.shape)).astype(i.dtype)
        for t, i in zip(tensors, limits, strict=True)
    ]


def check(graph: Graph, model: BenchModel, folder: Path, target: str) -> None:
    inputs = noise(graph, 3)
    sanitized = replace(QUICK, sanitize=target == "host")
    found = run_bench(folder, model, load_target(target), inputs, sanitized, [Step.GIVEN] * 3)
    for expected, y in zip(simulate(graph, inputs), found, strict=True):
        np.testing.assert_array_equal(expected.reshape(3, -1), y.reshape(3, -1).view(expected.dtype))


@pytest.mark.parametrize("target", ["host", "cortex-m4"])
def test_a_run_killed_after_each_slice_gives_the_bytes(target: str, tmp_path: Path) -> None:
    graph = int8_graph()
    check(graph, sliced(graph, tmp_path, "cortex-m4"), tmp_path, target)


@pytest.mark.parametrize("net", [*NETS, *DECODERS])
def test_groups_of_layers_are_cut_between_strips(net: Callable[[bool], Graph], tmp_path: Path) -> None:
    graph = net(True)
    model = sliced(graph, tmp_path, "cortex-m4", max_arena=0)
    check(graph, model, tmp_path, "host")


@pytest.mark.parametrize("target", ["cortex-m0plus", "cortex-m55", "rv32imc"])
def test_layers_of_other_cores_are_cut_by_rows(target: str, tmp_path: Path) -> None:
    graph = residual(True)
    model = sliced(graph, tmp_path, target)
    whole = generate(graph, replace(options(scheme="int8"), target=load_target(target)))
    assert model.slices < max(choice.cost.instructions for choice in whole.plan.choices if choice.cost is not None) / 3
    check(graph, model, tmp_path, target)


def test_a_product_by_rows_may_take_the_place_of_the_factor_that_has_rows(tmp_path: Path) -> None:
    """The gate, which lies elsewhere, is read whole by every run."""
    graph = gated(True)
    model = sliced(graph, tmp_path, "cortex-m55", limit=1000)
    assert "edgec_products_s8_mve(" in (tmp_path / f"{model.name}.c").read_text()
    check(graph, model, tmp_path, "cortex-m55")


def test_a_stream_with_states(tmp_path: Path) -> None:
    name = sorted(stream_models.MODELS)[0]
    graph = streamed(stream_models.integers(name), *stream_models.MODELS[name][1:]).graph
    check(graph, sliced(graph, tmp_path, "cortex-m4"), tmp_path, "host")


def test_slices_are_counted_as_the_code_makes_them() -> None:
    pieces = (PieceCost("a", "Conv", 10, 90, 100), PieceCost("b", "Dense", 1, 400, 40))
    assert slices_of(pieces, 1000) == 2  # ten items take the first whole
    assert slices_of(pieces, 540) == 4
    tiles = PieceCost("c", "Conv", 12, 100, 50, heads=1, head=400, period=4)
    assert slices_of([tiles], 750) == 3 and slices_of([tiles], 650) == 4 and slices_of([tiles], 2150) == 1


def small(folder: Path) -> tuple[Path, Path]:
    """A net of one layer, and samples."""
    rng = np.random.default_rng(0)
    w = rng.normal(0, 0.3, (24, 16)).astype(np.float32)
    onnx.save(onnx_models.model([onnx_models.node("MatMul", ["x", "w"], ["y"])], {"x": [1, 24]}, ["y"], {"w": w}),
              folder / "net.onnx")  # fmt: skip
    np.savez(folder / "cal.npz", x=rng.normal(0, 1, (16, 1, 24)).astype(np.float32))
    return folder / "net.onnx", folder / "cal.npz"


def test_the_option(tmp_path: Path) -> None:
    net, samples = small(tmp_path)
    given = {"calibration": samples, "target": "cortex-m4"}
    made = package.convert(net, slices=2000, output=tmp_path / "out", **given)
    info = made.report.slices
    assert info is not None and info.budget == 2000 >= info.least and info.count == slices_of(info.pieces, 2000)
    assert f"the least budget is {info.least:,}" in made.text
    package.verify(made)
    with pytest.raises(DoesNotFit, match=rf"--slices 9: layer 'n_y' .* give --slices {info.least} or more"):
        package.convert(net, slices=9, output=tmp_path / "small", **given)
    with pytest.raises(UsageError, match="--also: --slices"):
        package.convert(net, slices=2000, output=tmp_path / "also", target="cortex-a53", also=("cortex-a76",),
                        calibration=samples)  # fmt: skip


def test_a_layer_of_several_pieces_is_named_once(tmp_path: Path) -> None:
    onnx.save(Net("LSTM", steps=4, hidden=8, directions=2).model(), tmp_path / "net.onnx")
    np.savez(tmp_path / "cal.npz", x=signal(4, 4, 12, 1))
    net, samples = tmp_path / "net.onnx", tmp_path / "cal.npz"
    with pytest.raises(DoesNotFit) as refused:
        package.convert(net, calibration=samples, target="cortex-m4", slices=300, output=tmp_path / "out")
    assert str(refused.value).count("'layer0' (Lstm") == 1, str(refused.value)


def test_a_group_of_layers_is_refused_for_its_strips(tmp_path: Path) -> None:
    """The refusal blamed kernels, though layers that are computed by rows together pause only between strips."""
    rng = np.random.default_rng(0)
    weights = {f"w{i}": rng.normal(0, 0.2, (8, c, 3, 3)).astype(np.float32) for i, c in enumerate((1, 8))}
    names = (("x", "w0", "h"), ("h", "w1", "y"))
    nodes = [onnx_models.node("Conv", [x, w], [y], pads=[1, 1, 1, 1]) for x, w, y in names]
    nodes.append(onnx_models.node("GlobalAveragePool", ["y"], ["z"]))
    onnx.save(onnx_models.model(nodes, {"x": [1, 1, 32, 32]}, ["z"], weights), tmp_path / "net.onnx")
    np.savez(tmp_path / "cal.npz", x=rng.normal(0, 1, (4, 1, 1, 32, 32)).astype(np.float32))
    given = {"calibration": tmp_path / "cal.npz", "target": "cortex-m4", "max_ram": "11 KB"}
    reason = r"a strip of layers 'n_h' to 'n_\w+' takes \d+ at once, estimated, as layers that are computed by rows"
    with pytest.raises(DoesNotFit, match=rf"--slices 9: .*{reason} .* or more, more RAM \(--max-ram\), or a smaller"):
        package.convert(tmp_path / "net.onnx", slices=9, output=tmp_path / "out", **given)


@pytest.mark.parametrize("target", ["cortex-m55", "cortex-a53"])
def test_slices_of_vector_instructions_are_verified_on_the_host(target: str, tmp_path: Path) -> None:
    """The folder's form for the host had no slices, and the bench that runs them did not compile."""
    net, samples = small(tmp_path)
    made = package.convert(net, slices=2000, output=tmp_path / "out", calibration=samples, target=target)
    assert package.verify(made, on="host").byte_equal == {"host": 16}


def test_a_slice_takes_no_more_than_its_budget(tmp_path: Path) -> None:
    """The estimate of items in parts is that of the worst; a timer's tick is 40 instructions."""
    net, samples = small(tmp_path)
    made = package.convert(net, slices=800, output=tmp_path / "out", calibration=samples, target="cortex-m4")
    out = open_folder(made.folder)
    (worst,) = count_instructions(out.path, out.bench, out.target, random_inputs(out.graph, 1), budget=800, worst=True)
    assert 0 < worst <= 840


def test_tiles_at_the_border_are_copied_as_quickly_whatever_their_channels(tmp_path: Path) -> None:
    """Layers of several sizes share a kernel, which knows none of them: slices took 10 % more than their budget."""
    rng = np.random.default_rng(0)
    sizes = [(16, 32), (32, 32)]
    weights = {f"w{i}": rng.normal(0, 0.1, (o, c, 3, 3)).astype(np.float32) for i, (c, o) in enumerate(sizes)}
    nodes = [
        onnx_models.node("Conv", [f"x{i}" if i else "x", f"w{i}"], [f"x{i + 1}"], pads=[1, 1, 1, 1])
        for i in range(len(sizes))
    ]
    onnx.save(onnx_models.model(nodes, {"x": [1, 16, 8, 8]}, ["x2"], weights), tmp_path / "net.onnx")
    np.savez(tmp_path / "cal.npz", x=rng.normal(0, 1, (4, 1, 16, 8, 8)).astype(np.float32))
    given = {"calibration": tmp_path / "cal.npz", "target": "cortex-m4", "slices": 12_000}
    made = package.convert(tmp_path / "net.onnx", output=tmp_path / "out", **given)
    kernels = [layer.kernel for layer in made.report.layers if layer.op == "Conv"]
    assert kernels == ["edgec_winograd4_s8_armv7em"] * 2
    assert made.report.slices is not None
    budget, out = made.report.slices.least, open_folder(made.folder)
    inputs = random_inputs(out.graph, 1)
    (worst,) = count_instructions(out.path, out.bench, out.target, inputs, budget=budget, worst=True)
    assert 0 < worst <= budget + 40


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_copy_of_the_inputs_is_a_piece_and_told(overwrite: bool, tmp_path: Path) -> None:
    model, samples = small(tmp_path)
    given = {"calibration": samples, "target": "cortex-m4", "slices": 2000, "overwrite_input": overwrite}
    made = package.convert(model, output=tmp_path / "out", **given)
    assert made.report.slices is not None
    assert any(p.layer == "copy of the inputs" for p in made.report.slices.pieces) == overwrite
    package.verify(made)
