"""Loops of a call, from its parameters, for counts of work (``Kernel.work``)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.shared.params import Geometry, Reduced, Windowed
from edgec.codegen.kernels.spec import Call
from edgec.converter.graph.frozen import dataclass

WIDE_SHIFT = 32


def factor_kind(shift: int) -> str:
    """Return the term of a rescaling: factors of 1/4 and more take shifts of 64 bits."""
    return "wide" if shift <= WIDE_SHIFT else "narrow"


@dataclass(frozen=True)
class WindowCounts:
    """The windows of a layer (``edgec_geometry``) and what of them lies inside the input.

    ``rows`` and ``columns`` are how many of a window's lie inside, for each row and column of outputs; ``batch`` images
    have ``taps`` (rows, columns).
    """

    batch: int
    taps: tuple[int, int]
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def edge(self) -> str:
        """Side on which lines of windows leave the input; with none the compiler knows the innermost loop better."""
        return _edge(self.columns, self.taps[1])

    @property
    def end(self) -> str:
        """Side on which columns of windows leave the input."""
        return _edge(self.rows, self.taps[0])

    @property
    def positions(self) -> int:
        """Positions of the output."""
        return self.batch * len(self.rows) * len(self.columns)

    @property
    def lines(self) -> int:
        """Rows inside, of all windows."""
        return self.batch * sum(self.rows) * len(self.columns)

    @property
    def cells(self) -> int:
        """Cells inside, of all windows."""
        return self.batch * sum(self.rows) * sum(self.columns)

    @property
    def whole(self) -> int:
        """Windows that lie inside."""
        return self.batch * self.rows.count(self.taps[0]) * self.columns.count(self.taps[1])

    def runs(self, channels: int) -> tuple[int, int]:
        """The cells inside, line by line: runs of four values, and single values left, of ``channels`` a cell."""
        times = self.batch * sum(self.rows)
        return times * sum(n * channels // 4 for n in self.columns), times * sum(n * channels % 4 for n in self.columns)


def _edge(inside: Sequence[int], taps: int) -> str:
    """Return the side on which windows leave the input: none ("inside"), the end ("behind"), the start ("around")."""
    if inside[0] < taps:
        return "around"
    return "inside" if min(inside) == taps else "behind"


def windows_of(geo: Geometry) -> WindowCounts:
    """The windows of a layer."""

    def inside(size: int, outputs: int, before: int, stride: int, dilation: int, taps: int) -> tuple[int, ...]:
        starts = (i * stride - before for i in range(outputs))
        return tuple(sum(0 <= s + k * dilation < size for k in range(taps)) for s in starts)

    rows = inside(geo.in_h, geo.out_h, geo.pad_top, geo.stride_h, geo.dilation_h, geo.kernel_h)
    columns = inside(geo.in_w, geo.out_w, geo.pad_left, geo.stride_w, geo.dilation_w, geo.kernel_w)
    return WindowCounts(geo.batch, (geo.kernel_h, geo.kernel_w), rows, columns)


def windows(call: Call) -> WindowCounts:
    """The windows of a call whose parameters begin with a geometry."""
    return windows_of(call.params_of(Windowed).geo)


def dot(times: float, n: int, flat: int = 0) -> Counts:
    """Inner products of ``n`` values, a constant, four at a time: the compiler writes up to ``flat`` fours out."""
    if n // 4 <= flat:
        return (("flat", times * n),)
    return ("four", times * (n // 4)), ("single", times * (n % 4))


def dot_s8(times: float, n: int, flat: int) -> Counts:
    """Inner products of ``n`` int8 values: also what GCC makes of them for NEON at -O2.

    A constant number of fours becomes vectors of 16 values or of 8 where these divide it, and else none.
    """
    fours, left = divmod(n, 4)
    each, kind = (4, "sixteen") if fours % 4 == 0 else (2, "eight") if fours % 2 == 0 else (1, "odd_four")
    kind = "lone_four" if fours == 1 else kind
    ending = ("three", times) if left == 3 else ("left", times * left)
    return (*dot(times, n, flat), (kind, times * (fours // each)), ending)


VECTOR_S8 = 8  # values of int8 of which compilers make a vector where they know how many follow
MAX_UNROLLED_ROUNDS = 16  # rounds of an innermost loop that the compiler writes out; in a loop around it one more


def folded(call: Call, times: float) -> Counts:
    """Loops over the reduced axes (``edgec_reduction``): elements of the innermost loop, by how it goes on."""
    shape = call.params_of(Reduced).shape
    *outer, n = shape.reduced
    kind = "flat" if n <= MAX_UNROLLED_ROUNDS else "run" if shape.reduced_stride[-1] == 1 else "step"
    return (kind, times * prod(shape.reduced)), ("loop", times * prod(outer))


def rowed(dims: tuple[int, ...], kind: str, ending: str = "") -> Counts:
    """Rows of elements of a nest of loops: the compiler may write out the ones of a short row.

    ``ending``: of the terms, for types whose loops take more.
    """
    *outer, n = dims
    rows = prod(outer)
    return (kind, rows * n), (f"row{ending}", rows), (f"loop{ending}", rows * n if n > MAX_UNROLLED_ROUNDS + 1 else 0)
