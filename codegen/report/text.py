"""The report as plain text, for a terminal of any width and for logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from edgec.codegen.report.model import LayerCost, Report, from_json
from edgec.converter.errors import printable

_COLUMNS = ("#", "layer", "op", "output", "kernel", "MACs", "weights", "scratch")
_RIGHT = (0, 5, 6, 7)
_NAME = 32


def render(report: Report | Mapping[str, Any]) -> str:
    """The report as text, from a ``Report`` or from the JSON of one.

    Raises:
        UsageError: the JSON is no report of this schema.
    """
    r = report if isinstance(report, Report) else from_json(report)
    head = [
        f"{r.prefix} for {printable(r.target)}, {r.scheme}, optimized for {r.optimize} (edgec {printable(r.edgec)})",
        f"model       {printable(r.model.name)}, sha256 {printable(r.model.sha256)}",
        f"work        {r.macs:,} MACs per inference, {r.parameters:,} parameters",
        f"flash       {_flash(r)}",
        f"RAM         {_ram(r)}",
    ]
    rows = [_row(i, layer) for i, layer in enumerate(r.layers)]
    return "\n".join([*head, "", *_table(rows)])


def _flash(r: Report) -> str:
    parts = f"tables {r.flash.tables:,} + weights {r.flash.weights:,}"
    if r.flash.total is None or r.flash.code is None:
        return f"{parts} + code (not measured: {printable(r.ram.stack_note)})"
    return f"{r.flash.total:,} bytes = code {r.flash.code:,} + {parts}"


def _ram(r: Report) -> str:
    stack = f"stack {r.ram.stack:,}" if r.ram.stack is not None else f"stack (unknown: {printable(r.ram.stack_note)})"
    known = r.ram.arena + r.ram.input_output + (r.ram.stack or 0)
    return f"{known:,} bytes = arena {r.ram.arena:,} + inputs and outputs {r.ram.input_output:,} + {stack}"


def _row(index: int, layer: LayerCost) -> tuple[str, ...]:
    shape = "x".join(map(str, layer.output_shape)) or "1"
    name = printable(layer.name)
    short = name if len(name) <= _NAME else "..." + name[-_NAME + 3 :]
    costs = (f"{v:,}" for v in (layer.macs, layer.weight_bytes, layer.scratch_bytes))
    return (str(index), short, layer.op, shape, layer.kernel, *costs)


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(_COLUMNS, *rows, strict=True)]
    lines = []
    for cells in (_COLUMNS, *rows):
        padded = [c.rjust(w) if i in _RIGHT else c.ljust(w) for i, (c, w) in enumerate(zip(cells, widths, strict=True))]
        lines.append("  ".join(padded).rstrip())
    return lines
