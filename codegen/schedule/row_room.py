"""One room for the windows of a group, and for what its kernels work in: each byte serves whoever needs it then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from edgec.codegen.arena.problem import Block, Overlap, Problem
from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call, Scratch
from edgec.codegen.schedule.rows import RowMove, RowProgram, RowRun

ROOM_NODES = 300  # of the search for places in a room: windows are few


def strips_only(program: RowProgram, stage: int) -> bool:
    """Return whether a window holds just what is written at once, and that is what is read of it."""
    held = None
    for step in program.steps:
        if isinstance(step, RowMove):
            if step.stage == stage:
                return False
            continue
        for feed, rows, offset in zip(program.stages[step.stage].feeds, step.reads, step.in_offsets, strict=True):
            if feed.stage == stage and (offset or held != rows):
                return False
        if step.stage == stage:
            held = step.rows
            if step.out_offset:
                return False
    return True


def holds_strips(program: RowProgram) -> bool:
    """Return whether all windows whose rows are no runs of bytes hold strips only."""
    return all(stage.apart == 1 or strips_only(program, i) for i, stage in enumerate(program.stages[:-1]))


def in_one_room(program: RowProgram, calls: Mapping[RowRun, Call]) -> RowProgram:
    """The program whose windows share one block as their lives within a strip allow; itself if rows outlive strips."""
    last = len(program.stages) - 1
    if last < 2 or not all(strips_only(program, i) for i in range(last)):
        return program
    runs = [s for s in program.strips[0] if isinstance(s, RowRun)]
    made = [next(k for k, r in enumerate(runs) if r.stage == i) for i in range(last)]
    read = [max(k for k, r in enumerate(runs) if i in _sources(program, r)) for i in range(last)]
    blocks = tuple(Block(program.windows[i], made[i], read[i]) for i in range(last))
    shared = tuple(o for i in range(last) for o in _in_place(program, calls, i, read, made))
    placement = solve(Problem(blocks, shared), ROOM_NODES)
    return replace(program, room=placement.size, places=placement.offsets)


def _sources(program: RowProgram, run: RowRun) -> list[int]:
    return [f.stage for f in program.stages[run.stage].feeds if f.stage is not None]


def _in_place(
    program: RowProgram, calls: Mapping[RowRun, Call], stage: int, read: list[int], made: list[int]
) -> list[Overlap]:
    """The windows that a stage may write its own in place of: all its calls allow it, and nobody reads them later."""
    node = program.stages[stage]
    ways = [set(c.inplace) for run, c in calls.items() if run.stage == stage]
    sources = [f.stage for f in node.feeds]
    return [
        Overlap(f.stage, stage)
        for f in node.feeds
        if f.stage is not None and f.axis is not None and node.parts == 1 and sources.count(f.stage) == 1
        if read[f.stage] == made[stage] and all(f.index in way for way in ways)
    ]


def with_desks(program: RowProgram, calls: Mapping[RowRun, Call]) -> RowProgram:
    """The program whose windows and working memory share one block, whatever rows outlive their strip.

    At each step a window is in use up to the last byte that is read later; another one or the working memory of a step
    may begin behind that.
    """
    last = len(program.stages) - 1
    held = held_bytes(program)
    desks = [max((c.scratch_bytes for run, c in calls.items() if run.stage == i), default=0) for i in range(last + 1)]
    aligns = [a.align for c in calls.values() for a in c.args if isinstance(a, Scratch)]
    blocks = [Block(n, 0, 0) for n in program.windows[:last]]
    blocks += [Block(n, 0, 0, max(aligns, default=1)) for n in desks]
    shared: list[Overlap] = []
    for j in range(last):
        for k in (k for k in range(last) if k != j):
            shared += _behind(j, k, max((h[j] for _, h in held if h[k]), default=0))
        for stage in range(last + 1):
            shared += _behind(j, last + stage, max((h[j] for i, h in held if i == stage), default=0))
    shared += [Overlap(last + a, last + b, None, None) for a in range(last + 1) for b in range(a)]
    placement = solve(Problem(tuple(blocks), tuple(shared)), ROOM_NODES)
    return replace(program, room=placement.size, places=placement.offsets[:last], desks=placement.offsets[last:])


def _behind(window: int, other: int, held: int) -> list[Overlap]:
    """The overlap of a window with what begins behind the bytes that are held meanwhile."""
    return [Overlap(window, other, held if held else None, None)]


def held_bytes(program: RowProgram) -> list[tuple[int, tuple[int, ...]]]:
    """For every step its stage (-1: a move), and the bytes of each inner window up to the last one in use then."""
    last = len(program.stages) - 1
    later = [0] * last  # up to what is read after the step
    steps: list[tuple[int, tuple[int, ...]]] = []
    for step in reversed(program.steps):
        now = later.copy()
        if isinstance(step, RowMove):
            now[step.stage] = later[step.stage] = step.offset + step.size
            steps.append((-1, tuple(now)))
            continue
        stage = program.stages[step.stage]
        if step.stage < last:
            written = step.out_offset + (step.rows[1] - step.rows[0]) * stage.out_row
            now[step.stage] = max(now[step.stage], written)
            if step.part == 0:
                later[step.stage] = min(later[step.stage], step.out_offset)
        for feed, rows, offset, row in zip(stage.feeds, step.reads, step.in_offsets, stage.in_row, strict=True):
            if feed.stage is not None:
                end = offset + (rows[1] - rows[0]) * row if feed.axis is not None else program.windows[feed.stage]
                now[feed.stage], later[feed.stage] = max(now[feed.stage], end), max(later[feed.stage], end)
        steps.append((step.stage, tuple(now)))
    return steps[::-1]
