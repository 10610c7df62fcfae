"""Convolutions to one output channel: eight positions share the loads of the filter, with one filter in the stream."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from edgec.codegen.kernels.grids import Grid, conv
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.conv import PRODUCTS, UNIT
from edgec.codegen.kernels.neon.pack import Ending, ends
from edgec.codegen.kernels.neon.params import Conv2d1x1Neon, OneChannelNeon
from edgec.codegen.kernels.neon.products import POSITIONS as FOUR
from edgec.codegen.kernels.neon.products import TAIL, VECTOR, Products
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array

POSITIONS = OneChannelNeon.EDGEC_CONV2D_ONE_NEON_POSITIONS.value
STEP, HALF_STEP, TILE, SEGMENT = 0.36, 0.23, 0.5, 0.2  # of what tiles with four channels take
POINTWISE: Grid = (conv((1, 24, 24, 32), 1), conv((1, 9, 9, 5), 1), conv((2, 6, 4, 40), 1))
ROWS: Grid = (
    conv((1, 16, 16, 16), 1, (3, 3)),
    conv((1, 9, 11, 24), 1, (3, 3), dilation=2),
    conv((1, 40, 1, 12), 1, (5, 1)),
)


def pack(w: Array, ending: Ending) -> Array:
    """The stream: the filter, its bias, multiplier and shift."""
    stream: Array = np.concatenate([w.reshape(-1), ends(ending, 0, 1)])
    return stream


def count(tile: int, positions: int, outputs: int, segments: int, taps: int) -> Counts:
    """Tiles of eight positions, as a part of what tiles of ``tile`` positions with four channels take."""
    tiles = -(-positions // POSITIONS) * outputs * POSITIONS / tile
    whole, half = segments * (taps // VECTOR), segments * (taps % VECTOR // UNIT)
    return (
        ("sixteen", tiles * (whole * STEP + half * HALF_STEP)),
        ("block", tiles * (TILE + (segments - 1) * SEGMENT)),
    )


@dataclass(frozen=True)
class OneChannel(Products):
    """Products with one filter, whose rates are those of the library's products with four."""

    def layer(self, view: NodeView) -> tuple[Layer, Ending] | Misfit:
        """The numbers of a layer with one output channel."""
        if view.y.shape[-1] != 1:
            return Misfit("the layer has more than one output channel")
        return super().layer(view)

    def bind_rows(self, view: NodeView) -> Bound:
        """Windows as runs of rows."""
        if turned(view).y.shape[2] < POSITIONS:
            return Misfit(f"a row has fewer than {POSITIONS} outputs")
        return super().bind_rows(view)

    def bind_dense(self, view: NodeView) -> Bound:
        """A 1x1 convolution; the last positions may be copied."""
        bound = super().bind_dense(view)
        if isinstance(bound, Misfit):
            return bound
        p = bound[0].params_of(Conv2d1x1Neon)
        least = POSITIONS if p.bytes == p.in_c else POSITIONS + TAIL
        return Misfit(f"the layer has fewer than {least} positions") if p.positions < least else bound

    @property
    def product(self) -> str:
        """Whose rates the products take."""
        return f"gemm_{self.library.name}"

    def one_kernels(self) -> tuple[Kernel, ...]:
        """1x1 convolutions, and windows as runs of rows."""

        def of(kernel: Kernel, name: str, grid: Grid) -> Kernel:
            def work(view: NodeView, call: Call) -> Counts:
                return tuple((n if "." in n else f"{kernel.id}.{n}", times) for n, times in kernel.work(view, call))

            return replace(kernel, id=name, work=work, grid=grid)

        pointwise, _, rows, _ = self.kernels(dict.fromkeys(("pointwise", "dense", "rows", "patch"), ()))
        return of(pointwise, "conv2d_s8_1x1_one", POINTWISE), of(rows, "conv2d_s8_one", ROWS)


def one_channel(base: Products, tile: int) -> OneChannel:
    """The products with one filter of a library, whose tiles of four channels have ``tile`` positions."""
    why = "one channel: eight positions share its weights"
    return OneChannel(base.library, "one_neon", UNIT, base.least, pack, partial(count, tile), why)


KERNELS = one_channel(PRODUCTS, FOUR).one_kernels()
