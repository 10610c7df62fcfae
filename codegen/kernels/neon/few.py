"""1x1 convolutions of up to 16 input channels: the weights of 16 output channels stay in registers."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.grids import Grid, conv
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY
from edgec.codegen.kernels.neon.conv import UNIT, count
from edgec.codegen.kernels.neon.pack import Ending, blocks_of, ends, rows_of_block
from edgec.codegen.kernels.neon.params import Conv2d1x1Neon, FewTapsNeon
from edgec.codegen.kernels.neon.products import POSITIONS, VECTOR, Products
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Call, Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp

CHANNELS = FewTapsNeon.EDGEC_CONV2D_FEW_NEON_CHANNELS.value
GRID: Grid = (
    conv((1, 24, 24, 8), 16, clamp=Clamp()),
    conv((1, 16, 16, 16), 40, clamp=Clamp()),
    conv((1, 20, 20, 6), 17, clamp=Clamp(-1.0, 1.0)),
    conv((2, 14, 9, 11), 24),
)


def pack(w: Array, ending: Ending) -> Array:
    """The stream: of each block the weights of pairs of taps, pair by pair, in the order of channels; then its ends."""
    parts: list[Array] = []
    for first, width in blocks_of(len(w), (CHANNELS,)):
        block = rows_of_block(w, first, width)[:, 0].reshape(width, -1, 2)
        parts += [block.transpose(1, 0, 2).reshape(-1), ends(ending, first, width)]
    stream: Array = np.concatenate(parts)
    return stream


@dataclass(frozen=True)
class FewTaps(Products):
    """Products of up to 16 taps with 16 channels."""

    def layer(self, view: NodeView) -> tuple[Layer, Ending] | Misfit:
        """The numbers of a layer of so few taps."""
        if view.x(1).shape[3] > VECTOR or view.x(1).shape[1:3] != (1, 1) or view.y.shape[3] < CHANNELS:
            return Misfit(f"the layer is no 1x1 convolution of up to {VECTOR} to {CHANNELS} channels and more")
        parts = super().layer(view)
        if not isinstance(parts, Misfit) and parts[1].left:
            return Misfit("a factor of requantization is 1/2 or more")
        return parts

    def work_few(self, view: NodeView, call: Call) -> Counts:
        """Positions of blocks; the begin as of other 1x1 layers."""
        p = call.params_of(Conv2d1x1Neon)
        begin: Counts = (("conv2d_s8_1x1.call", 1), ("conv2d_s8_1x1.apart", int(p.in_c != p.bytes)))
        return (*begin, (f"of_{p.bytes}", p.positions * len(blocks_of(p.out_c, (CHANNELS,)))))

    def kernel(self) -> Kernel:
        """The kernel of 1x1 convolutions."""
        return Kernel(self.library, "conv2d_s8_1x1_few", "Conv", I8, self.bind_pointwise, self.work_few, grid=GRID)


WHY = "up to 16 taps: weights of 16 channels stay in registers"
KERNELS = (FewTaps(LIBRARY, "few_neon", UNIT, -127, pack, lambda *sizes: count(POSITIONS, *sizes), WHY).kernel(),)
