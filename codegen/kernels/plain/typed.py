"""Bindings of elementwise operators, reductions and products on integers and bools, and of comparisons and choices."""

from __future__ import annotations

import math
from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    ANY,
    SUFFIXES,
    WIDTHS,
    align,
    broadcast_strides,
    merge,
    operand,
    output,
    too_many_loops,
)
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, folded, rowed, windows
from edgec.codegen.kernels.grids import Grid, of_type, random
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.elementwise import PAIRS, shared_inputs
from edgec.codegen.kernels.plain.params import MaxpoolInt, ReduceInt
from edgec.codegen.kernels.plain.params_elements import BinaryInt, Clip, Compare, UnaryInt, Where
from edgec.codegen.kernels.plain.pool import KINDS, POOLS, REDUCED, SYMBOLS, reduction, reduction_of
from edgec.codegen.kernels.shared.broadcast import BROADCAST_LOOPS, broadcast_of
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.shared.params import Elements
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.ir import Array, Attrs, DType, Shape
from edgec.converter.ops.elementwise import INTEGER_UNARY, BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.logic import CompareAttrs, CompareFn, WhereAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn

SIGNED = frozenset({DType.I8, DType.I16, DType.I32, DType.I64})
INTEGERS = SIGNED | {DType.U8, DType.U16, DType.U32, DType.U64}
WHOLE = INTEGERS | {DType.BOOL}
BOOL_FUNCTIONS = frozenset(BinaryFn[n] for n in ("AND", "OR", "XOR", "ADD", "MUL", "MAX", "MIN"))


def suffix(dtype: DType) -> str:
    """Type in a symbol of kernels that take a bool as the byte it is, 0 or 1."""
    return "u8" if dtype is DType.BOOL else SUFFIXES[dtype]


def not_plain(view: NodeView) -> Misfit | None:
    """Return why the integers are not plain ones, or None: a quantized tensor is another kernel's."""
    for t in (*view.ins, *view.outs):
        if t is not None and t.quant is not None:
            reason = f"tensor '{t.name}' is quantized, and the operator has no integer form"
            return Misfit(reason, "keep it in float32", yields=True)
    return None


