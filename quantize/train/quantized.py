"""Rounding to int8 in the forward direction only: what a training does that knows of the integers to come."""

from __future__ import annotations

from typing import Any

from edgec.converter.graph.ir import Node
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.registry import is_weighted
from edgec.quantize.train.engine import jnp, lax

WEIGHT_STEPS = 127.0
INT8_STEPS = 255.0


def fake_quantized(node: Node, which: int, value: Any) -> Any:
    """The hook of a ``Network``: weights in symmetric int8 per output channel, outputs in int8 over their own range.

    The derivative is that of the value without rounding (straight through).
    """
    if which == 1 and is_weighted(node):
        largest = jnp.max(jnp.abs(value), axis=tuple(range(1, value.ndim)), keepdims=True)
        scale = jnp.maximum(largest, 1e-12) / WEIGHT_STEPS
        return _through(value, jnp.round(value / scale) * scale)
    summed = is_weighted(node) or isinstance(node.attrs, (BinaryAttrs, MatMulAttrs, NormalizeAttrs))
    if which == -1 and (summed or node.op == "AvgPool"):
        low, high = jnp.minimum(jnp.min(value), 0.0), jnp.maximum(jnp.max(value), 0.0)
        scale = jnp.maximum(high - low, 1e-12) / INT8_STEPS
        return _through(value, jnp.round(value / scale) * scale)
    return value


def _through(value: Any, rounded: Any) -> Any:
    return value + lax.stop_gradient(rounded - value)
