"""Counts of work of the Armv7E-M kernels for int16 activations and int8 weights (``Kernel.work``)."""

from __future__ import annotations

from edgec.codegen.kernels.armv7em.params_s16 import Conv2dS16Armv7em, Dwconv3x3S16
from edgec.codegen.kernels.armv7em.planes import shape_of
from edgec.codegen.kernels.armv7em.work import (
    DENSE_UNIT,
    POSITIONS,
    UNIT,
    Windows,
    ceil,
    inside,
    limited,
    product,
    whole_tiles,
)
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.converter.ops.conv import ConvAttrs


def conv_work(view: NodeView, call: Call) -> Counts:
    """Columns of three windows: from the image line by line where all lie inside, else from copies."""
    windows, a = Windows.of(view), view.attrs(ConvAttrs)
    outputs, kh, kw, c = view.x(1).shape
    positions = len(windows.rows) * len(windows.columns)
    images, tiles = windows.batch * a.groups, ceil(positions, POSITIONS)
    runs = a.dilations[1] == 1 and a.groups == 1
    direct = whole_tiles(windows) if kw == 1 or runs else 0
    copied = (tiles - direct) * POSITIONS
    cut = inside(view.x(0).shape[2], len(windows.columns), 1, a.strides[1], a.pads[1], 1) == 0  # the first tap
    cut_last = inside(view.x(0).shape[2], len(windows.columns), 1, a.strides[1], a.pads[1] - kw + 1, 1) == 0
    parts = int(windows.rows.sum()) * int(cut.sum() + cut_last.sum()) * images if runs else 0
    return (
        ("call", 1),
        *product(view, positions, windows.batch, a.groups, "gemm_s16"),
        ("line", images * (direct * kh + tiles - direct)),
        ("column", images * tiles * (kh * kw * c // 2)),
        ("copied_line" if runs else "copied_cell", images * copied * (kh if runs else kh * kw) + parts),
        ("copied", images * copied * (kh * kw * c // 2)),
        ("single", images * tiles if outputs == a.groups else 0),
        ("limited_row", limited(call.params_of(Conv2dS16Armv7em), images * positions)),
        ("limited", limited(call.params_of(Conv2dS16Armv7em), view.y.size)),
    )


def positions_work(view: NodeView, call: Call) -> Counts:
    """Rows of a fully connected layer as windows of one cell."""
    (rows, k), outputs = view.x(0).shape, view.y.shape[1]
    tiles = ceil(rows, POSITIONS)
    return (
        ("call", 1),
        *product(view, rows, 1, 1, "gemm_s16"),
        ("line", tiles),
        ("column", tiles * (k // 2)),
        ("single", tiles if outputs == 1 else 0),
        ("limited_row", limited(call.params_of(Conv2dS16Armv7em), rows)),
        ("limited", limited(call.params_of(Conv2dS16Armv7em), view.y.size)),
    )


def dense_work(view: NodeView, call: Call) -> Counts:
    """Pairs of outputs; a row is copied once."""
    outputs, taps = view.x(1).shape[0], view.x(1).size // view.x(1).shape[0]
    rows = call.macs // (outputs * taps)
    pairs = rows * ceil(outputs, 2)
    return (
        ("call", 1),
        ("row", rows),
        ("copied", rows * taps),
        ("pair", pairs),
        ("step", pairs * ceil(taps, DENSE_UNIT)),
    )


def depthwise_work(view: NodeView, call: Call) -> Counts:
    """Four channels of a window at a time, tap by tap."""
    windows = Windows.of(view)
    channels = view.x(0).shape[3]
    fours = view.y.shape[3] // channels * ceil(channels, UNIT)
    kind = "" if bool(windows.whole.all()) else "cut_"
    return (
        ("call", 1),
        (f"{kind}window", windows.count),
        (f"{kind}four", windows.count * fours),
        (f"{kind}line", windows.lines * fours),
        (f"{kind}tap", windows.cells * fours),
    )


def planes_work(view: NodeView, call: Call) -> Counts:
    """Rows of four channels loaded, rows of each channel computed; strips, all of which but the first keep rows."""
    shape, p = shape_of(view), call.params_of(Dwconv3x3S16)
    rows, cols = shape.rows, shape.cols
    batch, channels = view.x(0).shape[0], view.x(0).shape[3]
    filters, strips = view.y.shape[3] // channels, ceil(rows.out, p.strip)
    quads = batch * ceil(channels, 4)
    each = 4 * quads * filters
    needed = (rows.out - 1) * rows.stride + rows.span
    loaded = min(needed, rows.size)
    steps, rest = divmod(cols.out, 6 if rows.stride == 1 else 4)
    kind = f"s{rows.stride}"
    return (
        ("call", 1),
        ("filled", 2 * shape.pitch * p.depth + quads * (needed - loaded) * 2 * shape.pitch),
        ("moved", quads * (strips - 1) * (rows.span - rows.stride) * 2 * shape.pitch),
        ("quad", quads * strips),
        ("channel", each * strips),
        ("load_row", quads * loaded),
        ("load_two", quads * loaded * ceil(cols.size, 2)),
        ("row", each * rows.out),
        (f"{kind}_step", each * rows.out * steps),
        (f"{kind}_two", each * rows.out * ceil(rest, 2)),
    )
