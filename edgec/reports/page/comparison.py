"""The report beside an older one: totals, and layers of equal names that changed."""

from __future__ import annotations

from collections.abc import Iterator

from edgec.converter.graph.frozen import dataclass
from edgec.reports.page.figures import number, percent, text
from edgec.reports.records import LayerCost, Report

MAX_LISTED_LAYERS = 200  # layers that are listed, those that change most


@dataclass(frozen=True)
class Change:
    """A figure of both; ``trend`` is "worse", "better" or "same" (less is better), ``None`` of both as a dash."""

    label: str
    old: str
    new: str
    delta: str
    share: str
    trend: str
    width: str = ""


@dataclass(frozen=True)
class ShownChange:
    """A layer that changed, is new or is gone (``layer`` None); kernels when they differ."""

    layer: int | None
    name: str
    what: str
    instructions: Change
    flash: Change
    kernel: str


@dataclass(frozen=True)
class Comparison:
    """Everything beside the baseline; ``same_layers`` counts those without any difference."""

    title: str
    notes: tuple[str, ...]
    totals: tuple[Change, ...]
    layers: tuple[ShownChange, ...]
    same_layers: int
    left_out: int


def comparison(old: Report, new: Report) -> Comparison:
    """``new`` beside ``old``."""
    notes = [
        f"the {what} differs: {text(a)} in the baseline, {text(b)} here"
        for what, a, b in (
            ("target", old.target, new.target),
            ("scheme", old.scheme, new.scheme),
            ("objective", old.optimize, new.optimize),
            ("version of edgec", old.edgec, new.edgec),
        )
        if a != b
    ]
    if old.model.sha256 != new.model.sha256:
        notes.append("the model file is another one")
    changed = sorted(_layers(old, new), key=lambda c: -c[0])
    same = len(new.layers) - sum(c.layer is not None for _, c in changed)
    return Comparison(
        title=f"{text(old.prefix)} for {text(old.target)}, {text(old.scheme)}",
        notes=tuple(notes),
        totals=totals(old, new),
        layers=tuple(c for _, c in changed[:MAX_LISTED_LAYERS]),
        same_layers=same,
        left_out=max(len(changed) - MAX_LISTED_LAYERS, 0),
    )


def totals(old: Report, new: Report) -> tuple[Change, ...]:
    """Flash, RAM, their parts, and work."""
    pairs = (
        ("flash", old.flash.total, new.flash.total),
        ("code", old.flash.code, new.flash.code),
        ("weights and tables", old.flash.constants, new.flash.constants),
        ("RAM", old.ram.total, new.ram.total),
        ("arena", old.ram.arena, new.ram.arena),
        ("stack", old.ram.stack, new.ram.stack),
        ("instructions (estimated)", old.instructions or None, new.instructions or None),
        ("MACs", old.macs, new.macs),
        ("parameters", old.parameters, new.parameters),
    )
    return tuple(change(label, a, b) for label, a, b in pairs)


def change(label: str, old: int | None, new: int | None, most: int = 0) -> Change:
    """The change of one figure; ``most`` is the largest difference of its column, which a bar fills."""
    if old is None or new is None:
        return Change(label, number(old), number(new), "-", "", "same")
    delta = new - old
    share = f"{100 * delta / old:+.1f} %" if old and delta else ""
    trend = "worse" if delta > 0 else "better" if delta else "same"
    shown = f"{delta:+,}" if delta else "0"
    return Change(label, number(old), number(new), shown, share, trend, percent(abs(delta), most) if most else "")


def _layers(old: Report, new: Report) -> Iterator[tuple[int, ShownChange]]:
    """Each changed layer with the weight of its change."""
    before = {layer.name: layer for layer in old.layers}
    pairs: list[tuple[int | None, LayerCost | None, LayerCost | None]] = [
        (i, before.pop(layer.name, None), layer) for i, layer in enumerate(new.layers)
    ]
    pairs += [(None, layer, None) for layer in before.values()]
    for i, a, b in pairs:
        if a is not None and b is not None and _same(a, b):
            continue
        layer = b or a
        assert layer is not None
        costs = [(x.instructions or 0, x.weight_bytes) if x is not None else (0, 0) for x in (a, b)]
        kernels = " to ".join(dict.fromkeys(text(x.kernel) for x in (a, b) if x is not None))
        what = "new" if a is None else "gone" if b is None else "changed"
        work, flash = (change("", costs[0][k], costs[1][k]) for k in (0, 1))
        weight = abs(costs[1][0] - costs[0][0]) + abs(costs[1][1] - costs[0][1])
        yield weight, ShownChange(i, text(layer.name), what, work, flash, kernels)


def _same(a: LayerCost, b: LayerCost) -> bool:
    return (a.kernel, a.instructions, a.weight_bytes, a.scratch_bytes, a.output_shape) == (
        b.kernel,
        b.instructions,
        b.weight_bytes,
        b.scratch_bytes,
        b.output_shape,
    )
