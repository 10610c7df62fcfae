"""One sentence that says whether a model fits its target."""

from __future__ import annotations

from edgec.reports.records import Report


def room(report: Report, kind: str) -> tuple[int, int] | None:
    """Bytes that a model takes of all memories of a kind ("ram" or "flash"), and what they hold; None without any.

    Inputs, outputs, states and stack count as RAM, wherever the project puts them.
    """
    memories = [m for m in report.memories if m.kind == kind]
    if not memories:
        return None
    beside = report.ram.total - report.ram.arena if kind == "ram" else 0
    return sum(m.used for m in memories) + beside, sum(m.room for m in memories)


def fit(report: Report) -> str:
    """The sentence; "" for a bare core, whose memories are not known."""
    parts, fits = [], True
    for kind, name, known in (
        ("ram", "RAM", report.ram.stack is not None),
        ("flash", "flash", report.flash.measured),
    ):
        spare = room(report, kind)
        if spare is not None:
            used, size = spare
            missing = "" if known else " without the stack" if kind == "ram" else " without the code"
            parts.append(f"{used:,} of {size:,} bytes of {name}{missing}")
            fits = fits and used <= size
    return f"{'fits' if fits else 'does not fit'}: {', '.join(parts)}" if parts else ""
