"""Normalizations that a model or a lowering spells out become one operator; its scale and bias go with it.

``find_normalizations`` knows, over neighbouring axes, with mean = mean(x) and variance = mean((x - mean) ** 2):

- (x - mean) / sqrt(variance + epsilon), or times the inverse root
- x * factor + (shift - mean * factor), factor the inverse root or the inverse root times a constant (Keras)
"""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.converter.arithmetic.root import LARGEST_GROUP
from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.passes.rewriter import Rewriter


def find_normalizations(graph: Graph) -> Graph:
    """Replace groups of operators that normalize by Normalize."""
    rw = Rewriter(graph)
    for output in [n.outputs[0] for n in rw.nodes("Binary")]:
        node = rw.producer(output)
        if node is None or rw.tensors[output].dtype is not DType.F32:
            continue
        made = _Match(rw, node).replacement()
        if made is not None:
            rw.bypass(node, made)
            rw.drop_dead()
    return rw.build()


class _Match:
    """A node that may end a normalization."""

    def __init__(self, rw: Rewriter, node: Node) -> None:
        self.rw = rw
        self.node = node

    def replacement(self) -> str | None:
        """The tensor that takes the place of the node's output."""
        replaced = self._centered() or self._expanded()
        if replaced is None:
            return None
        x, attrs, factor, shift = replaced
        rank = len(self.rw.tensors[x].shape)
        ones, zeros = (np.full((1,) * rank, v, np.float32) for v in (1.0, 0.0))
        label = self.node.outputs[0]
        inputs = (x, self.rw.const(f"{label}.scale", ones), self.rw.const(f"{label}.bias", zeros))
        made = self.rw.emit("Normalize", attrs, inputs, self.node)
        if factor is not None:
            made = self.rw.emit("Binary", BinaryAttrs(BinaryFn.MUL), (made, factor), self.node)
        return made if shift is None else self.rw.emit("Binary", BinaryAttrs(BinaryFn.ADD), (made, shift), self.node)

    # --- the two forms --------------------------------------------------------------------------------------------

    def _centered(self) -> tuple[str, NormalizeAttrs, str | None, str | None] | None:
        """Deviation over the root."""
        for a, b in self._pairs(self.node.outputs[0], BinaryFn.MUL):
            if (deviation := self._deviation(a)) is not None and self._inverse(b, *deviation) is not None:
                return self._result(deviation, b)
        operands = self._binary(self.node.outputs[0], BinaryFn.DIV)
        if operands is not None and (deviation := self._deviation(operands[0])) is not None:
            root = self._unary(operands[1], UnaryFn.SQRT)
            if root is not None and self._epsilon(root.inputs[0], *deviation) is not None:
                return self._result(deviation, operands[1], self._epsilon(root.inputs[0], *deviation))
        return None

    def _expanded(self) -> tuple[str, NormalizeAttrs, str | None, str | None] | None:
        """The sum x * factor + (shift - mean * factor)."""
        for a, b in self._pairs(self.node.outputs[0], BinaryFn.ADD):
            difference = self._binary(b, BinaryFn.SUB)
            if difference is None:
                continue
            for x, k in self._pairs(a, BinaryFn.MUL):
                for mean, other in self._pairs(difference[1], BinaryFn.MUL):
                    axes = self._mean_of(mean, x)
                    if other != k or axes is None or self.rw.data(difference[0]) is None:
                        continue
                    for inverse, factor in ((k, None), *self._pairs(k, BinaryFn.MUL)):
                        epsilon = self._inverse(inverse, x, mean, axes)
                        if epsilon is not None and (factor is None or self.rw.data(factor) is not None):
                            return x, NormalizeAttrs(axes, epsilon), factor, difference[0]
        return None

    def _result(
        self, deviation: tuple[str, str, tuple[int, ...]], inverse: str, epsilon: float | None = None
    ) -> tuple[str, NormalizeAttrs, str | None, str | None] | None:
        epsilon = self._inverse(inverse, *deviation) if epsilon is None else epsilon
        return None if epsilon is None else (deviation[0], NormalizeAttrs(deviation[2], epsilon), None, None)

    # --- parts ----------------------------------------------------------------------------------------------------

    def _deviation(self, name: str) -> tuple[str, str, tuple[int, ...]] | None:
        """(x, mean, axes) of x - mean(x)."""
        operands = self._binary(name, BinaryFn.SUB)
        axes = None if operands is None else self._mean_of(operands[1], operands[0])
        return None if operands is None or axes is None else (*operands, axes)

    def _mean_of(self, name: str, x: str) -> tuple[int, ...] | None:
        """The axes over which ``name`` is the mean of ``x``; neighbours, and not too many values."""
        node = self.rw.producer(name)
        if node is None or not isinstance(node.attrs, ReduceAttrs) or node.inputs[0] != x:
            return None
        a, shape = node.attrs, self.rw.tensors[x].shape
        if a.fn is not ReduceFn.MEAN or not a.keepdims or not a.axes:
            return None
        neighbours = a.axes == tuple(range(a.axes[0], a.axes[0] + len(a.axes)))
        return a.axes if neighbours and prod(shape[i] for i in a.axes) <= LARGEST_GROUP else None

    def _inverse(self, name: str, x: str, mean: str, axes: tuple[int, ...]) -> float | None:
        """Epsilon, when ``name`` is the inverse root of x's variance."""
        node = self.rw.producer(name)
        if node is not None and node.attrs == UnaryAttrs(UnaryFn.POWER, -0.5):
            return self._epsilon(node.inputs[0], x, mean, axes)
        over = self._unary(name, UnaryFn.RECIPROCAL)
        fraction = self._binary(name, BinaryFn.DIV)
        root = over.inputs[0] if over is not None else None
        if fraction is not None and self._number(fraction[0]) == 1.0:
            root = fraction[1]
        source = None if root is None else self._unary(root, UnaryFn.SQRT)
        return None if source is None else self._epsilon(source.inputs[0], x, mean, axes)

    def _epsilon(self, name: str, x: str, mean: str, axes: tuple[int, ...]) -> float | None:
        """Epsilon, when ``name`` is variance + epsilon."""
        if self._is_variance(name, x, mean, axes):
            return 0.0
        for variance, epsilon in self._pairs(name, BinaryFn.ADD):
            number = self._number(epsilon)
            if number is not None and number >= 0.0 and self._is_variance(variance, x, mean, axes):
                return number
        return None

    def _is_variance(self, name: str, x: str, mean: str, axes: tuple[int, ...]) -> bool:
        node = self.rw.producer(name)
        if node is None or node.attrs != ReduceAttrs(ReduceFn.MEAN, axes, True):
            return False
        square = self._binary(node.inputs[0], BinaryFn.MUL)
        power = self._binary(node.inputs[0], BinaryFn.POW)
        if power is not None and self._number(power[1]) == 2.0:
            square = (power[0], power[0])
        return square is not None and square[0] == square[1] and self._binary(square[0], BinaryFn.SUB) == (x, mean)

    # --- looking --------------------------------------------------------------------------------------------------

    def _binary(self, name: str, fn: BinaryFn) -> tuple[str, str] | None:
        """The operands of an operation without limits."""
        node = self.rw.producer(name)
        if node is None or node.attrs != BinaryAttrs(fn):
            return None
        return node.inputs[0], node.inputs[1]

    def _pairs(self, name: str, fn: BinaryFn) -> tuple[tuple[str, str], ...]:
        """The operands in both orders."""
        operands = self._binary(name, fn)
        return () if operands is None else (operands, (operands[1], operands[0]))

    def _unary(self, name: str, fn: UnaryFn) -> Node | None:
        node = self.rw.producer(name)
        return node if node is not None and isinstance(node.attrs, UnaryAttrs) and node.attrs.fn is fn else None

    def _number(self, name: str) -> float | None:
        data = self.rw.data(name)
        return float(data.reshape(())) if data is not None and data.size == 1 else None


