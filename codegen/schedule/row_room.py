"""Windows of a group in which no row outlives its strip: what they hold, and one room for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from edgec.codegen.arena.problem import Block, Overlap, Problem
from edgec.codegen.arena.solve import solve
from edgec.codegen.kernels.spec import Call
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
