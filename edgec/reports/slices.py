"""The report's part on a run in slices: the least budget, and the layers that ask for most."""

from __future__ import annotations

from dataclasses import dataclass

from edgec.console.tables import Table, columns, full_name

_PIECES = columns("layer", "op", "items", "instructions", right=(2, 3))


@dataclass(frozen=True)
class PieceCost:
    """A step of the run: ``items`` parts of it, of which a slice does one or more.

    A slice of n takes at most ``fixed`` + n * ``each`` estimated instructions.
    """

    layer: str
    op: str
    items: int
    each: int
    fixed: int

    @property
    def least(self) -> int:
        """Instructions of a slice of one part."""
        return self.fixed + self.each


@dataclass(frozen=True)
class SlicesInfo:
    """A run that may be left after a slice and gone on with.

    ``budget``: what a slice may take, as asked for; ``least``: what it takes at least, of all pieces; ``count``: slices
    of a run in that budget.  All in estimated instructions.
    """

    budget: int
    least: int
    count: int
    pieces: tuple[PieceCost, ...]

    def title(self) -> str:
        """One line."""
        return f"{self.count:,} of at most {self.budget:,} instructions (estimated); the least budget is {self.least:,}"

    def table(self) -> Table:
        """The pieces, those that take most at once first."""
        ordered = sorted(self.pieces, key=lambda p: -p.least)
        rows = tuple((full_name(p.layer), p.op, f"{p.items:,}", f"{p.least:,}") for p in ordered)
        return Table(_PIECES, rows, "slices: what a layer takes at least at once (estimated instructions)")
