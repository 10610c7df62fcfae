"""The kinds of Armv7E-M depthwise convolutions, and their work."""

from __future__ import annotations

from edgec.codegen.kernels.armv7em.params import PlaneFilters
from edgec.codegen.kernels.armv7em.params_depthwise import Dwconv2dS8Armv7em
from edgec.codegen.kernels.armv7em.planes import COLUMN, PLANES, RAISED_SIX, RAISED_TWO, Shape, groups, shape_of
from edgec.codegen.kernels.armv7em.work import ceil, limited
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.converter.graph.frozen import dataclass

NIBBLES = PlaneFilters.EDGEC_DW_NIBBLES.value  # int4 taps of a word
SIX, FOUR, ANY_ROW = 33, 30, 18  # instructions of six and four outputs of any window beside its taps, of their row
WHOLE_FOUR = 49  # of a row of four outputs of 3x3 in a single strip
FILTER_5X5, ROW_5X5 = 85, 75  # of a filter of 5x5 on three columns, of a row of its outputs
FILTER_3X3 = 80  # of a filter that goes by the blocks of 3x3, in each part of the image
LINE_QUAD = 0.5  # four channels of a single row, or of 3x3 in a single strip, of those of any strip


@dataclass(frozen=True)
class Kind:
    """A kernel takes 3x3 of a stride, or any window; sums are raised to one shift; weights have so many bits."""

    stride: int | None
    raised: bool
    bits: int

    @property
    def id(self) -> str:
        """The kernel's name, and its function's."""
        if self.stride is None:
            return f"dwconv2d_s{self.bits}{'_raised' if self.raised else ''}"
        return f"dwconv2d_s{self.bits}{'_raised' if self.raised else '_3x3'}_s{self.stride}"

    @property
    def row(self) -> str:
        """The term of a row of outputs, where sums are not raised."""
        return "row" if self.stride is None else "planes.row"

    def shape(self, view: NodeView) -> Shape:
        """The window and the direction of its rows, as this kernel sees a layer."""
        shape = shape_of(view, self.stride is None, self.raised)
        return shape if self.stride is None else shape.best_read

    @property
    def why(self) -> str:
        """The reason that the report gives."""
        if self.stride is None:
            how = "two taps per instruction" + (", one shift of all channels" if self.raised else "")
        else:
            six, four = (70, 49) if self.raised else (82, 61)
            how = f"six outputs in {six} instructions" if self.stride == 1 else f"four outputs in {four} instructions"
        return f"{'int4, ' if self.bits == 4 else ''}four channels as int16 planes, {how}"


def work(view: NodeView, call: Call, kind: Kind) -> Counts:
    """Rows of four channels loaded, rows of each channel computed; strips, all of which but the first keep rows."""
    shape, p = kind.shape(view), call.params_of(Dwconv2dS8Armv7em)
    rows, cols = shape.rows, shape.cols
    batch, channels, filters = view.x(0).shape[0], view.x(0).shape[3], view.y.shape[3]
    line = shape.line and channels == filters >= PLANES
    strips = ceil(rows.out, p.strip)
    alone = strips == 1 and channels == filters >= PLANES
    whole = kind.stride is not None and kind.raised and alone
    whole_5x5 = kind.stride is None and shape.by_5x5 and alone
    quads, each = batch * ceil(channels, 4), batch * filters
    kept = (strips - 1) * max(0, rows.span - rows.stride)  # rows moved instead of loaded
    needed = (rows.out - 1) * rows.stride + rows.span + (strips - 1) * max(0, rows.span - rows.stride) - kept
    loaded = min(needed, rows.size)
    loops, fours, twos, ones = shape.loads
    counts: Counts = (
        ("call", 1),
        ("planes.quad", quads * strips * (LINE_QUAD if line or whole or whole_5x5 else 1)),
        (
            "planes.filled",
            2 * shape.pitch * p.depth + (quads * (needed - loaded) * 2 * shape.pitch if strips > 1 else 0),
        ),
        ("planes.moved", quads * kept * 2 * shape.pitch),
        ("bytes.limited", limited(p, view.y.size)),
    )
    if kind.stride is not None or not kind.raised:
        counts += (("planes.channel", each * strips),)
    if not kind.raised:
        counts += ((kind.row, each * rows.out),)
    if channels < 4:
        counts += (("planes.narrow_row", batch * loaded), ("planes.narrow", batch * loaded * cols.size * channels))
    else:
        counts += (
            ("planes.load_row", quads * loaded * loops),
            ("planes.load_four", quads * loaded * fours),
            ("planes.load_two", quads * loaded * twos),
            ("planes.load_one", quads * loaded * ones),
        )
    if kind.bits == 4:
        counts += (("planes.unpacked", each * strips * ceil(rows.taps * shape.width, NIBBLES)),)
    if line:
        taps, outputs = line_outputs(shape)
        return (*counts, ("filters", each * taps), ("planes.any", each * outputs))
    if whole_5x5:
        return (*counts, ("filters", each * FILTER_5X5), ("planes.any", each * rows.out * ROW_5X5))
    if kind.stride is None and shape.by_3x3 and p.strip > 1:
        return (*counts, ("planes.any", each * _outputs_3x3(shape, p.strip)))
    if goes_by_four(view, shape, p.strip):
        return (*counts, ("step", each * rows.out * WHOLE_FOUR / RAISED_SIX))
    return counts + outputs_of(shape, each, strips, kind)


