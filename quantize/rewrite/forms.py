"""Operators without an integer form, in operators that have one.

Runs before calibration, so that every intermediate result gets a range of its own:

- a / b            a * (1 / b); with b a square root, a * power(., -1/2): one table instead of two, as for 1 / sqrt
- a ** c           a * a, or a table
- max, min         a clip, or a + clip(b - a)
- PRelu            LeakyRelu for one slope, else clip(x, 0, inf) + slope * clip(x, -inf, 0)
- ReduceL1, L2, SumSquare    sums of |x| or x * x
- LogSoftmax       (x - max) - log(sum(exp(x - max))), where samples can measure these
- Cast of an 8-bit input to float32    an input of scale 1
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from edgec.converter.graph.ir import Attrs, Clamp, DType, Graph, Node, Quant
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.converter.passes.rewriter import Rewriter

INT8_OFFSET = 128  # uint8 zero points become int8 zero points


integer_form: Facet[Callable[[_Place], str | None]] = Facet(
    "forms", "rule that writes it in operators with integer forms", "it has an integer form, or stays in float32"
)


def integer_forms(graph: Graph, measured: bool = True) -> Graph:
    """The same function with fewer operators that would have to stay in float32.

    ``measured``: results on the way get ranges from samples; else they have the scales that a quantized model gives or
    that follow from these.
    """
    rw = Rewriter(graph)
    for output in [n.outputs[0] for n in rw.nodes(*integer_form)]:
        node = rw.producer(output)
        if node is None or (result := integer_form[node](_Place(rw, node, measured))) is None:
            continue
        current = rw.producer(output)
        assert current is not None
        rw.bypass(current, result)
    rw.drop_dead()
    return rw.build()


class _Place:
    """A node to be replaced, and the means to write others in its place."""

    def __init__(self, rw: Rewriter, node: Node, measured: bool) -> None:
        self.rw = rw
        self.node = node
        self.measured = measured
        self.real = rw.tensors[node.outputs[0]].dtype is DType.F32

    def emit(self, op: str, attrs: Attrs, *inputs: str) -> str:
        """A node of the graph; returns its output."""
        return self.rw.emit(op, attrs, inputs, self.node)

    def unary(self, fn: UnaryFn, x: str, alpha: float = 0.0, beta: float = 0.0) -> str:
        """fn(x)."""
        return self.emit("Unary", UnaryAttrs(fn, alpha, beta), x)

    def binary(self, fn: BinaryFn, a: str, b: str, clamp: Clamp = Clamp()) -> str:  # noqa: B008  a frozen value
        """clamp(fn(a, b))."""
        return self.emit("Binary", BinaryAttrs(fn, clamp), a, b)

    def reduce(self, fn: ReduceFn, x: str, like: ReduceAttrs) -> str:
        """A reduction over the same axes."""
        return self.emit("Reduce", ReduceAttrs(fn, like.axes, like.keepdims), x)

    def scalar(self, name: str) -> float | None:
        """The value of a constant whose elements are all equal."""
        data = self.rw.data(name)
        if data is None or data.size == 0 or not np.all(data == data.flat[0]):
            return None
        return float(data.flat[0])


@integer_form(BinaryAttrs)
def _binary(p: _Place) -> str | None:
    attrs = p.node.attrs
    assert isinstance(attrs, BinaryAttrs)
    if not p.real or attrs.fn not in _BINARY:
        return None
    a, b = p.node.inputs
    return _BINARY[attrs.fn](p, a, b, attrs.clamp)


def _divide(p: _Place, a: str, b: str, clamp: Clamp) -> str | None:
    root = p.rw.producer(b)
    if root is not None and isinstance(root.attrs, UnaryAttrs) and root.attrs.fn is UnaryFn.SQRT:
        inverse = p.unary(UnaryFn.POWER, root.inputs[0], -0.5)
    else:
        inverse = p.unary(UnaryFn.RECIPROCAL, b)
    whole = p.rw.tensors[inverse].shape == p.rw.tensors[p.node.outputs[0]].shape
    if p.scalar(a) == 1.0 and whole and clamp.is_identity:
        return inverse
    return p.binary(BinaryFn.MUL, a, inverse, clamp)


def _power(p: _Place, a: str, b: str, clamp: Clamp) -> str | None:
    exponent = p.scalar(b)
    if exponent is None or p.rw.tensors[a].shape != p.rw.tensors[p.node.outputs[0]].shape:
        return None
    if exponent == 2.0:
        return p.binary(BinaryFn.MUL, a, a, clamp)
    made = p.unary(UnaryFn.POWER, a, exponent)
    return made if clamp.is_identity else p.unary(UnaryFn.CLIP, made, clamp.lo, clamp.hi)


def _extreme(p: _Place, a: str, b: str, limits: Callable[[float], Clamp]) -> str:
    """The larger or the smaller of two: a constant bounds, anything else by the difference."""
    shape = p.rw.tensors[p.node.outputs[0]].shape
    for x, bound in ((a, p.scalar(b)), (b, p.scalar(a))):
        if bound is not None and p.rw.tensors[x].shape == shape:
            return p.unary(UnaryFn.CLIP, x, limits(bound).lo, limits(bound).hi)
    return p.binary(BinaryFn.ADD, a, p.binary(BinaryFn.SUB, b, a, limits(0.0)))


def _then(p: _Place, x: str, clamp: Clamp) -> str:
    return x if clamp.is_identity else p.unary(UnaryFn.CLIP, x, clamp.lo, clamp.hi)


def _maximum(p: _Place, a: str, b: str, clamp: Clamp) -> str | None:
    return _then(p, _extreme(p, a, b, lambda bound: Clamp(bound, inf)), clamp)


def _minimum(p: _Place, a: str, b: str, clamp: Clamp) -> str | None:
    return _then(p, _extreme(p, a, b, lambda bound: Clamp(-inf, bound)), clamp)


def _prelu(p: _Place, x: str, slope: str, clamp: Clamp) -> str | None:
    single = p.scalar(slope)
    if single is not None and p.rw.tensors[x].shape == p.rw.tensors[p.node.outputs[0]].shape:
        return _then(p, p.unary(UnaryFn.LEAKY_RELU, x, single), clamp)
    below = p.binary(BinaryFn.MUL, p.unary(UnaryFn.CLIP, x, -inf, 0.0), slope)
    p.rw.update(below, quant=p.rw.tensors[p.node.outputs[0]].quant)  # values below zero are the result's own
    return p.binary(BinaryFn.ADD, p.unary(UnaryFn.CLIP, x, 0.0, inf), below, clamp)


_BINARY: dict[BinaryFn, Callable[[_Place, str, str, Clamp], str | None]] = {
    BinaryFn.DIV: _divide,
    BinaryFn.POW: _power,
    BinaryFn.MAX: _maximum,
    BinaryFn.MIN: _minimum,
    BinaryFn.PRELU: _prelu,
}


@integer_form(ReduceAttrs)
def _reduce(p: _Place) -> str | None:
    attrs, x = p.node.attrs, p.node.inputs[0]
    assert isinstance(attrs, ReduceAttrs)
    if not p.real or attrs.fn not in (ReduceFn.L1, ReduceFn.L2, ReduceFn.SUM_SQUARE):
        return None
    if attrs.fn is ReduceFn.L1:
        return p.reduce(ReduceFn.SUM, p.unary(UnaryFn.ABS, x), attrs)
    total = p.reduce(ReduceFn.SUM, p.binary(BinaryFn.MUL, x, x), attrs)
    return p.unary(UnaryFn.SQRT, total) if attrs.fn is ReduceFn.L2 else total


@integer_form(UnaryAttrs)
def _unary(p: _Place) -> str | None:
    """1 / sqrt(x): one table."""
    attrs, root = p.node.attrs, p.rw.producer(p.node.inputs[0])
    assert isinstance(attrs, UnaryAttrs)
    if attrs.fn is not UnaryFn.RECIPROCAL or root is None or not isinstance(root.attrs, UnaryAttrs):
        return None
    return p.unary(UnaryFn.POWER, root.inputs[0], -0.5) if root.attrs.fn is UnaryFn.SQRT else None


@integer_form(SoftmaxAttrs)
def _softmax(p: _Place) -> str | None:
    attrs, x = p.node.attrs, p.node.inputs[0]
    assert isinstance(attrs, SoftmaxAttrs)
    if not attrs.log or not p.measured:
        return None
    axis = ReduceAttrs(ReduceFn.MAX, (attrs.axis,), True)
    shifted = p.binary(BinaryFn.SUB, x, p.reduce(ReduceFn.MAX, x, axis))
    total = p.reduce(ReduceFn.SUM, p.unary(UnaryFn.EXP, shifted), axis)
    return p.binary(BinaryFn.SUB, shifted, p.unary(UnaryFn.LOG, total))


@integer_form(CastAttrs)
def _cast(p: _Place) -> str | None:
    """An 8-bit graph input that becomes real, perhaps after data movement: its integers are real values of scale 1."""
    rw, x = p.rw, p.node.inputs[0]
    moves: list[Node] = []
    while (mover := rw.producer(x)) is not None and has_trait(mover, Trait.KEEPS_VALUES):
        moves.append(mover)
        x = mover.inputs[0]
    source = rw.tensors[x]
    if not p.real or x not in rw.inputs or source.dtype not in (DType.I8, DType.U8) or rw.only_user(x) is None:
        return None
    quant = Quant.per_tensor(1.0, -INT8_OFFSET if source.dtype is DType.U8 else 0)
    rw.update(x, quant=Quant.per_tensor(1.0, 0))
    made = p.emit("Dequantize", DequantizeAttrs((1.0,), (0,)), x)
    rw.update(made, quant=quant)
    for mover in reversed(moves):
        made = p.emit(mover.op, mover.attrs, made)
        rw.update(made, quant=quant)
    return made
