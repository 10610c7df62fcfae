"""Bytes in another place in CMSIS-NN: transposes, concatenations, padding."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.cmsis_nn.params import ConcatS8CmsisNn, PadS8, TransposeS8
from edgec.codegen.kernels.common import I8, int_call, operand, output
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel, Library
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs, PadMode, TransposeAttrs, pad_value

HEADER = "edgec_move_s8_cmsis_nn.h"
AXES = 4  # at most
SIZE_LIMIT = 2**16  # of what CMSIS-NN counts in 16 bits
HELIUM_STRIDE = 2**16 // 8  # of what it reads eight of, with 16 bits for their places


def _merged(shape: tuple[int, ...], perm: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The sizes of the input's axes and the output's order, without axes of 1, axes that stay together as one."""
    kept = [i for i in range(len(shape)) if shape[i] != 1]
    order = [p for p in perm if shape[p] != 1]
    groups: list[list[int]] = []
    for p in order:
        if groups and kept.index(p) == kept.index(groups[-1][-1]) + 1:
            groups[-1].append(p)
        else:
            groups.append([p])
    by_input = sorted(range(len(groups)), key=lambda g: groups[g][0])
    return [prod(shape[i] for i in groups[g]) for g in by_input], [by_input.index(g) for g in range(len(groups))]


def _bind_transpose(view: NodeView) -> Bound:
    sizes, perm = _merged(view.x(0).shape, view.attrs(TransposeAttrs).perm)
    if not 2 <= len(sizes) <= AXES:
        return Misfit(f"CMSIS-NN transposes {AXES} axes at most" if sizes[1:] else "no byte moves")
    if max(sizes) >= HELIUM_STRIDE:
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    rest = (1,) * (AXES - len(sizes))
    order = *perm, *range(len(perm), AXES)
    params = TransposeS8(len(sizes), (*sizes, *rest), (*(sizes[p] for p in perm), *rest), order)
    args = (operand(view, 0), output(view))
    return (Call("edgec_transpose_s8_cmsis_nn", HEADER, params, args, why="CMSIS-NN's arm_transpose_s8"),)


def _bind_concat(view: NodeView) -> Bound:
    """One call per input."""
    a, y = view.attrs(ConcatAttrs), view.y
    inputs = [view.x(i) for i in range(len(view.ins))]
    if any(x.quant is not None and y.quant is not None and (x.quant.s, x.quant.z) != (y.quant.s, y.quant.z)
           for x in inputs):  # fmt: skip
        return Misfit("CMSIS-NN's concatenations keep the scale, and here an input has another one than the output")
    rows, y_bytes = prod(y.shape[: a.axis]), prod(y.shape[a.axis :])
    if max(rows, y_bytes) >= SIZE_LIMIT:
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    calls, start = [], 0
    for i, x in enumerate(inputs):
        x_bytes = prod(x.shape[a.axis :])
        params = ConcatS8CmsisNn(rows, x_bytes, y_bytes, y_offset=start)
        args = (operand(view, i), output(view))
        why = "CMSIS-NN's arm_concatenation_s8_x"
        calls.append(Call("edgec_concat_s8_cmsis_nn", HEADER, params, args, why=why))
        start += x_bytes
    return tuple(calls)


def _bind_pad(view: NodeView) -> Bound:
    a, x = view.attrs(PadAttrs), view.x(0)
    if a.mode is not PadMode.CONSTANT:
        return Misfit("CMSIS-NN pads with one value only")
    wide = [i for i in range(len(x.shape)) if x.shape[i] != 1 or a.before[i] or a.after[i]]
    if len(wide) > AXES:
        return Misfit(f"CMSIS-NN pads {AXES} axes at most")
    value = int(pad_value(a, int_call(view)) if view.y.quant is not None else a.value)
    front = AXES - len(wide)
    params = PadS8(
        in_=(*(1,) * front, *(x.shape[i] for i in wide)),
        before=(*(0,) * front, *(a.before[i] for i in wide)),
        after=(*(0,) * front, *(a.after[i] for i in wide)),
        value=value,
    )
    args = (operand(view, 0), output(view))
    return (Call("edgec_pad_s8_cmsis_nn", HEADER, params, args, why="CMSIS-NN's arm_pad_s8"),)


