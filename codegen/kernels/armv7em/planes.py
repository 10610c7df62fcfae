"""Geometry of depthwise layers in planes of int16: which axis of the image runs along a row, how tall a strip is."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.armv7em.params import PlaneFilters
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.conv import ConvAttrs

PLANES = 4
PAIRS = PlaneFilters.EDGEC_DW_PAIRS.value
STREAM, STEPS = PlaneFilters.EDGEC_DW_STREAM.value, PlaneFilters.EDGEC_DW_STEPS.value
RAISED_STREAM, RAISED_STEPS = PlaneFilters.EDGEC_DW_FILTERS_STREAM.value, PlaneFilters.EDGEC_DW_FILTERS_STEPS.value
SIX, TWO, ROW = 71, 30, 16  # instructions of the 3x3 kernel: 6 outputs, 2 outputs, a row
STRIDED_FOUR, STRIDED_TWO = 56, 36  # of its groups at other strides: 4 outputs, 2 outputs
RAISED_SIX, RAISED_FOUR, RAISED_TWO, COLUMN = 70, 49, 31, 10  # of raised sums; COLUMN: to the top of a group


def group_of(stride: int) -> int:
    """Outputs of a step of the 3x3 kernel."""
    return 6 if stride == 1 else 4


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
    skipped: int = 0  # taps before the first of ``taps``

    @property
    def span(self) -> int:
        """Cells under the taps."""
        return (self.taps - 1) * self.dilation + 1

    @property
    def clipped(self) -> Axis:
        """The axis without the taps at its ends that meet padding only, whatever the output."""
        places = [t * self.dilation - self.pad for t in range(self.taps)]  # of the taps of output 0
        last = (self.out - 1) * self.stride
        met = [t for t, at in enumerate(places) if at < self.size and at + last >= 0]
        if not met:
            return self
        first = min(met[0], self.pad // self.dilation)
        return replace(self, taps=met[-1] + 1 - first, pad=self.pad - first * self.dilation, skipped=first)

    @property
    def read(self) -> Axis:
        """The axis without the cells behind those that any output reads."""
        return replace(self, size=max(1, min(self.size, (self.out - 1) * self.stride - self.pad + self.span)))

    @property
    def mirrored(self) -> Axis:
        """The axis from its last cell to the first: padding of one cell moves to the other end, or away."""
        behind = (self.out - 1) * self.stride - self.pad + self.span - self.size
        return replace(self, pad=behind, step=-self.step, out_step=-self.out_step)


@dataclass(frozen=True)
class Shape:
    """A depthwise layer seen by the kernel: planes of ``rows`` x ``cols``."""

    rows: Axis
    cols: Axis
    turned: bool  # rows run along the image's height
    any_window: bool = False  # seen by the kernel of any window
    raised: bool = False  # by that of raised sums

    @property
    def pitch(self) -> int:
        """Elements of a row in scratch: all inputs, and all that the last step of the kernel reads."""
        c = self.cols
        if self.steps:
            read = max(self._read(out) for out in self.columns)
            return self.phases * (-(-max(-(-(c.pad + c.size) // self.phases), read) // 2) * 2)
        read = max(c.stride * (c.out + c.out % 2) + 2, (c.out - 1) * c.stride + c.span + c.span % 2)
        return -(-max(c.pad + c.size, read) // 2) * 2

    def _read(self, out: int) -> int:
        """Elements that blocks of any window read of a row of so many outputs; a row is what six outputs read."""
        sixes, fours = groups(out)
        behind = max(2 * self.steps + 2, 8) if fours else 2 * self.steps + 4
        return max(2 * self.steps + 4, 6 * sixes + 4 * fours - (4 if fours else 6) + behind)

    @property
    def cost(self) -> int:
        """Instructions of a channel, roughly; decides the direction of rows."""
        each, two, row = (SIX, TWO, ROW) if self.cols.stride == 1 else (STRIDED_FOUR, STRIDED_TWO, ROW)
        if self.raised:
            each, two, row = (RAISED_SIX, TWO, 0) if self.cols.stride == 1 else (RAISED_FOUR, RAISED_TWO, 0)
        steps, twos = self.steps_of_row
        columns = COLUMN * (steps + twos) if self.raised else 0
        return self.rows.out * (steps * each + twos * two + row) + columns + self.rows.size * self.load // PLANES

    @property
    def steps_of_row(self) -> tuple[int, int]:
        """Steps of six outputs (of four at stride 2) and of two of a row of a 3x3 kernel."""
        out, group = self.cols.out, group_of(self.cols.stride)
        if self.raised and self.cols.stride == 2 and out in (3, 7):
            return (out + 1) // group, 0
        return out // group, (out % group + 1) // 2

    @property
    def best_read(self) -> Shape:
        """The planes without columns that no output reads, and from the last column to the first if that loads faster.

        A row of even length with padding at one end comes by whole fours from the other end on.
        """
        read = replace(self, cols=self.cols.read)
        mirrored = replace(read, cols=read.cols.mirrored)
        return mirrored if mirrored.cols.pad >= 0 and mirrored.load < read.load else read

    @property
    def mirrored(self) -> bool:
        """Whether columns go from the last one to the first."""
        return self.cols.step < 0

    @property
    def load(self) -> int:
        """Instructions of loading a row of four channels."""
        loops, fours, twos, ones = self.loads
        return 15 * loops + 24 * fours + 13 * twos + 11 * ones

    @property
    def pairs(self) -> int:
        """Pairs of taps of a filter."""
        return self.rows.taps * -(-self.width // 2)

    @property
    def steps(self) -> int:
        """Pairs of columns of a row of taps that goes by the blocks of stride 1; 0 of other windows."""
        steps = max(2, self.cols.taps // 2 + 1)
        if self.raised:
            words, most_steps, most_words = 2 * steps - 1, RAISED_STEPS, RAISED_STREAM
        else:
            words, most_steps, most_words = 2 * steps + 1, STEPS, STREAM
        fits = steps <= most_steps and 6 + self.rows.taps * words <= most_words
        runs = self.cols.stride == 1 and (self.cols.taps > 1 or not self.raised)
        return steps if self.any_window and runs and fits else 0

    @property
    def line(self) -> bool:
        """Whether outputs are one row with a six, of one row of taps without dilation: filters follow each other."""
        alone = self.rows.size == self.rows.out == self.rows.taps == self.phases == 1
        return self.raised and self.steps > 0 and alone and groups(self.cols.out)[0] > 0

    @property
    def by_3x3(self) -> bool:
        """Whether the blocks of 3x3 take parts of the image in which cells under the taps lie beside each other."""
        return self.raised and self.steps > 0 and (self.rows.taps, self.cols.taps, self.rows.stride) == (3, 3, 1)

    @property
    def by_5x5(self) -> bool:
        """Whether the block for windows of 5x5 on three columns takes all rows, where they are a single strip."""
        taps = (self.rows.taps, self.cols.taps, self.rows.dilation, self.phases, self.rows.stride)
        return self.raised and self.steps > 0 and self.cols.out == 3 and taps == (5, 5, 1, 1, 1)

    def by_four(self, strip: int) -> bool:
        """Return whether the block for four columns of 3x3 takes all rows, in strips of so many."""
        stride_1 = (self.rows.stride, self.cols.stride) == (1, 1)
        return self.raised and not self.any_window and stride_1 and self.cols.out == 4 and strip >= self.rows.out

    @property
    def phases(self) -> int:
        """Parts of a row in which the cells under the taps of an output lie beside each other."""
        return self.cols.dilation if self.steps else 1

    @property
    def width(self) -> int:
        """Taps of a row in the stream, zeros between them included."""
        return self.cols.taps if self.steps else self.cols.span

    @property
    def columns(self) -> tuple[int, ...]:
        """Outputs of a row, of each phase that has any."""
        outs = (-(-(self.cols.out - phase) // self.phases) for phase in range(self.phases))
        return tuple(out for out in outs if out)

    @property
    def loads(self) -> tuple[int, int, int, int]:
        """Loops, fours, twos and single cells by which a row of the image comes into a plane."""
        loops = fours = twos = ones = 0
        for phase in range(self.phases):
            first = (phase - self.cols.pad) % self.phases
            cells = -(-(self.cols.size - first) // self.phases)
            if cells > 0:
                head = (first + self.cols.pad) // self.phases % 2
                rest = (cells - head) % 4
                loops, fours = loops + 1, fours + (cells - head) // 4
                twos, ones = twos + rest // 2, ones + head + rest % 2
        return loops, fours, twos, ones

    def strip(self, limit: int) -> int:
        """Output rows of a strip whose planes take at most ``limit`` bytes, if one row does."""
        row_bytes = 2 * PLANES * self.pitch
        rows = (limit // row_bytes - self.rows.span) // self.rows.stride + 1
        strips = -(-self.rows.out // max(1, min(rows, self.rows.out)))
        return -(-self.rows.out // strips)


def groups(out: int) -> tuple[int, int]:
    """Sixes and fours of a row of so many outputs that goes by the blocks of any window."""
    sixes, rest = divmod(out, 6)
    if sixes and rest in (1, 2):
        return sixes - 1, 2
    return sixes, -(-rest // 4)


def shape_of(view: NodeView, any_window: bool = False, raised: bool = False) -> Shape:
    """The direction that takes fewer instructions; a column of taps runs along rows unless that takes too many."""
    a = view.attrs(ConvAttrs)
    _, h, w, c = view.x(0).shape
    _, oh, ow, o = view.y.shape
    _, kh, kw, _ = view.x(1).shape
    vertical = Axis(h, oh, kh, a.strides[0], a.pads[0], w * c, ow * o, a.dilations[0])
    horizontal = Axis(w, ow, kw, a.strides[1], a.pads[1], c, o, a.dilations[1])
    if any_window:
        vertical, horizontal = vertical.clipped, horizontal.clipped
        kh, kw = vertical.taps, horizontal.taps
    straight, turned = (
        Shape(vertical, horizontal, False, any_window, raised),
        Shape(horizontal, vertical, True, any_window, raised),
    )
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
