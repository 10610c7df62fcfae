"""Binding of the NEON resizing along one axis."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, INT32_MAX, const, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.params import EpilogueNeon
from edgec.codegen.kernels.neon.params_ops import ResampleFewS8Neon, ResampleS8Neon, ResampleWindow
from edgec.codegen.kernels.plain.sampled import bind_resample_int
from edgec.codegen.kernels.shared.params import Resample
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.resample import ResampleAttrs

VECTOR, HALF = 16, 8


@dataclass(frozen=True)
class _Scaled:
    """A layer as the kernels take it: plain C's call, the loops, the zero point of x, the factor of all sums."""

    plain: Call
    loops: Resample
    in_zero: int
    multiplier: int
    minus_n: int
    epilogue: EpilogueNeon


def _scaled(view: NodeView) -> _Scaled | Misfit:
    plain = bind_resample_int(view)
    if isinstance(plain, Misfit):
        return plain
    (out, taps), shape, axis = view.x(1).shape, view.x(0).shape, view.attrs(ResampleAttrs).axis
    loops = Resample(prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]), out, taps)
    weight = view.x(2)
    assert weight.data is not None
    factor = multiplier(quant(view.x(0)).s * quant(weight).s / quant(view.y).s)
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    reach = max(sum(abs(int(w) - quant(weight).z) for w in row) for row in weight.data)
    if 255 * reach << left > INT32_MAX:
        return Misfit("a sum does not fit int32 beside a factor of 1/2 or more")
    epilogue, minus_n = EpilogueNeon(quant(view.y).z, -128, 127, left), -(factor.shift + left - HIGH_BITS)
    return _Scaled(plain[0], loops, quant(view.x(0)).z, factor.m, minus_n, epilogue)


def _bind(view: NodeView) -> Bound:
    one = _scaled(view)
    if isinstance(one, Misfit):
        return one
    if one.loops.inner < HALF:
        return Misfit(f"fewer than {HALF} values lie side by side")
    params = ResampleS8Neon(one.loops, one.in_zero, one.multiplier, one.minus_n, one.epilogue)
    why = "16 values side by side"
    symbol, header = "edgec_resample_s8_neon", "edgec_resample_s8_neon.h"
    return (Call(symbol, header, params, one.plain.args, macs=one.plain.macs, why=why),)


def _few(view: NodeView, window: int) -> Bound:
    """Fewer than eight values side by side: 16 outputs of a row, of at most ``window`` bytes of the input's."""
    one, index, weight = _scaled(view), view.x(1).data, view.x(2).data
    if isinstance(one, Misfit):
        return one
    loops = one.loops
    if loops.inner >= HALF or index is None or weight is None:
        return Misfit(f"{HALF} values or more lie side by side, or the cells are no constants")
    row, outputs = loops.n * loops.inner, loops.out * loops.inner
    if outputs < VECTOR:
        return Misfit(f"a row has fewer than {VECTOR} outputs")
    cells, lanes = np.divmod(np.arange(outputs), loops.inner)
    at = index[cells].astype(np.int64) * loops.inner + lanes[:, None]  # [outputs, taps]
    weights = (weight.astype(np.int64) - quant(view.x(2)).z)[cells]
    parts: list[Array] = []
    for start in [*range(0, outputs - VECTOR, VECTOR), outputs - VECTOR]:
        own = slice(start, start + VECTOR)
        first = min(int(at[own].min()), max(0, row - window))
        if int(at[own].max()) - first >= window:
            return Misfit(f"{VECTOR} outputs read from more than {window} bytes of a row")
        parts.append(np.array([first, 0, 0, 0], "<i4").view(np.int8))
        for tap in range(loops.taps):
            parts += [(at[own, tap] - first).astype(np.int8), weights[own, tap].astype("<i2").view(np.int8)]
    stream = const("weights", "int8_t", np.concatenate(parts), "windows, cells in them and weights")
    params = ResampleFewS8Neon(
        loops.outer, row, outputs, loops.taps, one.in_zero, one.multiplier, one.minus_n, one.epilogue
    )
    args, why = (operand(view, 0), stream, output(view)), "16 outputs of a row, whose cells TBL brings together"
    symbol = "edgec_resample_few_s8_neon"
    return (Call(symbol, f"{symbol}.h", params, args, macs=one.plain.macs, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Cells of the output; of each 16 or eight values at a time, tap by tap."""
    p = call.params_of(ResampleS8Neon).shape
    cells, taps = p.outer * p.out, p.taps
    whole, left = divmod(p.inner, VECTOR)
    whole, half = (whole + 1, 0) if left > HALF and whole else (whole, -(-left // HALF))
    return (
        ("call", 1),
        ("cell", cells),
        ("sixteen", cells * whole),
        ("tap", cells * whole * taps),
        ("eight", cells * half),
        ("tap_eight", cells * half * taps),
    )


def few_kernel(library: Library, window: int, sixteen: float, tap: float) -> Kernel:
    """The kernel of few values side by side.

    ``sixteen`` and ``tap``: what 16 outputs and their taps take of those of many values side by side.
    """

    def work(view: NodeView, call: Call) -> Counts:
        p = call.params_of(ResampleFewS8Neon)
        vectors = p.outer * -(-p.outputs // VECTOR)
        return (("resample_s8.sixteen", sixteen * vectors), ("resample_s8.tap", tap * vectors * p.taps))

    def bind(view: NodeView) -> Bound:
        return _few(view, window)

    return Kernel(library, "resample_few_s8", "Resample", I8, bind, work, grid=ops_grids.RESAMPLES_FEW)


RESAMPLE = Kernel(LIBRARY, "resample_s8", "Resample", I8, _bind, _work, grid=ops_grids.RESAMPLES)
KERNELS: tuple[Kernel, ...] = (RESAMPLE, few_kernel(LIBRARY, ResampleWindow.EDGEC_RESAMPLE_NEON_WINDOW.value, 1.1, 1.0))
