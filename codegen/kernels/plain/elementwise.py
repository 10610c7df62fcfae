"""Bindings of Unary, Binary and Softmax."""

from __future__ import annotations

from math import inf

from edgec.codegen.kernels.common import (
    F32,
    I8,
    along_axis,
    const,
    int_call,
    operand,
    output,
    quant,
    quantized,
)
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, rowed
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params_elements import (
    AddS8,
    BinaryF32,
    MulS8,
    SoftmaxF32,
    SoftmaxS8,
    TableS8,
    UnaryF32,
)
from edgec.codegen.kernels.shared.broadcast import broadcast_of
from edgec.codegen.kernels.shared.params import Elementwise
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import (
    add_multipliers,
    clamp_limits,
    multiplier,
    product_multiplier,
    softmax_table,
)
from edgec.converter.graph.ir import Clamp, Shape
from edgec.converter.ops.elementwise import (
    INT_BINARY,
    BinaryAttrs,
    BinaryFn,
    SoftmaxAttrs,
    UnaryAttrs,
    UnaryFn,
    unary_table,
)

VECTORS, WIDEST = {"sum": 16, "product": 8}, 16  # elements that compilers compute together on Cortex-A, of so many
PARAMETERS = {  # that a function reads: alpha, or both
    **dict.fromkeys((UnaryFn.CLIP, UnaryFn.HARD_SIGMOID, UnaryFn.HARD_SWISH, UnaryFn.SELU, UnaryFn.SHRINK), 2),
    **dict.fromkeys(
        (UnaryFn.LEAKY_RELU, UnaryFn.ELU, UnaryFn.SWISH, UnaryFn.CELU, UnaryFn.THRESHOLDED_RELU, UnaryFn.POWER), 1
    ),
}
FLOAT_BINARY = frozenset({"add", "sub", "mul", "div", "max", "min", "pow", "prelu", "mod", "fmod"})
SOFTMAX_LIMIT = 2**16  # elements of a group: their Q15 sum fits uint32


