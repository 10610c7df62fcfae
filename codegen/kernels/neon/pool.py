"""Bindings of the NEON pools over windows."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output, quant, quantized, window
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, windows
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.params_ops import AvgpoolS8Neon, MaxpoolS8Neon, PoolRows
from edgec.codegen.kernels.plain.pool import average_padding
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import Multiplier, multiplier
from edgec.converter.ops.pool import PoolAttrs, window_counts

VECTOR, HALF = 16, 8
WRITTEN_OUT = MAX_UNROLLED_ROUNDS + 1  # rounds of a loop within that over rows of outputs
MAX_KNOWN_ROWS = 3  # of windows that leave the input: the compiler writes those inside out
MAX_WINDOW_CELLS = 128  # whose sum fits int16
UNIT_FACTOR_BITS = 30  # a factor of 2**30 is a power of two
EVEN = range(1, 31)  # shifts of such factors that round halves to even
HEADER = "edgec_pool_s8_neon.h"


def _row(view: NodeView) -> int:
    """Values of a row with its padding."""
    a, (_, _, width, c) = view.attrs(PoolAttrs), view.x(0).shape
    reached = (view.y.shape[2] - 1) * a.strides[1] + (a.kernel[1] - 1) * a.dilations[1] + 1
    return max(a.pads[1] + width, reached) * c


def _narrow(view: NodeView, lanes: int) -> int:
    """Bytes in which a row of outputs of few channels is put together."""
    _, _, width, c = view.y.shape
    return width * c + lanes if c < lanes else 0


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    row = _row(view)
    params = MaxpoolS8Neon(pool_geometry(view), row)
    args = (operand(view, 0), output(view), Scratch("int8_t", VECTOR))
    scratch = row + VECTOR + _narrow(view, VECTOR)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations, view.y.shape[2], True)
    why = "largest value down the columns, then along the row, 16 values at a time"
    call = Call("edgec_maxpool_s8_neon", HEADER, params, args, scratch, why=why, window=where, unread=POOL_UNREAD)
    return (call,)


def words(factor: Multiplier) -> tuple[int, int, int, int, int]:
    """Multiplier, minus the shift, doublings before it, mask and pattern of sums half above an even number."""
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    n = factor.shift - UNIT_FACTOR_BITS
    even = factor.m == 1 << UNIT_FACTOR_BITS and n in EVEN
    mask, half = ((2 << n) - 1, 1 << (n - 1)) if even else (0, 1)
    return factor.m, -(factor.shift + left - HIGH_BITS), left, mask, half


def _bind_avgpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if prod(a.kernel) > MAX_WINDOW_CELLS:
        return Misfit(f"the sum over {prod(a.kernel)} cells does not fit int16")
    x, y = quant(view.x(0)), quant(view.y)
    counts = np.unique(window_counts(a, view.x(0).shape))
    if counts[0] == 0:
        return Misfit("a window lies wholly in the padding")
    factors = [words(multiplier(x.s / (y.s * int(count)))) for count in counts]
    if any(f[2] > VECTOR for f in factors):
        return Misfit("the scale of the mean is far below that of the input")
    row = _row(view)
    even, doubled = int(any(f[3] for f in factors)), int(any(f[2] for f in factors))
    padding = average_padding(view)
    params = AvgpoolS8Neon(pool_geometry(view), row, *padding, len(counts), even, doubled, x.z, y.z)
    tables = const("table", "int32_t", counts.astype(np.int32)), const("multiplier", "int32_t", _array(factors))
    args = (operand(view, 0), *tables, output(view), Scratch("int16_t", VECTOR))
    scratch = 2 * (row + VECTOR) + _narrow(view, HALF)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations, view.y.shape[2], True)
    why = "sums down the columns, then along the row, in 16 bits"
    call = Call("edgec_avgpool_s8_neon", HEADER, params, args, scratch, why=why, window=where, unread=POOL_UNREAD)
    return (call,)


def _array(factors: list[tuple[int, int, int, int, int]]) -> np.ndarray:
    return np.array(factors, np.int32)


def _down(view: NodeView, call: Call) -> Counts:
    """Vectors of rows of inputs, those that are written, ends of rows."""
    w, pitch = windows(call), view.x(0).shape[2] * view.x(0).shape[3]
    rows = w.batch * len(w.rows)
    whole, left = divmod(pitch, VECTOR)
    return (
        ("call", 1),
        ("row", rows),
        ("filled", call.params_of(PoolRows).row / VECTOR),
        ("down", w.batch * sum(w.rows) * whole),
        ("written", rows * whole),
        ("part", rows if left else 0),
        ("part_down", w.batch * sum(w.rows) * min(left, 1)),
    )


def _maxpool_work(view: NodeView, call: Call) -> Counts:
    """Vectors down the columns, then along the row; loops over more of them than the compiler writes out."""
    w, (_, _, ow, c) = windows(call), view.y.shape
    rows = w.batch * len(w.rows)
    flat = view.attrs(PoolAttrs).strides[1] == 1
    vectors = rows * (-(-ow * c // VECTOR) if flat else ow * -(-c // VECTOR))
    few = not flat and c < VECTOR
    rounds = view.x(0).shape[2] * c // VECTOR, ow * c // VECTOR if flat else ow
    long = rounds[0] > WRITTEN_OUT, rounds[1] > WRITTEN_OUT or vectors > 2 * WRITTEN_OUT * rows
    deep = w.end != "inside" and w.taps[0] > MAX_KNOWN_ROWS
    return (
        *_down(view, call),
        ("looped", rows * sum(n for n, looped in zip(rounds, long, strict=True) if looped)),
        ("deep", w.batch * sum(w.rows) * rounds[0] if deep else 0),
        ("along", vectors),
        ("tap", vectors * w.taps[1]),
        ("apart", 0 if flat else rows * ow),
        ("copied", rows * ow * c / VECTOR if few else 0),
    )


def _avgpool_work(view: NodeView, call: Call) -> Counts:
    """Vectors down the columns, then means of eight, along the row."""
    w, (_, _, ow, c) = windows(call), view.y.shape
    rows = w.batch * len(w.rows)
    p = call.params_of(AvgpoolS8Neon)
    several = p.counts > 1
    flat = view.attrs(PoolAttrs).strides[1] == 1 and not several
    vectors = rows * (-(-ow * c // HALF) if flat else ow * -(-c // HALF))
    return (
        *_down(view, call),
        ("single_down", w.batch * sum(w.rows) * (view.x(0).shape[2] * view.x(0).shape[3] % HALF)),
        ("mean", vectors),
        ("tap", vectors * w.taps[1]),
        ("apart", 0 if flat else rows * ow),
        ("factor", rows * ow if several else 0),
        ("even", vectors * p.even),
        ("doubled", vectors * p.doubled),
        ("copied", rows * ow * c / VECTOR if c < HALF and not flat else 0),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "maxpool_s8", "MaxPool", I8, _bind_maxpool, _maxpool_work, grid=ops_grids.POOLS),
    Kernel(LIBRARY, "avgpool_s8", "AvgPool", I8, _bind_avgpool, _avgpool_work, grid=ops_grids.AVERAGES),
)
