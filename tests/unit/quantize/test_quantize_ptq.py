"""Post-training quantization of small graphs."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import Array, Clamp, DType, Graph, Quant
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.index import CumulateAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs
from edgec.quantize import QuantizeOptions, quantize_model, run_float, simulate
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.scheme import Scheme
from edgec.quantize.ranges.simulate import to_real
from tests.builders.quant_graphs import Net, nodes, real
from tests.unit.quantize.test_simulate import every_family

FLOAT = QuantizeOptions(allow_float=True)


def integers(graph: Graph, *x: Array, options: QuantizeOptions | None = None) -> Graph:
    made = quantize_model(graph, list(x), options or QuantizeOptions())
    check_graph(made)
    return made


def real_outputs(graph: Graph, *x: Array) -> list[Array]:
    """Outputs of an integer graph for real inputs."""
    tensors = [graph.tensors[i] for i in graph.inputs]
    ins = [a if t.quant is None else quantize_array(a, t.quant, t.dtype) for a, t in zip(x, tensors, strict=True)]
    return [to_real(y, graph.tensors[o]) for y, o in zip(simulate(graph, ins), graph.outputs, strict=True)]


def test_whole_graph_in_integers_is_close_to_float() -> None:
    graph, x = every_family(), real(50, 1, 8, 6, 4)
    made = integers(graph, x)
    activations = [t for t in made.tensors.values() if not t.is_const]
    assert all(t.dtype is DType.I8 and t.quant is not None for t in activations)
    assert made.inputs == graph.inputs
    assert made.outputs == graph.outputs
    assert sqnr_db(run_float(graph, [x])[0], real_outputs(made, x)[0]) > 20


def test_weights_biases_and_fixed_scales() -> None:
    made = integers(every_family(), real(10, 1, 8, 6, 4))
    conv = next(n for n in made.nodes if n.op == "Conv")
    x, w, b = (made.tensors[i] for i in conv.inputs)
    assert (w.dtype, b.dtype) == (DType.I8, DType.I32)
    assert x.quant is not None and w.quant is not None and b.quant is not None
    assert w.quant.axis == 0
    np.testing.assert_allclose(b.quant.scale, x.quant.s * np.array(w.quant.scale), rtol=1e-6)
    assert made.tensors[made.outputs[0]].quant == Quant.per_tensor(1 / 256, -128)


def test_data_movement_shares_one_quantization() -> None:
    net = Net()
    y = net.op("Pad", PadAttrs((0, 1), (0, 0), value=9.0), net.input((1, 7)))
    y = net.op("Reshape", ReshapeAttrs((1, 2, 4, 1)), y)
    y = net.op("MaxPool", PoolAttrs((2, 2), (1, 2), (2, 2)), y)
    made = integers(net.done(y), np.ones((3, 1, 7), np.float32))
    quants = {t.quant for t in made.tensors.values()}
    assert quants == {Quant.per_tensor(9 / 255, -128)}  # the padding value widens the set's range


def test_padding_with_minus_infinity_does_not_spoil_the_range() -> None:
    net = Net()
    graph = net.done(net.op("Pad", PadAttrs((0, 1), (0, 0), value=-3e38), net.input((1, 7))))
    x = real(4, 1, 7)
    net = Net()
    plain = integers(net.done(net.op("Pad", PadAttrs((0, 1), (0, 0)), net.input((1, 7)))), x)
    assert integers(graph, x).tensors["x"].quant == plain.tensors["x"].quant


def test_concat_inputs_take_the_output_scale_unless_others_read_them() -> None:
    net = Net()
    x = net.input((1, 4))
    a = net.op("Unary", UnaryAttrs(UnaryFn.LEAKY_RELU, 0.1), x, name="a")
    b = net.op("Unary", UnaryAttrs(UnaryFn.HARD_SWISH, 1 / 6, 0.5), x, name="b")
    c = net.op("Concat", ConcatAttrs(1), a, b, x, name="c")
    made = integers(net.done(c), real(20, 1, 4))
    assert made.tensors["a"].quant == made.tensors["b"].quant == made.tensors["c"].quant
    net.outputs = ["c", "b"]
    kept = integers(net.build(), real(20, 1, 4))
    assert kept.tensors["a"].quant == kept.tensors["c"].quant != kept.tensors["b"].quant


@pytest.mark.parametrize("read_twice", [False, True])
def test_concat_inputs_that_are_moved_take_the_output_scale(read_twice: bool) -> None:
    net = Net()
    x = net.input((1, 4))
    a = net.op("Unary", UnaryAttrs(UnaryFn.LEAKY_RELU, 0.1), x, name="a")
    twice = net.op("Gather", GatherAttrs(1), a, net.const("i", np.int32([0, 0, 1, 1])), name="twice")
    net.op("Concat", ConcatAttrs(1), twice, x, name="c")
    net.outputs = ["c", *(["a"] if read_twice else [])]
    made = integers(net.build(), real(20, 1, 4))
    assert made.tensors["a"].quant == made.tensors["twice"].quant
    assert (made.tensors["a"].quant == made.tensors["c"].quant) is not read_twice


def test_fused_activation_limits_the_range() -> None:
    net = Net()
    y = net.op(
        "Dense", DenseAttrs(Clamp(0.0, 6.0)), net.input((1, 8)), net.const("w", real(4, 8) * 9), net.const("b", real(4))
    )
    made = integers(net.done(y), real(50, 1, 8))
    assert made.tensors[y].quant == Quant.per_tensor(6 / 255, -128)


def test_constant_operands() -> None:
    net = Net()
    y = net.op("Binary", BinaryAttrs(BinaryFn.SUB), net.const("one", np.float32([1.0])), net.input((1, 6)))
    y = net.op("Binary", BinaryAttrs(BinaryFn.MUL), y, net.const("m", real(6)))
    graph, x = net.done(y), real(100, 1, 6)
    made = integers(graph, x)
    assert sqnr_db(run_float(graph, [x])[0], real_outputs(made, x)[0]) > 30


def test_table_of_constants() -> None:
    net = Net()
    idx = net.input((1, 3), DType.I64, "idx")
    graph = net.done(net.op("Gather", GatherAttrs(0), net.const("table", real(10, 4) * 5), idx))
    i = np.random.default_rng(0).integers(0, 10, (20, 1, 3))
    made = integers(graph, i)
    assert made.tensors["idx"].dtype is DType.I64
    expected = run_float(graph, [i])[0]
    assert np.abs(real_outputs(made, i)[0] - expected).max() < 0.1


@pytest.mark.parametrize("factor", [0.0, 1e-25, 1e-9, 1e12])
def test_degenerate_and_extreme_models_stay_legal(factor: float) -> None:
    net = Net()
    y = net.op(
        "Conv",
        ConvAttrs(),
        net.input((1, 3, 3, 2)),
        net.const("w", real(3, 1, 1, 2, scale=factor)),
        net.const("b", real(3) * 0),
    )
    z = net.op(
        "Conv",
        ConvAttrs(clamp=Clamp(0.0)),
        y,
        net.const("w2", -np.ones((2, 1, 1, 3), np.float32)),
        net.const("b2", real(2)),
    )
    y = net.op("Binary", BinaryAttrs(BinaryFn.ADD), z, net.const("zero", np.zeros(1, np.float32)))
    y = net.op("Binary", BinaryAttrs(BinaryFn.MUL), y, net.const("c", np.float32([1e-20])))
    graph, x = net.done(y), real(5, 1, 3, 3, 2)
    made = integers(graph, x)
    real_outputs(made, x)


def test_constant_zero_input() -> None:
    graph = every_family()
    x = np.zeros((4, 1, 8, 6, 4), np.float32)
    assert np.isfinite(real_outputs(integers(graph, x), x)[0]).all()


def test_shared_weights_are_stored_once() -> None:
    net = Net()
    w, b = net.const("w", real(4, 4)), net.const("b", np.zeros(4, np.float32))
    y = net.op("Dense", DenseAttrs(), net.op("Dense", DenseAttrs(), net.input((1, 4)), w, b), w, b)
    made = integers(net.done(y), real(10, 1, 4))
    assert sum(t.dtype is DType.I8 for t in made.constants()) == 1


def with_float_nodes() -> Graph:
    net = Net()
    y = net.op("Dense", DenseAttrs(), net.input((1, 8)), net.const("w", real(4, 8)), net.const("b", real(4)))
    y = net.op("Cumulate", CumulateAttrs(1), y, name="sums")
    y = net.op("Reshape", ReshapeAttrs((1, 2, 2)), y)
    y = net.op("Cumulate", CumulateAttrs(2), y, name="more_sums")
    return net.done(net.op("Unary", UnaryAttrs(UnaryFn.ABS), y))


def test_all_nodes_without_integer_form_are_listed() -> None:
    with pytest.raises(UnsupportedModel) as error:
        integers(with_float_nodes(), real(10, 1, 8))
    assert [r.node for r in error.value.refusals] == ["sums_node", "more_sums_node"]
    assert error.value.exit_code == 3
    assert "no integer form" in str(error.value)
    assert "--allow-float" in str(error.value)


def test_allowed_float_nodes_stand_between_conversions() -> None:
    graph, x = with_float_nodes(), real(60, 1, 8)
    notices: list[str] = []
    made = quantize_model(graph, [x], FLOAT, notices.extend)
    check_graph(made)
    assert nodes(made) == ["Dense", "Dequantize", "Cumulate", "Reshape", "Cumulate", "Quantize", "Unary"]
    assert notices == ["kept in float32: sums_node, more_sums_node"]
    assert sqnr_db(run_float(graph, [x])[0], real_outputs(made, x)[0]) > 25


def test_inputs_and_outputs_of_float_nodes_stay_float() -> None:
    net = Net()
    x = net.input((1, 4))
    y = net.op("Unary", UnaryAttrs(UnaryFn.TANH), net.op("Cumulate", CumulateAttrs(1), x))
    z = net.op("Cumulate", CumulateAttrs(1), y)
    made = integers(net.done(y, z), real(5, 1, 4), options=FLOAT)
    assert [made.tensors[t].dtype for t in (*made.inputs, *made.outputs)] == [DType.F32, DType.I8, DType.F32]
    assert made.tensors[made.outputs[0]].quant == Quant.per_tensor(1 / 128, 0)


def test_a_tensor_read_by_both_sides() -> None:
    net = Net()
    x = net.input((1, 4))
    sums = net.op("Cumulate", CumulateAttrs(1), x)
    y = net.op("Binary", BinaryAttrs(BinaryFn.ADD), x, sums)
    graph, data = net.done(y), real(30, 1, 4)
    made = integers(graph, data, options=FLOAT)
    assert nodes(made) == ["Dequantize", "Cumulate", "Quantize", "Binary"]
    assert sqnr_db(run_float(graph, [data])[0], real_outputs(made, data)[0]) > 25


def test_integers_from_a_cast_need_float() -> None:
    net = Net()
    graph = net.done(net.op("Cast", CastAttrs(DType.F32), net.input((1, 4), DType.I32)))
    with pytest.raises(UnsupportedModel) as error:
        integers(graph, np.ones((1, 1, 4), np.int32))
    assert error.value.exit_code == 3
    assert "no integer form" in str(error.value), str(error.value)


def test_weights_made_at_run_time_are_refused() -> None:
    net = Net()
    x, w = net.input((1, 4)), net.input((3, 4))
    graph = net.done(net.op("Dense", DenseAttrs(), x, w, net.const("b", real(3))))
    with pytest.raises(UnsupportedModel, match="weights are computed at run time") as error:
        integers(graph, real(2, 1, 4), real(2, 3, 4))
    assert error.value.exit_code == 3


def test_two_runs_are_equal() -> None:
    x = real(30, 1, 8, 6, 4)
    for calibrator in ("minmax", "percentile"):
        a, b = (integers(every_family(), x, options=QuantizeOptions(calibrator=calibrator)) for _ in range(2))
        assert a == b
        for name, t in a.tensors.items():
            other = b.tensors[name].data
            assert (t.data is None) == (other is None)
            if t.data is not None and other is not None:
                assert t.data.tobytes() == other.tobytes()


@pytest.mark.parametrize(("products", "refused"), [(4096, True), (4, False)])
def test_wide_sums_that_a_factor_would_make_zeros_are_refused(products: int, refused: bool) -> None:
    """A matrix product beside numbers a million times as large: in int16 its sums reach a step, or they cannot."""
    net = Net()
    product = net.op("MatMul", MatMulAttrs(), net.input((1, products)), net.input((products, 1)))
    graph = net.done(net.op("Concat", ConcatAttrs(1), product, net.input((1, 1))))
    x = [np.ones((1, 1, products), np.float32), np.ones((1, products, 1), np.float32), np.full((1, 1, 1), 1e6, "f4")]
    integers(graph, *x)
    options = QuantizeOptions(Scheme.INT16X8)
    if not refused:
        integers(graph, *x, options=options)
        return
    with pytest.raises(UnsupportedModel) as error:
        integers(graph, *x, options=options)
    text = "of sums of 4096 products of int16 is below 2**-32: the scales of this layer are unusable; rescale"
    assert text in str(error.value) and "(MatMul)" in str(error.value)