def _work_transpose(view: NodeView, call: Call) -> Counts:
    """Elements: of two axes, with Helium of the last two of four, of rows that stay as they are, of any others."""
    p = call.params_of(TransposeS8)
    axes, sizes, perm = p.axes, p.in_, p.perm
    size, rows, columns = prod(sizes), sizes[axes - 2], sizes[axes - 1]
    kept = "row" if perm[axes - 1] == axes - 1 else "any"
    kind = "two" if axes == 2 else "last" if axes == AXES and perm[:2] == (0, 1) else kept
    return (
        ("call", 1),
        (f"row_{kind}", size // (rows if kind == "last" else columns)),
        (f"eight_{kind}", size // rows * -(-rows // 8)),
        (f"element_{kind}", size),
    )


def _work_concat(view: NodeView, call: Call) -> Counts:
    """Rows of bytes."""
    p = call.params_of(ConcatS8CmsisNn)
    rows, size = p.rows, p.x_bytes
    return ("call", 1), ("row", rows), ("four", rows * (size // 4)), ("one", rows * (size % 4)), ("byte", rows * size)


def _work_pad(view: NodeView, call: Call) -> Counts:
    """Runs that are copied, and runs that are filled."""
    p = call.params_of(PadS8)
    sizes, narrow = p.in_, p.before[3] + p.after[3] > 0
    runs = prod(sizes[:3]) if narrow else prod(sizes[:2])
    return ("call", 1), ("run", runs), ("line", prod(sizes[:2])), ("byte", prod(sizes)), ("filled", view.y.size)


TRANSPOSES: Grid = tuple(
    GridLayer(TransposeAttrs(perm), (shape,))
    for perm, shape in (
        ((0, 3, 1, 2), (1, 12, 12, 16)),
        ((0, 2, 3, 1), (1, 5, 16, 20)),
        ((1, 0), (40, 30)),
        ((0, 2, 1, 3), (1, 16, 4, 24)),
        ((1, 0, 2), (10, 12, 50)),
        ((2, 1, 0), (6, 20, 10)),
        ((3, 1, 0, 2), (5, 6, 7, 9)),
        ((1, 3, 0, 2), (4, 10, 6, 8)),
        ((0, 2, 1), (5, 30, 11)),
        ((0, 1, 4, 2, 3), (2, 3, 5, 7, 9)),
    )
)
CONCATS: Grid = tuple(
    GridLayer(ConcatAttrs(axis), shapes, tied=tuple(range(len(shapes))))
    for shapes, axis in (
        (((1, 16, 16, 16), (1, 16, 16, 16)), 3),
        (((1, 8, 8, 40), (1, 8, 8, 3), (1, 8, 8, 21)), 3),
        (((1, 12, 12, 10), (1, 4, 12, 10)), 1),
        (((200, 2), (200, 1)), 1),
    )
)
PADS: Grid = tuple(
    GridLayer(PadAttrs(before, after), (shape,))
    for before, after, shape in (
        ((0, 1, 1, 0), (0, 1, 1, 0), (1, 14, 14, 16)),
        ((0, 2, 3, 0), (0, 2, 0, 0), (1, 25, 5, 10)),
        ((0, 0, 0, 0), (0, 0, 0, 8), (1, 10, 10, 8)),
        ((0, 3), (0, 4), (90, 40)),
        ((1, 0, 2, 1), (1, 1, 0, 3), (2, 7, 9, 5)),
    )
)


def _kernels(library: Library) -> tuple[Kernel, ...]:
    return (
        Kernel(library, "transpose_s8", "Transpose", I8, _bind_transpose, _work_transpose, grid=TRANSPOSES),
        Kernel(library, "concat_s8", "Concat", I8, _bind_concat, _work_concat, grid=CONCATS),
        Kernel(library, "pad_s8", "Pad", I8, _bind_pad, _work_pad, grid=PADS),
    )


KERNELS = (*_kernels(LIBRARY), *_kernels(HELIUM))
