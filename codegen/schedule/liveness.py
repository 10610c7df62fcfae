"""Liveness of bytes: the arena planning problem of a schedule."""

from __future__ import annotations

from collections.abc import Mapping

from edgec.codegen.arena.problem import ARENA_ALIGN, Block, Overlap, Problem, bytes_together
from edgec.codegen.kernels.spec import Call, Input, Output, Scratch
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor, CallStep, GroupStep, Schedule, Step, Storage, whole
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class ScratchOf:
    """The working memory of one step."""

    step: int


@dataclass(frozen=True)
class WindowOf:
    """The rows kept of stage ``stage`` of the group that is step ``step``; of all stages where they share a room."""

    step: int
    stage: int


Owner = ArenaTensor | ScratchOf | WindowOf


@dataclass(frozen=True)
class ArenaProblem:
    """A planning problem with the owner of each block."""

    problem: Problem
    owners: tuple[Owner, ...]


def arena_problem(schedule: Schedule) -> ArenaProblem:
    """Blocks for every tensor in the arena and every call's scratch, with the overlaps that kernels allow.

    A tensor with parts is one block, from the first write to a part until the last read of one.
    """
    uses = schedule.uses
    owners: list[Owner] = [s for s in uses if isinstance(s, ArenaTensor)]
    blocks = [Block(schedule.graph.tensors[s.tensor].nbytes, *uses[s]) for s in uses if isinstance(s, ArenaTensor)]
    index = {owner: i for i, owner in enumerate(owners) if isinstance(owner, ArenaTensor)}
    for at, step in enumerate(schedule.steps):
        for owner, size, align in _working_memory(at, step):
            owners.append(owner)
            blocks.append(Block(size, at, at, max(align, ARENA_ALIGN)))
    overlaps = [o for at, step in enumerate(schedule.steps) for o in _shared(at, step, index, uses)]
    return ArenaProblem(Problem(tuple(blocks), tuple(overlaps)), tuple(owners))


class Needs:
    """Bytes in use while a step runs in the place of others of a schedule.

    As ``bytes_at`` of the changed schedule's problem, which is not made: only what is in use then is looked at.
    """

    def __init__(self, schedule: Schedule) -> None:
        self._uses = schedule.uses
        self._sizes = {s: schedule.graph.tensors[s.tensor].nbytes for s in schedule.uses if isinstance(s, ArenaTensor)}
        self._begin: list[list[ArenaTensor]] = [[] for _ in schedule.steps]
        for s in self._sizes:
            self._begin[self._uses[s][0]].append(s)
        self._at = 0
        self._alive: dict[ArenaTensor, int] = {}

    def bytes_at(self, first: int, end: int, step: Step) -> int:
        """Bytes that ``step`` needs in the place of the steps ``first`` .. ``end`` - 1; quick when ``first`` grows."""
        self._go_to(first)
        own = list(dict.fromkeys(s for s in map(whole, (*step.reads, *step.writes)) if isinstance(s, ArenaTensor)))
        index = {s: i for i, s in enumerate(own)}
        spans = {s: self._uses[s] for s in own}
        uses: dict[Storage, tuple[int, int]] = {
            s: (min(a, first), first if b < end else b) for s, (a, b) in spans.items()
        }
        blocks = [Block(self._sizes[s], first, first) for s in own]
        blocks += [Block(size, first, first, max(a, ARENA_ALIGN)) for _, size, a in _working_memory(first, step)]
        apart = [size for s, size in self._alive.items() if size and self._uses[s][1] >= end and s not in index]
        alive = {i: block for i, block in enumerate(blocks) if block.size}
        return bytes_together(alive, _shared(first, step, index, uses), apart)

    def _go_to(self, step: int) -> None:
        """The tensors that are used before ``step`` and at it or later."""
        if step < self._at:
            self._at, self._alive = 0, {}
        for at in range(self._at, step):
            self._alive |= {s: self._sizes[s] for s in self._begin[at]}
            for s in [s for s in self._alive if self._uses[s][1] <= at]:
                del self._alive[s]
        self._at = step


def _working_memory(at: int, step: Step) -> list[tuple[Owner, int, int]]:
    """Owner, size and alignment of what a step needs besides its inputs and outputs."""
    if isinstance(step, GroupStep):
        size, align = step.scratch
        windows = [(WindowOf(at, i), size, align if step.program.desks else 1) for i, size in step.program.blocks]
        return [*windows, *([(ScratchOf(at), size, align)] if size else [])]
    if isinstance(step, CallStep) and step.call.scratch_bytes:
        return [
            (ScratchOf(at), step.call.scratch_bytes, max(a.align for a in step.call.args if isinstance(a, Scratch)))
        ]
    return []


def desk(at: int, group: GroupStep, stage: int) -> tuple[Owner, int]:
    """The memory in which the kernels of a stage of step ``at`` work, and the offset there."""
    desks = group.program.desks
    return (WindowOf(at, 0), desks[stage]) if desks else (ScratchOf(at), 0)


def _shared_by_group(
    at: int, step: GroupStep, index: Mapping[ArenaTensor, int], uses: Mapping[Storage, tuple[int, int]]
) -> list[Overlap]:
    """The overlaps of a group's output with inputs that nobody reads later."""
    overlaps = []
    for i, source in enumerate(step.inputs):
        out = step.output
        if isinstance(source, ArenaTensor) and isinstance(out, ArenaTensor) and uses[source][1] == at == uses[out][0]:
            distance, in_place = step.distances[i]
            overlaps.append(Overlap(index[source], index[out], None, -distance))
            if in_place:
                overlaps.append(Overlap(index[source], index[out]))
    return overlaps


def _shared(
    at: int, step: Step, index: Mapping[ArenaTensor, int], uses: Mapping[Storage, tuple[int, int]]
) -> list[Overlap]:
    """The overlaps a step allows: its output may take the place of an input that nobody reads later, or run into it.

    An input that the call also reads through another argument must stay whole.
    """
    if isinstance(step, GroupStep):
        return _shared_by_group(at, step, index, uses)
    if not isinstance(step, CallStep):
        return []
    inputs = [(a.index, s) for a, s in zip(step.call.args, step.storage, strict=True) if isinstance(a, Input)]
    outputs = [s for a, s in zip(step.call.args, step.storage, strict=True) if isinstance(a, Output)]
    overlaps = []
    for ways in (step.call.inplace, (0,) if step.call.window else ()):
        kept = {whole(s) for i, s in inputs if s is not None and i not in ways}
        for source in dict.fromkeys(s for i, s in inputs if i in ways and s not in kept):
            for out in outputs:
                if not isinstance(source, ArenaTensor) or not isinstance(out, ArenaTensor):
                    continue
                if uses[source][1] == at == uses[out][0]:
                    overlaps.append(_rule(step.call, ways is step.call.inplace, index[source], index[out]))
    return overlaps


def _rule(call: Call, in_place: bool, source: int, out: int) -> Overlap:
    if in_place:
        return Overlap(source, out)
    assert call.window is not None
    return Overlap(source, out, None, -safe_distance(call.window))
