"""The report's part on a run in slices: the least budget, and the layers that ask for most."""

from __future__ import annotations

from edgec.console.tables import Table, columns, full_name
from edgec.converter.graph.frozen import dataclass

_PIECES = columns("layer", "op", "items", "instructions", right=(2, 3))


@dataclass(frozen=True)
class PieceCost:
    """A step of the run: ``items`` parts of it, of which a slice does one or more.

    A slice takes at most ``fixed`` estimated instructions and what its parts do: ``head`` each of the first ``heads``
    of every ``period`` parts, ``each`` all others.
    """

    layer: str
    op: str
    items: int
    each: int
    fixed: int
    heads: int = 0
    head: int = 0
    period: int = 1

    @property
    def least(self) -> int:
        """Instructions of a slice of one part."""
        return self.fixed + max(self.each, self.head)

    def price(self, items: int) -> int:
        """Instructions of the first ``items`` parts."""
        whole, rest = divmod(items, self.period)
        heads = whole * self.heads + min(rest, self.heads)
        return heads * self.head + (items - heads) * self.each

    def held(self, item: int, room: int) -> int:
        """The number of parts from ``item`` on that so many instructions hold."""
        room += self.price(item % self.period)
        whole, room = divmod(room, max(1, self.price(self.period)))
        heads = self.heads * self.head
        more = room // self.head if room < heads else self.heads + (room - heads) // max(1, self.each)
        return min(whole * self.period + more - item % self.period, self.items - item)


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
