"""Bindings of the operators that move data: Transpose, Slice, Pad, Gather, Concat, Shift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    ANY,
    WIDTHS,
    align,
    along_axis,
    const,
    int_call,
    merge,
    operand,
    output,
    quant,
    quantized,
    strides,
    too_many_loops,
)
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, factor_kind
from edgec.codegen.kernels.grids import Grid, random
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params_move import Concat, ConcatS8, Copy, Gather, Pad, Shift, Take
from edgec.codegen.kernels.spec import Bound, Call, Const, Input, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Array, Attrs, DType, Shape
from edgec.converter.ops.shape import (
    ConcatAttrs,
    GatherAttrs,
    PadAttrs,
    PadMode,
    ShiftAttrs,
    SliceAttrs,
    TransposeAttrs,
    pad_value,
)

MOVE_LOOPS = 8
INLINE = 32  # bytes that a compiler copies without a call
WORDS = (2, 4)  # bytes that one access copies where it need not be aligned
LONG = 64  # bytes that memcpy copies in blocks, then what is left of them
MAX_ELEMENT_BYTES = 8  # bytes of an element


def copy_of(
    dims: Sequence[int], x_steps: Sequence[int], y_steps: Sequence[int], x_offset: int = 0, y_offset: int = 0
) -> Copy | Misfit:
    """A copy in the fewest loops."""
    dims, *steps = merge(tuple(dims), x_steps, y_steps)
    if len(dims) > MOVE_LOOPS:
        return too_many_loops(len(dims), MOVE_LOOPS)
    x_stride, y_stride = (align(step, MOVE_LOOPS, 0) for step in steps)
    return Copy(align(dims, MOVE_LOOPS, 1), x_stride, y_stride, x_offset, y_offset)


def _width(view: NodeView) -> str:
    return WIDTHS[view.y.dtype.bytes]


def copy_call(view: NodeView, params: Copy | Misfit, why: str) -> Bound:
    """One strided copy, or why it does not fit."""
    if isinstance(params, Misfit):
        return params
    args = (operand(view, 0, "void"), output(view, "void"))
    return (Call(f"edgec_copy_{_width(view)}_plain", "edgec_move.h", params, args, why=why),)


def _bind_transpose(view: NodeView) -> Bound:
    a = view.attrs(TransposeAttrs)
    steps = strides(view.x(0).shape)
    params = copy_of(view.y.shape, [steps[p] for p in a.perm], strides(view.y.shape))
    return copy_call(view, params, "a copy with the input's strides permuted")


def _bind_slice(view: NodeView) -> Bound:
    a = view.attrs(SliceAttrs)
    steps = strides(view.x(0).shape)
    offset = sum(start * s for start, s in zip(a.starts, steps, strict=True))
    x_steps = [step * s for step, s in zip(a.steps, steps, strict=True)]
    params = copy_of(view.y.shape, x_steps, strides(view.y.shape), x_offset=offset)
    return copy_call(view, params, "a copy from the first index with the steps' strides")


def _bind_pad(view: NodeView) -> Bound:
    a = view.attrs(PadAttrs)
    return _bind_pad_constant(view, a) if a.mode is PadMode.CONSTANT else _bind_pad_take(view, a)


def _pad_bits(view: NodeView, a: PadAttrs) -> int:
    """The padding value's bytes as an unsigned number."""
    value: float | int = pad_value(a, int_call(view)) if view.y.quant is not None else a.value
    dtype = view.y.dtype.numpy
    return int(np.asarray(value).astype(dtype).reshape(1).view(f"u{dtype.itemsize}")[0])


def _bind_pad_constant(view: NodeView, a: PadAttrs) -> Bound:
    x, y = view.x(0), view.y
    y_steps = strides(y.shape)
    offset = sum(before * s for before, s in zip(a.before, y_steps, strict=True))
    copy = copy_of(x.shape, strides(x.shape), y_steps, y_offset=offset)
    if isinstance(copy, Misfit):
        return copy
    params = Pad(copy, y.size, _pad_bits(view, a))
    args = (operand(view, 0, "void"), output(view, "void"))
    return (Call(f"edgec_pad_{_width(view)}_plain", "edgec_move.h", params, args, why="fill, then copy"),)


