"""Binding of the Helium 1x1 convolutions of few input channels, whose weights stay in registers."""

from __future__ import annotations

from functools import partial

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import layer_parts, owned
from edgec.codegen.kernels.mve.pack import blocks_of, stream
from edgec.codegen.kernels.mve.params import Conv2dNarrowMve, NarrowMve
from edgec.codegen.kernels.neon.pack import STREAM
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.ops.conv import ConvAttrs

POSITIONS = NarrowMve.EDGEC_NARROW_MVE_POSITIONS.value
CHANNELS, VECTOR = NarrowMve.EDGEC_NARROW_MVE_CHANNELS.value, NarrowMve.EDGEC_NARROW_MVE_VECTOR.value
POSITIVE = "positive"  # the variant whose outputs are not negative
STEPS = {1: (8, 16), 2: (16,)}  # bytes of a position that loads go past, by bytes of an activation


def _bind(view: NodeView, step: int = 0, positive: bool = False) -> Bound:
    """Positions of ``step`` bytes, or of any other number of them; outputs of the whole range, or of its half."""
    a, element = view.attrs(ConvAttrs), view.x(0).dtype.bytes
    run, outputs = view.x(0).shape[3] * element, view.y.shape[3]
    if view.x(1).shape[1:3] != (1, 1) or a.strides != (1, 1) or any(a.pads):
        return Misfit("the layer is not a 1x1 convolution of stride 1")
    if run > VECTOR or outputs < CHANNELS:
        return Misfit(f"input channels have more than {VECTOR} bytes, or there are fewer than {CHANNELS} outputs")
    if (run if run in STEPS[element] else 0) != step:
        return Misfit(f"positions have {run} bytes", yields=True)
    parts = layer_parts(view, element=element)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    least, most = integer_limits(view.y.dtype)
    if (layer.lo, layer.hi) != (0 if positive else least, most) or ending.left:
        return Misfit("outputs have limits, or a factor is 1/2 or more")
    positions = view.y.size // outputs
    params = Conv2dNarrowMve(positions, run, outputs * element, outputs * element, layer.out_zero)
    blocks = stream(layer.w.astype(np.int8)[:, None], ending, dense=True, step=VECTOR // element)
    args = operand(view, 0), const("weights", "int8_t", blocks.bytes, STREAM), output(view)
    name = f"{step or 'any'}{'_positive' if positive else ''}"
    symbol = f"edgec_conv2d_s{8 * element}_narrow_{name}_mve"
    why = "weights of 4 channels in registers: 16 instructions for a position"
    where = conv_window(view, POSITIONS) if view.x(0).shape[0] == 1 else None
    header, steps = "edgec_conv2d_s8_narrow_mve.h", (("out_step", element),)
    variant = POSITIVE if positive else ""
    return (Call(symbol, header, params, args, 0, conv_macs(view), (), why, where, steps, variant=variant),)


def _work(view: NodeView, call: Call) -> Counts:
    """Runs of up to 32 positions, their blocks of four channels, positions of those."""
    p, element = call.params_of(Conv2dNarrowMve), view.x(0).dtype.bytes
    runs, blocks = -(-p.positions // POSITIONS), len(blocks_of(p.out_c // element))
    any_step = "" if p.in_c in STEPS[element] else "_any"
    counts = ("call", 1), ("run", runs), ("block", runs * blocks), (f"position{any_step}", p.positions * blocks)
    twice = element == 1 or call.variant == POSITIVE  # saturated
    return owned("narrow_mve", (*counts, ("saturated", p.positions * blocks if twice else 0)))


def _kernel(bits: int, step: int, grid: Grid, positive: bool = False) -> Kernel:
    name = f"conv2d_s{bits}_narrow_{step or 'any'}{'_positive' if positive else ''}"
    bind = partial(_bind, step=step, positive=positive)
    return Kernel(LIBRARY, name, "Conv", I8 if bits == 8 else I16, bind, _work, grid=grid)


KERNELS: tuple[Kernel, ...] = (
    _kernel(8, 8, grids.NARROW_8),
    _kernel(8, 16, grids.NARROW_16),
    _kernel(8, 0, grids.NARROW),
    _kernel(16, 16, grids.NARROW_S16[:1]),
    _kernel(16, 0, grids.NARROW_S16[1:]),
    _kernel(16, 16, grids.NARROW_S16_POSITIVE[:1], positive=True),
    _kernel(16, 0, grids.NARROW_S16_POSITIVE[1:], positive=True),
)
