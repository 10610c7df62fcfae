"""The report as Markdown of GitHub's kind, for a job summary, a comment, a wiki."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from edgec.converter.graph.errors import printable
from edgec.reports.checks import Check
from edgec.reports.records import Report
from edgec.reports.results import Results, Scores, decibels_text

MOST_LAYERS = 500  # a job summary holds 1 MiB
MOST_SENTENCE = 400  # characters
MAX_OPEN_LAYERS = 12  # layers that are not folded away
Rows = Sequence[Sequence[str]]


def markdown(report: Report, results: Results = Results(), checks: Sequence[Check] = ()) -> str:  # noqa: B008  frozen
    """Sizes, memories, checks, accuracy and layers; names are code, so that nothing in them is read as Markdown."""
    r = report
    lines = [
        f"### {_code(r.prefix)} for {_code(r.target)}",
        "",
        f"{_code(r.scheme)}, optimized for {_code(r.optimize)}, edgec {_code(r.edgec)}, model {_code(r.model.name)} "
        f"({_code(r.model.sha256[:12])})",
        "",
        *_table(("", "", "of which"), "lrl", _sizes(r)),
    ]
    if r.memories:
        shares = [f"{100 * m.used / max(m.room, 1):.1f} %" for m in r.memories]
        uses = [(_code(m.name), f"{m.used:,}", f"{m.room:,}", s) for m, s in zip(r.memories, shares, strict=True)]
        lines += ["", *_table(("memory", "used", "room", "share"), "lrrr", uses)]
    if checks:
        rows = [("yes" if c.passed else "**no**", _code(c.name), _code(c.sentence, 400)) for c in checks]
        lines += ["", *_table(("holds", "check", ""), "lll", rows)]
    for scores in results.scores:
        lines += ["", *_scores(scores)]
    return "\n".join([*lines, "", *_layers(r), ""])


def _sizes(r: Report) -> Iterator[tuple[str, str, str]]:
    code = "code not measured" if r.flash.code is None else f"code {r.flash.code:,}"
    flash = f"{r.flash.needed:,} bytes"
    yield "flash", flash, f"{code}, tables {r.flash.tables:,}, weights {r.flash.weights:,}"
    stack = "stack unknown" if r.ram.stack is None else f"stack {r.ram.stack:,}"
    ports = f"inputs and outputs {r.ram.input_output:,}{f', states {r.ram.state:,}' if r.states else ''}"
    data = f", constants {r.ram.data:,}" if r.ram.data else ""
    yield "RAM", f"{r.ram.total:,} bytes", f"arena {r.ram.arena:,}, {ports}{data}, {stack}"
    if r.instructions:
        yield "instructions", f"{r.instructions:,}", "of an inference, estimated"
    yield "MACs", f"{r.macs:,}", ""
    yield "parameters", f"{r.parameters:,}", ""


def _scores(scores: Scores) -> list[str]:
    metric = "top-1" if scores.metric == "top1" else "SQNR dB"
    rows = []
    for place, score in scores.accuracy.items():
        if score is None and scores.agree.get(place) is None:
            continue
        equal, error = scores.agree.get(place), scores.max_error.get(place)
        shown = "-" if score is None else f"{score:.4f}" if scores.metric == "top1" else decibels_text(score)
        right = "-" if equal is None else f"{equal} of {scores.samples}"
        rows.append((_code(place), shown, "-" if error is None else f"{error:.3g}", right))
    table = _table(("run", metric, "max error", "outputs as they must be"), "lrrr", rows)
    return table if scores.saturation is None else [*table, "", _code(scores.saturation.sentence, MOST_SENTENCE)]


def _layers(r: Report) -> list[str]:
    order = sorted(range(len(r.layers)), key=lambda i: (-(r.layers[i].instructions or 0), i))
    chosen = sorted(order[:MOST_LAYERS])
    rows: list[tuple[str, ...]] = []
    for i in chosen:
        layer = r.layers[i]
        cost = "-" if layer.instructions is None else f"{layer.instructions:,}"
        shape = "x".join(map(str, layer.output_shape)) or "1"
        sizes = (f"{layer.macs:,}", f"{layer.weight_bytes:,}", f"{layer.scratch_bytes:,}")
        rows.append((str(i), _code(layer.name, 80), _code(layer.op), shape, cost, *sizes))
    columns = ("#", "layer", "op", "output", "instructions", "MACs", "weights", "scratch")
    table = _table(columns, "rllrrrrr", rows)
    left = len(r.layers) - len(chosen)
    note = ["", f"{left:,} layers of fewer instructions are left out."] if left else []
    if len(rows) <= MAX_OPEN_LAYERS:
        return [*table, *note]
    return ["<details>", f"<summary>{len(r.layers):,} layers</summary>", "", *table, *note, "", "</details>"]


def _table(columns: Sequence[str], align: str, rows: Rows | Iterator[tuple[str, ...]]) -> list[str]:
    rule = ["---:" if a == "r" else "---" for a in align]
    return [f"| {' | '.join(cells)} |" for cells in (columns, rule, *rows)]


def _code(text: str, longest: int = 120) -> str:
    """Untrusted text as a code span in a cell of a table: the fence is longer than any in it, bars are escaped."""
    safe = printable(text, longest).strip()
    if not safe:
        return "-"
    fence = "`" * (max((len(run) for run in re.findall("`+", safe)), default=0) + 1)
    pad = " " if safe[0] == "`" or safe[-1] == "`" else ""
    return f"{fence}{pad}{safe}{pad}{fence}".replace("|", "\\|")
