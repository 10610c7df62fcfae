"""The layers of a report as CSV (RFC 4180), for spreadsheets."""

from __future__ import annotations

import csv
import io

from edgec.converter.graph.errors import printable
from edgec.reports.records import Report

COLUMNS = (
    "number",
    "layer",
    "op",
    "output_shape",
    "kernel",
    "library",
    "macs",
    "instructions",
    "weight_bytes",
    "scratch_bytes",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet may compute
MAX_CELL_CHARS = 1000


def layers_csv(report: Report) -> str:
    """A head line and one line for each layer; ``instructions`` are estimated and empty where they are not known."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\r\n")
    out.writerow(COLUMNS)
    for i, layer in enumerate(report.layers):
        shape = "x".join(map(str, layer.output_shape))
        words = (layer.name, layer.op, shape, layer.kernel, layer.library)
        known = "" if layer.instructions is None else layer.instructions
        out.writerow((i, *map(_cell, words), layer.macs, known, layer.weight_bytes, layer.scratch_bytes))
    return text.getvalue()


def _cell(text: str) -> str:
    """Untrusted text that no spreadsheet takes for a formula: an apostrophe stands before one."""
    safe = printable(text, MAX_CELL_CHARS)
    return f"'{safe}" if safe.lstrip(" ").startswith(FORMULA) else safe
