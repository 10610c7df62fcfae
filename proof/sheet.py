"""Proof of one layer, assembled from the pieces that it is computed in."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from edgec.proof.findings import Proof


@dataclass(frozen=True)
class Piece:
    """Result about some elements of a layer.

    ``range`` in words, or ``bounds`` of the sums; ``cases`` are the different questions; ``detail``: why it is not
    proven, "" when it is.
    """

    form: str
    method: str
    range: str = "all inputs"
    bounds: tuple[int, int] | None = None
    cases: frozenset[Hashable] = frozenset()
    detail: str = ""


@dataclass
class Sheet:
    """A layer of the report: ``size`` elements, of which ``seen`` were proven or not; ``known`` forms are proven.

    ``reason``: why elements were not seen.
    """

    where: str
    size: int
    seen: int = 0
    seconds: float = 0.0
    pieces: list[Piece] = field(default_factory=list)
    known: set[object] = field(default_factory=set)
    reason: str = "it is not executed"

    def add(self, piece: Piece, elements: int, seconds: float) -> None:
        """So many elements more."""
        self.pieces.append(piece)
        self.seen += elements
        self.seconds += seconds

    @property
    def detail(self) -> str:
        """Reason why the layer is not proven; "" when it is."""
        first = next((p.detail for p in self.pieces if p.detail), "")
        if first or self.seen == self.size:
            return first
        if not self.seen:
            return f"not covered: {self.reason}"
        return f"not covered: {self.seen:,} of {self.size:,} elements are seen"

    def proof(self) -> Proof:
        """The row of this layer."""
        forms = dict.fromkeys(p.form for p in self.pieces if p.form) or {"everything": None}
        methods = sorted({m for p in self.pieces for m in p.method.split("+") if m})
        cases = frozenset[Hashable]().union(*(p.cases for p in self.pieces))
        bounds = [p.bounds for p in self.pieces if p.bounds is not None]
        held = next((p.range for p in self.pieces if p.range), "")
        if bounds:
            held = f"sums {min(b[0] for b in bounds):,} .. {max(b[1] for b in bounds):,}"
        how = "+".join(methods) + (f", {len(cases)} cases" if cases else "")
        return Proof(" and ".join(forms), self.where, held, how, not self.detail, self.seconds, self.detail)
