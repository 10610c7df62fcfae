"""Quantized files of several styles are computed as real numbers say: every output integer the same."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from edgec.converter.graph.ir import DType
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.ranges.simulate import is_integer_node
from edgec.quantize.rewrite.rewrites import simplified
from tests.builders.onnx_models import residual_model, save
from tests.imports.compare import compare, distance
from tests.imports.exact import Exact, Rule
from tests.imports.styles import Style, quantized
from tests.imports.variants import NETS, VARIANTS

CODES = Style(bias="int32", weights_as_float=True)


def samples(seed: int, count: int = 40) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(count, 1, 3, 8, 8)).astype(np.float32)


def styled(style: Style, folder: Path) -> Path:
    return quantized(save(residual_model(), folder), samples(1), style, folder / "quantized.onnx")


@pytest.mark.parametrize("unsigned", [False, True], ids=["int", "uint"])
@pytest.mark.parametrize("bits", range(2, 9))
def test_clips_between_quantize_and_dequantize(bits: int, unsigned: bool, tmp_path: Path) -> None:
    """Brevitas' QCDQ: all in integers, no value outside the clip, every output the same."""
    style = replace(CODES, bits=bits, weight_bits=max(bits, 3), narrow=True, unsigned=unsigned)
    file = styled(style, tmp_path)
    assert "Clip" in {n.op_type for n in onnx.load(file).graph.node}
    graph = quantize_model(simplified(import_model(file).graph), None, QuantizeOptions())
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    assert {graph.tensors[o].dtype for n in graph.nodes for o in n.outputs} == {DType.I8}
    assert compare(file, samples(2)).exact == math.inf


@pytest.mark.parametrize(
    "style",
    [
        Style(bias="int32"),
        Style(bias="int32", per_channel=False, unsigned=True),
        Style(bias="int32", integer_ends=True),
        Style(bias="int32", every_edge=True, own_scales=True),
        Style(bias="int32", lowest=True),
    ],
    ids=["channel", "tensor", "integer_ends", "every_edge", "lowest"],
)
def test_every_integer_is_that_of_real_numbers(style: Style, tmp_path: Path) -> None:
    assert compare(styled(style, tmp_path), samples(2)).exact == math.inf


def one_layer(folder: Path, rng: np.random.Generator) -> Path:
    """A product with real biases between scales that are powers of two."""
    values = {
        "w": rng.integers(-127, 128, (32, 16)).astype(np.int8), "b": rng.normal(0, 1, 16).astype(np.float32),
        "sx": np.float32(2**-6), "sw": np.float32(2**-9), "sy": np.float32(2**-4), "z": np.int8(0),
    }  # fmt: skip
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "sx", "z"], ["xq"]),
        helper.make_node("DequantizeLinear", ["xq", "sx", "z"], ["xd"]),
        helper.make_node("DequantizeLinear", ["w", "sw", "z"], ["wd"]),
        helper.make_node("Gemm", ["xd", "wd", "b"], ["s"]),
        helper.make_node("QuantizeLinear", ["s", "sy", "z"], ["yq"]),
        helper.make_node("DequantizeLinear", ["yq", "sy", "z"], ["y"]),
    ]
    ends = [helper.make_tensor_value_info(n, onnx.TensorProto.FLOAT, [1, k]) for n, k in (("x", 32), ("y", 16))]
    constants = [numpy_helper.from_array(np.asarray(v), n) for n, v in values.items()]
    graph = helper.make_graph(nodes, "layer", ends[:1], ends[1:], constants)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]), folder / "layer.onnx")
    return folder / "layer.onnx"


def test_real_biases_between_powers_of_two(tmp_path: Path) -> None:
    """A sum that a rounded bias puts on a half rounds as the real one does: one in 128 is such a sum."""
    rng = np.random.default_rng(4)
    found = compare(one_layer(tmp_path, rng), rng.normal(0, 0.5, (600, 1, 32)).astype(np.float32))
    assert found.exact == found.runtime == math.inf


def test_a_rule_explains_what_differs(tmp_path: Path) -> None:
    """Halves are rounded up, and that is all that differs between scales that are powers of two."""
    style = Style(power_of_two=True, symmetric=True, bias="int32")
    found = compare(styled(style, tmp_path), samples(2), (Rule.HALF_UP,))
    assert found.exact < 60
    assert found.by_rule is not None and found.by_rule > found.exact + 6


@pytest.mark.parametrize("ends", [("lo",), ("hi",), ("lo", "hi")], ids="-".join)
def test_clips_of_integers_that_are_the_models_own(ends: tuple[str, ...], tmp_path: Path) -> None:
    """Between an integer input and the first layer, with one bound or both."""
    file = styled(replace(CODES, integer_ends=True), tmp_path)
    model = onnx.load(file)
    source = model.graph.input[0].name
    reader = next(n for n in model.graph.node if n.input[0] == source)
    bounds = {"lo": -50, "hi": 40}
    names = [end if end in ends else "" for end in bounds]
    model.graph.initializer.extend(numpy_helper.from_array(np.array(bounds[e], np.int8), e) for e in ends)
    model.graph.node.insert(0, helper.make_node("Clip", [source, *names], ["clipped"]))
    reader.input[0] = "clipped"
    onnx.save(model, file)
    x = np.random.default_rng(3).integers(-128, 128, (40, 1, 3, 8, 8)).astype(np.int8)
    graph = quantize_model(simplified(import_model(file).graph), None, QuantizeOptions())
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    exact = Exact(file)
    from edgec.samples.loss import simulated

    (got, *_) = simulated(graph, [x.reshape(-1, *graph.tensors[graph.inputs[0]].shape)])
    assert distance(exact.outputs(x), got.reshape(len(x), -1)) == math.inf


FAST = [v for v in VARIANTS if v.net == "kws" and v.tool in ("TFLite", "Brevitas", "any")]


@pytest.mark.parametrize("variant", FAST, ids=lambda v: f"{v.tool}-{v.what}".replace(" ", "_"))
def test_files_of_tools(variant, shared: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The fast ones of ``benchmarks/imports.py``."""
    file = variant.write(shared, tmp_path)
    assert compare(file, NETS[variant.net].evaluation(shared)[:30], variant.rules).explained


def test_edgec_is_nearer_to_real_numbers_than_float32(shared: Path) -> None:
    """A residual net of TFLite: what ONNX Runtime's float32 rounds to the other side is not edgec's error."""
    file = shared / "models" / "mlperf_resnet8_cifar_qdq.onnx"
    x = NETS["resnet8"].evaluation(shared)[:50]
    found = compare(file, x)
    assert found.exact == math.inf
    assert found.runtime < 60 and found.runtime_exact < 60
