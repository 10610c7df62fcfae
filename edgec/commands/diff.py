"""``edgec diff``: what changed between two reports of a model, in flash, RAM, instructions, accuracy and layers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgec.console.tables import Column, Table, columns, full_name, markdown, text
from edgec.converter.graph.errors import UsageError, printable
from edgec.folder.report import read_report
from edgec.reports import Report
from edgec.reports.checks import Check
from edgec.reports.records import LayerCost

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
COMPARED = ("op", "kernel", "output_shape", "weight_bytes", "scratch_bytes", "macs", "instructions")


@dataclass(frozen=True)
class Figure:
    """A figure of both reports; None: not known.  Names of parts of the figure above begin with two spaces."""

    name: str
    old: float | None
    new: float | None
    unit: str = "bytes"

    @property
    def cells(self) -> tuple[str, ...]:
        """Name, both values and the change as text."""
        return (self.name, self._value(self.old), self._value(self.new), self._change())

    def _value(self, value: float | None) -> str:
        if value is None:
            return "-"
        return f"{value:,}" if isinstance(value, int) else f"{value:.4f}" if self.unit == "top-1" else f"{value:.1f}"

    def _change(self) -> str:
        if self.old is None or self.new is None:
            return "unknown" if self.old != self.new else ""
        more = self.new - self.old
        if not more:
            return "="
        if not isinstance(more, int):
            return f"{100 * more:+.2f} points" if self.unit == "top-1" else f"{more:+.1f}"
        return f"{more:+,} ({100 * more / self.old:+.2f} %)" if self.old else f"{more:+,}"


@dataclass(frozen=True)
class LayerChange:
    """A layer that is not as it was; ``old`` is None for one that was added, ``new`` for one that was removed."""

    name: str
    change: str
    old: LayerCost | None
    new: LayerCost | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a row: kind of change, name, kernels and figures as text."""
        now = self.new or self.old
        assert now is not None
        kernels = [layer.kernel for layer in (self.old, self.new) if layer is not None]
        kernel = " -> ".join(dict.fromkeys(kernels))
        figures = (_pair(self.old, self.new, name) for name in ("weight_bytes", "scratch_bytes", "instructions"))
        return (self.change, full_name(self.name), printable(now.op), printable(kernel, 300), *figures)


@dataclass(frozen=True)
class Difference:
    """Two reports: what is said of both, the figures, and the layers that are not as they were."""

    old: Report
    new: Report
    facts: tuple[str, ...]
    figures: tuple[Figure, ...]
    layers: tuple[LayerChange, ...]

    @property
    def title(self) -> str:
        """The title, which names both sides."""
        return f"{self.new.prefix} for {printable(self.new.target)}, {printable(self.new.scheme)}"

    @property
    def counts(self) -> str:
        """The number of layers of each kind of change, as text."""
        kinds = [(kind, sum(c.change == kind for c in self.layers)) for kind in (CHANGED, ADDED, REMOVED)]
        return ", ".join(f"{count} {kind}" for kind, count in kinds if count) or "none changed"

    def tables(self) -> tuple[Table, ...]:
        """The figures; the layers, when one changed."""
        figures = Table(columns("", "old", "new", "change", right=(1, 2, 3)), tuple(f.cells for f in self.figures))
        if not self.layers:
            return (figures,)
        heads = (
            Column("change"),
            Column("layer", code=True),
            Column("op", spare=2),
            Column("kernel", spare=1, code=True),
            Column("weights", right=True, spare=4),
            Column("scratch", right=True, spare=5),
            Column("instructions", right=True, spare=3),
        )
        return figures, Table(heads, tuple(c.cells for c in self.layers), title=f"layers: {self.counts}")

    def text(self, width: int | None = None) -> str:
        """For a terminal of this width, or a log."""
        parts = [text(table, width) for table in self.tables()]
        return "\n\n".join(["\n".join((self.title, *self.facts)), *parts])

    def markdown(self, checks: Sequence[Check] = ()) -> str:
        """A comment: its first line, which is not shown, names it, so that it can be found and replaced."""
        figures, *layers = self.tables()
        lines = [f"<!-- {self.mark} -->", f"### edgec: {self.title}", ""]
        lines += [f"- {fact}" for fact in self.facts] + ([""] if self.facts else [])
        lines += [markdown(figures), ""]
        for table in layers:
            lines += [f"<details><summary>{table.title}</summary>", "", markdown(Table(table.columns, table.rows))]
            lines += ["", "</details>", ""]
        if checks:
            rows = tuple((c.name, "holds" if c.passed else "**broken**", c.sentence) for c in checks)
            lines += [markdown(Table(columns("gate", "", "figures"), rows)), ""]
        return "\n".join(lines).rstrip()

    @property
    def mark(self) -> str:
        """The words by which a comment is found."""
        target = "".join(c if c.isalnum() or c in "-_." else "_" for c in printable(self.new.target))
        return f"edgec diff: {self.new.prefix} {target}"

    def as_json(self, checks: Sequence[Check] = ()) -> dict[str, Any]:
        """The stable keys of ``diff --json``."""
        return {
            "prefix": self.new.prefix,
            "target": self.new.target,
            "facts": list(self.facts),
            "figures": [asdict(f) for f in self.figures],
            "layers": [
                {"name": c.name, "change": c.change, "old": _layer(c.old), "new": _layer(c.new)} for c in self.layers
            ],
            "gates": [asdict(check) for check in checks],
        }


