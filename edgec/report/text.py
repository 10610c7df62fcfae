"""The report as plain text, for a terminal of any width and for logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from edgec.converter.graph.errors import printable
from edgec.report.records import GivenUpCost, LayerCost, Report, SavingCost
from edgec.report.variants import variant_lines
from edgec.tables import Column, Table, full_name, text

_COLUMNS = ("#", "layer", "op", "output", "kernel", "MACs", "weights", "scratch")
_RIGHT = (0, 5, 6, 7)
_SPARE = {2: 2, 3: 4, 4: 1, 6: 3, 7: 5}  # columns that a narrow terminal does without, those of large numbers first
_WEIGHED = ("#", "kernel", "instructions", "flash", "instead of", "instructions", "flash")
_WEIGHED_RIGHT = (0, 2, 3, 5, 6)
_WEIGHED_SPARE = {3: 2, 6: 1}
_SAVED = ("layers", "how", "arena saved", "instructions more")
_SAVED_RIGHT = (2, 3)
_GIVEN_UP = ("layers", "kernel given up", "taken", "instructions more")
_GIVEN_UP_RIGHT = (3,)
NONE: Mapping[int, int] = MappingProxyType({})


def render(r: Report, width: int | None = None) -> str:
    """The report as text; ``width``: characters of a line of the terminal that shows its tables, None for a log."""
    head = [
        f"{r.prefix} for {printable(r.target)}, {r.scheme}, optimized for {r.optimize} (edgec {printable(r.edgec)})",
        f"model       {printable(r.model.name)}, sha256 {printable(r.model.sha256)}",
        f"work        {r.macs:,} MACs per inference, {r.parameters:,} parameters",
        f"flash       {_flash(r)}",
        f"RAM         {_ram(r)}",
        *_memories(r),
        *variant_lines(r.variants),
    ]
    rows = [_row(i, layer) for i, layer in enumerate(r.layers)]
    lines: list[str | Table] = [*head, "", *_table(_COLUMNS, _RIGHT, rows, _SPARE)]
    choices = [row for i, layer in enumerate(r.layers) for row in _choice(i, layer)]
    if choices:
        lines += ["", "kernels that were weighed (instructions are estimated; 'edgec profile' counts them)"]
        lines += _table(_WEIGHED, _WEIGHED_RIGHT, choices, _WEIGHED_SPARE)
    if r.savings:
        lines += ["", "RAM saved and its price (instructions are estimated)"]
        lines += _table(_SAVED, _SAVED_RIGHT, [_saving(s) for s in r.savings])
    if r.level and r.level_instructions:
        than = "more" if r.level_instructions > 0 else "fewer"
        slower = f"about {abs(r.level_instructions):,} instructions {than} than with -O3"
        lines += ["", f"compiled with -{r.level}: {slower}"]
    if r.given_up:
        lines += ["", "kernels given up for less flash (instructions are estimated)"]
        lines += _table(_GIVEN_UP, _GIVEN_UP_RIGHT, [_lost(g) for g in r.given_up])
    return "\n".join(line if isinstance(line, str) else text(line, width) for line in lines)


def _lost(g: GivenUpCost) -> tuple[str, ...]:
    return ", ".join(map(str, g.layers)), g.kernel, g.taken, f"{g.instructions:,}"


def _saving(s: SavingCost) -> tuple[str, ...]:
    how = f"{s.rows} row{'s' if s.rows > 1 else ''} at a time" if s.rows else "less scratch"
    layers = f"{s.layers[0]} to {s.layers[-1]}" if len(s.layers) > 1 else str(s.layers[0])
    return layers, how, f"{s.arena_saved:,}", f"{s.instructions:,}"


def _flash(r: Report) -> str:
    parts = f"tables {r.flash.tables:,} + weights {r.flash.weights:,}"
    if r.flash.total is None or r.flash.code is None:
        return f"{parts} + code (not measured: {printable(r.ram.stack_note)})"
    return f"{r.flash.total:,} bytes = code {r.flash.code:,} + {parts}"


def _ram(r: Report) -> str:
    stack = f"stack {r.ram.stack:,}" if r.ram.stack is not None else f"stack (unknown: {printable(r.ram.stack_note)})"
    return f"{r.ram.total:,} bytes = arena {r.ram.arena:,} + inputs and outputs {r.ram.input_output:,} + {stack}"


def _memories(r: Report) -> list[str]:
    """One line for each memory of a target that has several of a kind."""
    kinds = [m.kind for m in r.memories]
    if len(kinds) == len(set(kinds)):
        return []
    lines = []
    for m in r.memories:
        parts = (("arena", m.arena), ("constants", m.constants), ("copied to RAM", m.copied), ("code", m.code or 0))
        what = " = " + " + ".join(f"{name} {size:,}" for name, size in parts if size) if m.used else ""
        share = f"; {100 * m.accesses:.0f} % of accesses (est.)" if m.accesses else ""
        lines.append(f"  {m.name:<8}  {m.used:,} of {m.room:,} bytes{what}{share}")
    return lines


def _row(index: int, layer: LayerCost) -> tuple[str, ...]:
    shape = "x".join(map(str, layer.output_shape)) or "1"
    costs = (f"{v:,}" for v in (layer.macs, layer.weight_bytes, layer.scratch_bytes))
    return (str(index), full_name(layer.name), layer.op, shape, layer.kernel, *costs)


def _choice(index: int, layer: LayerCost) -> tuple[tuple[str, ...], ...]:
    """The kernel taken and the next best one, when there was a choice."""
    if layer.instructions is None or not layer.alternatives:
        return ()
    other = layer.alternatives[0]
    chosen = (layer.kernel, f"{layer.instructions:,}", f"{layer.weight_bytes:,}")
    return ((str(index), *chosen, other.kernel, f"{other.instructions:,}", f"{other.flash:,}"),)


def _table(
    columns: Sequence[str], right: Sequence[int], rows: Sequence[tuple[str, ...]], spare: Mapping[int, int] = NONE
) -> tuple[Table]:
    return (Table(tuple(Column(c, i in right, spare.get(i, 0)) for i, c in enumerate(columns)), tuple(rows)),)
