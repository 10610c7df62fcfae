"""Bindings of fully connected layers with int4 weights that are unpacked to registers, in blocks of some channels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from edgec.codegen.kernels.common import I8, INT32_MAX, const, operand, output
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.conv import CHANNELS
from edgec.codegen.kernels.neon.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon.grids import DENSE, WHOLE
from edgec.codegen.kernels.neon.pack import STREAM, Ending, blocks_of, ends, epilogue_of, raised_bits, rows_of_block
from edgec.codegen.kernels.neon.params import DenseS4Neon, PackedDense
from edgec.codegen.kernels.neon.products import VECTOR, Products
from edgec.codegen.kernels.neon.s4 import int4_misfit, nibbles
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

NIBBLE_SUM_FACTOR = 17  # 16 A + B


@dataclass(frozen=True)
class PackedRows:
    """Products of rows with int4 weights in a library: ``width`` channels a block, ``piece`` taps are a step.

    ``params`` is the class of the parameters.
    ``pack`` makes bytes of the weights int8 [width, taps] of a block; ``begin`` what the sums of a block begin with, of
    its biases int64 [width], or it is None and the biases lie behind the weights.
    """

    int8: Products
    params: type[PackedDense]
    width: int
    piece: int
    pack: Callable[[Array], Array]
    why: str
    begin: Callable[[Array], Array] | None = None

    def bind_dense(self, view: NodeView) -> Bound:
        """A fully connected layer."""
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        parts = self.int8.layer(view)
        if isinstance(parts, Misfit):
            return parts
        (layer, ending), left = parts, raised_bits(view, parts[0])
        outputs, taps = layer.w.shape
        if layer.bits != 4 or NIBBLE_SUM_FACTOR * max(-int(layer.low.min()), int(layer.high.max())) >> left > INT32_MAX:
            return Misfit("a weight is -8, or the sums of two channels do not fit an int32 together")
        pieces = -(-taps // self.piece)
        epilogue = epilogue_of(layer, left or ending.left)
        params = self.params(view.y.size // outputs, taps, pieces, outputs, outputs, epilogue)
        padded: Array = np.zeros((outputs, pieces * self.piece), np.int8)
        padded[:, :taps] = layer.w >> left
        stream = const("weights", "int8_t", self._stream(padded, ending, left), STREAM)
        args = (operand(view, 0), stream, output(view), Scratch("int8_t", VECTOR))
        symbol, scratch = f"edgec_dense_s4_{self.int8.name}", pieces * self.piece
        macs, steps = view.y.size * taps, (("out_step", 1),)
        return (Call(symbol, f"{symbol}.h", params, args, scratch, macs, (), self.why, None, steps),)

    def _stream(self, w: Array, ending: Ending, left: int) -> Array:
        parts: list[Array] = []
        for first, width in blocks_of(len(w), (self.width,)):
            weights, end = self.pack(rows_of_block(w, first, width)), ends(ending, first, width)
            if self.begin is None:
                parts += [weights, end]
            else:
                biases = rows_of_block(ending.bias, first, width).astype(np.int64) >> left
                parts += [self.begin(biases), weights, end[4 * width :]]
        stream: Array = np.concatenate(parts)
        return stream

    def bind_whole(self, view: NodeView) -> Bound:
        """A convolution of one window."""
        a = view.attrs(ConvAttrs)
        (_, h, w, _), (_, kh, kw, _) = view.x(0).shape, view.x(1).shape
        if any(a.pads) or (kh, kw) != (h, w) or a.dilations != (1, 1):
            return Misfit("the layer is not one window")
        return self.bind_dense(view)

    def work(self, view: NodeView, call: Call) -> Counts:
        """Rows, blocks of channels, and steps of them."""
        p = call.params_of(PackedDense)
        blocks = p.rows * -(-p.out_c // self.width)
        return (
            ("call", 1),
            ("row", p.rows),
            ("copied", p.rows if p.in_c != p.pieces * self.piece else 0),
            ("block", blocks),
            ("piece", blocks * p.pieces),
        )

    def kernels(self) -> tuple[Kernel, ...]:
        """Kernels of fully connected layers and of convolutions that are such."""
        library = self.int8.library
        return (
            Kernel(library, "dense_s4", "Dense", I8, self.bind_dense, self.work, grid=int4(DENSE)),
            Kernel(library, "dense_s4", "Conv", I8, self.bind_whole, self.work, grid=int4(WHOLE)),
        )


def _pack(block: Array) -> Array:
    """Pack 32 taps of each channel into 16 bytes, in the order of edgec_dense_s4_neon.h."""
    return nibbles(block.reshape(len(block), -1, 32).transpose(1, 0, 2).reshape(-1))


WHY = "4 outputs, weights unpacked to registers: 61 instructions for 256 MACs"
ROWS = PackedRows(INT8, DenseS4Neon, CHANNELS, 64, _pack, WHY)
KERNELS = ROWS.kernels()