def goes_by_four(view: NodeView, shape: Shape, strip: int) -> bool:
    """Return whether the block for four columns, which a header of its own adds, takes a layer in strips of so many."""
    channels, filters = view.x(0).shape[3], view.y.shape[3]
    return shape.by_four(strip) and channels == filters >= PLANES and not view.frugal


def line_outputs(shape: Shape) -> tuple[int, int]:
    """Instructions of a filter, and of its outputs, where both are a single row."""
    sixes, fours = groups(shape.cols.out)
    six, four = 24 + 7 * shape.steps + shape.steps // 2, 23 + 5 * shape.steps + shape.steps // 2
    return 8 + 7 * shape.steps, 15 + sixes * six + fours * four


def _outputs_3x3(shape: Shape, strip: int) -> int:
    """Instructions of all rows of a filter that goes by the blocks of 3x3: it begins for each part of each strip."""
    full, rest = divmod(shape.rows.out, strip)
    apart = shape.rows.dilation
    parts = full * min(apart, strip) + min(apart, rest)
    steps = [(out // 6, (out % 6 + 1) // 2) for out in shape.columns]
    begun = sum(FILTER_3X3 + COLUMN * (sixes + twos) for sixes, twos in steps)
    return parts * begun + shape.rows.out * sum(RAISED_SIX * sixes + RAISED_TWO * twos for sixes, twos in steps)


def _raised_outputs(shape: Shape) -> tuple[int, int]:
    """Instructions of a filter in each strip, and in each row of outputs, where sums of any window are raised.

    A filter begins for each phase of a row; of a single row phases with as many outputs go on with it.
    """
    steps, rows = shape.steps, shape.rows.taps
    begun = len(set(shape.columns) if shape.rows.out == 1 else shape.columns)
    sixes, fours = (sum(n) for n in zip(*map(groups, shape.columns), strict=True))
    six = 26 + rows * (7 * steps + 3 + (steps - 1) // 2)
    four = 26 + rows * (5 * steps + 3 + steps // 3)
    return begun * (26 + rows * (7 * steps - 1)), len(shape.columns) * ANY_ROW + sixes * six + fours * four


def outputs_of(shape: Shape, channels: int, strips: int, kind: Kind) -> Counts:
    """The sums of rows: steps of six outputs (of four at stride 2) and twos of 3x3; else fours and a last two."""
    rows, cols = shape.rows, shape.cols
    out_rows = channels * rows.out
    if kind.stride is not None:
        steps, twos = shape.steps_of_row
        columns = (("planes.column", channels * strips * (steps + twos)),) if kind.raised else ()
        return ("step", out_rows * steps), ("two", out_rows * twos), *columns
    if shape.raised:
        filters, each = _raised_outputs(shape)
        return ("filters", channels * strips * filters), ("planes.any", out_rows * each)
    if shape.steps:
        sixes, fours = (sum(n) for n in zip(*map(groups, shape.columns), strict=True))
        six, four = SIX + rows.taps * (1 + 8 * shape.steps), FOUR + rows.taps * (2 + 6 * shape.steps)
        return (
            ("planes.taps", channels * strips * rows.taps * ceil(shape.steps, 2)),
            ("planes.any", out_rows * (len(shape.columns) * ANY_ROW + sixes * six + fours * four)),
        )
    words = ceil(cols.span, 2)
    fours, rest = divmod(cols.out, 4)
    fours, twos = fours + int(rest > 2), int(0 < rest <= 2)
    return (
        ("expanded_row", channels * strips * rows.taps),
        ("expanded", channels * strips * rows.taps * ceil(cols.span, 4)),
        ("four", out_rows * fours),
        ("two", out_rows * twos),
        ("line", out_rows * (fours + twos) * rows.taps),
        ("four_pair", out_rows * fours * rows.taps * words),
        ("two_pair", out_rows * twos * rows.taps * words),
    )
