"""The layers: rows of the table with their bars, and what the page's script shows of a chosen one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from edgec.converter.graph.frozen import dataclass
from edgec.reports.page.figures import number, percent, shape, text
from edgec.reports.records import PortInfo, Report
from edgec.reports.results import Results, decibels_text

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
    LayerColumn("scratch", "bytes of scratch memory", wide=True),
)
ERROR = LayerColumn("SQNR dB", "signal to noise ratio of the layer's output in integers", bars=True)


def layer_table(report: Report, colours: Mapping[str, int], results: Results) -> LayerTable:
    """All layers in their order, with counted instructions and a column of errors when these are known."""
    errors, counted, device = results.layers, results.counted, results.on_device
    noise = errors.of(report) if errors is not None else {}
    work: Sequence[int | None] = [layer.instructions for layer in report.layers]
    columns: tuple[LayerColumn, ...] = COLUMNS
    if counted is not None:
        work = counted.of(report)
        columns = (replace(COLUMNS[0], hint="of an inference, counted"), *COLUMNS[1:])
    took = None if device is None else device.of(report)
    if device is not None:
        columns = (*columns, LayerColumn(device.measured_unit, "of an inference, measured on a device", bars=True))
    most = (
        max((n or 0 for n in work), default=0),
        max((layer.weight_bytes for layer in report.layers), default=0),
    )
    rows = []
    for i, layer in enumerate(report.layers):
        cells = [
            _cell(work[i], most[0]),
            _cell(layer.weight_bytes, most[1]),
            _cell(layer.macs),
            _cell(layer.scratch_bytes),
        ]
        if took is not None:
            cells.append(_measured(took[i], max((t or 0 for t in took), default=0)))
        if errors is not None:
            cells.append(decibels(noise[i].sqnr_db if i in noise else None))
        name, op = text(layer.name), text(layer.op)
        rows.append(Row(i, name, op, colours[layer.op], shape(layer.output_shape), tuple(cells), text(layer.kernel)))
    return LayerTable((*columns, ERROR) if errors is not None else columns, tuple(rows))


def _cell(value: int | None, most: int = 0) -> Cell:
    return Cell(number(value), -1 if value is None else value, percent(value or 0, most) if most else "")


def _measured(value: float | None, most: float) -> Cell:
    return _cell(None if value is None else round(value), round(most))


def decibels(value: float | None) -> Cell:
    """A signal to noise ratio; its bar grows from ``LOW`` to ``HIGH`` dB."""
    if value is None:
        return Cell("-", 1e9)
    share = min(max((value - LOW) / (HIGH - LOW), 0.0), 1.0)
    return Cell(decibels_text(value), value, percent(share, 1))


def layer_data(report: Report, results: Results) -> str:
    """Return the page's data of each layer, as JSON that can stand in a script element."""
    noise = results.layers.of(report) if results.layers is not None else {}
    counted = results.counted.of(report) if results.counted is not None else None
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
            *_type(layer.output),
            ("kernel", text(layer.kernel)),
            ("library", text(layer.library)),
            ("instructions (est.)", number(layer.instructions)),
            ("instructions (counted)", "" if counted is None else number(counted[i])),
            ("MACs", number(layer.macs)),
            ("constants", f"{layer.weight_bytes:,} bytes"),
            ("scratch", f"{layer.scratch_bytes:,} bytes"),
        ]
        if error is not None:
            facts += [
                ("SQNR", decibels_text(error.sqnr_db, " dB")),
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
                "attributes": [[text(a.name), text(a.value)] for a in layer.attributes],
                "why": text(layer.why),
                "others": others,
                "after": [k for k in layer.after if 0 <= k < len(report.layers)],
                "before": readers.get(i, []),
            }
        )
    return script_safe(layers)


def _type(output: PortInfo | None) -> list[tuple[str, str]]:
    """Facts of the result's type; a report of an older version has none."""
    if output is None:
        return []
    facts = [("type", text(output.dtype))]
    if output.scale is not None:
        facts += [("scale", f"{output.scale:.6g}"), ("zero point", str(output.zero_point))]
    return facts


def script_safe(value: Any) -> str:
    """JSON in which nothing can end a script element or begin a comment."""
    plain = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return plain.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
