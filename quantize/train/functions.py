"""Every operator that can be trained through, as a differentiable function of one sample's tensors.

What ``converter/ops`` defines with numpy, said again for JAX; tests hold the two together.  An operator without a
rule is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edgec.converter.graph.ir import Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.index import ExpandAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.quantize.train.engine import jax, jnp, special
from edgec.quantize.train.windows import avgpool, conv, maxpool

Unary = Callable[[Any, float, float], Any]
Forward = Callable[[Any, Sequence[Any]], list[Any]]
training: Facet[Forward] = Facet(
    "training",
    "derivative in edgec's training",
    "prune without training, or train in the framework that made the model",
)
"""Operators with a function as attribute also need it in its table (``trains``)."""


def _hard_sigmoid(x: Any, a: float, b: float) -> Any:
    return jnp.clip(a * x + b, 0.0, 1.0)


def _softplus(x: Any) -> Any:
    return jnp.logaddexp(x, 0.0)


def _gelu(x: Any) -> Any:
    return 0.5 * x * (1.0 + special.erf(x / jnp.sqrt(2.0)))


def _gelu_tanh(x: Any) -> Any:
    return 0.5 * x * (1.0 + jnp.tanh(jnp.sqrt(2.0 / jnp.pi) * (x + 0.044715 * x**3)))


def _below(x: Any) -> Any:
    """exp(x) - 1 of what is below zero."""
    return jnp.expm1(jnp.minimum(x, 0.0))


UNARY: Mapping[UnaryFn, Unary] = {
    UnaryFn.CLIP: lambda x, a, b: jnp.clip(x, a, b),
    UnaryFn.LEAKY_RELU: lambda x, a, b: jnp.where(x < 0, a * x, x),
    UnaryFn.SIGMOID: lambda x, a, b: jax.nn.sigmoid(x),
    UnaryFn.TANH: lambda x, a, b: jnp.tanh(x),
    UnaryFn.HARD_SIGMOID: _hard_sigmoid,
    UnaryFn.HARD_SWISH: lambda x, a, b: x * _hard_sigmoid(x, a, b),
    UnaryFn.ELU: lambda x, a, b: jnp.where(x < 0, a * _below(x), x),
    UnaryFn.EXP: lambda x, a, b: jnp.exp(x),
    UnaryFn.LOG: lambda x, a, b: jnp.log(x),
    UnaryFn.SQRT: lambda x, a, b: jnp.sqrt(x),
    UnaryFn.ABS: lambda x, a, b: jnp.abs(x),
    UnaryFn.NEG: lambda x, a, b: -x,
    UnaryFn.RECIPROCAL: lambda x, a, b: 1.0 / x,
    UnaryFn.ERF: lambda x, a, b: special.erf(x),
    UnaryFn.GELU: lambda x, a, b: _gelu(x),
    UnaryFn.SOFTPLUS: lambda x, a, b: _softplus(x),
    UnaryFn.SIN: lambda x, a, b: jnp.sin(x),
    UnaryFn.COS: lambda x, a, b: jnp.cos(x),
    UnaryFn.SOFTSIGN: lambda x, a, b: x / (1.0 + jnp.abs(x)),
    UnaryFn.MISH: lambda x, a, b: x * jnp.tanh(_softplus(x)),
    UnaryFn.SWISH: lambda x, a, b: x * jax.nn.sigmoid(a * x),
    UnaryFn.GELU_TANH: lambda x, a, b: _gelu_tanh(x),
    UnaryFn.SELU: lambda x, a, b: b * jnp.where(x > 0, x, a * _below(x)),
    UnaryFn.CELU: lambda x, a, b: jnp.where(x > 0, x, a * _below(x / a)),
    UnaryFn.THRESHOLDED_RELU: lambda x, a, b: jnp.where(x > a, x, 0.0),
    UnaryFn.POWER: lambda x, a, b: jnp.power(x, a),
    UnaryFn.SHRINK: lambda x, a, b: jnp.where(x > a, x - b, jnp.where(x < -a, x + b, 0.0)),
}
BINARY: Mapping[BinaryFn, Callable[[Any, Any], Any]] = {
    BinaryFn.ADD: lambda x, y: x + y,
    BinaryFn.SUB: lambda x, y: x - y,
    BinaryFn.MUL: lambda x, y: x * y,
    BinaryFn.DIV: lambda x, y: x / y,
    BinaryFn.MAX: lambda x, y: jnp.maximum(x, y),
    BinaryFn.MIN: lambda x, y: jnp.minimum(x, y),
    BinaryFn.POW: lambda x, y: jnp.power(x, y),
    BinaryFn.PRELU: lambda x, y: jnp.where(x < 0, x * y, x),
}
REDUCE: Mapping[ReduceFn, Callable[..., Any]] = {
    ReduceFn.MEAN: lambda x, **how: jnp.mean(x, **how),
    ReduceFn.SUM: lambda x, **how: jnp.sum(x, **how),
    ReduceFn.MAX: lambda x, **how: jnp.max(x, **how),
    ReduceFn.MIN: lambda x, **how: jnp.min(x, **how),
    ReduceFn.SUM_SQUARE: lambda x, **how: jnp.sum(x * x, **how),
    ReduceFn.L1: lambda x, **how: jnp.sum(jnp.abs(x), **how),
    ReduceFn.L2: lambda x, **how: jnp.sqrt(jnp.sum(x * x, **how)),
}


@training(DenseAttrs)
def _dense(a: DenseAttrs, ins: Sequence[Any]) -> list[Any]:
    x, w, b = ins
    return [jnp.clip(x @ w.T + b, a.clamp.lo, a.clamp.hi)]


@training(BinaryAttrs)
def _binary(a: BinaryAttrs, ins: Sequence[Any]) -> list[Any]:
    return [jnp.clip(BINARY[a.fn](*ins), a.clamp.lo, a.clamp.hi)]


@training(SoftmaxAttrs)
def _softmax(a: SoftmaxAttrs, ins: Sequence[Any]) -> list[Any]:
    return [(jax.nn.log_softmax if a.log else jax.nn.softmax)(ins[0], axis=a.axis)]


@training(NormalizeAttrs)
def _normalize(a: NormalizeAttrs, ins: Sequence[Any]) -> list[Any]:
    x, scale, bias = ins
    centered = x - x.mean(axis=a.axes, keepdims=True)
    variance = (centered * centered).mean(axis=a.axes, keepdims=True)
    return [centered / jnp.sqrt(variance + a.epsilon) * scale + bias]


@training(SliceAttrs)
def _slice(a: SliceAttrs, ins: Sequence[Any]) -> list[Any]:
    index = []
    for start, step, size in zip(a.starts, a.steps, a.shape, strict=True):
        stop = start + step * size
        index.append(slice(start, stop if stop >= 0 else None, step))
    return [ins[0][tuple(index)]]


@training(PadAttrs)
def _pad(a: PadAttrs, ins: Sequence[Any]) -> list[Any]:
    widths = tuple(zip(a.before, a.after, strict=True))
    more = {"constant_values": a.value} if a.mode.value == "constant" else {}
    return [jnp.pad(ins[0], widths, mode=a.mode.value, **more)]


@training(GatherAttrs)
def _gather(a: GatherAttrs, ins: Sequence[Any]) -> list[Any]:
    x, index = ins
    return [jnp.take(x, jnp.where(index < 0, index + x.shape[a.axis], index), axis=a.axis, mode="clip")]


@training(ResampleAttrs)
def _resample(a: ResampleAttrs, ins: Sequence[Any]) -> list[Any]:
    x, index, weight = ins
    rows = jnp.moveaxis(x, a.axis, 0)[index]
    return [jnp.moveaxis(jnp.einsum("nk,nk...->n...", weight, rows), 0, a.axis)]


training(ConvAttrs)(conv)
training("MaxPool")(maxpool)
training("AvgPool")(avgpool)
training(MatMulAttrs)(lambda a, ins: [jnp.matmul(ins[0], ins[1])])
training(UnaryAttrs)(lambda a, ins: [UNARY[a.fn](ins[0], a.alpha, a.beta)])
training(ReduceAttrs)(lambda a, ins: [REDUCE[a.fn](ins[0], axis=a.axes, keepdims=a.keepdims)])
training(ReshapeAttrs)(lambda a, ins: [ins[0].reshape(a.shape)])
training(TransposeAttrs)(lambda a, ins: [ins[0].transpose(a.perm)])
training(ConcatAttrs)(lambda a, ins: [jnp.concatenate(ins, axis=a.axis)])
training(ExpandAttrs)(lambda a, ins: [jnp.broadcast_to(ins[0], a.shape)])


def trains(node: Node) -> bool:
    """Return whether a node can be trained through: its operator and, where that has one, its function."""
    a = node.attrs
    if isinstance(a, UnaryAttrs):
        return a.fn in UNARY
    if isinstance(a, BinaryAttrs):
        return a.fn in BINARY
    if isinstance(a, ReduceAttrs):
        return a.fn in REDUCE
    return node in training
