"""ONNX operators that create data: constants, shapes, and what is known once their inputs are constants."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import DType
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.elementwise import ONNX_TYPES

KINDS = ("float", "floats", "int", "ints", "string", "strings")
VALUES = frozenset({"value", "sparse_value", *(f"value_{kind}" for kind in KINDS)})


@onnx_op("Constant")
def lower_constant(c: Lowering) -> None:
    """Constant in any of its attribute forms."""
    given = sorted(name for name in c.node.attrs if name in VALUES)
    if len(given) > 1:
        c.invalid(f"it has the attributes {' and '.join(given)}, of which ONNX asks for exactly one")
    for name, dtype in (
        ("value_float", np.float32),
        ("value_floats", np.float32),
        ("value_int", np.int64),
        ("value_ints", np.int64),
    ):
        if name in c.node.attrs:
            c.output(c.const_tensor(np.asarray(c.node.attrs[name], dtype)))
            return
    value = c.node.attrs.get("value")
    if not isinstance(value, np.ndarray):
        c.refuse("its value is not a numeric tensor", "use a numeric constant")
    c.output(c.const_tensor(value))


@onnx_op("ConstantOfShape")
def lower_constant_of_shape(c: Lowering) -> None:
    """A constant filled with one value."""
    shape = c.const_ints(0, "shape")
    if min(shape, default=0) < 0:
        c.invalid(f"its shape {list(shape)} is negative")
    value = c.node.attrs.get("value")
    fill = value.reshape(-1)[0] if isinstance(value, np.ndarray) and value.size else np.float32(0)
    c.output(c.const_tensor(np.full(c.room(shape), fill)))


@onnx_op("Shape")
def lower_shape(c: Lowering) -> None:
    """Shapes are static, so this is a constant."""
    shape = c.x(0).shape
    rank = len(shape)
    start, end = c.attr_int("start", 0), c.attr_int("end", rank)
    c.output(c.const_tensor(np.asarray(shape[slice(start, end)], np.int64)))


@onnx_op("Size")
def lower_size(c: Lowering) -> None:
    """Number of elements: a constant."""
    c.output(c.const_tensor(np.asarray(c.x(0).size, np.int64)))


@onnx_op("Range")
def lower_range(c: Lowering) -> None:
    """A constant range."""
    start, limit, delta = (c.single(c.const(i, w), w) for i, w in enumerate(("start", "limit", "delta")))
    if delta == 0 or not np.isfinite([start, limit, delta]).all():
        c.invalid(f"it goes from {start} to {limit} in steps of {delta}")
    count = max(int(np.ceil((float(limit) - float(start)) / float(delta))), 0)
    c.room((count,))
    c.output(c.const_tensor((start + np.arange(count) * delta).astype(c.x(0).dtype.numpy)))


def onnx_dtype(c: Lowering, code: int) -> DType:
    """The element type of an ONNX type code; float16 and float64 are computed in float32."""
    if code not in ONNX_TYPES:
        c.refuse(f"its element type {code} is not supported")
    dtype = ONNX_TYPES[code]
    return DType.F32 if dtype in (DType.F16, DType.F64) else dtype


@onnx_op("EyeLike")
def lower_eye_like(c: Lowering) -> None:
    """A constant identity matrix of the input's shape."""
    x = c.x(0)
    if len(x.shape) != 2:
        c.invalid(f"its input has shape {list(x.shape)}, rank 2 is needed")
    code = c.attr_int("dtype", 0)
    dtype = onnx_dtype(c, code) if code else x.dtype
    rows, columns = x.shape
    k = max(-rows, min(c.attr_int("k", 0), columns))  # further off it is outside all the same
    c.output(c.const_tensor(np.eye(rows, columns, k).astype(dtype.numpy)))


@onnx_op("NonZero")
def lower_non_zero(c: Lowering) -> None:
    """The input must be a constant: how many values are found sets the output's size."""
    c.output(c.const_tensor(np.array(np.nonzero(c.const(0, "value")), np.int64)))


@onnx_op("Unique")
def lower_unique(c: Lowering) -> None:
    """The input must be a constant: how many values are found sets the output's size."""
    x = c.const(0, "value")
    axis = c.axis(c.attr_int("axis", 0), x.ndim) if "axis" in c.node.attrs else None
    values, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    inverse = inverse.reshape(-1)
    if not c.attr_int("sorted", 1):
        order = np.argsort(first)
        rank = np.argsort(order)
        values = np.take(values, order, axis=axis or 0)
        first, counts, inverse = first[order], counts[order], rank[inverse]
    for i, part in enumerate((values, first, inverse, counts)):
        c.output(c.const_tensor(np.asarray(part, part.dtype if i == 0 else np.int64)), i)
