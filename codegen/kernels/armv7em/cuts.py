"""Parts of the Armv7E-M kernels: items of convolutions, fully connected layers and sums (``spec.Cut``)."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em.pack import Form
from edgec.codegen.kernels.armv7em.params import AddS8Armv7em, Conv2dS8Armv7em, DenseS8Armv7em, MulS8Armv7em, WinogradS8
from edgec.codegen.kernels.armv7em.work import DENSE_UNIT, POSITIONS, UNIT, Windows, ceil, limited, window_copies
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.spec import Call, Cut, NodeView
from edgec.converter.ops.conv import ConvAttrs

LIMITED, ELEMENTS, FILLED = 1024, 64, 32  # bytes that an item limits, elements of a sum, words of planes filled
WHOLE, EXACT = 1.05, 1.02  # margins of items: of whole tiles, of those whose loops the assembly holds
BORDER = 1.05  # points of tiles that reach out of the image, of those as they are estimated
SMALL_TILE = 3600  # products of a tile that is not cut


def _cut_tiles(view: NodeView, call: Call, form: Form, kind: str, columns: Counts) -> Cut:
    """Columns of each tile, then its pairs of channels, or small tiles; ``columns`` counts what is not widened.

    ``kind``: what the kernel's name adds, as in its binding.
    """
    p = call.params_of(Conv2dS8Armv7em)
    outputs = view.y.shape[-1]
    taps = view.x(1).size // outputs
    pairs, tiles = ceil(outputs, 2), ceil(view.y.size // outputs, POSITIONS)
    gemm = f"gemm_s{form.bits}"
    pair = form.terms(f"conv2d_s8{kind}", ((f"{gemm}.pair", 1), (f"{gemm}.step", ceil(taps, UNIT))))
    wide: Counts = (("gemm.widened", taps // UNIT), ("gemm.rest", int(taps % UNIT > 0)))
    end: Counts = (("tile", 1), (f"{gemm}.odd", outputs % 2), ("bytes.limited", limited(p, outputs * POSITIONS)))
    tile = form.terms(f"conv2d_s8{kind}", (*columns, *wide, *end))
    header = call.header.replace("_armv7em.h", "_parts_armv7em.h")
    whole = tuple((name, n * pairs) for name, n in pair)
    coarse = Cut(f"{call.symbol}_tiles", header, tiles, ((*tile, *whole),), margin=WHOLE)
    if POSITIONS * outputs * taps <= SMALL_TILE:
        return coarse
    order = ((1, tile), (pairs, pair))
    return Cut(f"{call.symbol}_part", header, tiles * (1 + pairs), (), order=order, heads=1, coarse=coarse)


def cut_points(view: NodeView, call: Call, form: Form) -> Cut:
    """Parts of a 1x1 convolution: rows are widened as they are."""
    return _cut_tiles(view, call, form, "_1x1", ())


def _is_one(view: NodeView) -> bool:
    """Return whether a convolution has one group and one image."""
    return view.attrs(ConvAttrs).groups == 1 and view.x(0).shape[0] == 1


def cut_cells(view: NodeView, call: Call, form: Form) -> Cut | None:
    """Parts of a convolution whose cells are whole words."""
    _, kh, kw, _ = view.x(1).shape
    return _cut_tiles(view, call, form, "", (("cell", kh * kw),)) if _is_one(view) else None


def cut_patches(view: NodeView, call: Call, form: Form) -> Cut | None:
    """Parts of a convolution whose windows are copied: by lines where all lie inside, else at most cell by cell."""
    _, kh, kw, c = view.x(1).shape
    if not _is_one(view):
        return None
    windows = Windows.of(view)
    counts = np.outer(windows.rows, windows.columns).reshape(-1)
    cut = counts[~windows.whole] if view.attrs(ConvAttrs).dilations[1] == 1 else counts
    lines = 0 if len(cut) else POSITIONS * kh  # what is cut off costs more
    cells = POSITIONS * int(cut.max(initial=0))
    outside = POSITIONS * kh * kw - cells if len(cut) else 0
    worst = (("window", POSITIONS), *window_copies(lines, kw * c, cells, outside, c))
    tiles = _cut_tiles(view, call, form, "_patch", worst)
    coarse = tiles.coarse or tiles
    if len(cut):
        coarse = replace(coarse, spans=_spans(view, windows, coarse, form, worst))
    return coarse if tiles.coarse is None else replace(tiles, coarse=coarse)


def _spans(view: NodeView, windows: Windows, cut: Cut, form: Form, worst: Counts) -> tuple[Cut, ...]:
    """Tiles of windows that reach out above, those of other windows in their order, those that reach out below.

    Args:
        view: a convolution whose windows are copied.
        windows: its windows.
        cut: its tiles, each priced as the worst.
        form: of its weights.
        worst: what of their work is copies.
    """
    _, kh, kw, c = view.x(1).shape
    rows = np.repeat(windows.rows == kh, len(windows.columns))
    edges = np.flatnonzero(rows)
    if view.attrs(ConvAttrs).dilations[1] != 1 or not len(edges):
        return ()
    above, below = ceil(int(edges[0]), POSITIONS), (int(edges[-1]) + 1) // POSITIONS
    below = cut.items if edges[-1] + 1 == len(rows) else below
    if below <= above:
        return ()
    inside = np.tile(windows.columns, len(windows.rows))
    rest = tuple(term for term in cut.kinds[0] if term not in form.terms("conv2d_s8_patch", worst))
    runs: list[tuple[int, Counts]] = []
    for tile in range(above, below):
        columns = inside[POSITIONS * tile : POSITIONS * (tile + 1)]
        whole, cells = int((columns == kw).sum()), int(columns[columns < kw].sum())
        outside = kw * (len(columns) - whole) - cells
        copies = window_copies(kh * whole, kw * c, kh * cells, kh * outside, c)
        counts = (*form.terms("conv2d_s8_patch", (("window", POSITIONS), *copies)), *rest)
        runs[-1:] = [(runs[-1][0] + 1, counts)] if runs and runs[-1][1] == counts else [*runs[-1:], (1, counts)]
    middle = replace(cut, items=below - above, kinds=(), order=tuple(runs))
    ends = [replace(cut, items=n) for n in (above, cut.items - below)]
    return tuple(span for span in (ends[0], middle, ends[1]) if span.items)


def cut_dense(view: NodeView, call: Call, form: Form) -> Cut:
    """Parts of a fully connected layer: each row widened, then its pairs of outputs."""
    return _cut_outputs(view, call, 2, "pair", f"edgec_dense_s{form.bits}_parts_armv7em.h")


def cut_fours(view: NodeView, call: Call, *begin: tuple[str, float]) -> Cut:
    """The same with fours of outputs."""
    return _cut_outputs(view, call, 4, "four", call.header.replace("_armv7em.h", "_parts_armv7em.h"), *begin)


def _cut_outputs(view: NodeView, call: Call, many: int, term: str, header: str, *begin: tuple[str, float]) -> Cut:
    """Parts of a fully connected layer that computes so many outputs at a time; ``begin``: what a row takes more."""
    p = call.params_of(DenseS8Armv7em)
    outputs = view.y.shape[-1]
    taps = view.x(1).size // outputs
    rows, items = call.macs // (outputs * taps), ceil(outputs, many)
    each: Counts = ((term, 1), ("step", ceil(taps, DENSE_UNIT)))
    row: Counts = (
        *begin,
        ("dense.widened", ceil(taps, UNIT)),
        ("row", 1 + int(outputs % many > 0)),
        ("bytes.limited", limited(p, outputs)),
    )
    return Cut(f"{call.symbol}_part", header, rows * (1 + items), (each,), ((1 + items, 1, row),), margin=EXACT)


def cut_winograd(view: NodeView, call: Call) -> Cut | None:
    """Parts of a Winograd convolution: the points of two tiles, their pairs of channels; at the end limits."""
    return _cut_winograd(call, 2, 16)


def cut_winograd4(view: NodeView, call: Call) -> Cut | None:
    """The same of tiles of 4x4 outputs."""
    return _cut_winograd(call, 4, 4)


def _cut_winograd(call: Call, outputs: int, step: int) -> Cut | None:
    """Parts of a layer whose tiles have so many outputs along an axis; ``step``: input channels of a step."""
    p = call.params_of(WinogradS8)
    if p.batch > 1:
        return None
    cells = (outputs + 2) ** 2
    twos = ceil(ceil(p.out_h, outputs) * ceil(p.out_w, outputs), 2)
    limits = ceil(limited(p, p.out_h * p.out_w * p.out_step), LIMITED)
    edge = p.in_c * cells * 3 // 4
    point: Counts = (("tile", 2), ("input", p.in_c // 2), ("copied_cell", 2 * cells), ("copied", edge // 2),
                     ("zeroed", p.in_c * cells // 2))  # fmt: skip
    order = (
        (2, tuple((name, BORDER * n / 2) for name, n in point)),
        (p.out_c // 2, (("pair", 1), ("step", p.in_c // step))),
    )
    outside: tuple[Counts, ...] = ((("bytes.limited", LIMITED if limits else 0),),)
    items = twos * (2 + p.out_c // 2) + limits
    header = call.header.replace("_armv7em.h", "_parts_armv7em.h")
    return Cut(f"{call.symbol}_part", header, items, outside, order=order, heads=1, margin=EXACT)


def cut_binary(view: NodeView, call: Call) -> Cut | None:
    """Parts of a sum or a product of two tensors of one shape: runs of elements."""
    p = call.params
    assert isinstance(p, AddS8Armv7em | MulS8Armv7em)
    *outer, n = p.shape.dims
    if prod(outer) > 1 or p.shape.a_stride[-1] != 1 or p.shape.b_stride[-1] != 1:
        return None
    kind = "add" if isinstance(p, AddS8Armv7em) else "mul"
    run: Counts = ((f"{kind}_four", ELEMENTS // 4), ("limited", limited(p, ELEMENTS)))
    row: Counts = ((f"{kind}_row", 1), (f"{kind}_one", n % 4))
    return Cut(
        f"{call.symbol}_part",
        "edgec_binary_s8_parts_armv7em.h",
        ceil(n, ELEMENTS),
        (run,),
        ((ceil(n, ELEMENTS), 0, row),),
        margin=1.12,
    )