def _bind_pad_take(view: NodeView, a: PadAttrs) -> Bound:
    """Padding from the input's own cells: numpy says which index each position takes."""
    x = view.x(0)
    sources: list[Array] = []
    padded_before = True
    for d, step, before, after in zip(x.shape, strides(x.shape), a.before, a.after, strict=True):
        index: Array = np.pad(np.arange(d, dtype=np.int64), (before, after), mode=a.mode.value) * step
        padded = before + after > 0
        if sources and not padded and not padded_before:  # two whole axes are one
            index = (sources.pop()[:, None] + index[None, :]).reshape(-1)
        sources.append(index)
        padded_before = padded
    if len(sources) > MOVE_LOOPS:
        return too_many_loops(len(sources), MOVE_LOOPS)
    sources = [np.zeros(1, np.int64)] * (MOVE_LOOPS - len(sources)) + sources
    params = Take(tuple(len(s) for s in sources))
    table = const("index", "int32_t", np.concatenate(sources).astype(np.int32))
    args = (operand(view, 0, "void"), table, output(view, "void"))
    why = f"padding by {a.mode.value}: a table of positions per axis"
    return (Call(f"edgec_take_{_width(view)}_plain", "edgec_move.h", params, args, why=why),)


def _bind_gather(view: NodeView) -> Bound:
    a = view.attrs(GatherAttrs)
    x, idx = view.x(0), view.x(1)
    index: Const | Input
    if idx.data is not None:
        rows = np.clip(np.where(idx.data < 0, idx.data + x.shape[a.axis], idx.data), 0, x.shape[a.axis] - 1)
        index = const("index", "int32_t", rows.astype(np.int32))
    elif idx.dtype in (DType.I32, DType.I64):
        index = operand(view, 1)
    else:
        return Misfit(f"the indices are {idx.dtype.value}, int32 or int64 is needed", "cast them")
    (outer, axis, size), width = along_axis(x.shape, a.axis), x.dtype.bytes
    name = "listed" if isinstance(index, Const) else "s64" if idx.dtype is DType.I64 else "s32"
    params = Gather(outer, axis, idx.size, bytes=size * width, step=size * width)
    positions = len(view.y.shape) > 1 and size == view.y.shape[-1]
    steps = (("step", width),) if positions else ()
    args = (operand(view, 0, "void"), index, output(view, "void"))
    why = "rows by constant indices" if idx.is_const else "rows by indices known at run time"
    return (Call(f"edgec_gather_{name}_plain", "edgec_gather.h", params, args, why=why, steps=steps),)


def _bind_concat(view: NodeView) -> Bound:
    """One call per input; int8 inputs whose quantization differs from the output's are requantized on the way."""
    a = view.attrs(ConcatAttrs)
    if view.y.quant is not None:
        misfit = quantized(view, len(view.ins))
        if misfit is not None:
            return misfit
    calls: list[Call] = []
    start = 0
    for i in range(len(view.ins)):
        calls.append(_concat_part(view, a, i, start))
        start += prod(view.x(i).shape[a.axis :])
    return tuple(calls)


def concat_copy(view: NodeView, a: ConcatAttrs, i: int, start: int) -> Call:
    """Input ``i`` copied to element ``start`` of the output's rows."""
    x, y = view.x(i), view.y
    rows, size = prod(x.shape[: a.axis]), y.dtype.bytes
    x_bytes, y_bytes = size * prod(x.shape[a.axis :]), size * prod(y.shape[a.axis :])
    params = Concat(rows, x_bytes, y_bytes, start * size)
    args = (operand(view, i, "void"), output(view, "void"))
    return Call("edgec_concat_plain", "edgec_gather.h", params, args, why="bytes as they are", kernel=CONCAT)


def _concat_part(view: NodeView, a: ConcatAttrs, i: int, start: int) -> Call:
    x, y = view.x(i), view.y
    if y.quant is None or (quant(x).s, quant(x).z) == (y.quant.s, y.quant.z):
        return concat_copy(view, a, i, start)
    rows, x_row, y_row = prod(x.shape[: a.axis]), prod(x.shape[a.axis :]), prod(y.shape[a.axis :])
    factor = multiplier(quant(x).s / y.quant.s)
    params = ConcatS8(rows, x_row, y_row, start, quant(x).z, factor.m, factor.shift, y.quant.z)
    args = (operand(view, i), output(view))
    return Call("edgec_concat_s8_plain", "edgec_requantize.h", params, args, why="another scale than the output's")


