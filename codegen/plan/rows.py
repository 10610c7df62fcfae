"""The plan of a group of layers: its kernel calls and moves, equal strips folded into loops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from edgec.codegen.kernels.spec import Call, Input, Output, Scratch
from edgec.codegen.schedule.liveness import Owner, WindowOf, desk
from edgec.codegen.schedule.rows import RowMove, RowProgram, RowRun, RowStep
from edgec.codegen.schedule.steps import CallerInput, CallerOutput, CallStep, GroupStep, Part, Storage
from edgec.converter.graph.frozen import dataclass

SHORTEST_LOOP = 3  # equal strips
PERIODS = (1, 2, 4)  # strips that take turns: of rows that a resizing doubles, each second is alike


@dataclass(frozen=True)
class AtSymbol:
    """Pointer to a constant: index into ``Plan.symbols``."""

    index: int


@dataclass(frozen=True)
class AtArena:
    """Pointer into the arena: index into ``Plan.blocks``."""

    block: int


Pointer: TypeAlias = "CallerInput | CallerOutput | AtSymbol | AtArena | Shifted"


@dataclass(frozen=True)
class Shifted:
    """A pointer ``offset`` bytes further, and ``step`` bytes more in each pass of a loop."""

    base: Pointer
    offset: int
    step: int = 0


def further(pointer: Pointer, offset: int) -> Shifted:
    """A pointer ``offset`` bytes further."""
    if isinstance(pointer, Shifted):
        return replace(pointer, offset=pointer.offset + offset)
    return Shifted(pointer, offset)


@dataclass(frozen=True)
class PlannedRun:
    """A kernel call for some rows of a layer; ``pointers`` run parallel to ``call.args``."""

    layer: int
    call: Call
    pointers: tuple[Shifted, ...]


@dataclass(frozen=True)
class PlannedMove:
    """``size`` bytes of a block moved to ``start``, from ``offset`` bytes behind it."""

    layer: int
    block: AtArena
    start: int
    offset: int
    size: int


PlannedRow: TypeAlias = "PlannedRun | PlannedMove"


@dataclass(frozen=True)
class PlannedLoop:
    """``body``, the steps of ``period`` strips, ``count`` times."""

    count: int
    body: tuple[PlannedRow, ...]
    period: int = 1


@dataclass(frozen=True)
class PlannedGroup:
    """Layers computed together, row by row."""

    layers: tuple[int, ...]
    program: RowProgram
    loops: tuple[PlannedLoop, ...]

    @property
    def layer(self) -> int:
        """Its first layer."""
        return self.layers[0]

    @property
    def headers(self) -> set[str]:
        """The kernel headers it needs."""
        return {r.call.header for r in self.runs} | ({"edgec_rows.h"} if self.program.moved else set())

    @property
    def runs(self) -> tuple[PlannedRun, ...]:
        """All calls, those of a loop once."""
        return tuple(r for loop in self.loops for r in loop.body if isinstance(r, PlannedRun))


def run_steps(group: GroupStep) -> tuple[CallStep, ...]:
    """The calls of a group as steps, in order: what the constants of the model are collected from."""
    return tuple(
        CallStep(group.layers[run.stage], group.calls[run], (None,) * len(group.calls[run].args))
        for run in group.program.steps
        if isinstance(run, RowRun)
    )


def plan_group(
    at: int,
    group: GroupStep,
    symbols: Sequence[Sequence[int | None]],
    where: Mapping[Owner, int],
    pointer_of: Callable[[Storage], Pointer],
) -> PlannedGroup:
    """The plan of step ``at``; ``symbols`` holds the constants of each run (see ``run_steps``)."""
    remaining = iter(symbols)

    def planned(step: RowStep) -> PlannedRow:
        if isinstance(step, RowMove):
            owner, start = group.program.place(step.stage)
            block = AtArena(where[WindowOf(at, owner)])
            return PlannedMove(group.layers[step.stage], block, start, step.offset, step.size)
        return _planned_run(at, group, step, next(remaining), where, pointer_of)

    strips = [tuple(planned(s) for s in strip) for strip in group.program.strips]
    return PlannedGroup(group.layers, group.program, _folded(strips))


def _planned_run(
    at: int,
    group: GroupStep,
    run: RowRun,
    symbols: Sequence[int | None],
    where: Mapping[Owner, int],
    pointer_of: Callable[[Storage], Pointer],
) -> PlannedRun:
    stage, call = group.program.stages[run.stage], group.calls[run]
    fed = {f.index: i for i, f in enumerate(stage.feeds)}
    pointers = []

    def window(stage: int) -> Pointer:
        block, offset = group.program.place(stage)
        return further(AtArena(where[WindowOf(at, block)]), offset)

    for arg, symbol in zip(call.args, symbols, strict=True):
        if symbol is not None:
            pointers.append(Shifted(AtSymbol(symbol), 0))
        elif isinstance(arg, Scratch):
            owner, offset = desk(at, group, run.stage)
            pointers.append(Shifted(AtArena(where[owner]), offset))
        elif isinstance(arg, Input):
            feed, offset = stage.feeds[fed[arg.index]], run.in_offsets[fed[arg.index]]
            if feed.stage is not None:
                pointers.append(further(window(feed.stage), offset))
            else:
                assert feed.outer is not None
                pointers.append(further(pointer_of(group.inputs[feed.outer]), offset))
        else:
            assert isinstance(arg, Output)
            last = run.stage == len(group.program.stages) - 1
            base = pointer_of(group.output) if last else window(run.stage)
            place = group.output
            to = place.within(run.out_offset) if last and isinstance(place, Part) else run.out_offset
            pointers.append(further(base, to))
    return PlannedRun(group.layers[run.stage], call, tuple(pointers))


def _folded(strips: Sequence[tuple[PlannedRow, ...]]) -> tuple[PlannedLoop, ...]:
    """Strips, or turns of a few, that differ only in offsets that grow evenly, as loops."""
    loops: list[PlannedLoop] = []
    at = 0
    while at < len(strips):
        for period in PERIODS:
            turns = _alike(strips, at, period)
            if len(turns) >= SHORTEST_LOOP:
                loops.append(PlannedLoop(len(turns), _with_steps(turns[0], turns[1]), period))
                at += len(turns) * period
                break
        else:
            loops.append(PlannedLoop(1, strips[at]))
            at += 1
    return tuple(loops)


def _alike(strips: Sequence[tuple[PlannedRow, ...]], at: int, period: int) -> list[tuple[PlannedRow, ...]]:
    """The turns of ``period`` strips from ``at`` on that one loop can make."""
    runs: list[tuple[PlannedRow, ...]] = []
    for start in range(at, len(strips) - period + 1, period):
        turn = tuple(row for strip in strips[start : start + period] for row in strip)
        if runs and not _follows([*runs, turn]):
            break
        runs.append(turn)
    return runs


def _follows(turns: Sequence[tuple[PlannedRow, ...]]) -> bool:
    """Return whether the last turn is like the first, its offsets as far on as those of the second say."""
    first, later = turns[0], turns[-1]
    if [_skeleton(s) for s in first] != [_skeleton(s) for s in later]:
        return False
    step = [b - a for a, b in zip(_offsets(first), _offsets(turns[1]), strict=True)]
    wanted = [a + d * (len(turns) - 1) for a, d in zip(_offsets(first), step, strict=True)]
    return wanted == _offsets(later)


def _skeleton(step: PlannedRow) -> tuple[object, ...]:
    if isinstance(step, PlannedMove):
        return (step,)
    return step.layer, step.call.symbol, step.call.initializer, tuple(p.base for p in step.pointers)


def _offsets(strip: Sequence[PlannedRow]) -> list[int]:
    return [p.offset for s in strip if isinstance(s, PlannedRun) for p in s.pointers]


def _with_steps(first: Sequence[PlannedRow], second: Sequence[PlannedRow]) -> tuple[PlannedRow, ...]:
    body: list[PlannedRow] = []
    for a, b in zip(first, second, strict=True):
        if isinstance(a, PlannedRun) and isinstance(b, PlannedRun):
            moved = (replace(p, step=q.offset - p.offset) for p, q in zip(a.pointers, b.pointers, strict=True))
            body.append(replace(a, pointers=tuple(moved)))
        else:
            body.append(a)
    return tuple(body)
