"""Binding of Winograd with int4 weights: filters are brought to the points in scratch, a few channels at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.grids import Grid, conv, frugal, int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import grids
from edgec.codegen.kernels.neon.pack import blocks_of
from edgec.codegen.kernels.neon.params import WinogradNeon, WinogradNeonStream, WinogradS4Neon
from edgec.codegen.kernels.neon.s4 import CHUNK, FRUGAL, inner_call, int4_misfit, nibbles, packed_call, weights_of
from edgec.codegen.kernels.neon.winograd import CHANNELS, UNIT
from edgec.codegen.kernels.neon.winograd import KERNELS as INT8
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.shared.winograd import POINTS
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs

TAPS, ENDS = 9, WinogradNeonStream.EDGEC_WINO_S4_ENDS.value
BIAS_BYTES = 16  # bytes of biases
MORE: Grid = (  # of more channels than fit in a chunk, and of few positions, where filters take most
    conv((1, 16, 16, 32), 32, (3, 3), clamp=Clamp()),
    conv((1, 4, 4, 48), 23, (3, 3), clamp=Clamp()),
    conv((1, 27, 27, 8), 8, (3, 3)),
)
EACH = ("row", "copied", "tile", "pair", "points")  # what is counted for each chunk


def packed(w: Array, ends: Array) -> Array:
    """The stream: of four channels 9 taps of 8 input channels as nibbles, then biases, multipliers and shifts.

    ``w`` are the filters, int8 [O, 9, C]; ``ends`` the bytes [blocks, 48].
    """
    parts: list[Array] = []
    for (first, width), end in zip(blocks_of(len(w), (CHANNELS,)), ends, strict=True):
        block = w[first : first + width].reshape(CHANNELS, TAPS, -1, UNIT).transpose(2, 1, 3, 0)
        parts += [nibbles(np.ascontiguousarray(block).astype(np.int8).reshape(-1)), end]
    stream: Array = np.concatenate(parts)
    return stream


@dataclass(frozen=True)
class NarrowWinograd:
    """The int4 form of a kernel; ``lead`` bytes of a block stand before its points; ``name`` ends its symbol."""

    int8: Kernel
    lead: int
    name: str

    def bind(self, view: NodeView) -> Bound:
        """The call of the int8 kernel, to which filters are brought before it."""
        misfit = int4_misfit(view)
        if misfit is not None:
            return misfit
        bound, layer = self.int8.bind(view), layer_of(view, view.attrs(ConvAttrs).clamp)
        if isinstance(bound, Misfit) or isinstance(layer, Misfit):
            return bound
        (call,) = bound
        outputs, c = len(layer.w), view.x(0).shape[3]
        block = 2 * CHANNELS * POINTS * c + ENDS
        stream = weights_of(call).reshape(-1, block)
        ends = np.concatenate([stream[:, : self.lead], stream[:, self.lead - ENDS :]], axis=1)
        most = max(1, (FRUGAL if view.frugal else CHUNK) // block) * CHANNELS
        last = outputs - (_chunks(outputs, most) - 1) * most
        room = block * max(len(blocks_of(n, (CHANNELS,))) for n in {last, min(most, outputs)})
        params = WinogradS4Neon(call.params_of(WinogradNeon), most, room)
        made = packed_call(call, params, packed(layer.w.reshape(outputs, TAPS, c), ends), room)
        symbol = f"edgec_winograd_s4_{self.name}"
        made = replace(made, symbol=symbol, header=f"{symbol}.h")
        return (made if last == outputs else replace(made, window=None),)

    def work(self, view: NodeView, call: Call) -> Counts:
        """Count the work of the int8 kernel, its points for each chunk, and filters that are brought to the points."""
        outputs, c, p = view.x(1).shape[0], view.x(0).shape[3], call.params_of(WinogradS4Neon)
        many = _chunks(outputs, p.chunk)
        inner = replace(inner_call(call, p.conv), scratch_bytes=call.scratch_bytes - p.room)
        counts = self.int8.work(view, inner)
        return (
            *((name, many * n if name in EACH else n) for name, n in counts),
            ("chunk", many),
            ("filters", len(blocks_of(outputs, (CHANNELS,))) * c // UNIT),
        )

    def kernel(self, layers: Grid) -> Kernel:
        """The kernel."""
        int8 = self.int8
        grid = int4((*layers, *MORE, *frugal(layers[2:3])))
        return Kernel(int8.library, "winograd_s4", int8.op, I8, self.bind, self.work, grid=grid)


def _chunks(outputs: int, chunk: int) -> int:
    return 1 + max(0, outputs - CHANNELS) // chunk


KERNELS: tuple[Kernel, ...] = tuple(
    NarrowWinograd(kernel, BIAS_BYTES, "neon").kernel(grids.WINOGRAD) for kernel in INT8
)
