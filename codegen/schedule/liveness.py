"""Which bytes are in use when: the arena planning problem of a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from edgec.codegen.arena.problem import ARENA_ALIGN, Block, Overlap, Problem
from edgec.codegen.kernels.spec import Call, Input, Output, Scratch
from edgec.codegen.schedule.groups import group_distances
from edgec.codegen.schedule.overlap import safe_distance
from edgec.codegen.schedule.steps import ArenaTensor, CallStep, GroupStep, Schedule, Step, Storage, whole


@dataclass(frozen=True)
class ScratchOf:
    """The working memory of one step."""

    step: int


@dataclass(frozen=True)
class WindowOf:
    """The rows kept of stage ``stage`` of the group that is step ``step``."""

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
    first: dict[Storage, int] = {}
    last: dict[Storage, int] = {}
    for at, step in enumerate(schedule.steps):
        for s in map(whole, (*step.reads, *step.writes)):
            first.setdefault(s, at)
            last[s] = at
    owners: list[Owner] = [s for s in first if isinstance(s, ArenaTensor)]
    blocks = [
        Block(schedule.graph.tensors[s.tensor].nbytes, first[s], last[s]) for s in first if isinstance(s, ArenaTensor)
    ]
    index = {owner: i for i, owner in enumerate(owners) if isinstance(owner, ArenaTensor)}
    for at, step in enumerate(schedule.steps):
        for owner, size, align in _working_memory(at, step):
            owners.append(owner)
            blocks.append(Block(size, at, at, max(align, ARENA_ALIGN)))
    overlaps = [o for at, step in enumerate(schedule.steps) for o in _shared(at, step, index, first, last)]
    return ArenaProblem(Problem(tuple(blocks), tuple(overlaps)), tuple(owners))


def _working_memory(at: int, step: Step) -> list[tuple[Owner, int, int]]:
    """Owner, size and alignment of what a step needs besides its inputs and outputs."""
    if isinstance(step, GroupStep):
        size, align = step.scratch
        windows = [(WindowOf(at, i), size, 1) for i, size in enumerate(step.program.windows) if size]
        return [*windows, *([(ScratchOf(at), size, align)] if size else [])]
    if isinstance(step, CallStep) and step.call.scratch_bytes:
        return [
            (ScratchOf(at), step.call.scratch_bytes, max(a.align for a in step.call.args if isinstance(a, Scratch)))
        ]
    return []


def _shared_by_group(
    at: int,
    step: GroupStep,
    index: Mapping[ArenaTensor, int],
    first: Mapping[Storage, int],
    last: Mapping[Storage, int],
) -> list[Overlap]:
    """The overlaps of a group's output with inputs that nobody reads later."""
    found = []
    for i, source in enumerate(step.inputs):
        out = step.output
        if isinstance(source, ArenaTensor) and isinstance(out, ArenaTensor) and last[source] == at == first[out]:
            distance, in_place = group_distances(step, i)
            found.append(Overlap(index[source], index[out], None, -distance))
            if in_place:
                found.append(Overlap(index[source], index[out]))
    return found


def _shared(
    at: int, step: Step, index: Mapping[ArenaTensor, int], first: Mapping[Storage, int], last: Mapping[Storage, int]
) -> list[Overlap]:
    """The overlaps a step allows: its output may take the place of an input that nobody reads later, or run into it.

    An input that the call also reads through another argument must stay whole.
    """
    if isinstance(step, GroupStep):
        return _shared_by_group(at, step, index, first, last)
    if not isinstance(step, CallStep):
        return []
    inputs = [(a.index, s) for a, s in zip(step.call.args, step.storage, strict=True) if isinstance(a, Input)]
    outputs = [s for a, s in zip(step.call.args, step.storage, strict=True) if isinstance(a, Output)]
    found = []
    for ways in (step.call.inplace, (0,) if step.call.window else ()):
        kept = {whole(s) for i, s in inputs if s is not None and i not in ways}
        for source in dict.fromkeys(s for i, s in inputs if i in ways and s not in kept):
            for out in outputs:
                if not isinstance(source, ArenaTensor) or not isinstance(out, ArenaTensor):
                    continue
                if last[source] == at and first[out] == at:
                    found.append(_rule(step.call, ways is step.call.inplace, index[source], index[out]))
    return found


def _rule(call: Call, in_place: bool, source: int, out: int) -> Overlap:
    if in_place:
        return Overlap(source, out)
    assert call.window is not None
    return Overlap(source, out, None, -safe_distance(call.window))
