"""The report's part on a stream: layers that run whole, and costs of a run for each number of new columns."""

from __future__ import annotations

from edgec.console.tables import Table, columns, full_name
from edgec.converter.graph.errors import printable
from edgec.converter.graph.frozen import dataclass

_HOPS = columns("hop", "MACs", "instructions", "of the whole", "for a column", "states", "arena", right=tuple(range(7)))
_WHOLE = columns("layer", "op", "why it runs whole")


@dataclass(frozen=True)
class WholeLayer:
    """A layer over time all of whose columns are computed at every run."""

    name: str
    op: str
    reason: str


@dataclass(frozen=True)
class StreamHop:
    """Costs of a run that takes ``hop`` new columns: estimated instructions, bytes of states and arena."""

    hop: int
    macs: int
    instructions: int
    states: int
    arena: int


@dataclass(frozen=True)
class StreamInfo:
    """A net over the new columns of a window.

    ``axis`` as the model counts them, ``window``: columns in all, ``computed`` of ``columns`` of all layers over time
    are computed at every run.  ``hops``: other numbers of new columns too; the last is the whole net, run on its
    window.
    """

    axis: int
    hop: int
    window: int
    columns: int
    computed: int
    whole: tuple[WholeLayer, ...]
    hops: tuple[StreamHop, ...]

    def title(self) -> str:
        """One line."""
        share = f"{self.computed:,} of {self.columns:,} columns of layers over time are computed"
        return f"{self.hop} of {self.window} columns of axis {self.axis} are new at every run; {share}"

    def tables(self) -> list[Table]:
        """The costs, and the layers that run whole."""
        most = self.hops[-1].instructions
        rows = tuple(
            (
                f"{h.hop}{' (whole)' if h is self.hops[-1] else ' *' if h.hop == self.hop else ''}",
                f"{h.macs:,}",
                f"{h.instructions:,}",
                f"{h.instructions / max(most, 1):.3f}",
                "" if h is self.hops[-1] else f"{h.instructions / h.hop:,.0f}",
                f"{h.states:,}",
                f"{h.arena:,}",
            )
            for h in self.hops
        )
        named = tuple((full_name(layer.name), layer.op, printable(layer.reason)) for layer in self.whole)
        costs = Table(_HOPS, rows, "new columns at every run, and its price (estimated instructions, bytes of RAM)")
        return [costs, Table(_WHOLE, named, "layers that run whole")] if named else [costs]
