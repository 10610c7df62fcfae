"""Bindings of the layers with int4 weights for Armv7-A: unpacked to scratch for the int8 kernels, or to registers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.counting import number
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import s4_dense
from edgec.codegen.kernels.neon.conv import CHANNELS
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.products import VECTOR
from edgec.codegen.kernels.neon.s4 import NarrowProducts, inner_call, int4_misfit, nibbles, packed_call, weights_of
from edgec.codegen.kernels.neon_v7 import LIBRARY
from edgec.codegen.kernels.neon_v7.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon_v7.depthwise import KERNELS as DEPTHWISE
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params

HEADER, PARAMS = "edgec_dwconv2d_s4_neon_v7.h", "edgec_dwconv2d_s4_neon_v7_params"
ENDS = 12  # bytes of a channel's bias, multiplier and shift


def _blocks(view: NodeView, inner: Call) -> tuple[int, int, int]:
    """Blocks of the int8 stream of a depthwise layer, weights of each, bytes of its ends."""
    known = "_3x3" in inner.symbol
    channels, taps = view.x(0).shape[3], 9 if known else -(-view.x(1).size // view.x(0).shape[3] // 2) * 2
    lanes = 8 if known else 16
    blocks = -(-channels // (8 if channels < 16 else lanes))
    return blocks, lanes * taps, lanes * ENDS


def _depthwise(kernel: Kernel) -> Kernel:
    def bind(view: NodeView) -> Bound:
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        bound = kernel.bind(view)
        if isinstance(bound, Misfit):
            return bound
        (call,) = bound
        blocks, weights, ends = _blocks(view, call)
        stream = weights_of(call).reshape(blocks, weights + ends)
        padding = np.zeros(-weights % VECTOR, np.int8)
        parts = [p for b in stream for p in (nibbles(np.concatenate([b[:weights], padding])), b[weights:])]
        fields = (("blocks", blocks), ("weights", weights), ("ends", ends))
        made = packed_call(call, np.concatenate(parts), fields, -(-stream.size // VECTOR) * VECTOR)
        assert made.initializer is not None
        return (replace(made, header=HEADER, symbol=_symbol(made), params=Params(PARAMS, made.initializer.fields)),)

    def work(view: NodeView, call: Call) -> Counts:
        blocks, weights = number(call, "blocks"), number(call, "weights")
        counts = kernel.work(view, inner_call(call))
        return (*counts, ("unpacked", blocks), ("weight", blocks * weights / VECTOR))

    return Kernel(kernel.library, kernel.id.replace("_s8", "_s4"), kernel.op, I8, bind, work, grid=int4(kernel.grid))


def _symbol(call: Call) -> str:
    return call.symbol.removesuffix("_v7") + "_v7"


KERNELS: tuple[Kernel, ...] = (
    *NarrowProducts(INT8, (CHANNELS,), 0, ENDS).kernels(GEMM),
    *(_depthwise(kernel) for kernel in DEPTHWISE),
    *(replace(kernel, library=LIBRARY) for kernel in s4_dense.KERNELS),
)
