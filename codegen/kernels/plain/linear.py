"""Bindings of Dense and MatMul."""

from __future__ import annotations

from math import prod
from typing import TypeAlias

from edgec.codegen.kernels.common import (
    F32,
    I8,
    INT32_MAX,
    align,
    broadcast_strides,
    merge,
    operand,
    output,
    quant,
    quantized,
    too_many_loops,
)
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, VECTOR_S8
from edgec.codegen.kernels.grids import dense, matmul
from edgec.codegen.kernels.library import Counts, Kernel, Work
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import MAX_UNROLLED_FOURS, dots, int_layer, weights_of
from edgec.codegen.kernels.plain.params import DenseF32, DenseS8, Matmul, MatmulF32, MatmulS8
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import DenseAttrs

BATCH_LOOPS = 4
OUT_STEP = (("out_step", 1),)
SHIFTED = (8, 16, 32, 64, 128)  # columns whose rows lie a shift apart, for which GCC makes worse vectors
MatmulSizes: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int]


def rows_window(view: NodeView, rows: int, tile: int = 1, *, buffered: bool = False) -> Window:
    """Return the order in which a fully connected layer of ``rows`` rows reads and writes: row by row."""
    one, sizes = (1, 1), [t.nbytes // rows for t in (view.x(0), view.y)]
    return Window(1, (rows, 1), (rows, 1), one, one, (0, 0), one, sizes[0], sizes[1], tile, buffered)


def dense_sizes(view: NodeView) -> tuple[int, int, int]:
    """Rows [M, K] and outputs [M, N]: M, K and N."""
    (rows, in_c), (out_c, _) = view.x(0).shape, view.x(1).shape
    return rows, in_c, out_c


def _bind_dense_int(view: NodeView) -> Bound:
    a = view.attrs(DenseAttrs)
    layer = int_layer(view, a)
    if isinstance(layer, Misfit):
        return layer
    params = DenseS8(*dense_sizes(view), layer.out_zero, layer.lo, layer.hi)
    args = (operand(view, 0), weights_of(view, "int8_t"), *layer.consts, output(view))
    macs = view.x(0).size * view.x(1).shape[0]
    symbol = "edgec_dense_s8_plain"
    where = rows_window(view, view.x(0).shape[0])
    return (Call(symbol, "edgec_dense_s8.h", params, args, macs=macs, window=where, why="fully connected"),)


def _bind_dense_float(view: NodeView) -> Bound:
    a = view.attrs(DenseAttrs)
    params = DenseF32(*dense_sizes(view), a.clamp.lo, a.clamp.hi)
    args = (operand(view, 0), weights_of(view, "float"), operand(view, 2, role="bias"), output(view))
    macs = view.x(0).size * view.x(1).shape[0]
    symbol = "edgec_dense_f32_plain"
    where = rows_window(view, view.x(0).shape[0])
    return (Call(symbol, "edgec_dense_f32.h", params, args, macs=macs, window=where, why="fully connected"),)


def matmul_sizes(view: NodeView) -> MatmulSizes | Misfit:
    """Batch loops with the steps of both operands, and sizes of a matrix product: what ``Matmul`` begins with."""
    a, b, y = view.x(0), view.x(1), view.y
    (m, k), n = a.shape[-2:], b.shape[-1]
    batch = y.shape[:-2]
    a_steps = [s * m * k for s in broadcast_strides(a.shape[:-2], batch)]
    b_steps = [s * k * n for s in broadcast_strides(b.shape[:-2], batch)]
    dims, a_steps_merged, b_steps_merged = merge(batch, a_steps, b_steps)
    if len(dims) > BATCH_LOOPS:
        return too_many_loops(len(dims), BATCH_LOOPS)
    a_strides, b_strides = (align(s, BATCH_LOOPS, 0) for s in (a_steps_merged, b_steps_merged))
    return align(dims, BATCH_LOOPS, 1), a_strides, b_strides, m, k, n


def _matmul_call(
    view: NodeView, symbol: str, header: str, params: Matmul, steps: tuple[tuple[str, int], ...] = ()
) -> Bound:
    args = (operand(view, 0), operand(view, 1), output(view))
    macs = view.y.size * view.x(0).shape[-1]
    return (Call(symbol, header, params, args, macs=macs, why="matrix product", steps=steps),)


def _bind_matmul_float(view: NodeView) -> Bound:
    sizes = matmul_sizes(view)
    if isinstance(sizes, Misfit):
        return sizes
    return _matmul_call(view, "edgec_matmul_f32_plain", "edgec_dense_f32.h", MatmulF32(*sizes))


def bind_matmul_int(view: NodeView) -> Bound:
    """Products of int8 values without their zero points, summed in int32, rounded once."""
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    sizes, k = matmul_sizes(view), view.x(0).shape[-1]
    if isinstance(sizes, Misfit):
        return sizes
    if 255 * 255 * k > INT32_MAX:
        return Misfit(f"the sum of {k} products does not fit int32", "split the product")
    a, b, y = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    factor = multiplier(a.s * b.s / y.s)
    params = MatmulS8(*sizes, a.z, b.z, factor.m, factor.shift, y.z, view.y.channels)
    return _matmul_call(view, "edgec_matmul_s8_plain", "edgec_matmul_s8.h", params, OUT_STEP)


DENSE = (
    dense(1, 640, 128),
    dense(1, 64, 10),
    dense(1, 16, 96),
    dense(4, 48, 40),
    dense(1, 53, 60),
    dense(3, 60, 30),
    dense(1, 9, 60, Clamp()),
    dense(16, 3, 20),
    dense(32, 20, 5),
    dense(2, 131, 30),
    dense(10, 6, 20),
    dense(20, 2, 9),
)
MATMUL = (
    matmul((1, 32, 16), (1, 16, 32)),
    matmul((4, 16, 8), (4, 8, 16)),
    matmul((2, 20, 64), (64, 10)),
    matmul((30, 3), (3, 30)),
    matmul((2, 3, 9, 5), (3, 5, 7)),
    matmul((1, 100), (100, 40)),
    matmul((40, 100), (100, 1)),
    matmul((1, 4, 16, 16), (1, 4, 16, 16)),
    matmul((8, 2, 17), (8, 17, 3)),
    matmul((1, 3, 24, 24), (1, 3, 24, 24)),
    matmul((2, 12, 40), (2, 40, 9)),
    matmul((12, 50), (50, 14)),
    matmul((1, 4, 20, 32), (1, 4, 32, 20)),
    matmul((20, 24), (24, 16)),
)


def work_dense(flat: int = MAX_UNROLLED_FOURS) -> Work:
    """Counts inner products of rows, of which the compiler writes ``flat`` fours out."""

    def work(view: NodeView, call: Call) -> Counts:
        (rows, size), outputs = view.x(0).shape, view.y.size
        return (*dots(view, outputs, size, flat), ("row", rows), ("output", outputs))

    return work


def mac_of(m: int, k: int, n: int) -> str:
    """Return the term of a product in a sum of ``k``: they are written out, down a column, along a row, or neither."""
    return "flat" if k <= MAX_UNROLLED_ROUNDS + 1 else "column" if n == 1 else "line" if m == 1 else "mac"


def work_matmul(view: NodeView, call: Call) -> Counts:
    """Sums of products down a column; those that vectors of eight leave, and those a shift apart, are counted twice."""
    (k, n), products = view.x(1).shape[-2:], prod(view.y.shape[:-2])
    kind = mac_of(view.x(0).shape[-2], k, n)
    left = {"flat": call.macs // n * (n % VECTOR_S8), "column": call.macs // k * (k % VECTOR_S8)}
    return (
        ("apart", left.get(kind, 0)),
        ("shifted", call.macs if kind == "mac" and n in SHIFTED else 0),
        ("product", products),
        ("row", view.y.size // n),
        ("output", view.y.size),
        (kind, call.macs),
        ("several", call.macs if products > 1 else 0),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_s8", "Dense", I8, _bind_dense_int, work_dense(), grid=DENSE),
    Kernel(LIBRARY, "dense_f32", "Dense", F32, _bind_dense_float, work_dense(), grid=DENSE),
    Kernel(LIBRARY, "matmul_s8", "MatMul", I8, bind_matmul_int, work_matmul, grid=MATMUL),
    Kernel(LIBRARY, "matmul_f32", "MatMul", F32, _bind_matmul_float, work_matmul, grid=MATMUL),
)