def _bind_shift(view: NodeView) -> Bound:
    a, x, new = view.attrs(ShiftAttrs), view.x(0), view.x(1)
    size = view.y.dtype.bytes
    row, fresh = size * prod(x.shape[a.axis :]), size * prod(new.shape[a.axis :])
    args = (operand(view, 0, "void"), operand(view, 1, "void"), output(view, "void"))
    params, why = Shift(prod(x.shape[: a.axis]), row - fresh, fresh), "rows move to their beginnings"
    return (Call("edgec_shift_plain", "edgec_gather.h", params, args, inplace=(0,), why=why),)


def _copied(runs: int, size: int) -> Counts:
    """Runs of bytes: short ones are copied in place, others by a call of memcpy."""
    return ("run" if size <= INLINE else "call", runs), ("byte", runs * size)


def _strided(copy: Copy, width: int) -> Counts:
    """Runs that lie together on both sides, or elements of ``width`` bytes moved one by one."""
    *outer, n = copy.dims
    rows, x_step = prod(outer), copy.x_stride[-1]
    if x_step == copy.y_stride[-1] == 1:
        return _copied(rows, n * width)
    kind = "flat" if n <= MAX_UNROLLED_ROUNDS else "element"
    if kind == "element" and width == 1 and x_step < 0:
        return ("row", rows), ("backward", rows * n)
    kind += {1: "8", 8: "64"}.get(width, "") if kind == "element" or width == MAX_ELEMENT_BYTES else ""
    return ("row", rows), (kind, rows * n)


def work_copy(view: NodeView, call: Call) -> Counts:
    """Runs of bytes, or elements."""
    return _strided(call.params_of(Copy), view.y.dtype.bytes)


def _work_pad(view: NodeView, call: Call) -> Counts:
    """A fill and a copy, or an element at a time from where a table says."""
    if isinstance(call.params, Take):
        return (("taken64" if view.y.dtype.bytes == MAX_ELEMENT_BYTES else "taken", view.y.size),)
    p = call.params_of(Pad)
    return (*_strided(p.copy, view.y.dtype.bytes), ("filled", p.count))


def _work_gather(view: NodeView, call: Call) -> Counts:
    """Rows found by their indices, copied as those of a concatenation; indices of few rows are in the code."""
    p = call.params_of(Gather)
    rows = p.outer * p.count
    known = view.x(1).is_const and p.count <= MAX_UNROLLED_ROUNDS + (p.outer > 1) and p.bytes in (1, *WORDS)
    index = "listed" if view.x(1).is_const else "row64" if view.x(1).dtype is DType.I64 else "row"
    return (index, 0 if known else rows), *((f"concat.{term}", n) for term, n in _joined(rows, p.bytes))


def _work_concat(view: NodeView, call: Call) -> Counts:
    """Rows of bytes, or of elements of another scale."""
    if isinstance(call.params, ConcatS8):
        rows, columns = call.params.rows, call.params.x_columns
        return ("line", rows), (factor_kind(call.params.shift), rows * columns)
    p = call.params_of(Concat)
    return _joined(p.rows, p.x_bytes)


def _joined(rows: int, size: int) -> Counts:
    """Rows copied beside others; single bytes are never copied by a call, and ends of words take their own accesses."""
    if size == 1 or size in WORDS:
        return (("single" if size == 1 else "word", rows),)
    ended = rows if size % 4 and (size <= INLINE or size > LONG) else 0
    return (*_copied(rows, size), ("ended" if size <= INLINE else "ended_call", ended))


