"""Tests of what bindings refuse, and of what they promise about the calls they return."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from edgec.codegen.emit.runtime import runtime_files
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.spec import Const, Input, Misfit, NodeView
from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import DType, Graph, Node, Quant, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.pool import PoolAttrs
from tests.builders.chosen import calls_of
from tests.kernels.trials import Ranges, make_graph, tensor, trial, weighted_trial


def refusals(graph: Graph) -> tuple[str, ...]:
    with pytest.raises(UnsupportedModel) as caught:
        calls_of(graph)
    assert caught.value.exit_code == 3
    return tuple(r.sentence() for r in caught.value.refusals)


def dense(weight: int, inputs: int, bias: int) -> Graph:
    q = Quant.per_tensor(0.1, 7)
    w = np.full((2, inputs), weight, np.int8)
    w[0] = 1
    tensors = [
        Tensor("x", (1, inputs), DType.I8, q),
        tensor(1, w, True, Quant.per_axis([0.1, 0.1], 0)),
        tensor(2, np.array([0, bias], np.int32), True),
    ]
    return make_graph("Dense", DenseAttrs(), tensors, Quant.per_tensor(1.0, 0))


def test_the_accumulator_bound_is_exact() -> None:
    inputs, weight = 1000, 127
    # |bias - 7 * sum(w)| + 128 * sum(|w|) = 2**31 - 1 fits, one more does not
    bias = 2**31 - 1 - 128 * inputs * weight + 7 * inputs * weight
    assert calls_of(dense(weight, inputs, bias))
    (sentence,) = refusals(dense(weight, inputs, bias + 1))
    assert "output channel 1 may reach 2147483648" in sentence
    assert "int32" in sentence


def test_types_without_a_kernel_are_refused_with_a_remedy() -> None:
    graph = make_graph("Unary", UnaryAttrs(UnaryFn.TANH), [Tensor("x", (1, 4), DType.U16, Quant.per_tensor(0.1))])
    (sentence,) = refusals(graph)
    assert "node 'node' (Unary)" in sentence and "float32" in sentence


def test_an_operator_without_kernels_is_refused() -> None:
    y = Tensor("y", (1, 4), DType.F32)
    graph = Graph("m", ("x",), ("y",), {"x": replace(y, name="x"), "y": y}, (Node("Frobnicate", "n7", ("x",), ("y",)),))
    (sentence,) = refusals(graph)
    assert "node 'n7' (Frobnicate)" in sentence


def test_every_refused_node_is_listed() -> None:
    q = Quant.per_tensor(0.1)
    x, y, z = (Tensor(n, (1, 4), DType.I8, q) for n in "xyz")
    nodes = (
        Node("Binary", "first", ("x", "x"), ("y",), BinaryAttrs(BinaryFn.DIV)),
        Node("Binary", "second", ("y", "y"), ("z",), BinaryAttrs(BinaryFn.POW)),
    )
    found = refusals(Graph("m", ("x",), ("z",), {"x": x, "y": y, "z": z}, nodes))
    assert len(found) == 2
    assert "'first'" in found[0]
    assert "div has no int8 form" in found[0]


def test_asymmetric_weights_and_computed_weights_are_refused() -> None:
    good = dense(3, 4, 0)
    skewed = replace(good.tensors["x1"], quant=Quant((0.1, 0.1), (0, 5), 0))
    assert "zero points of 0" in refusals(replace(good, tensors={**good.tensors, "x1": skewed}))[0]
    computed = replace(good.tensors["x1"], data=None)
    assert "must be constants" in refusals(replace(good, tensors={**good.tensors, "x1": computed}))[0]


def test_scales_that_int32_cannot_hold_are_refused() -> None:
    x, y = (Tensor(n, (4,), DType.I8, Quant.per_tensor(s)) for n, s in (("x", 1e6), ("y", 1e-6)))
    graph = make_graph("Binary", BinaryAttrs(BinaryFn.ADD), [x, y], Quant.per_tensor(1e-9))
    assert "cannot be held in int32" in refusals(graph)[0]


def test_an_average_over_no_cell_is_refused() -> None:
    x = Tensor("x", (1, 2, 2, 1), DType.I8, Quant.per_tensor(0.1))
    attrs = PoolAttrs((2, 1), (4, 2), (1, 1), (2, 0, 2, 0), (3, 1))
    out = Tensor("y", (1, 4, 2, 1), DType.I8, Quant.per_tensor(0.1))
    node = Node("AvgPool", "pool", ("x",), ("y",), attrs)
    graph = Graph("m", ("x",), ("y",), {"x": x, "y": out}, (node,))
    assert "over no cell" in refusals(graph)[0]


def test_special_kernels_take_the_convolutions_they_are_made_for() -> None:
    rng = np.random.default_rng(5)
    special = {"plain/conv2d_s8_1x1", "plain/dwconv2d_s8"}
    for wanted, attrs, x, w in (
        ({"plain/conv2d_s8_1x1"}, ConvAttrs((2, 2)), (1, 5, 5, 4), (3, 1, 1, 4)),
        (set(), ConvAttrs(pads=(1, 0, 0, 0)), (1, 5, 5, 4), (3, 1, 1, 4)),
        ({"plain/dwconv2d_s8"}, ConvAttrs(groups=4), (1, 5, 5, 4), (8, 3, 3, 1)),
        (set(), ConvAttrs(groups=2), (1, 5, 5, 4), (8, 3, 3, 2)),
    ):
        t = weighted_trial("t", "Conv", attrs, (x, w, (w[0],)), rng, Ranges())
        view = NodeView.of(t.graph, t.graph.nodes[0])
        fitting = {k.name for k in kernels() if k.plain and k.takes(view) and not isinstance(k.calls(view), Misfit)}
        assert fitting & special == wanted and "plain/conv2d_s8" in fitting
        assert t.calls[0].macs == t.graph.tensors["y"].size * w[1] * w[2] * w[3]


def test_constants_come_as_arrays_of_their_c_type() -> None:
    rng = np.random.default_rng(0)
    weights = weighted_trial("t", "Conv", ConvAttrs(), ((1, 3, 3, 2), (4, 3, 3, 2), (4,)), rng, Ranges())
    scalar = trial("t", "Binary", BinaryAttrs(BinaryFn.ADD), [np.ones((2, 3), np.float32)] * 2, (1,))
    names = {"int8_t": "int8", "uint8_t": "uint8", "int32_t": "int32", "float": "float32"}
    for t in (weights, scalar):
        for arg in t.calls[0].args:
            if isinstance(arg, Const):
                assert arg.array.data.dtype == names[arg.array.ctype]
                assert arg.array.data.ndim == 1
            if isinstance(arg, Input):
                assert not t.graph.tensors[t.graph.nodes[0].inputs[arg.index]].is_const
    assert scalar.calls[0].inplace == (0,)


def test_runtime_files_hold_every_header_they_include() -> None:
    files = {file.name for file in runtime_files(["edgec_conv2d_s8.h"])}
    assert files == {"edgec_base.h", "edgec_fixed.h", "edgec_window.h", "edgec_dot_s8.h", "edgec_conv2d_s8.h"}
    with pytest.raises(FileNotFoundError):
        runtime_files(["nothing.h"])