def _bind_unary_int(view: NodeView) -> Bound:
    a = view.attrs(UnaryAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    table = const("table", "int8_t", unary_table(a, int_call(view)))
    params, args = TableS8(view.y.size), (operand(view, 0), table, output(view))
    why = f"{a.fn.value} of an int8 value is a table of 256 entries"
    return (Call("edgec_table_s8_plain", "edgec_table_s8.h", params, args, inplace=shared_inputs(view, 1), why=why),)


def _bind_unary_float(view: NodeView) -> Bound:
    a = view.attrs(UnaryAttrs)
    params, args = UnaryF32(view.y.size, a.alpha, a.beta), (operand(view, 0), output(view))
    symbol, shared = f"edgec_{a.fn.value}_f32_plain", shared_inputs(view, 1)
    call = Call(symbol, "edgec_unary_f32.h", params, args, inplace=shared, why="element by element")
    return (call.without(*("alpha", "beta")[PARAMETERS.get(a.fn, 0) :]),)


def shared_inputs(view: NodeView, inputs: int) -> tuple[int, ...]:
    """Inputs whose buffer the output may take: activations of its shape."""
    return tuple(i for i in range(inputs) if view.x(i).shape == view.y.shape and not view.x(i).is_const)


def repeated_whole(view: NodeView, least: int) -> tuple[int, int, int] | Misfit:
    """Repetitions of a whole second operand of at least ``least`` values: rows, values of each, step between them."""
    n, size, shape = view.x(1).size, view.y.size, view.x(1).shape
    inner = (1,) * (len(view.y.shape) - len(shape)) + tuple(shape)
    first = next((i for i, d in enumerate(inner) if d != 1), len(inner))
    if view.x(0).size != size or n < least or inner[first:] != view.y.shape[first:]:
        return Misfit("the second operand is neither as large as the first nor repeated as a whole, or very small")
    return size // n, n, n if n == size else 0


def broadcast_kind(view: NodeView) -> str:
    """Describe the difference of the operands' shapes, for the reader of the generated file."""
    a, b, y = view.x(0), view.x(1), view.y
    if a.size == b.size == y.size:
        return "operands of one shape"
    if 1 in (a.size, b.size):
        return "one operand is a single value"
    return "one operand repeats" if y.size in (a.size, b.size) else "both operands repeat"


def _bind_binary_int(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in INT_BINARY:
        return Misfit(f"{a.fn.value} has no int8 form", "keep this operator in float32")
    shape = broadcast_of(view)
    if isinstance(shape, Misfit):
        return shape
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params: Elementwise
    if a.fn is BinaryFn.MUL:
        factor = product_multiplier(qa, qb, out)
        symbol, params = "edgec_mul_s8_plain", MulS8(shape, qa.z, qb.z, factor.m, factor.shift, out.z, lo, hi)
    else:
        f = add_multipliers(qa.s, qb.s, out.s)
        m_b = -f.b if a.fn is BinaryFn.SUB else f.b
        offset = (1 << (f.shift - 1)) - qa.z * f.a - qb.z * m_b
        symbol, params = "edgec_add_s8_plain", AddS8(shape, f.a, m_b, offset, f.shift, out.z, lo, hi)
    args = (operand(view, 0), operand(view, 1), output(view))
    why = broadcast_kind(view)
    return (Call(symbol, "edgec_binary_s8.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _bind_binary_float(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn.value not in FLOAT_BINARY:
        return Misfit(f"{a.fn.value} has no float32 kernel")
    shape = broadcast_of(view)
    if isinstance(shape, Misfit):
        return shape
    params = BinaryF32(shape, a.clamp.lo, a.clamp.hi)
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_{a.fn.value}_f32_plain"
    why = broadcast_kind(view)
    return (Call(symbol, "edgec_binary_f32.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def bind_softmax_int(view: NodeView) -> Bound:
    """A table of exp() and one division for each value."""
    a = view.attrs(SoftmaxAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if a.log:
        return Misfit("LogSoftmax has no int8 form", "keep this operator in float32")
    if view.x(0).shape[a.axis] > SOFTMAX_LIMIT:
        return Misfit(f"the axis has {view.x(0).shape[a.axis]} elements, at most {SOFTMAX_LIMIT} are supported")
    out = quant(view.y)
    table = softmax_table(quant(view.x(0)).s)
    factor = multiplier(2.0**-16 / out.s)
    params = SoftmaxS8(*along_axis(view.x(0).shape, a.axis), len(table), factor.m, factor.shift, out.z)
    args = (operand(view, 0), const("table", "uint16_t", table), output(view))
    why = f"exp() is a table of {len(table)} entries"
    return (
        Call("edgec_softmax_s8_plain", "edgec_softmax_s8.h", params, args, inplace=shared_inputs(view, 1), why=why),
    )


def _bind_softmax_float(view: NodeView) -> Bound:
    a = view.attrs(SoftmaxAttrs)
    symbol = "edgec_log_softmax_f32_plain" if a.log else "edgec_softmax_f32_plain"
    params, args = SoftmaxF32(*along_axis(view.x(0).shape, a.axis)), (operand(view, 0), output(view))
    return (Call(symbol, "edgec_softmax_f32.h", params, args, inplace=shared_inputs(view, 1), why="along one axis"),)


CHOICES = frozenset({BinaryFn.MAX, BinaryFn.MIN, BinaryFn.PRELU})
CALLED = frozenset({BinaryFn.POW, BinaryFn.MOD, BinaryFn.FMOD})
PAIRS: tuple[tuple[Shape, Shape], ...] = (
    ((1, 25, 5, 64), (1, 25, 5, 64)),
    ((1000,), (1000,)),
    ((1, 8, 8, 32), (32,)),
    ((1, 12, 12, 10), (10,)),
    ((40, 30), (1,)),
    ((60, 30), (60, 1)),
    ((1, 9, 9, 24), (1, 1, 9, 1)),
    ((2, 20, 25), (20, 1)),
    ((30, 1), (1, 40)),
    ((1, 12, 12, 6), (6,)),
    ((40, 1), (1, 21)),
    ((60, 14), (60, 1)),
)
SIZES: tuple[Shape, ...] = ((1, 25, 5, 64), (1003,), (4, 600))
TABLES: Grid = tuple(GridLayer(UnaryAttrs(UnaryFn.SIGMOID), (shape,)) for shape in SIZES)
SOFTMAX: Grid = tuple(
    GridLayer(SoftmaxAttrs(axis), (shape,))
    for shape, axis in (((1, 1000), 1), ((20, 10), 1), ((8, 32, 32), 2), ((2, 20, 15), 1), ((50, 5), 1), ((300, 2), 1))
)
LOG_SOFTMAX: Grid = tuple(
    GridLayer(SoftmaxAttrs(1, log=True), (shape,)) for shape in ((1, 1000), (20, 10), (2, 20, 15))
)


def binary(fn: BinaryFn, pairs: tuple[tuple[Shape, Shape], ...] = PAIRS, clamp: Clamp | None = None) -> Grid:
    """A function of two tensors, of each pair of shapes."""
    return tuple(GridLayer(BinaryAttrs(fn, clamp or Clamp()), pair) for pair in pairs)


BINARY_INT: Grid = (*binary(BinaryFn.ADD), *binary(BinaryFn.SUB, PAIRS[:3], Clamp(0.0)), *binary(BinaryFn.MUL))
BINARY_F32: Grid = (
    *binary(BinaryFn.ADD),
    *binary(BinaryFn.ADD, PAIRS[:4], Clamp(0.0)),
    *(
        layer
        for name in sorted(FLOAT_BINARY)
        for layer in binary(BinaryFn(name), PAIRS[1:3] if BinaryFn(name) in CALLED else PAIRS[1:5])
    ),
)
FUNCTIONS: Grid = (
    *(GridLayer(UnaryAttrs(fn, 0.3, 0.7), (shape,)) for fn in UnaryFn for shape in SIZES[1:2]),
    *(GridLayer(UnaryAttrs(UnaryFn.CLIP, 0.0, top), ((50, 20),)) for top in (6.0, inf)),
)


def work_table(view: NodeView, call: Call) -> Counts:
    """One look-up an element."""
    return (("element", view.y.size),)


def _work_unary(view: NodeView, call: Call) -> Counts:
    """Count the evaluations of the function, under its name."""
    return ((view.attrs(UnaryAttrs).fn.value, view.y.size),)


def work_scaled(view: NodeView, call: Call) -> Counts:
    """Rows of sums or of products of quantized values."""
    kind = "product" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "sum"
    dims = call.params_of(Elementwise).shape.dims
    short = dims[-1] <= MAX_UNROLLED_ROUNDS + 1  # too few for the vectors of a compiler that makes them
    return *rowed(dims, kind), (f"{kind}_short", view.y.size if short else 0)


def _work_binary_int(view: NodeView, call: Call) -> Counts:
    """Rows of sums or of products, in vectors of a compiler that makes them, and what is left of each row."""
    kind = "product" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "sum"
    n = call.params_of(Elementwise).shape.dims[-1]
    rows = view.y.size // n
    left = n % VECTORS[kind] if n >= WIDEST else n
    return (
        (kind, view.y.size - rows * left),
        (f"{kind}_left", rows * left),
        (f"{kind}_row", rows),
        ("loop", view.y.size if n > MAX_UNROLLED_ROUNDS + 1 else 0),
    )


def _work_binary(view: NodeView, call: Call) -> Counts:
    """Rows of elements, by function."""
    fn = view.attrs(BinaryAttrs).fn
    kind = "choice" if fn in CHOICES else fn.value if fn in CALLED else "simple"
    return rowed(call.params_of(BinaryF32).shape.dims, kind)


def work_softmax(view: NodeView, call: Call) -> Counts:
    """Groups of values."""
    a = view.attrs(SoftmaxAttrs)
    kind, (_, n, inner) = "log" if a.log else "exp", along_axis(view.x(0).shape, a.axis)
    return (
        (kind, view.y.size),
        (f"{kind}_group", view.y.size // n),
        (f"{kind}_apart", view.y.size if inner > 1 else 0),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "table_s8", "Unary", I8, _bind_unary_int, work_table, grid=TABLES),
    Kernel(LIBRARY, "unary_f32", "Unary", F32, _bind_unary_float, _work_unary, grid=FUNCTIONS),
    Kernel(LIBRARY, "binary_s8", "Binary", I8, _bind_binary_int, _work_binary_int, grid=BINARY_INT),
    Kernel(LIBRARY, "binary_f32", "Binary", F32, _bind_binary_float, _work_binary, grid=BINARY_F32),
    Kernel(LIBRARY, "softmax_s8", "Softmax", I8, bind_softmax_int, work_softmax, grid=SOFTMAX),
    Kernel(LIBRARY, "softmax_f32", "Softmax", F32, _bind_softmax_float, work_softmax, grid=(*SOFTMAX, *LOG_SOFTMAX)),
)
