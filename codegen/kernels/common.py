"""Helpers of all bindings: operands, loop nests merged to their smallest form, a node as an integer call."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.codegen.kernels.spec import (
    CTYPES,
    OPERAND,
    Const,
    ConstArray,
    Input,
    Misfit,
    NodeView,
    Output,
    Window,
    stored,
)
from edgec.converter.arithmetic.fixed_point import Multiplier
from edgec.converter.graph.ir import Array, DType, Quant, Shape, Tensor
from edgec.converter.ops.spec import IntCall

F16 = frozenset({DType.F16})
F32 = frozenset({DType.F32})
I8 = frozenset({DType.I8})
ANY = frozenset(CTYPES)
INT32_MAX = 2**31 - 1
WIDTHS = {1: "x8", 2: "x16", 4: "x32", 8: "x64"}  # bytes of an element -> name part of the kernels that move any type
SUFFIXES = {  # names of element types in kernel symbols
    DType.F32: "f32",
    DType.I4: "s4",
    DType.I8: "s8",
    DType.U8: "u8",
    DType.I16: "s16",
    DType.U16: "u16",
    DType.I32: "s32",
    DType.I64: "s64",
    DType.U32: "u32",
    DType.U64: "u64",
    DType.F16: "f16",
    DType.F64: "f64",
    DType.BOOL: "bool",
}


def operand(view: NodeView, i: int, ctype: str = "", role: str = OPERAND) -> Input | Const:
    """Input ``i``: an activation, or the constant it is, whose role is then ``role``."""
    t = view.x(i)
    ctype = ctype or CTYPES[t.dtype]
    return const(role, CTYPES[t.dtype], t.data) if t.data is not None else Input(i, ctype)


def output(view: NodeView, ctype: str = "") -> Output:
    """The first output."""
    return Output(0, ctype or CTYPES[view.y.dtype])


def const(role: str, ctype: str, data: Array, holds: str = "") -> Const:
    """A constant array, flattened; ``holds``: what lies in it beside what its role says."""
    return Const(ConstArray(role, ctype, stored(data), holds=holds))


def factor_arrays(factors: Sequence[Multiplier]) -> tuple[Const, Const]:
    """Multipliers and shifts, as arrays."""
    return (
        const("multiplier", "int32_t", np.array([f.m for f in factors], np.int32)),
        const("shift", "uint8_t", np.array([f.shift for f in factors], np.uint8)),
    )


def int_call(view: NodeView) -> IntCall:
    """The node as the integer references take it; activations are absent (None)."""
    return IntCall(
        view.node.attrs,
        [t.data if t else None for t in view.ins],
        [t.quant if t else None for t in view.ins],
        [t.quant for t in view.outs],
        [(t.shape, t.dtype) for t in view.outs],
    )


def quantized(view: NodeView, inputs: int = 1) -> Misfit | None:
    """Return why the first ``inputs`` inputs and the output are not int8 with one scale each; None when they are."""
    for t in (*(view.x(i) for i in range(inputs)), view.y):
        if t.dtype is not DType.I8:
            return Misfit(f"tensor '{t.name}' is {t.dtype.value} where int8 is needed")
        if t.quant is None or t.quant.axis is not None:
            return Misfit(f"tensor '{t.name}' has no quantization with one scale", "calibrate the model again")
    return None


def quant(t: Tensor) -> Quant:
    """The quantization of a tensor that has one."""
    assert t.quant is not None
    return t.quant


def strides(shape: Shape) -> tuple[int, ...]:
    """Element strides of a dense row-major tensor."""
    return tuple(prod(shape[i + 1 :]) for i in range(len(shape)))


def broadcast_strides(shape: Shape, out: Shape) -> tuple[int, ...]:
    """Element strides of a tensor read as if it had the shape ``out``: 0 along broadcast axes."""
    wide = (1,) * (len(out) - len(shape)) + tuple(shape)
    return tuple(0 if d == 1 else s for d, s in zip(wide, strides(wide), strict=True))


def along_axis(shape: Shape, axis: int) -> tuple[int, int, int]:
    """The sizes of a tensor as [outer, n, inner], where ``n`` is the size of ``axis``."""
    return prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])


def merge(dims: Shape, *steps: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The loop nest with the fewest loops, (dims, strides...): no sizes of 1, neighbours joined if strides allow."""
    loops: list[list[int]] = []
    for row in zip(dims, *steps, strict=True):
        if row[0] == 1:
            continue
        if loops and all(outer == inner * row[0] for outer, inner in zip(loops[-1][1:], row[1:], strict=True)):
            loops[-1] = [loops[-1][0] * row[0], *row[1:]]
        else:
            loops.append(list(row))
    columns = list(zip(*loops, strict=True)) if loops else [()] * (1 + len(steps))
    return tuple(tuple(c) for c in columns)


def align(values: Sequence[int], count: int, fill: int) -> tuple[int, ...]:
    """``values`` filled up in front to ``count``."""
    return (fill,) * (count - len(values)) + tuple(values)


def too_many_loops(count: int, limit: int) -> Misfit:
    """The refusal of a tensor whose axes cannot be merged into ``limit`` loops."""
    return Misfit(f"the operation needs {count} nested loops, at most {limit} are supported", "use fewer dimensions")


def window(
    view: NodeView,
    kernel: Sequence[int],
    steps: Sequence[int],
    pads: Sequence[int],
    dilations: Sequence[int],
    tile: int = 1,
    buffered: bool = False,
) -> Window:
    """Return the access pattern of a window operator over its input [N, H, W, C] (see ``Window``)."""
    x, y = view.x(0), view.y
    return Window(
        batch=x.shape[0],
        in_size=(x.shape[1], x.shape[2]),
        out_size=(y.shape[1], y.shape[2]),
        kernel=(kernel[0], kernel[1]),
        strides=(steps[0], steps[1]),
        pads=(pads[0], pads[1]),
        dilations=(dilations[0], dilations[1]),
        in_bytes=x.shape[3] * x.dtype.bytes,
        out_bytes=y.shape[3] * y.dtype.bytes,
        tile=tile,
        buffered=buffered,
    )
