"""Trials made from operators: random inputs and quantization parameters, with the expected output of the references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from edgec.converter.graph.ir import Array, Attrs, DType, Graph, Node, Quant, Shape, Tensor, constant
from edgec.converter.ops.registry import OPS, quant_rule
from edgec.converter.ops.spec import Case, IntCall, QuantRule, ShapeError
from tests.kernels.program import Trial

Rng = np.random.Generator
SUMS = frozenset({"Conv", "Dense", "MatMul", "AvgPool"})  # float32 sums depend on their order: the reference is float64


def make_graph(op: str, attrs: Attrs, tensors: Sequence[Tensor], out_quant: Quant | None = None) -> Graph:
    """One node on the given input tensors; the outputs' shapes and types are inferred."""
    types = OPS[op].infer(attrs, tensors)
    outs = [Tensor(f"y{i or ''}", shape, dtype, None if i else out_quant) for i, (shape, dtype) in enumerate(types)]
    names = tuple(t.name for t in outs)
    node = Node(op, "node", tuple(t.name for t in tensors), names, attrs)
    graph_inputs = tuple(t.name for t in tensors if not t.is_const)
    return Graph("m", graph_inputs, names, {t.name: t for t in (*tensors, *outs)}, (node,))


def values_of(tensors: Sequence[Tensor], arrays: Sequence[Array]) -> list[Array | None]:
    return [None if t.is_const else a for t, a in zip(tensors, arrays, strict=True)]


def tensor(i: int, data: Array, is_constant: bool, quant: Quant | None = None) -> Tensor:
    if is_constant:
        return constant(f"x{i}", data, quant)
    return Tensor(f"x{i}", tuple(data.shape), DType.of(data.dtype), quant)


def trial(
    name: str, op: str, attrs: Attrs, arrays: Sequence[Array], constants: Sequence[int] = (),
    quants: Sequence[Quant | None] | None = None, out_quant: Quant | None = None,
) -> Trial:  # fmt: skip
    """A trial on given arrays: integer when ``out_quant`` is given, else plain."""
    quants = quants or [None] * len(arrays)
    tensors = [tensor(i, a, i in constants, q) for i, (a, q) in enumerate(zip(arrays, quants, strict=True))]
    graph = make_graph(op, attrs, tensors, out_quant)
    spec = OPS[op]
    if out_quant is None:
        wide = [a.astype(np.float64) for a in arrays] if op in SUMS else list(arrays)
        results = spec.run(attrs, wide)
        typed = [r.astype(t.dtype.numpy) for r, t in zip(results, graph.outs(graph.nodes[0]), strict=True)]
        return Trial.of(name, graph, values_of(tensors, arrays), typed[0], typed[1:])
    assert spec.run_int is not None
    y = graph.tensors["y"]
    expected = spec.run_int(IntCall(attrs, list(arrays), list(quants), [out_quant], [(y.shape, y.dtype)]))[0]
    assert expected.dtype == y.dtype.numpy
    return Trial.of(name, graph, values_of(tensors, arrays), expected)


def float_trial(op: str, case: Case, rng: Rng) -> Trial | None:
    """The float32 form of a case; None when the operator takes no float32."""
    arrays = [np.asarray(rng.normal(0.0, 1.5, s), np.float32) for s in case.shapes]
    if (
        quant_rule(Node(op, "", (), (), case.attrs)) is QuantRule.WEIGHTED
    ):  # keep sums near 1, as their rounding errors are
        arrays[1] /= np.float32(np.sqrt(np.prod(case.shapes[1][1:])))
    try:
        return trial(f"{op}.{case.name}.f32", op, case.attrs, arrays, case.constant)
    except ShapeError:
        return None


@dataclass(frozen=True)
class Ranges:
    """Ranges of quantization parameters: ``extreme`` takes zero points at the ends and factors that saturate."""

    extreme: bool = False

    def zero(self, rng: Rng) -> int:
        return int(rng.choice([-128, -127, -1, 0, 1, 126, 127]) if self.extreme else rng.integers(-128, 128))

    def scale(self, rng: Rng) -> float:
        return float(np.exp(rng.uniform(-9, 3) if self.extreme else rng.uniform(-4, -1)))

    def activation(self, rng: Rng) -> Quant:
        return Quant.per_tensor(self.scale(rng), self.zero(rng))

    def bytes(self, rng: Rng, shape: Shape) -> Array:
        if self.extreme and rng.random() < 0.4:
            return np.asarray(rng.choice(np.array([-128, 127], np.int8), shape))
        return np.asarray(rng.integers(-128, 128, shape), np.int8)


def weighted_trial(name: str, op: str, attrs: Attrs, shapes: Sequence[Shape], rng: Rng, ranges: Ranges) -> Trial:
    """Conv or Dense: int8 weights per channel, an int32 bias, an output scale near the layer's real range."""
    x = ranges.bytes(rng, shapes[0])
    w = np.asarray(rng.integers(-127, 128, shapes[1]), np.int8)
    qx = ranges.activation(rng)
    qw = Quant.per_axis(np.exp(rng.uniform(-7, -3, shapes[1][0])), 0)
    taps = float(np.prod(shapes[1][1:]))
    b = np.asarray(rng.normal(0.0, 2000.0 * np.sqrt(taps), shapes[2]), np.int32)
    qb = Quant.per_axis([qx.s * s for s in qw.scale], 0)
    deviation = qx.s * float(np.median(qw.scale)) * 75.0 * 75.0 * np.sqrt(taps)
    spread = rng.uniform(-6, 4) if ranges.extreme else rng.uniform(-1, 1)
    out = Quant.per_tensor(deviation / 40.0 * np.exp(spread), ranges.zero(rng))
    return trial(name, op, attrs, [x, w, b], (1, 2), [qx, qw, qb], out)


def int_trial(op: str, case: Case, rng: Rng, ranges: Ranges | None = None) -> Trial | None:
    """The integer form of a case; None when the operator has none."""
    ranges = ranges or Ranges()
    rule = quant_rule(Node(op, "", (), (), case.attrs))
    name = f"{op}.{case.name}.s8"
    if rule in (QuantRule.NONE, QuantRule.BOUNDARY, QuantRule.RECURRENT):
        return None
    if rule is QuantRule.WEIGHTED:
        return weighted_trial(name, op, case.attrs, case.shapes, rng, ranges)
    arrays = [ranges.bytes(rng, s) for s in case.shapes]
    quants: list[Quant | None] = [ranges.activation(rng) for _ in arrays]
    out = ranges.activation(rng)
    if rule is QuantRule.SAME:
        quants = [quants[0]] * len(arrays)
        assert quants[0] is not None
        out = quants[0]
    elif rule is QuantRule.PROBABILITY:
        out = Quant.per_tensor(1.0 / 256.0, -128)
    elif op in ("Concat", "AvgPool", "Reduce") and rng.random() < 0.7:  # means of equal scales meet halves
        assert quants[0] is not None
        out = quants[0]
    return trial(name, op, case.attrs, arrays, case.constant, quants, out)
