"""Figures as text and as shares of a drawing, and which colour an operator has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from edgec.converter.graph.errors import printable
from edgec.converter.graph.frozen import dataclass
from edgec.reports.records import LayerCost, Report

COLOURS = 8  # of operators; the last one is for all that are rarer
MAX_TEXT_CHARS = 300


@dataclass(frozen=True)
class BarPart:
    """A part of a stacked bar: ``start`` and ``width`` in percent of it, ``text`` its bytes, ``colour`` a class."""

    label: str
    text: str
    start: str
    width: str
    colour: int


@dataclass(frozen=True)
class Bar:
    """A stacked bar: a title, its sum as text, its parts, a note.

    ``share`` is what of a memory's room that is: the width of a second bar in percent, "" where the room is not known.
    """

    title: str
    total: str
    parts: tuple[BarPart, ...]
    note: str = ""
    share: str = ""


def percent(part: float, whole: float) -> str:
    """A share for an attribute of SVG."""
    return f"{100 * part / whole if whole else 0:.4g}%"


def number(value: int | None) -> str:
    """An integer with its thousands apart, or a dash."""
    return "-" if value is None else f"{value:,}"


def shape(sizes: Sequence[int]) -> str:
    """A shape as 1x28x28."""
    return "\u00d7".join(map(str, sizes)) or "1"


def text(untrusted: str) -> str:
    """Text of a model, made safe to read; escaping it for HTML is the template's part."""
    return printable(untrusted, MAX_TEXT_CHARS)


def stacked(title: str, used: int, sizes: Sequence[tuple[str, int | None]], room: int | None, note: str = "") -> Bar:
    """A stacked bar of sizes in bytes, which fill it; those that are None or 0 are left out."""
    full = sum(size or 0 for _, size in sizes)
    parts, at = [], 0
    for colour, (label, size) in enumerate(sizes):
        if size:
            parts.append(BarPart(label, f"{size:,}", percent(at, full), percent(size, full), colour))
            at += size
    if room is None:
        return Bar(title, f"{used:,} bytes", tuple(parts), note)
    said = f"{100 * used / max(room, 1):.1f} % of {room:,} bytes"
    return Bar(
        title, f"{used:,} bytes", tuple(parts), "; ".join(filter(None, (said, note))), percent(min(used, room), room)
    )


def operator_colours(layers: Iterable[LayerCost]) -> dict[str, int]:
    """A colour for each operator, the most frequent ones first; those that are left share the last."""
    counts: dict[str, int] = {}
    for layer in layers:
        counts[layer.op] = counts.get(layer.op, 0) + 1
    order = sorted(counts, key=lambda op: (-counts[op], op))
    return {op: min(i, COLOURS - 1) for i, op in enumerate(order)}


def flash_bar(r: Report) -> Bar:
    """Return the bar of the flash in use, beside its room where the target has one flash memory."""
    sizes = (("weights", r.flash.weights), ("code", r.flash.code), ("tables", r.flash.tables))
    note = "" if r.flash.measured else f"the code is not measured: {text(r.ram.stack_note)}"
    return _whole_bar(r, "flash", "Flash", r.flash.needed, sizes, note)


def ram_bar(r: Report) -> Bar:
    """Return the bar of the RAM in use, beside its room where the target has one RAM."""
    copied = sum(m.constants for m in r.memories if m.kind == "ram")
    states = (("states", r.ram.state),) if r.states else ()
    sizes = (("arena", r.ram.arena), ("inputs and outputs", r.ram.input_output), *states, ("stack", r.ram.stack))
    note = "" if r.ram.stack is not None else f"the stack is unknown: {text(r.ram.stack_note)}"
    return _whole_bar(r, "ram", "RAM", r.ram.total + copied, (*sizes, ("copied constants", copied + r.ram.data)), note)


def _whole_bar(r: Report, kind: str, title: str, used: int, sizes: Sequence[tuple[str, int | None]], note: str) -> Bar:
    rooms = [m.room for m in r.memories if m.kind == kind]
    return stacked(title, used, sizes, rooms[0] if len(rooms) == 1 else None, note)


def memory_bars(r: Report) -> tuple[Bar, ...]:
    """One bar for each memory of kinds of which the target has several."""
    bars = []
    for m in r.memories:
        if sum(other.kind == m.kind for other in r.memories) > 1:
            code = ("code, tables of kernels", m.code)
            sizes = (("constants", m.constants), code, ("arena", m.arena), ("copied to RAM", m.copied))
            bars.append(stacked(f"{text(m.name)} ({text(m.kind)})", m.used, sizes, m.room))
    return tuple(bars)
