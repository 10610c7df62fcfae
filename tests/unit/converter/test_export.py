"""Graphs written as ONNX: ONNX Runtime and edgec's own importer read what the graph computes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from edgec.converter.graph.errors import UnsupportedModel, UsageError
from edgec.converter.graph.ir import Array, DType, Graph, GraphEditor, Node
from edgec.converter.onnx.export import export_model
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ReshapeAttrs, TransposeAttrs
from edgec.converter.ops.spec import Case
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified
from tests.builders.onnx_models import model, node
from tests.conftest import shared_folder

NOT_WRITTEN = {"Rnn", "Gru", "Lstm", "PoolIndices", "GridSample", "TopK", "Encode", "BitCast", "Shift", "MovingMean"}
INTEGERS_ONLY = {BinaryFn.AND, BinaryFn.OR, BinaryFn.XOR, BinaryFn.SHL, BinaryFn.SHR}
SMALL = {UnaryFn.ASIN, UnaryFn.ACOS, UnaryFn.ATANH}
POSITIVE = {UnaryFn.LOG, UnaryFn.SQRT, UnaryFn.RECIPROCAL, UnaryFn.ACOSH, UnaryFn.POWER, BinaryFn.POW, BinaryFn.DIV}
CASES = [(op, case) for op, spec in OPS.items() for case in spec.cases]


def graph_of(op: str, case: Case, rng: np.random.Generator) -> tuple[Graph, list[Array]]:
    """A graph of one node, and a sample for each of its inputs."""
    editor = GraphEditor(name="one")
    names, samples = [], []
    for i, shape in enumerate(case.shapes):
        value = np.asarray(rng.uniform(-2, 2, shape), np.float32)
        fn = getattr(case.attrs, "fn", None)
        if fn in SMALL:
            value = np.asarray(value / np.float32(2.1))
        elif fn in POSITIVE:
            value = np.asarray(np.abs(value) + np.float32(1.1))
        if i in case.constant:
            names.append(editor.const(f"c{i}", value))
        else:
            names.append(editor.tensor(f"x{i}", shape, DType.F32))
            editor.inputs.append(names[-1])
            samples.append(value)
    types = OPS[op].infer(case.attrs, [editor.tensors[n] for n in names])
    outs = tuple(editor.tensor("y", *t) for t in types)
    editor.outputs = list(outs)
    editor.nodes.append(Node(op, "node", tuple(names), outs, case.attrs))
    return editor.build(), samples


def runtime(content: bytes, samples: Sequence[Array]) -> list[Array]:
    session = ort.InferenceSession(content, providers=["CPUExecutionProvider"])
    return session.run(None, dict(zip((i.name for i in session.get_inputs()), samples, strict=True)))


def check(graph: Graph, samples: Sequence[Array], tmp_path: Path, tolerance: float = 2e-5) -> onnx.ModelProto:
    """ONNX Runtime and the importer, both on what is written, against the graph."""
    content = export_model(graph)
    expected = [y[0] for y in run_float(graph, [x[np.newaxis] for x in samples])]
    (tmp_path / "written.onnx").write_bytes(content)
    again = simplified(import_model(tmp_path / "written.onnx").graph)
    back = [y[0] for y in run_float(again, [x[np.newaxis] for x in samples])]
    for name, want, got, read in zip(graph.outputs, expected, runtime(content, samples), back, strict=True):
        scale = max(float(np.abs(want).max(initial=0)), 1e-6)
        got, read = np.asarray(got), np.asarray(read)
        assert got.shape == want.shape and got.dtype == want.dtype, name
        np.testing.assert_allclose(got, want, rtol=0, atol=tolerance * scale)
        np.testing.assert_allclose(read, want, rtol=0, atol=tolerance * scale)
    return onnx.load_model_from_string(content)


@pytest.mark.parametrize(("op", "case"), CASES, ids=[f"{op}-{case.name}" for op, case in CASES])
def test_every_case_is_written_or_refused(op: str, case: Case, tmp_path: Path) -> None:
    graph, samples = graph_of(op, case, np.random.default_rng(0))
    if op in NOT_WRITTEN or (op, case.name) == ("Cumulate", "prod"):
        with pytest.raises(UnsupportedModel, match=f"node 'node' \\({op}\\)"):
            export_model(graph)
        return
    check(graph, samples, tmp_path)


def test_convolutions_have_no_transposes_between_them(tmp_path: Path) -> None:
    graph = chain()
    model = check(graph, [np.random.default_rng(1).standard_normal((1, 3, 8, 8)).astype(np.float32)], tmp_path)
    assert [n.op_type for n in model.graph.node] == ["Conv", "Relu", "Conv"]


def chain() -> Graph:
    """Two convolutions between the transposes that an import puts around them."""
    rng, editor = np.random.default_rng(0), GraphEditor(name="chain")
    x = editor.tensor("x", (1, 3, 8, 8), DType.F32)
    editor.inputs.append(x)

    def add(op: str, inputs: list[str], attrs: object) -> str:
        ((shape, dtype),) = OPS[op].infer(attrs, [editor.tensors[i] for i in inputs])
        out = editor.tensor("t", shape, dtype)
        editor.nodes.append(Node(op, out, tuple(inputs), (out,), attrs))  # type: ignore[arg-type]
        return out

    def conv(value: str, channels: int) -> str:
        taps = rng.standard_normal((channels, 3, 3, editor.tensors[value].channels)).astype(np.float32)
        weights = [editor.const("w", taps), editor.const("b", np.zeros(channels, np.float32))]
        return add("Conv", [value, *weights], ConvAttrs(pads=(1, 1, 1, 1)))

    last = conv(add("Transpose", [x], TransposeAttrs((0, 2, 3, 1))), 4)
    last = conv(add("Unary", [last], OPS["Unary"].attrs(UnaryFn.CLIP, 0.0, np.inf)), 5)  # type: ignore[call-arg]
    editor.outputs = [add("Transpose", [last], TransposeAttrs((0, 3, 1, 2)))]
    return editor.build()


def test_a_flatten_keeps_the_order_of_the_graph(tmp_path: Path) -> None:
    editor = GraphEditor(chain())
    last = editor.nodes.pop().inputs[0]
    out = editor.tensor("flat", (1, 320), DType.F32)
    editor.nodes.append(Node("Reshape", "flat", (last,), (out,), ReshapeAttrs((1, 320))))
    editor.outputs = [out]
    check(editor.build(), [np.random.default_rng(1).standard_normal((1, 3, 8, 8)).astype(np.float32)], tmp_path)


@pytest.mark.parametrize("mode", ["linear", "cubic"])
@pytest.mark.parametrize("transform", ["half_pixel", "align_corners", "asymmetric"])
@pytest.mark.parametrize("antialias", [0, 1])
def test_a_resize_is_one_again(mode: str, transform: str, antialias: int, tmp_path: Path) -> None:
    """Its tables are found among those of ONNX's Resize, an axis at a time."""
    graph = resized(tmp_path, [1, 3, 9, 5], mode=mode, coordinate_transformation_mode=transform, antialias=antialias)
    model = check(graph, [np.random.default_rng(1).standard_normal((1, 3, 6, 8)).astype(np.float32)], tmp_path)
    assert [n.op_type for n in model.graph.node].count("Resize") == 2


