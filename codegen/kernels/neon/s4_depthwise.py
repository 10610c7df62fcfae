"""Bindings of the NEON depthwise convolutions with int4 weights: unpacked to scratch for the int8 kernels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.counting import number
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.depthwise import KERNELS as INT8
from edgec.codegen.kernels.neon.depthwise import lanes_of
from edgec.codegen.kernels.neon.products import VECTOR
from edgec.codegen.kernels.neon.s4 import inner_call, int4_misfit, nibbles, packed_call, weights_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView

HEADER = "edgec_dwconv2d_s4_neon.h"
ENDS = 192  # bytes of biases, multipliers and shifts of a block


def _kernel(kernel: Kernel) -> Kernel:
    def bind(view: NodeView) -> Bound:
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        bound = kernel.bind(view)
        if isinstance(bound, Misfit):
            return bound
        (call,) = bound
        blocks = len(lanes_of(view.x(0).shape[3]))
        stream = weights_of(call).reshape(blocks, -1)
        weights = stream.shape[1] - ENDS
        packed = np.concatenate([part for b in stream for part in (nibbles(b[:weights]), b[weights:])])
        made = packed_call(call, packed, (("blocks", blocks), ("weights", weights)), stream.size)
        return (replace(made, header=HEADER),)

    def work(view: NodeView, call: Call) -> Counts:
        blocks, weights = number(call, "blocks"), number(call, "weights")
        counts = kernel.work(view, inner_call(call))
        return (*counts, ("unpacked", blocks), ("weight", blocks * weights / VECTOR))

    return Kernel(kernel.library, kernel.id.replace("_s8", "_s4"), kernel.op, I8, bind, work, grid=int4(kernel.grid))


KERNELS: tuple[Kernel, ...] = tuple(_kernel(kernel) for kernel in INT8)