def absorb_scales(graph: Graph) -> Graph:
    """Multiplications by constants and additions of constants behind a Normalize become its scale and bias."""
    rw = Rewriter(graph)
    for output in [n.outputs[0] for n in rw.nodes("Normalize")]:
        node = rw.producer(output)
        while node is not None:
            node = _absorb(rw, node)
    return rw.build()


def _absorb(rw: Rewriter, node: Node) -> Node | None:
    """Take in the operator behind; the Normalize that then is in its place, None when there is nothing to take in."""
    out = node.outputs[0]
    user = rw.only_user(out)
    if user is None or not isinstance(user.attrs, BinaryAttrs) or rw.tensors[out].quant is not None:
        return None
    assert isinstance(node.attrs, NormalizeAttrs)
    scale, bias = rw.data(node.inputs[1]), rw.data(node.inputs[2])
    position = 1 if user.inputs[0] == out else 0
    factor = rw.data(user.inputs[position])
    if factor is None or scale is None or bias is None or rw.tensors[user.outputs[0]].shape != rw.tensors[out].shape:
        return None
    rank, first = scale.ndim, node.attrs.axes[0]
    factor = np.expand_dims(factor, tuple(range(rank - factor.ndim)))
    made = _combined(user, position, scale, bias, factor)
    if made is None or prod(factor.shape[:first]) != 1:
        return None
    made = _evened(node.attrs, rw.tensors[out].shape, *made)
    names = (rw.const(node.inputs[1], made[0]), rw.const(node.inputs[2], made[1]))
    new = rw.emit("Normalize", node.attrs, (node.inputs[0], *names), user)
    rw.bypass(user, new)
    rw.remove(node)
    return rw.producer(new)


def _combined(user: Node, position: int, scale: Array, bias: Array, c: Array) -> tuple[Array, Array] | None:
    """Scale and bias after the operator behind."""
    if user.attrs == BinaryAttrs(BinaryFn.MUL):
        return scale * c, bias * c
    if user.attrs == BinaryAttrs(BinaryFn.ADD):
        return scale, bias + c
    if user.attrs == BinaryAttrs(BinaryFn.SUB):
        return (scale, bias - c) if position == 1 else (-scale, c - bias)
    return None


def _evened(attrs: NormalizeAttrs, shape: tuple[int, ...], scale: Array, bias: Array) -> tuple[Array, Array]:
    """Both of one shape: along the normalized axes, and along those behind, one value or all."""
    common = np.broadcast_shapes(scale.shape, bias.shape)
    wanted = list(common)
    for axes in (attrs.axes, range(attrs.axes[-1] + 1, len(shape))):
        if any(common[i] > 1 for i in axes):
            for i in axes:
                wanted[i] = shape[i]
    return tuple(np.ascontiguousarray(np.broadcast_to(v, wanted)) for v in (scale, bias))  # type: ignore[return-value]
