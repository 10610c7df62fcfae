"""The layers: rows of the table with their bars, and what the page's script shows of a chosen one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edgec.reports.page.figures import number, percent, shape, text
from edgec.reports.records import Report
from edgec.reports.results import LayerErrors

LOW, HIGH = 20.0, 60.0  # dB between which bars of signal to noise ratios lie


@dataclass(frozen=True)
class Cell:
    """A figure: its text, what rows are sorted by, and its bar in percent of the largest ("" without one)."""

    text: str
    value: float
    width: str = ""


@dataclass(frozen=True)
class Row:
    """A layer of the table; ``cells`` run parallel to the columns of figures."""

    number: int
    name: str
    op: str
    colour: int
    shape: str
    cells: tuple[Cell, ...]
    kernel: str


@dataclass(frozen=True)
class LayerColumn:
    """A column of figures; ``bars`` when its cells have one, ``wide`` when narrow screens leave it out."""

    title: str
    hint: str
    bars: bool = False
    wide: bool = False


@dataclass(frozen=True)
class LayerTable:
    """The table."""

    columns: tuple[LayerColumn, ...]
    rows: tuple[Row, ...]


COLUMNS = (
    LayerColumn("instructions", "of an inference, estimated", bars=True),
    LayerColumn("flash", "bytes of weights, biases, factors and tables that the layer reads", bars=True),
    LayerColumn("MACs", "multiply-accumulates", wide=True),
    LayerColumn("scratch", "bytes of working memory", wide=True),
)
ERROR = LayerColumn("SQNR dB", "signal to noise ratio of the layer's output in integers", bars=True)


def layer_table(report: Report, colours: Mapping[str, int], errors: LayerErrors | None) -> LayerTable:
    """All layers in their order; with a column of their errors when these are known."""
    noise = errors.of(report) if errors is not None else {}
    most = (
        max((layer.instructions or 0 for layer in report.layers), default=0),
        max((layer.weight_bytes for layer in report.layers), default=0),
    )
    rows = []
    for i, layer in enumerate(report.layers):
        cells = [
            _cell(layer.instructions, most[0]),
            _cell(layer.weight_bytes, most[1]),
            _cell(layer.macs),
            _cell(layer.scratch_bytes),
        ]
        if errors is not None:
            cells.append(decibels(noise[i].sqnr_db if i in noise else None))
        name, op = text(layer.name), text(layer.op)
        rows.append(Row(i, name, op, colours[layer.op], shape(layer.output_shape), tuple(cells), text(layer.kernel)))
    return LayerTable((*COLUMNS, ERROR) if errors is not None else COLUMNS, tuple(rows))


def _cell(value: int | None, most: int = 0) -> Cell:
    return Cell(number(value), -1 if value is None else value, percent(value or 0, most) if most else "")


def decibels(value: float | None) -> Cell:
    """A signal to noise ratio; its bar grows from ``LOW`` to ``HIGH`` dB."""
    if value is None:
        return Cell("-", 1e9)
    share = min(max((value - LOW) / (HIGH - LOW), 0.0), 1.0)
    return Cell(f"{value:.1f}", value, percent(share, 1))


def layer_data(report: Report, errors: LayerErrors | None) -> str:
    """What the script shows of each layer, as JSON that can stand in a script element."""
    noise = errors.of(report) if errors is not None else {}
    readers: dict[int, list[int]] = {}
    for i, layer in enumerate(report.layers):
        for source in layer.after:
            readers.setdefault(source, []).append(i)
    layers: list[dict[str, Any]] = []
    for i, layer in enumerate(report.layers):
        error = noise.get(i)
        facts = [
            ("operator", text(layer.op)),
            ("output", shape(layer.output_shape)),
            ("kernel", text(layer.kernel)),
            ("library", text(layer.library)),
            ("instructions (est.)", number(layer.instructions)),
            ("MACs", number(layer.macs)),
            ("constants", f"{layer.weight_bytes:,} bytes"),
            ("scratch", f"{layer.scratch_bytes:,} bytes"),
        ]
        if error is not None:
            facts += [
                ("SQNR", f"{error.sqnr_db:.1f} dB"),
                ("saturated", f"{error.saturation:.2f} %"),
                ("range used", f"{error.range_use:.0f} %"),
                ("remedy", text(error.remedy)),
            ]
        others = [
            [text(a.kernel), number(a.instructions), number(a.flash), number(a.scratch)] for a in layer.alternatives
        ]
        layers.append(
            {
                "name": text(layer.name),
                "facts": [pair for pair in facts if pair[1]],
                "why": text(layer.why),
                "others": others,
                "after": [k for k in layer.after if 0 <= k < len(report.layers)],
                "before": readers.get(i, []),
            }
        )
    return script_safe(layers)


def script_safe(value: Any) -> str:
    """JSON in which nothing can end a script element or begin a comment."""
    plain = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return plain.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
