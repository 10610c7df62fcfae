"""The page: one HTML file without anything beside it, that loads nothing and runs no script but its own.

All text of models and reports is escaped by the template engine; the page's policy names its own script and style by
their hashes, so that nothing else would be run.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources

import jinja2

from edgec.converter.graph.frozen import dataclass
from edgec.reports.checks import Check
from edgec.reports.latency import latency
from edgec.reports.page.accuracy import error_rows, matrices, score_tables
from edgec.reports.page.comparison import Change, comparison, totals
from edgec.reports.page.figures import COLOURS, flash_bar, memory_bars, number, operator_colours, ram_bar, shape, text
from edgec.reports.page.graph import HEIGHT, WIDTH, graph_shape
from edgec.reports.page.layers import layer_data, layer_table
from edgec.reports.page.memory import memory_maps
from edgec.reports.records import Report
from edgec.reports.results import Results, decibels_text
from edgec.reports.room import fit


@dataclass(frozen=True)
class Tile:
    """A figure in large type; ``change`` against the baseline when there is one; ``tip``: what it is from."""

    label: str
    value: str
    unit: str
    change: Change | None = None
    tip: str = ""


def page(
    report: Report,
    results: Results = Results(),  # noqa: B008  frozen
    baseline: Report | None = None,
    checks: Sequence[Check] = (),
) -> str:
    """The HTML text.

    Args:
        report: of the model.
        results: what running it told.
        baseline: the report that it is compared with.
        checks: gates that were judged.
    """
    style, script = _source("style.css"), _source("script.js")
    colours = operator_colours(report.layers)
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            report=report,
            style=style,
            script=script,
            style_hash=_hash(style),
            script_hash=_hash(script),
            fit=fit(report),
            counted=results.counted is not None,
            tiles=_tiles(report, results, baseline),
            bars=(flash_bar(report), ram_bar(report), *memory_bars(report)),
            maps=memory_maps(report, colours),
            legend=_legend(colours),
            table=layer_table(report, colours, results),
            graph=graph_shape(report, colours),
            node=(WIDTH, HEIGHT),
            scores=score_tables(results),
            errors=error_rows(results.layers, report),
            matrices=matrices(results.confusion, report.class_names),
            comparison=comparison(baseline, report) if baseline is not None else None,
            checks=tuple(dict.fromkeys((*checks, *(gate for scores in results.scores for gate in scores.gates)))),
            shape=shape,
            number=number,
            data=layer_data(report, results),
        )
    )


def _source(name: str) -> str:
    """A file of the folder of templates."""
    return resources.files("edgec.reports.page").joinpath("templates").joinpath(name).read_text(encoding="utf-8")


def _environment() -> jinja2.Environment:
    """Templates of the package, all of which escape what they show."""
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_source),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["clean"] = text
    return environment


def _hash(content: str) -> str:
    """Return the hash by which a content security policy names an inline element."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def _legend(colours: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Operators by colour; those that share the last one together."""
    last = [text(op) for op, c in colours.items() if c == COLOURS - 1]
    first = [(text(op), c) for op, c in colours.items() if c < COLOURS - 1]
    return (*first, *([(", ".join(last), COLOURS - 1)] if last else []))


def _tiles(r: Report, results: Results, baseline: Report | None) -> tuple[Tile, ...]:
    changes = {c.label: c for c in totals(baseline, r)} if baseline is not None else {}
    flash = "bytes" if r.flash.measured else "bytes without code"
    ram = "bytes" if r.ram.stack is not None else "bytes without stack"
    tiles = [
        Tile("Flash", number(r.flash.needed), flash, changes.get("flash")),
        Tile("RAM", number(r.ram.total), ram, changes.get("RAM")),
    ]
    took = latency(r, results.counted, results.on_device)
    if took is not None:
        tiles.append(Tile("Latency", f"{took.milliseconds:.3g} ms", took.clock_text, tip=took.basis))
        if took.microjoules is not None:
            what = f"per inference, {'of the measured time' if took.measured else 'estimated'}"
            value = f"{took.microjoules:,.0f}" if took.microjoules >= 100 else f"{took.microjoules:.3g}"
            tiles.append(Tile("Energy", f"{value} \u00b5J", what, tip=took.basis))
    if results.on_device is not None and results.on_device.stack_bytes is not None:
        tiles.append(Tile("Stack", number(results.on_device.stack_bytes), "bytes, measured on a device"))
    if results.counted is not None:
        tiles.append(Tile("Instructions", number(results.counted.instructions), "counted"))
    elif r.instructions:
        change = changes.get("instructions (estimated)")
        tiles.append(Tile("Instructions", number(r.instructions), "estimated", change))
    tiles.append(Tile("MACs", number(r.macs), f"{number(r.parameters)} parameters", changes.get("MACs")))
    for scores in results.scores[-1:]:
        own = [v for place, v in scores.accuracy.items() if place != "onnxruntime" and v is not None]
        if own:
            value = f"{100 * min(own):.2f} %" if scores.metric == "top1" else decibels_text(min(own), " dB")
            name = "Top-1" if scores.metric == "top1" else "SQNR"
            tiles.append(Tile(name, value, f"{scores.samples:,} samples"))
    return tuple(tiles)
