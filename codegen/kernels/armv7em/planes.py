"""Geometry of depthwise layers in planes of int16: which axis of the image runs along a row, how tall a strip is."""

from __future__ import annotations

from dataclasses import dataclass

from edgec.codegen.kernels.armv7em.params import PlaneFilters
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.ops.conv import ConvAttrs

PLANES = 4
PAIRS = PlaneFilters.EDGEC_DW_PAIRS.value
SIX, TWO, ROW, LOAD = 71, 30, 16, 13  # instructions of the 3x3 kernel: 6 outputs, 2 outputs, a row, 8 inputs


@dataclass(frozen=True)
class Axis:
    """One axis of the image; ``step`` and ``out_step`` in elements."""

    size: int
    out: int
    taps: int
    stride: int
    pad: int
    step: int
    out_step: int
    dilation: int

    @property
    def span(self) -> int:
        """Cells under the taps."""
        return (self.taps - 1) * self.dilation + 1


@dataclass(frozen=True)
class Shape:
    """A depthwise layer seen by the kernel: planes of ``rows`` x ``cols``."""

    rows: Axis
    cols: Axis
    turned: bool  # rows run along the image's height

    @property
    def pitch(self) -> int:
        """Elements of a row in scratch: all inputs, and all that the last step of the kernel reads."""
        c = self.cols
        read = max(c.stride * (c.out + c.out % 2) + 2, (c.out - 1) * c.stride + c.span + c.span % 2)
        return -(-max(c.pad + c.size, read) // 2) * 2

    @property
    def cost(self) -> int:
        """Instructions of a channel, roughly; decides the direction of rows."""
        sixes, rest = divmod(self.cols.out, 6)
        return self.rows.out * (sixes * SIX + (rest + 1) // 2 * TWO + ROW) + self.rows.size * self.load

    @property
    def load(self) -> int:
        """Instructions of loading a row of a channel."""
        return -(-self.cols.size // 2) * LOAD // 4 + 8

    @property
    def pairs(self) -> int:
        """Pairs of taps of a filter."""
        return self.rows.taps * -(-self.cols.span // 2)

    def strip(self, limit: int) -> int:
        """Output rows of a strip whose planes take at most ``limit`` bytes, if one row does."""
        row_bytes = 2 * PLANES * self.pitch
        rows = (limit // row_bytes - self.rows.span) // self.rows.stride + 1
        strips = -(-self.rows.out // max(1, min(rows, self.rows.out)))
        return -(-self.rows.out // strips)


def shape_of(view: NodeView) -> Shape:
    """The direction that takes fewer instructions; a column of taps runs along rows unless that takes too many."""
    a = view.attrs(ConvAttrs)
    _, h, w, c = view.x(0).shape
    _, oh, ow, o = view.y.shape
    _, kh, kw, _ = view.x(1).shape
    vertical = Axis(h, oh, kh, a.strides[0], a.pads[0], w * c, ow * o, a.dilations[0])
    horizontal = Axis(w, ow, kw, a.strides[1], a.pads[1], c, o, a.dilations[1])
    straight, turned = Shape(vertical, horizontal, False), Shape(horizontal, vertical, True)
    if max(straight.pairs, turned.pairs) > PAIRS:
        return min(straight, turned, key=lambda s: s.pairs)
    if kh != kw:
        return straight if kw > kh else turned
    return min(straight, turned, key=lambda s: s.cost)


def keeps_input(shape: Shape, strip: int) -> bool:
    """Return whether the output may replace the input: no strip overwrites a cell that a later one has yet to read.

    Channels never meet: an element of the output lies on one of the input of its own channel.  A strip has read all
    rows of its taps when it is written.
    """
    rows, cols = shape.rows, shape.cols
    for end in range(strip, rows.out, strip):
        unread = (end - 1) * rows.stride - rows.pad + rows.span
        if shape.turned and cols.step // rows.step != cols.out_step // rows.out_step:
            return False
        if end * rows.out_step > unread * rows.step:
            return False
    return True


def axes(rows: Axis, cols: Axis) -> tuple[int, int, int, int, int, int, int, int]:
    """Sizes and steps of the input, then of the output."""
    return rows.size, cols.size, rows.step, cols.step, rows.out, cols.out, rows.out_step, cols.out_step
