"""Quantized models: Quantize and Dequantize nodes become scales, integers stay what they were."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import dequantize_array
from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import Array, Clamp, DType, Graph, Quant
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn, relu
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs, ReshapeAttrs, TransposeAttrs
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, run_float, simulate, strip_qdq
from tests.builders.quant_graphs import Net, nodes, real

W = np.random.default_rng(7).integers(-127, 128, (4, 8)).astype(np.int8)
WQ = Quant.per_axis([0.01, 0.02, 0.005, 0.03], 0)
A, B = Quant.per_tensor(0.05, -3), Quant.per_tensor(0.25, 10)


class Qdq(Net):
    """Shorthands for Quantize and Dequantize nodes."""

    def q(self, x: str, quant: Quant, to: DType = DType.I8, name: str = "") -> str:
        return self.op("Quantize", QuantizeAttrs(to, quant.scale, quant.zero_point), x, name=name)

    def dq(self, x: str, quant: Quant, name: str = "") -> str:
        return self.op("Dequantize", DequantizeAttrs(quant.scale, quant.zero_point), x, name=name)

    def qdq(self, x: str, quant: Quant) -> str:
        return self.dq(self.q(x, quant), quant)

    def dense(self, x: str, bias: Array | None = None) -> str:
        b = np.array([3, -70, 1000, 5]) if bias is None else bias
        scale = Quant.per_axis(np.float32(A.s) * np.asarray(WQ.scale, np.float32), 0)
        w = self.const("w", dequantize_array(W, WQ), WQ)
        return self.op("Dense", DenseAttrs(), x, w, self.const("b", dequantize_array(b, scale), scale))


def integers(graph: Graph, **options: bool) -> Graph:
    real_graph = strip_qdq(graph)
    check_graph(real_graph)
    made = quantize_model(real_graph, None, QuantizeOptions(**options))
    check_graph(made)
    return made


def test_a_float_graph_passes_unchanged() -> None:
    net = Net()
    graph = net.done(net.op("Unary", relu(), net.input((1, 4))))
    assert strip_qdq(graph) is graph


def test_int8_in_and_out_keep_every_integer() -> None:
    net = Qdq()
    y = net.dq(net.input((1, 8), DType.I8), A)
    graph = net.done(net.q(net.dense(y), B, name="out"))
    made = integers(graph)
    assert nodes(made) == ["Dense"]
    assert made.inputs == ("x",)
    assert made.outputs == ("out",)
    x, w, b = (made.tensors[i] for i in made.nodes[0].inputs)
    assert (x.dtype, x.quant, made.tensors["out"].quant) == (DType.I8, A, B)
    np.testing.assert_array_equal(w.data, W)
    np.testing.assert_array_equal(b.data, [3, -70, 1000, 5])
    q = np.random.default_rng(0).integers(-128, 128, (200, 1, 8)).astype(np.int8)
    difference = simulate(made, [q])[0].astype(int) - run_float(graph, [q])[0]
    assert np.abs(difference).max() <= 1  # ties are rounded up here, to even by ONNX
    assert np.mean(difference != 0) < 0.05


def test_the_float_graph_computes_what_the_model_computes_without_rounding() -> None:
    net = Qdq()
    graph = net.done(net.q(net.dense(net.dq(net.input((1, 8), DType.I8), A)), B))
    q = np.random.default_rng(0).integers(-128, 128, (9, 1, 8)).astype(np.int8)
    np.testing.assert_array_equal(run_float(strip_qdq(graph), [q])[0], run_float(graph, [q])[0])


def test_uint8_in_and_out_are_requantized_at_the_border() -> None:
    net = Qdq()
    y = net.dq(net.input((1, 8), DType.U8), Quant.per_tensor(0.05, 125))
    graph = net.done(net.q(net.dense(y), Quant.per_tensor(0.25, 138), DType.U8))
    made = integers(graph)
    assert nodes(made) == ["Requantize", "Dense", "Requantize"]
    assert [made.tensors[t].dtype for t in (*made.inputs, *made.outputs)] == [DType.U8, DType.U8]
    assert made.tensors[made.nodes[1].inputs[0]].quant == A
    q = np.random.default_rng(0).integers(0, 256, (200, 1, 8)).astype(np.uint8)
    assert np.abs(simulate(made, [q])[0].astype(int) - run_float(graph, [q])[0]).max() <= 1


def test_real_inputs_and_outputs_become_int8() -> None:
    net = Qdq()
    y = net.dense(net.qdq(net.input((1, 8)), A))
    graph = net.done(net.dq(net.q(y, Quant.per_tensor(0.25, 138), DType.U8), Quant.per_tensor(0.25, 138), name="out"))
    made = integers(graph)
    assert nodes(made) == ["Dense"]
    assert (made.inputs, made.outputs) == (("x",), ("out",))
    assert made.tensors["x"].quant == A
    assert made.tensors["out"].quant == B


def test_integers_moved_before_dequantization() -> None:
    net = Qdq()
    x = net.op("Reshape", ReshapeAttrs((1, 2, 2, 2)), net.input((1, 8), DType.I8))
    x = net.op("Pad", PadAttrs((0, 0, 0, 0), (0, 1, 0, 0), value=-3), x)
    x = net.op("Transpose", TransposeAttrs((0, 3, 1, 2)), net.dq(x, A))
    graph = net.done(net.q(net.op("MaxPool", PoolAttrs((1, 2), (2, 1)), x), A))
    made = integers(graph)
    assert {t.quant for t in made.tensors.values()} == {A}
    q = np.random.default_rng(0).integers(-128, 128, (5, 1, 8)).astype(np.int8)
    np.testing.assert_array_equal(simulate(made, [q])[0], run_float(graph, [q])[0])


def test_around_add_pool_concat_softmax() -> None:
    net = Qdq()
    x = net.dq(net.input((1, 4, 4, 3), DType.I8), A)
    a = net.qdq(net.op("AvgPool", PoolAttrs((2, 2), (2, 2), (2, 2)), x), A)
    m = net.op("MaxPool", PoolAttrs((2, 2), (2, 2), (2, 2)), x)  # nothing quantizes it: it keeps the input's scale
    s = net.op("Binary", BinaryAttrs(BinaryFn.ADD, Clamp(0.0)), a, m)
    s = net.qdq(s, B)
    c = net.qdq(net.op("Concat", ConcatAttrs(3), s, a), B)
    graph = net.done(net.q(net.op("Softmax", SoftmaxAttrs(3), c), Quant.per_tensor(1 / 256, -128)))
    made = integers(graph)
    assert nodes(made) == ["AvgPool", "MaxPool", "Binary", "Concat", "Softmax"]
    q = np.random.default_rng(0).integers(-128, 128, (50, 1, 4, 4, 3)).astype(np.int8)
    assert np.abs(simulate(made, [q])[0].astype(int) - run_float(graph, [q])[0]).mean() < 0.5


def test_a_change_of_scale_between_operators_is_a_requantize() -> None:
    net = Qdq()
    x = net.dq(net.input((1, 4), DType.I8), A)
    y = net.qdq(net.qdq(net.op("Unary", UnaryAttrs(UnaryFn.NEG), x), A), B)
    z = net.qdq(net.op("Reshape", ReshapeAttrs((2, 2)), y), A)
    graph = net.done(net.q(net.op("Unary", UnaryAttrs(UnaryFn.NEG), z), A))
    made = integers(graph)
    assert nodes(made) == ["Unary", "Requantize", "Reshape", "Requantize", "Unary"]
    q = np.random.default_rng(0).integers(-128, 128, (50, 1, 4)).astype(np.int8)
    assert np.abs(simulate(made, [q])[0].astype(int) - run_float(graph, [q])[0]).max() <= 5


def test_operators_between_annotations_take_what_is_known() -> None:
    net = Qdq()
    x = net.dq(net.input((1, 4), DType.I8), A)
    y = net.op("Unary", relu(), x)
    y = net.op("Unary", UnaryAttrs(UnaryFn.SIGMOID), y)
    graph = net.done(net.op("Softmax", SoftmaxAttrs(1), y))
    made = integers(graph)
    assert [made.tensors[n.outputs[0]].quant for n in made.nodes] == [A, *[Quant.per_tensor(1 / 256, -128)] * 2]
    assert made.tensors[made.outputs[0]].dtype is DType.I8


def unknown_scale() -> Graph:
    net = Qdq()
    y = net.dense(net.dq(net.input((1, 8), DType.I8), A))
    return net.done(net.q(net.op("Unary", UnaryAttrs(UnaryFn.NEG), y), B))


def test_a_missing_scale_lists_the_nodes() -> None:
    with pytest.raises(UnsupportedModel, match="no scale is known") as error:
        integers(unknown_scale())
    assert len(error.value.refusals) == 2
    assert error.value.exit_code == 3
    assert "--calibration" in str(error.value)


def test_a_missing_scale_comes_from_samples_or_stays_float() -> None:
    q = np.random.default_rng(0).integers(-128, 128, (60, 1, 8)).astype(np.int8)
    graph = unknown_scale()
    made = quantize_model(strip_qdq(graph), [q], QuantizeOptions())
    assert nodes(made) == ["Dense", "Unary"]
    assert np.abs(simulate(made, [q])[0].astype(int) - run_float(graph, [q])[0]).max() <= 1
    kept = integers(graph, allow_float=True)
    assert nodes(kept) == ["Dequantize", "Dense", "Unary", "Quantize"]
    np.testing.assert_array_equal(simulate(kept, [q])[0], run_float(graph, [q])[0])


def test_constant_operands_keep_their_integers() -> None:
    net = Qdq()
    stored = np.array([0, 200, 255], np.uint8)
    quant = Quant.per_tensor(0.125, 200)
    x = net.dq(net.input((1, 3), DType.I8), A)
    y = net.op("Binary", BinaryAttrs(BinaryFn.MUL), x, net.const("c", dequantize_array(stored, quant), quant))
    made = integers(net.done(net.q(y, B)))
    operand = made.tensors[made.nodes[0].inputs[1]]
    assert operand.quant == Quant.per_tensor(0.125, 72)
    np.testing.assert_array_equal(operand.data, stored.astype(int) - 128)


def test_weights_alone_in_integers_leave_a_float_model() -> None:
    net = Qdq()
    graph = net.done(net.dense(net.input((1, 8))))
    assert not strip_qdq(graph).is_quantized
    made = quantize_model(graph, [real(20, 1, 8)], QuantizeOptions())
    np.testing.assert_array_equal(made.tensors[made.nodes[0].inputs[1]].data, W)


def test_what_has_no_integer_meaning_is_refused_all_at_once() -> None:
    net = Qdq()
    x = net.input((1, 4), DType.I8)
    wrong = net.q(net.dq(x, A), A)
    y = net.dq(wrong, B)
    per_axis = QuantizeAttrs(DType.I8, (0.1, 0.2, 0.3, 0.4), (0, 0, 0, 0), 1)
    y = net.op("Quantize", per_axis, y)
    y = net.op("Dequantize", DequantizeAttrs(per_axis.scale, per_axis.zero_point, 1), y)
    y = net.q(y, Quant.per_tensor(0.1, 5), DType.I16)
    raw = net.op("Cast", CastAttrs(DType.F32), x)
    with pytest.raises(UnsupportedModel) as error:
        strip_qdq(net.done(y, raw))
    text = str(error.value)
    assert error.value.exit_code == 3
    for part in ("one quantization is needed", "one scale per channel", "int16 with zero point 5", "as plain numbers"):
        assert part in text


def test_inputs_and_outputs_of_16_bits_stay_as_they_are() -> None:
    net = Qdq()
    quant = Quant.per_tensor(0.001)
    y = net.q(net.dense(net.dq(net.input((1, 8), DType.I16), quant)), quant, DType.I16)
    made = quantize_model(strip_qdq(net.done(y)), None, QuantizeOptions())
    assert [n.op for n in made.nodes] == ["Dense"]
    ends = [made.tensors[n] for n in (*made.inputs, *made.outputs)]
    assert [(t.dtype, t.quant) for t in ends] == [(DType.I16, quant)] * 2


def test_the_passes_keep_what_the_model_says() -> None:
    net = Qdq()
    x = net.op("Transpose", TransposeAttrs((0, 3, 1, 2)), net.dq(net.input((1, 4, 4, 3), DType.I8), A))
    w = np.random.default_rng(1).integers(-127, 128, (5, 3, 3, 3)).astype(np.int8)
    quant = Quant.per_axis(np.linspace(0.01, 0.02, 5), 0)
    x = net.op("Transpose", TransposeAttrs((0, 2, 3, 1)), x)
    y = net.weighted("Conv", ConvAttrs(), x, dequantize_array(w, quant), np.zeros(5, np.float32), quant)
    y = net.op("Transpose", TransposeAttrs((0, 3, 1, 2)), y)
    y = net.qdq(net.op("Unary", relu(), y), B)
    y = net.op("Requantize", RequantizeAttrs(DType.F32), y, quant=A)
    graph = net.done(net.q(net.op("Reshape", ReshapeAttrs((1, 20)), y), A))
    made = quantize_model(run_default(strip_qdq(graph)), None, QuantizeOptions())
    assert nodes(made)[0] == "Conv"
    np.testing.assert_array_equal(made.tensors[made.nodes[0].inputs[1]].data, w)
    q = np.random.default_rng(0).integers(-128, 128, (50, 1, 4, 4, 3)).astype(np.int8)
    assert np.abs(simulate(made, [q])[0].astype(int) - run_float(graph, [q])[0]).max() <= 5
