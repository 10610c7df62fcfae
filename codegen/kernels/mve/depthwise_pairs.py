"""Binding of the Helium depthwise convolutions of 3x3 windows with stride 2: two outputs from 16 bytes of a channel."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.depthwise import layer_parts
from edgec.codegen.kernels.mve.depthwise_3x3 import FULL, UNREAD, columns_of, stream_of
from edgec.codegen.kernels.mve.pack import VECTOR
from edgec.codegen.kernels.mve.params import DwPairsMve, PairsOfOutputsMve
from edgec.codegen.kernels.neon.pack import STREAM
from edgec.codegen.kernels.plain.conv import conv_macs
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.conv import ConvAttrs

LANES = PairsOfOutputsMve.EDGEC_DW_PAIRS_MVE_LANES.value
PAIR, BEFORE = PairsOfOutputsMve.EDGEC_DW_PAIRS_MVE_PAIR.value, PairsOfOutputsMve.EDGEC_DW_PAIRS_MVE_BEFORE.value
EIGHT = 8  # outputs that are computed together
ROOM, FRUGAL_ROOM = 7168, 1024  # bytes of scratch, unless one band takes more
MOST_OFFSET = 65535  # of eight outputs
WHY = "3x3, stride 2: two outputs from 16 bytes of a channel, eight together"


@dataclass(frozen=True)
class PairRows:
    """Walk of a layer over its image: ``bands`` rows of outputs at a time."""

    view: NodeView
    bands: int

    @property
    def pairs(self) -> int:
        """Pairs of outputs of a row, of which the last one may be half a pair."""
        return -(-int(self.view.y.shape[2]) // 2)

    @property
    def columns(self) -> int:
        """Columns of the image that are read."""
        left, width = self.view.attrs(ConvAttrs).pads[1], int(self.view.x(0).shape[2])
        return min(left + width - 1, 2 * int(self.view.y.shape[2])) - left + 1

    @property
    def parts(self) -> tuple[int, ...]:
        """Bands of each filling of scratch."""
        height = int(self.view.y.shape[1])
        return tuple(min(self.bands, height - first) for first in range(0, height, self.bands))

    @property
    def scratch(self) -> int:
        """Bytes of scratch: a cell of padding, bytes before the columns, columns."""
        return LANES + BEFORE + self.bands * self.pairs * PAIR

    @property
    def runs(self) -> int:
        """Runs of bands whose rows lie inside, or of one band, of all fillings."""
        height, top = int(self.view.x(0).shape[1]), self.view.attrs(ConvAttrs).pads[0]
        total, band = 0, 0
        for bands in self.parts:
            inside = [2 * b - top >= 0 and 2 * b - top + 3 <= height for b in range(band, band + bands)]
            total += len(inside) - sum(inside) + min(sum(inside), 1)
            band += bands
        return total

    @property
    def eights(self) -> tuple[int, int]:
        """Lines of all fillings, of whose pairs eight outputs are four; those eights."""
        if self.view.y.shape[2] % 2:
            lines = int(self.view.y.shape[1])
            return lines, lines * -(-self.pairs // 4)
        return len(self.parts), sum(-(-n * self.pairs // 4) for n in self.parts)


def _rows_of(view: NodeView) -> PairRows:
    """Return the walk with as many bands as fit scratch, in fillings of almost as many."""
    room, height = FRUGAL_ROOM if view.frugal else ROOM, int(view.y.shape[1])
    band = PairRows(view, 1).pairs * PAIR
    most = max(1, min(height, (room - LANES - BEFORE) // band))
    return PairRows(view, -(-height // -(-height // most)))


def _shares(view: NodeView, rows: PairRows) -> bool:
    """Return whether outputs may take the place of their inputs: no filling reads cells that another one wrote."""
    (n, _, width, c), ow = view.x(0).shape, view.y.shape[2]
    starts = [rows.bands * i for i in range(1, len(rows.parts))]
    read = [(2 * first - view.attrs(ConvAttrs).pads[0]) * width for first in starts]  # cells before those still read
    return n == 1 and c % LANES == 0 and all(b * ow <= cell for b, cell in zip(starts, read, strict=True))


def _bind(view: NodeView) -> Bound:
    """3x3 windows of stride 2."""
    a, c = view.attrs(ConvAttrs), view.x(0).shape[3]
    if view.x(1).shape[1:3] != (3, 3) or a.strides != (2, 2) or a.dilations != (1, 1):
        return Misfit("the windows are not 3x3 of stride 2")
    if view.y.shape[3] != c or c < LANES:
        return Misfit(f"there are fewer than {LANES} channels, or a channel has several filters")
    if max(a.pads[0], a.pads[2], a.pads[3]) > 2 or a.pads[1] > 1:
        return Misfit("the padding is large")
    parts = layer_parts(view, 8)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    if (layer.lo, layer.hi) != FULL:
        return Misfit("outputs have limits")
    taps = np.pad(columns_of(layer)[:, :, :3].reshape(c, -1), ((0, 0), (0, 1))).reshape(-1)
    stream = stream_of(np.pad(taps, (0, -taps.size % 4)), layer, ending)
    if isinstance(stream, Misfit):
        return stream
    if (EIGHT - 1) * c > MOST_OFFSET:
        return Misfit("there are too many channels for offsets of 16 bits")
    rows = _rows_of(view)
    params = DwPairsMve(conv_geometry(view), layer.in_zero, layer.out_zero, rows.bands, c)
    args = (operand(view, 0), const("weights", "int8_t", stream.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    call = Call(
        "edgec_dwconv2d_s8_pairs_mve", "edgec_dwconv2d_s8_pairs_mve.h", params, args, rows.scratch, conv_macs(view),
        (0,) if _shares(view, rows) else (), WHY, None, (("out_step", 1),), most_pitch=MOST_OFFSET // (EIGHT - 1),
    ).without(*UNREAD)  # fmt: skip
    return (call,)


def _work(view: NodeView, call: Call) -> Counts:
    """Fillings of scratch and their blocks of channels, runs of bands, columns, eights of outputs."""
    rows, n, c = PairRows(view, call.params_of(DwPairsMve).bands), view.x(0).shape[0], view.x(0).shape[3]
    blocks = -(-c // LANES)
    lines, eights = rows.eights
    height = view.y.shape[1]
    return (
        ("call", 1),
        ("padded", rows.bands),
        ("filling", n * len(rows.parts)),
        ("block", n * blocks * len(rows.parts)),
        ("run", n * blocks * rows.runs),
        ("band", n * blocks * height),
        ("column", n * blocks * height * rows.columns),
        ("channel", n * blocks * LANES * len(rows.parts)),
        ("line", n * blocks * LANES * lines),
        ("eight", n * blocks * LANES * eights),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s8_pairs", "Conv", I8, _bind, _work, grid=grids.DEPTHWISE_PAIRS),
)