def _work_shift(view: NodeView, call: Call) -> Counts:
    """A call for each new cell of a row and for each so many that are kept."""
    p = call.params_of(Shift)
    calls = 1 - (-p.kept_bytes // p.new_bytes)
    return ("call", p.rows * calls), ("byte", p.rows * (p.kept_bytes + p.new_bytes))


COPIED = (DType.I8, DType.I16, DType.F32, DType.I64)


def moved(*cases: tuple[Attrs, Shape]) -> Grid:
    """Layers that move elements of every width."""
    return tuple(GridLayer(attrs, (shape,), dtype=dtype) for attrs, shape in cases for dtype in COPIED)


def gathered(shape: Shape, axis: int, count: int, dtype: DType, wide: bool = False, known: bool = True) -> GridLayer:
    """Rows of random places along an axis."""

    def values(rng: np.random.Generator) -> list[Array]:
        index = rng.integers(0, shape[axis], count).astype(np.int64 if wide else np.int32)
        return [random(rng, dtype, shape), index]

    return GridLayer(GatherAttrs(axis), (), (1,) if known else (), dtype, quantized=False, values=values)


TRANSPOSES: Grid = moved(
    (TransposeAttrs((0, 3, 1, 2)), (1, 12, 12, 16)),
    (TransposeAttrs((0, 2, 3, 1)), (1, 5, 16, 20)),
    (TransposeAttrs((1, 0)), (40, 30)),
    (TransposeAttrs((0, 2, 1, 3)), (1, 16, 4, 24)),
    (TransposeAttrs((2, 1, 0)), (6, 20, 10)),
)
SLICES: Grid = moved(
    (SliceAttrs((0, 0, 0, 8), (1, 1, 1, 1), (1, 16, 16, 8)), (1, 16, 16, 16)),
    (SliceAttrs((0, 1, 1, 0), (1, 2, 2, 1), (1, 10, 10, 24)), (1, 21, 21, 24)),
    (SliceAttrs((0, 39), (1, -1), (40, 40)), (40, 40)),
    (SliceAttrs((10,), (2,), (900,)), (2000,)),
)
PADS: Grid = (
    *moved(
        (PadAttrs((0, 1, 1, 0), (0, 1, 1, 0)), (1, 14, 14, 16)),
        (PadAttrs((0, 2, 3, 0), (0, 2, 0, 0)), (1, 25, 5, 10)),
        (PadAttrs((0, 0, 0, 0), (0, 0, 0, 8)), (1, 10, 10, 8)),
    ),
    *moved(
        (PadAttrs((0, 1, 1, 0), (0, 1, 1, 0), PadMode.REFLECT), (1, 14, 14, 8)),
        (PadAttrs((0, 2), (0, 2), PadMode.EDGE), (30, 40)),
        (PadAttrs((4,), (4,), PadMode.WRAP), (900,)),
    ),
)
GATHERS: Grid = tuple(
    gathered(shape, axis, count, dtype, wide, known)
    for shape, axis, count, dtype in (
        ((50, 64), 0, 40, DType.F32),
        ((100, 10), 0, 200, DType.I8),
        ((8, 30, 12), 1, 20, DType.I16),
        ((20, 50), 1, 30, DType.F32),
        ((20, 16, 1), 1, 32, DType.I8),
        ((1, 12, 38), 1, 24, DType.I8),
        ((300, 12, 1), 1, 12, DType.I8),
        ((300, 12, 1), 1, 12, DType.F32),
        ((40, 65), 0, 80, DType.I8),
    )
    for wide, known in ((False, True), (False, False), (True, False))
)
JOINED: tuple[tuple[tuple[Shape, ...], int], ...] = (
    (((1, 16, 16, 16), (1, 16, 16, 16)), 3),
    (((1, 8, 8, 40), (1, 8, 8, 3), (1, 8, 8, 21)), 3),
    (((1, 12, 12, 10), (1, 4, 12, 10)), 1),
    (((200, 2), (200, 1)), 1),
)
RESCALED: Grid = tuple(GridLayer(ConcatAttrs(axis), shapes) for shapes, axis in JOINED)
CONCATS: Grid = tuple(
    replace(layer, dtype=dtype, quantized=None if dtype is DType.I8 else False)
    for layer in RESCALED
    for dtype in COPIED
)
SHIFTS: Grid = tuple(
    GridLayer(ShiftAttrs(axis), shapes, dtype=dtype, quantized=None if dtype is DType.I8 else False)
    for axis, shapes in ((1, ((1, 16, 1, 64), (1, 1, 1, 64))), (1, ((1, 25, 5, 16), (1, 3, 5, 16))))
    for dtype in COPIED
)
CONCAT = Kernel(LIBRARY, "concat", "Concat", ANY, _bind_concat, _work_concat, grid=CONCATS)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "copy", "Transpose", ANY, _bind_transpose, work_copy, grid=TRANSPOSES),
    Kernel(LIBRARY, "copy", "Slice", ANY, _bind_slice, work_copy, grid=SLICES),
    Kernel(LIBRARY, "pad", "Pad", ANY, _bind_pad, _work_pad, grid=PADS),
    Kernel(LIBRARY, "gather", "Gather", ANY, _bind_gather, _work_gather, grid=GATHERS),
    CONCAT,
    Kernel(LIBRARY, "concat", "Shift", ANY, _bind_shift, _work_shift, grid=SHIFTS),
)