def unlike(view: NodeView, *moved: int) -> Misfit | None:
    """Return why elements of these inputs cannot be moved to the output as they are, or None."""
    quants = {t.quant for t in (view.y, *(view.x(i) for i in moved))}
    if len(quants) > 1:
        return Misfit("what is moved and the output differ in scale", "give them one scale")
    return None


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    dtype = view.x(0).dtype
    if dtype is DType.BOOL and a.fn not in BOOL_FUNCTIONS:
        return Misfit(f"{a.fn.value} of bools has no kernel", "cast them to int32")
    if not a.clamp.is_identity:
        return Misfit("integers are not clamped by an operator", "clamp with Max and Min")
    shape = broadcast_of(view)
    if isinstance(shape, Misfit):
        return shape
    params, args = BinaryInt(shape), (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_int_{a.fn.value}_{SUFFIXES[dtype]}_plain"
    why = f"plain {dtype.value} values"
    return (Call(symbol, "edgec_binary_int.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _bind_unary(view: NodeView) -> Bound:
    a = view.attrs(UnaryAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    dtype = view.x(0).dtype
    name = SUFFIXES[dtype]
    params: Elements
    if a.fn is UnaryFn.CLIP:
        limits = np.iinfo(dtype.numpy)
        lo, hi = (math.trunc(min(max(v, limits.min), limits.max)) for v in (a.alpha, a.beta))
        params = Clip(view.y.size, lo, hi, name)
    elif a.fn in INTEGER_UNARY:
        params = UnaryInt(view.y.size)
    else:
        return Misfit(f"{a.fn.value} of {dtype.value} values has no kernel", "cast them to float32")
    args = (operand(view, 0), output(view))
    symbol = f"edgec_int_{a.fn.value}_{name}_plain"
    return (Call(symbol, "edgec_unary_int.h", params, args, inplace=shared_inputs(view, 1), why="element by element"),)


def _bind_compare(view: NodeView) -> Bound:
    a = view.attrs(CompareAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    shape = broadcast_of(view)
    if isinstance(shape, Misfit):
        return shape
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_compare_{a.fn.value}_{SUFFIXES[view.x(0).dtype]}_plain"
    return (Call(symbol, "edgec_compare.h", Compare(shape), args, why="gives 0 or 1"),)


def _bind_where(view: NodeView) -> Bound:
    misfit = unlike(view, 1, 2)
    if misfit is not None:
        return misfit
    shape = view.y.shape
    dims, *steps = merge(shape, *(broadcast_strides(view.x(i).shape, shape) for i in range(3)))
    if len(dims) > BROADCAST_LOOPS:
        return too_many_loops(len(dims), BROADCAST_LOOPS)
    params = Where(align(dims, BROADCAST_LOOPS, 1), *(align(s, BROADCAST_LOOPS, 0) for s in steps))
    args = (operand(view, 0), operand(view, 1, "void"), operand(view, 2, "void"), output(view, "void"))
    symbol = f"edgec_where_{WIDTHS[view.y.dtype.bytes]}_plain"
    return (Call(symbol, "edgec_where.h", params, args, why="a choice per element"),)


def _bind_maxpool(view: NodeView) -> Bound:
    symbol = f"edgec_int_maxpool_{SUFFIXES[view.x(0).dtype]}_plain"
    params, args = MaxpoolInt(pool_geometry(view)), (operand(view, 0), output(view))
    why = "largest value of each window"
    return (Call(symbol, "edgec_pool_int.h", params, args, why=why, unread=POOL_UNREAD),)


def _bind_reduce(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    dtype = view.x(0).dtype
    if a.fn is ReduceFn.L2 or (dtype is DType.BOOL and a.fn not in (ReduceFn.MAX, ReduceFn.MIN, ReduceFn.PROD)):
        return Misfit(f"Reduce{a.fn.value} of {dtype.value} values has no kernel", "cast them to float32")
    shape = reduction_of(view)
    if isinstance(shape, Misfit):
        return shape
    count = prod(view.x(0).shape[i] for i in a.axes)
    params, args = ReduceInt(shape, count), (operand(view, 0), output(view))
    symbol = f"edgec_int_reduce_{SYMBOLS[a.fn]}_{suffix(dtype)}_plain"
    call = Call(symbol, "edgec_reduce_int.h", params, args, why="any axes")
    return (call if a.fn is ReduceFn.MEAN else call.without("count"),)


TYPES = (DType.I8, DType.I16, DType.I32, DType.I64, DType.U8, DType.U16, DType.U32, DType.U64)
KINDS_OF_TYPES = (DType.I8, DType.U16, DType.I32, DType.I64, DType.U64)  # one of each that differs
INT64_BYTES = 8  # bytes
SMALL = frozenset({BinaryFn.POW, BinaryFn.SHL, BinaryFn.SHR})  # second operands that are meant to be small
BITS = frozenset({BinaryFn.AND, BinaryFn.OR, BinaryFn.XOR})
SUMS = frozenset({BinaryFn.ADD, BinaryFn.SUB})
CHOICES = frozenset({BinaryFn.MAX, BinaryFn.MIN})
SHIFTS = frozenset({BinaryFn.SHL, BinaryFn.SHR})
BY_WORDS = frozenset({"sum8", "bits8", "bits16"})  # the compiler computes several elements in a word


def _pair(fn: BinaryFn, dtype: DType, shapes: tuple[Shape, Shape]) -> GridLayer:
    """A function of two tensors of a type."""

    def values(rng: np.random.Generator) -> list[Array]:
        second = (
            np.asarray(rng.integers(0, 7, shapes[1]), dtype.numpy) if fn in SMALL else random(rng, dtype, shapes[1])
        )
        return [random(rng, dtype, shapes[0]), second]

    return GridLayer(BinaryAttrs(fn), dtype=dtype, quantized=False, values=values)


def _chosen(dtype: DType, shapes: tuple[Shape, Shape, Shape]) -> GridLayer:
    """A choice between two tensors."""

    def values(rng: np.random.Generator) -> list[Array]:
        return [random(rng, DType.BOOL, shapes[0]), *(random(rng, dtype, s) for s in shapes[1:])]

    return GridLayer(WhereAttrs(), dtype=DType.BOOL, quantized=False, values=values)


def _plain(attrs: Attrs, shapes: tuple[Shape, ...], dtype: DType) -> GridLayer:
    return GridLayer(attrs, shapes, dtype=dtype, quantized=False)


BINARY: Grid = (
    *(_pair(fn, dtype, pair) for fn in BinaryFn for dtype in TYPES for pair in PAIRS[1:2]),
    *(_pair(fn, dtype, pair) for fn in (BinaryFn.ADD, BinaryFn.MUL) for dtype in KINDS_OF_TYPES for pair in PAIRS[2:6]),
    *(_pair(fn, DType.BOOL, PAIRS[1]) for fn in sorted(BOOL_FUNCTIONS, key=lambda f: f.value)),
)
UNARY: Grid = tuple(
    _plain(UnaryAttrs(fn, 2.0, 50.0), (shape,), dtype)
    for fn in (UnaryFn.ABS, UnaryFn.NEG, UnaryFn.SIGN, UnaryFn.CLIP)
    for dtype in TYPES
    for shape in ((1500,),)
)
COMPARES: Grid = (
    *(_plain(CompareAttrs(fn), PAIRS[1], dtype) for fn in CompareFn for dtype in (*TYPES, DType.BOOL, DType.F32)),
    *(_plain(CompareAttrs(CompareFn.LT), p, dtype) for dtype in (DType.I32, DType.I64, DType.F32) for p in PAIRS[2:6]),
)
WHERES: Grid = tuple(
    _chosen(dtype, shapes)
    for dtype in (DType.I8, DType.I16, DType.F32, DType.I64, DType.BOOL)
    for shapes in (
        ((1000,),) * 3,
        ((50, 20), (50, 20), (1,)),
        ((40, 1), (40, 30), (1, 30)),
        ((9, 10), (1,), (8, 9, 10)),
    )
)
MAXPOOLS: Grid = tuple(layer for dtype in KINDS_OF_TYPES[1:] for layer in of_type((POOLS[0], *POOLS[2:7]), dtype))
REDUCES: Grid = tuple(
    _plain(layer.attrs, layer.shapes, dtype)
    for fn in ReduceFn
    if fn is not ReduceFn.L2
    for dtype in KINDS_OF_TYPES
    for layer in reduction(fn, REDUCED[2], REDUCED[4], REDUCED[6])
)


def _type_of(dtype: DType) -> str:
    """Types whose elements take about the same, as terms end."""
    return "64" if dtype.bytes == INT64_BYTES else "8" if dtype.bytes == 1 else ""


def _work_binary(view: NodeView, call: Call) -> Counts:
    """Rows of elements, by function and type."""
    fn, dtype = view.attrs(BinaryAttrs).fn, view.x(0).dtype
    kind, dims = _term(fn, dtype), call.params_of(BinaryInt).shape.dims
    if kind in BY_WORDS and dims[-1] <= MAX_UNROLLED_ROUNDS:
        kind = "sum"
    return rowed(dims, kind, "64" if dtype.bytes == INT64_BYTES else "")


def _term(fn: BinaryFn, dtype: DType) -> str:
    wide, signed = dtype.bytes == INT64_BYTES, dtype in SIGNED
    if dtype is DType.BOOL:
        return "exclusive" if fn is BinaryFn.XOR else "bool"
    if fn is BinaryFn.PRELU and not signed:
        return f"same{8 * dtype.bytes}"
    if fn in BITS | SUMS:
        kind = "bits" if fn in BITS and dtype.bytes <= 2 else "sum"
        return f"{kind}{8 * dtype.bytes}" if wide or dtype.bytes == 1 or kind == "bits" else kind
    if fn in CHOICES or fn is BinaryFn.PRELU:
        return "choice64" if wide else "choice"
    if fn in SHIFTS:
        return "shift64" if wide else "shift_signed" if fn is BinaryFn.SHR and signed else "shift"
    name = "divide" if fn in (BinaryFn.DIV, BinaryFn.FMOD) else fn.value
    if fn in (BinaryFn.MUL, BinaryFn.POW):
        return f"{name}64" if wide else name
    name = name if signed else "unsigned"
    return f"{name}64" if wide else f"{name}32" if name != "unsigned" and dtype is DType.I32 else name


def _work_unary(view: NodeView, call: Call) -> Counts:
    """One element after the other, by function and type."""
    fn, dtype = view.attrs(UnaryAttrs).fn, view.x(0).dtype
    signed, wide = dtype in SIGNED, "64" if dtype.bytes == INT64_BYTES else ""
    if fn is UnaryFn.ABS and not signed:
        return (("byte", view.y.size * min(dtype.bytes, 4)),)
    if fn is UnaryFn.NEG:
        return ((f"neg{_type_of(dtype)}", view.y.size),)
    return ((f"{fn.value if signed or fn is UnaryFn.CLIP else 'unsigned'}{wide}", view.y.size),)


def _work_compare(view: NodeView, call: Call) -> Counts:
    """Rows of elements by type."""
    dtype = view.x(0).dtype
    kind = "bool" if dtype is DType.BOOL else "real" if dtype is DType.F32 else _type_of(dtype).replace("8", "")
    return rowed(call.params_of(Compare).shape.dims, f"element{kind}", "64" if dtype.bytes == INT64_BYTES else "")


def _work_where(view: NodeView, call: Call) -> Counts:
    """Rows of choices."""
    p = call.params_of(Where)
    one = 0 in (p.a_stride[-1], p.b_stride[-1])
    kind = "one" if one or view.y.dtype.bytes == 1 else "element"
    return rowed(p.dims, f"{kind}64" if view.y.dtype.bytes == INT64_BYTES else kind)


def _work_maxpool(view: NodeView, call: Call) -> Counts:
    """The cells of a window after each other, for each channel."""
    w, channels, wide = windows(call), view.x(0).shape[3], "64" if view.y.dtype.bytes == INT64_BYTES else ""
    return (
        ("position", w.positions),
        (f"output_{w.end}{wide}", view.y.size),
        (f"line_{w.edge}{wide}", w.lines * channels),
        (f"{w.edge}{wide}", w.cells * channels),
    )


def _work_reduce(view: NodeView, call: Call) -> Counts:
    """Loops over the reduced axes for each output, by what is done to an element."""
    fn, dtype = view.attrs(ReduceAttrs).fn, view.x(0).dtype
    wide, kind = dtype.bytes == INT64_BYTES, KINDS.get(fn, "sum")
    kind = "sum" if kind == "absolute" and dtype not in SIGNED else kind
    ending = "64" if wide else ""
    (run, cells), (_, loops) = folded(call, view.y.size)
    mean = fn is ReduceFn.MEAN and wide
    return (
        ("output", view.y.size),
        ("divided", view.y.size if mean else 0),
        (f"{run}{ending}", cells),
        ("loop", loops),
        (f"{kind}{ending}", cells),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_int", "Binary", WHOLE, _bind_binary, _work_binary, grid=BINARY),
    Kernel(LIBRARY, "unary_int", "Unary", INTEGERS, _bind_unary, _work_unary, grid=UNARY),
    Kernel(LIBRARY, "compare", "Compare", WHOLE | {DType.F32}, _bind_compare, _work_compare, grid=COMPARES),
    Kernel(LIBRARY, "where", "Where", ANY, _bind_where, _work_where, grid=WHERES),
    Kernel(LIBRARY, "maxpool_int", "MaxPool", INTEGERS - {DType.I8}, _bind_maxpool, _work_maxpool, grid=MAXPOOLS),
    Kernel(LIBRARY, "reduce_int", "Reduce", WHOLE, _bind_reduce, _work_reduce, grid=REDUCES),
)