def test_a_resize_with_other_weights_is_named(tmp_path: Path) -> None:
    graph = resized(tmp_path, [1, 3, 9, 4], mode="cubic", cubic_coeff_a=-0.3)
    with pytest.raises(UnsupportedModel, match=r"is a resize with weights that edgec does not write .*--prune"):
        export_model(graph)


def resized(tmp_path: Path, sizes: list[int], **attributes: object) -> Graph:
    """Return what the importer makes of a Resize of [1, 3, 6, 8]."""
    made = node("Resize", ["x", "", "", "sizes"], ["y"], **attributes)
    (tmp_path / "resize.onnx").write_bytes(
        model([made], {"x": (1, 3, 6, 8)}, ["y"], {"sizes": np.array(sizes, np.int64)}, opset=18).SerializeToString()
    )
    return simplified(import_model(tmp_path / "resize.onnx").graph)


def test_a_quantized_graph_is_refused(shared: Path) -> None:
    graph = simplified(import_model(shared / "models" / "mlperf_kws_dscnn_qdq.onnx").graph)
    with pytest.raises(UsageError, match="is quantized"):
        export_model(graph)


def test_what_cannot_be_written_is_named() -> None:
    editor = GraphEditor(name="cast")
    editor.inputs = [editor.tensor("x", (1, 2), DType.F32)]
    editor.outputs = [editor.tensor("y", (1, 2), DType.I4)]
    editor.nodes.append(Node("Cast", "narrow", ("x",), ("y",), CastAttrs(DType.I4)))
    with pytest.raises(UnsupportedModel, match=r"node 'narrow' .*int4"):
        export_model(editor.build())


FLOAT_MODELS = sorted((shared_folder() / "models").glob("*.onnx"))


@pytest.mark.parametrize("file", [f for f in FLOAT_MODELS if "qdq" not in f.name], ids=lambda f: f.stem)
def test_shared_models_come_back(file: Path, tmp_path: Path) -> None:
    graph = simplified(import_model(file).graph)
    rng = np.random.default_rng(2)
    samples = [rng.uniform(-1, 1, graph.tensors[i].shape).astype(np.float32) for i in graph.inputs]
    model = check(graph, samples, tmp_path, 1e-4)
    plain = simplified(import_model(tmp_path / "written.onnx").graph)
    assert [n.op for n in plain.nodes] == [n.op for n in graph.nodes]
    assert len(model.graph.node) < 3 * len(graph.nodes)