@dataclass(frozen=True)
class Verdict:
    """A verdict of ``verify --json``: the measure, the lowest figure of the generated code, and its gates."""

    metric: str
    accuracy: float | None
    checks: tuple[Check, ...]


def diff(old: Path, new: Path, verdicts: tuple[Verdict, Verdict] | None = None) -> Difference:
    """Compare two generated folders, or copies of their ``report.json``.

    Args:
        old: what was before.
        new: what is now.
        verdicts: what ``verify`` found for both.

    Raises:
        UsageError: one is no report, or of another schema.
    """
    return compared(read_report(old), read_report(new), verdicts)


def compared(old: Report, new: Report, verdicts: tuple[Verdict, Verdict] | None = None) -> Difference:
    """The difference of two reports; see ``diff``."""
    pairs = (
        ("model", old.model.sha256[:12], new.model.sha256[:12]),
        ("target", old.target, new.target),
        ("numbers", old.scheme, new.scheme),
        ("optimized for", old.optimize, new.optimize),
        ("edgec", old.edgec, new.edgec),
    )
    facts = tuple(f"{name}: {printable(a)} -> {printable(b)}" for name, a, b in pairs if a != b)
    return Difference(old, new, facts, (*_figures(old, new), *_scores(verdicts)), _layers(old.layers, new.layers))


def read_verdict(path: Path) -> Verdict:
    """Read the verdict that ``edgec verify --json`` wrote into a file.

    Raises:
        UsageError: it cannot be read, or is something else.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        own = [v for k, v in value["accuracy"].items() if k != "onnxruntime" and v is not None]
        checks = tuple(Check(str(g["name"]), g["passed"] is True, str(g["sentence"])) for g in value.get("gates", ()))
        return Verdict(str(value["metric"]), float(min(own)) if own else None, checks)
    except OSError as e:
        raise UsageError(f"{path}: cannot be read ({e.strerror}); check the paths given with --verified") from e
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
        raise UsageError(f"{path}: is not what 'edgec verify --json' writes; give such files with --verified") from e


def _figures(old: Report, new: Report) -> tuple[Figure, ...]:
    return (
        Figure("flash", old.flash.total, new.flash.total),
        Figure("  code", old.flash.code, new.flash.code),
        Figure("  tables", old.flash.tables, new.flash.tables),
        Figure("  weights", old.flash.weights, new.flash.weights),
        Figure("RAM", _ram(old), _ram(new)),
        Figure("  arena", old.ram.arena, new.ram.arena),
        Figure("  inputs and outputs", old.ram.input_output, new.ram.input_output),
        *([Figure("  states", old.ram.state, new.ram.state)] if old.states or new.states else []),
        *([Figure("  constants", old.ram.data, new.ram.data)] if old.ram.data or new.ram.data else []),
        Figure("  stack", old.ram.stack, new.ram.stack),
        Figure("instructions (est.)", old.instructions or None, new.instructions or None, "instructions"),
        Figure("MACs", old.macs, new.macs, "MACs"),
        Figure("parameters", old.parameters, new.parameters, "elements"),
    )


def _ram(report: Report) -> int | None:
    return report.ram.total if report.ram.stack is not None else None


def _scores(verdicts: tuple[Verdict, Verdict] | None) -> tuple[Figure, ...]:
    """The accuracy, where both were measured alike."""
    if verdicts is None or verdicts[0].metric != verdicts[1].metric:
        return ()
    before, after = verdicts
    name, unit = ("top-1", "top-1") if after.metric == "top1" else ("SQNR dB", "dB")
    return (Figure(name, before.accuracy, after.accuracy, unit),)


def _layers(old: Sequence[LayerCost], new: Sequence[LayerCost]) -> tuple[LayerChange, ...]:
    """Layers by their names, those that are no more at the end."""
    before, after = _named(old), _named(new)
    changes = []
    for key, layer in after.items():
        was = before.get(key)
        if was is None:
            changes.append(LayerChange(layer.name, ADDED, None, layer))
        elif any(getattr(was, name) != getattr(layer, name) for name in COMPARED):
            changes.append(LayerChange(layer.name, CHANGED, was, layer))
    gone = (LayerChange(layer.name, REMOVED, layer, None) for key, layer in before.items() if key not in after)
    return (*changes, *gone)


def _named(layers: Sequence[LayerCost]) -> Mapping[tuple[str, int], LayerCost]:
    """By name, and by how many of that name come before."""
    by_name: dict[tuple[str, int], LayerCost] = {}
    seen: dict[str, int] = {}
    for layer in layers:
        number = seen.get(layer.name, 0)
        seen[layer.name] = number + 1
        by_name[layer.name, number] = layer
    return by_name


def _pair(old: LayerCost | None, new: LayerCost | None, name: str) -> str:
    values = [getattr(layer, name) for layer in (old, new) if layer is not None]
    return " -> ".join(dict.fromkeys("-" if v is None else f"{v:,}" for v in values))


def _layer(layer: LayerCost | None) -> dict[str, Any] | None:
    return None if layer is None else {name: getattr(layer, name) for name in COMPARED}
