"""The memory map: what lies where in an arena while the steps of an inference run."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.frozen import dataclass
from edgec.reports.page.figures import number, percent, text
from edgec.reports.records import ArenaBlock, Report

MIN_STEP_PIXELS = 12  # pixels that a step is wide at least
TICKS = 5
THIN = 0.03  # of the arena: blocks that a pointer hardly hits
LABELS = 24  # steps that are numbered at most
KINDS = {"scratch": "scratch", "rows": "line buffer"}


@dataclass(frozen=True)
class BlockShape:
    """A block as a rectangle (percent of the drawing), with what is said of it.

    ``layer`` is None for copies; ``thin`` blocks have a wider frame for the pointer.
    """

    x: str
    y: str
    width: str
    height: str
    kind: str
    colour: int
    label: str
    tip: str
    cells: tuple[str, ...]
    layer: int | None
    thin: bool


@dataclass(frozen=True)
class Tick:
    """A label of an axis, at a place in percent."""

    at: str
    label: str


@dataclass(frozen=True)
class MemoryMap:
    """One arena; ``pixels`` is its least width, ``peak`` a sentence, ``peak_x`` where the fullest step is."""

    title: str
    pixels: int
    blocks: tuple[BlockShape, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    peak: str
    peak_x: str
    peak_width: str


def memory_maps(report: Report, colours: dict[str, int]) -> tuple[MemoryMap, ...]:
    """A map for each memory that holds an arena."""
    memories = dict.fromkeys(b.memory for b in report.blocks if b.size)
    return tuple(_map(report, name, colours) for name in memories)


def _map(report: Report, memory: str, colours: dict[str, int]) -> MemoryMap:
    blocks = [b for b in report.blocks if b.memory == memory and b.size]
    steps = max(len(report.steps), max(b.last for b in blocks) + 1)
    size = max(b.offset + b.size for b in blocks)
    used = bytes_by_step(blocks, steps)
    peak = max(range(steps), key=lambda s: used[s])
    every = -(-steps // LABELS)
    across = [Tick(percent(s + 0.5, steps), _step(report, s)) for s in range(0, steps, every)]
    return MemoryMap(
        title=f"Arena in {text(memory)}" if memory else "Arena",
        pixels=MIN_STEP_PIXELS * steps,
        blocks=tuple(_shape(report, b, steps, size, colours) for b in blocks),
        across=tuple(across),
        up=_heights(size),
        peak=f"{size:,} bytes; peak at step {peak} ({_names(report, peak)}): {used[peak]:,} bytes in use",
        peak_x=percent(peak, steps),
        peak_width=percent(1, steps),
    )


def bytes_by_step(blocks: Sequence[ArenaBlock], steps: int) -> list[int]:
    """Bytes of an arena in use at each step; those that two blocks share count once."""
    alive: list[list[tuple[int, int]]] = [[] for _ in range(steps)]
    for b in blocks:
        for step in range(b.first, b.last + 1):
            alive[step].append((b.offset, b.offset + b.size))
    totals = []
    for spans in alive:
        total = end = 0
        for start, stop in sorted(spans):
            total += max(stop, end) - max(start, end)
            end = max(end, stop)
        totals.append(total)
    return totals


def _shape(report: Report, b: ArenaBlock, steps: int, size: int, colours: dict[str, int]) -> BlockShape:
    layers = report.steps[b.first] if b.first < len(report.steps) else ()
    layer = layers[-1] if layers else None
    label = text(b.name) if b.kind == "tensor" else KINDS.get(b.kind, text(b.kind))
    when = f"step {b.first}" if b.first == b.last else f"steps {b.first} to {b.last}"
    where = f"bytes {b.offset:,} to {b.offset + b.size - 1:,}"
    made = f"of {_names(report, b.first)}"
    op = report.layers[layer].op if layer is not None else ""
    return BlockShape(
        x=percent(b.first, steps),
        y=percent(size - b.offset - b.size, size),
        width=percent(b.last - b.first + 1, steps),
        height=percent(b.size, size),
        kind="tensor" if b.kind == "tensor" else "scratch",
        colour=colours.get(op, 0),
        label=label,
        tip="\n".join((label, f"{b.size:,} bytes, {when}", where, made)),
        cells=(label, number(b.size), number(b.offset), str(b.first), str(b.last), made.removeprefix("of ")),
        layer=layer,
        thin=b.size < THIN * size,
    )


def _step(report: Report, step: int) -> str:
    """The layers of a step, by number; a dash for a copy."""
    layers = report.steps[step] if step < len(report.steps) else ()
    return "-" if not layers else str(layers[0]) if len(layers) == 1 else f"{layers[0]}-{layers[-1]}"


def _names(report: Report, step: int) -> str:
    layers = report.steps[step] if step < len(report.steps) else ()
    if not layers:
        return "the copy of an output"
    first = f"layer {layers[0]} {text(report.layers[layers[0]].name)}"
    return first if len(layers) == 1 else f"{first} to layer {layers[-1]} {text(report.layers[layers[-1]].name)}"


def _heights(size: int) -> tuple[Tick, ...]:
    """Round numbers of bytes, at most ``TICKS`` above 0."""
    step = 1
    while step * TICKS < size:
        step *= 2
    return tuple(Tick(percent(size - at, size), f"{at:,}") for at in range(0, size + 1, step))
