"""Optimizer steps of ai.onnx.preview.training, as arithmetic: for learning on the device."""

from __future__ import annotations

from collections.abc import Callable

from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn
from edgec.converter.ops.logic import CompareFn

TRAINING = "ai.onnx.preview.training"
Step = Callable[[Lowering, Tensor, Tensor, "list[Tensor]"], "list[Tensor]"]


def mul(c: Lowering, a: Tensor, b: Tensor | float) -> Tensor:
    """Product with a tensor or a number."""
    return c.binary(a, c.like(a, b) if isinstance(b, float) else b, BinaryFn.MUL)


def add(c: Lowering, a: Tensor, b: Tensor) -> Tensor:
    """Sum."""
    return c.binary(a, b, BinaryFn.ADD)


def _each(c: Lowering, states: int, step: Step) -> None:
    """Rate and count are inputs 0 and 1, then for n parameters: n values, n gradients, and n of each state."""
    rate = c.cast(c.reshape(c.x(0), ()), DType.F32)
    rest = [c.x(i) for i in range(2, len(c.node.inputs))]
    n = len(rest) // (2 + states)
    if n < 1 or len(rest) != n * (2 + states):
        c.invalid(f"{len(rest)} tensors do not make groups of {2 + states}")
    for i in range(n):
        x, gradient = rest[i], add(c, rest[n + i], mul(c, rest[i], c.attr_float("norm_coefficient", 0.0)))
        results = step(c, rate, gradient, [x, *(rest[(2 + k) * n + i] for k in range(states))])
        for k, y in enumerate(results):
            c.output(y, k * n + i)


@onnx_op("Momentum", domain=TRAINING)
def lower_momentum(c: Lowering) -> None:
    """Gradient descent with standard or Nesterov momentum."""
    alpha, beta = c.attr_float("alpha", 0.0), c.attr_float("beta", 1.0)
    first = _count_is(c, CompareFn.EQ)
    nesterov = c.attr_str("mode", "standard") == "nesterov"

    def step(c: Lowering, rate: Tensor, gradient: Tensor, state: list[Tensor]) -> list[Tensor]:
        x, v = state
        scaled = c.where(first, gradient, mul(c, gradient, beta))
        new_v = add(c, mul(c, v, alpha), scaled)
        move = add(c, gradient, mul(c, new_v, alpha)) if nesterov else new_v
        return [c.binary(x, mul(c, move, rate), BinaryFn.SUB), new_v]

    _each(c, 1, step)


def _count_is(c: Lowering, fn: CompareFn) -> Tensor:
    """The update count compared with 0."""
    count = c.reshape(c.x(1), ())
    return c.compare(count, c.like(count, 0), fn)


def _decayed(c: Lowering, rate: Tensor) -> Tensor:
    """Rate / (1 + count * decay_factor)."""
    count = c.cast(c.reshape(c.x(1), ()), DType.F32)
    slower = add(c, mul(c, count, c.attr_float("decay_factor", 0.0)), c.like(rate, 1.0))
    return c.binary(rate, slower, BinaryFn.DIV)


@onnx_op("Adagrad", domain=TRAINING)
def lower_adagrad(c: Lowering) -> None:
    """Adaptive steps by accumulated squares."""
    epsilon = c.attr_float("epsilon", 0.0)

    def step(c: Lowering, rate: Tensor, gradient: Tensor, state: list[Tensor]) -> list[Tensor]:
        x, h = state
        new_h = add(c, h, mul(c, gradient, gradient))
        root = add(c, c.unary(new_h, UnaryFn.SQRT), c.like(x, epsilon))
        move = c.binary(mul(c, gradient, _decayed(c, rate)), root, BinaryFn.DIV)
        return [c.binary(x, move, BinaryFn.SUB), new_h]

    _each(c, 1, step)


def _bias_corrected(c: Lowering, rate: Tensor, alpha: float, beta: float) -> Tensor:
    """Rate * sqrt(1 - beta**count) / (1 - alpha**count), the rate itself at count 0."""
    count = c.cast(c.reshape(c.x(1), ()), DType.F32)
    one = c.like(rate, 1.0)
    first, second = (
        c.binary(one, c.binary(c.like(rate, base), count, BinaryFn.POW), BinaryFn.SUB) for base in (alpha, beta)
    )
    corrected = c.binary(mul(c, rate, c.unary(second, UnaryFn.SQRT)), first, BinaryFn.DIV)
    return c.where(_count_is(c, CompareFn.GT), corrected, rate)


@onnx_op("Adam", domain=TRAINING)
def lower_adam(c: Lowering) -> None:
    """Adam with bias correction."""
    alpha, beta = c.attr_float("alpha", 0.9), c.attr_float("beta", 0.999)
    epsilon, post = c.attr_float("epsilon", 0.0), c.attr_float("norm_coefficient_post", 0.0)

    def step(c: Lowering, rate: Tensor, gradient: Tensor, state: list[Tensor]) -> list[Tensor]:
        x, v, h = state
        new_v = add(c, mul(c, v, alpha), mul(c, gradient, 1.0 - alpha))
        new_h = add(c, mul(c, h, beta), mul(c, mul(c, gradient, gradient), 1.0 - beta))
        root = add(c, c.unary(new_h, UnaryFn.SQRT), c.like(x, epsilon))
        adjusted = _bias_corrected(c, rate, alpha, beta)
        moved = c.binary(x, c.binary(mul(c, new_v, adjusted), root, BinaryFn.DIV), BinaryFn.SUB)
        return [mul(c, moved, 1.0 - post), new_v, new_h]

    _each(c, 2, step)
