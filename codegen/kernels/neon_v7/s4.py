"""Bindings of the layers with int4 weights for Armv7-A: unpacked to scratch for the int8 kernels, or to registers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import s4_dense
from edgec.codegen.kernels.neon.conv import CHANNELS
from edgec.codegen.kernels.neon.depthwise import is_many
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.params import Dwconv2dNeon
from edgec.codegen.kernels.neon.products import VECTOR
from edgec.codegen.kernels.neon.s4 import NarrowProducts, inner_call, int4_misfit, nibbles, packed_call, weights_of
from edgec.codegen.kernels.neon_v7 import LIBRARY
from edgec.codegen.kernels.neon_v7.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon_v7.depthwise import KERNELS as DEPTHWISE
from edgec.codegen.kernels.neon_v7.params import Dwconv2dS4NeonV7
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView

HEADER = "edgec_dwconv2d_s4_neon_v7.h"
SYMBOLS_3X3 = "edgec_dwconv2d_s4_3x3_neon_v7", "edgec_dwconv2d_s4_3x3_many_neon_v7"
SYMBOLS = "edgec_dwconv2d_s4_neon_v7", "edgec_dwconv2d_s4_many_neon_v7"
REQUANTIZE_BYTES = 12  # bytes of a channel's bias, multiplier and shift


def _blocks(view: NodeView, known: bool) -> tuple[int, int, int]:
    """Blocks of the int8 stream of a depthwise layer, weights of each, bytes of its ends; ``known``: for 3x3 alone."""
    (channels, kh, kw, _) = view.x(1).shape
    taps = 9 if known else -(-kh * kw // 2) * 2
    lanes = 8 if known else 16
    blocks = -(-channels // (8 if channels < 16 else lanes))
    return blocks, lanes * taps, lanes * REQUANTIZE_BYTES


def _depthwise(kernel: Kernel, name: str, symbols: tuple[str, str], known: bool) -> Kernel:
    """The kernel of one filter a channel, and of several: ``symbols`` are those of both."""

    def bind(view: NodeView) -> Bound:
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        bound = kernel.bind(view)
        if isinstance(bound, Misfit):
            return bound
        (call,) = bound
        blocks, weights, ends = _blocks(view, known)
        stream = weights_of(call).reshape(blocks, weights + ends)
        padding = np.zeros(-weights % VECTOR, np.int8)
        parts = [p for b in stream for p in (nibbles(np.concatenate([b[:weights], padding])), b[weights:])]
        params = Dwconv2dS4NeonV7(call.params_of(Dwconv2dNeon), blocks, weights, ends)
        made = packed_call(call, params, np.concatenate(parts), -(-stream.size // VECTOR) * VECTOR)
        return (replace(made, header=HEADER, symbol=symbols[is_many(view)]),)

    def work(view: NodeView, call: Call) -> Counts:
        p = call.params_of(Dwconv2dS4NeonV7)
        counts = kernel.work(view, inner_call(call, p.conv))
        return (*counts, ("unpacked", p.blocks), ("weight", p.blocks * p.weights / VECTOR))

    return replace(kernel, id=name, bind=bind, work=work, grid=int4(kernel.grid))


WINDOWS_3X3, ANY_WINDOWS = DEPTHWISE
KERNELS: tuple[Kernel, ...] = (
    *NarrowProducts(INT8, (CHANNELS,), 0, REQUANTIZE_BYTES).kernels(GEMM),
    _depthwise(WINDOWS_3X3, "dwconv2d_s4_3x3", SYMBOLS_3X3, known=True),
    _depthwise(ANY_WINDOWS, "dwconv2d_s4", SYMBOLS, known=False),
    *(replace(kernel, library=LIBRARY) for kernel in s4_dense.KERNELS),
)
