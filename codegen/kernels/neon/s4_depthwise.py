"""Bindings of the NEON depthwise convolutions with int4 weights: unpacked to scratch for the int8 kernels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.depthwise import KERNELS as INT8
from edgec.codegen.kernels.neon.depthwise import is_many, lanes_of
from edgec.codegen.kernels.neon.params import Dwconv2dNeon, Dwconv2dS4Neon
from edgec.codegen.kernels.neon.products import VECTOR
from edgec.codegen.kernels.neon.s4 import inner_call, int4_misfit, nibbles, packed_call, weights_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView

HEADER = "edgec_dwconv2d_s4_neon.h"
REQUANTIZE_BYTES = 192  # bytes of biases, multipliers and shifts of a block


def _kernel(kernel: Kernel, name: str, symbol: str, many: str) -> Kernel:
    def bind(view: NodeView) -> Bound:
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        bound = kernel.bind(view)
        if isinstance(bound, Misfit):
            return bound
        (call,) = bound
        blocks = len(lanes_of(view.y.shape[3]))
        stream = weights_of(call).reshape(blocks, -1)
        weights = stream.shape[1] - REQUANTIZE_BYTES
        packed = np.concatenate([part for b in stream for part in (nibbles(b[:weights]), b[weights:])])
        params = Dwconv2dS4Neon(call.params_of(Dwconv2dNeon), blocks, weights)
        made = packed_call(call, params, packed, stream.size)
        return (replace(made, header=HEADER, symbol=many if is_many(view) else symbol),)

    def work(view: NodeView, call: Call) -> Counts:
        p = call.params_of(Dwconv2dS4Neon)
        counts = kernel.work(view, inner_call(call, p.conv))
        return (*counts, ("unpacked", p.blocks), ("weight", p.blocks * p.weights / VECTOR))

    return replace(kernel, id=name, bind=bind, work=work, grid=int4(kernel.grid))


WINDOWS_3X3, ANY_WINDOWS = INT8
KERNELS: tuple[Kernel, ...] = (
    _kernel(WINDOWS_3X3, "dwconv2d_s4_3x3", "edgec_dwconv2d_s4_3x3_neon", "edgec_dwconv2d_s4_3x3_many_neon"),
    _kernel(ANY_WINDOWS, "dwconv2d_s4", "edgec_dwconv2d_s4_neon", "edgec_dwconv2d_s4_many_neon"),
)
