"""Several models in one program: an arena holds nothing between runs, so they share it, and only the largest counts.

States are apart: each instance of a model keeps its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edgec.console.tables import Table, columns
from edgec.converter.graph.errors import UsageError, printable
from edgec.reports import Report


@dataclass(frozen=True)
class SharedArena:
    """The reports of models that run in turns."""

    reports: tuple[Report, ...]

    @property
    def arenas(self) -> dict[str, int]:
        """Bytes of the shared arenas by memory ("" for models of targets that declare none)."""
        largest: dict[str, int] = {}
        for r in self.reports:
            for name, size in _arenas(r).items():
                largest[name] = max(largest.get(name, 0), size)
        return largest

    @property
    def flash(self) -> int | None:
        """Bytes of flash of all; None when one is not measured."""
        totals = [r.flash.total for r in self.reports]
        return None if None in totals else sum(t or 0 for t in totals)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``report --json`` for several folders."""
        return {
            "models": [
                {
                    "prefix": r.prefix, "target": r.target,
                    "arena": r.ram.arena, "flash": r.flash.total, "stack": r.ram.stack, "state": r.ram.state,
                }
                for r in self.reports
            ],
            "arena": sum(self.arenas.values()),
            "arenas": self.arenas,
            "flash": self.flash,
        }  # fmt: skip

    def table(self) -> Table:
        """The text form: a row for each model, one for all."""
        names = list(self.arenas)
        heads = ("model", "target", "flash", *(f"arena {name}".rstrip() for name in names))
        rows = [
            (r.prefix, printable(r.target), _number(r.flash.total), *(_number(_arenas(r).get(n, 0)) for n in names))
            for r in self.reports
        ]
        rows.append(("together", "", _number(self.flash), *(_number(self.arenas[n]) for n in names)))
        return Table(columns(*heads, right=range(2, len(heads))), tuple(rows))

    def summary(self) -> str:
        """The saving by sharing, in one sentence."""
        alone = sum(r.ram.arena for r in self.reports)
        shared = sum(self.arenas.values())
        states = sum(r.ram.state for r in self.reports)
        kept = f"; states, {states:,} bytes, are not shared" if states else ""
        return f"one arena for all: {shared:,} bytes instead of {alone:,}; they must not run at the same time{kept}"


def shared_arena(reports: Sequence[Report]) -> SharedArena:
    """The reports of several folders.

    Raises:
        UsageError: two models have the same prefix, so that they cannot be linked into one program.
    """
    prefixes = [r.prefix for r in reports]
    for prefix in prefixes:
        if prefixes.count(prefix) > 1:
            raise UsageError(
                f"two folders hold a model '{printable(prefix)}', which cannot be linked together; "
                "convert one of them with another --name"
            )
    return SharedArena(tuple(reports))


def _arenas(report: Report) -> dict[str, int]:
    arenas = {m.name: m.arena for m in report.memories if m.arena}
    return arenas or {"": report.ram.arena}


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"
