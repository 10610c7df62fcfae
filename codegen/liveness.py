"""Which bytes are in use when: the arena planning problem of a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from edgec.codegen.arena import ARENA_ALIGN, Block, Overlap, Problem
from edgec.codegen.kernels.spec import Input, Output, Scratch
from edgec.codegen.schedule import ArenaTensor, CallStep, Schedule, Storage


@dataclass(frozen=True)
class ScratchOf:
    """The working memory of one step."""

    step: int


Owner = ArenaTensor | ScratchOf


@dataclass(frozen=True)
class ArenaProblem:
    """A planning problem with the owner of each block."""

    problem: Problem
    owners: tuple[Owner, ...]


def arena_problem(schedule: Schedule) -> ArenaProblem:
    """Blocks for every tensor in the arena and every call's scratch, with the overlaps that kernels allow."""
    first: dict[Storage, int] = {}
    last: dict[Storage, int] = {}
    for at, step in enumerate(schedule.steps):
        for s in (*step.reads, *step.writes):
            first.setdefault(s, at)
            last[s] = at
    owners: list[Owner] = [s for s in first if isinstance(s, ArenaTensor)]
    blocks = [
        Block(schedule.graph.tensors[s.tensor].nbytes, first[s], last[s]) for s in first if isinstance(s, ArenaTensor)
    ]
    index = {owner: i for i, owner in enumerate(owners) if isinstance(owner, ArenaTensor)}
    for at, step in enumerate(schedule.steps):
        if isinstance(step, CallStep) and step.call.scratch_bytes:
            align = max(a.align for a in step.call.args if isinstance(a, Scratch))
            owners.append(ScratchOf(at))
            blocks.append(Block(step.call.scratch_bytes, at, at, max(align, ARENA_ALIGN)))
    overlaps = [o for at, step in enumerate(schedule.steps) for o in _in_place(at, step, index, first, last)]
    return ArenaProblem(Problem(tuple(blocks), tuple(overlaps)), tuple(owners))


def _in_place(
    at: int, step: object, index: Mapping[ArenaTensor, int], first: Mapping[Storage, int], last: Mapping[Storage, int]
) -> list[Overlap]:
    """The overlaps a step allows: its output may take the place of an input that nobody reads later.

    An input that the call also reads through an argument not listed in ``Call.inplace`` must stay whole.
    """
    if not isinstance(step, CallStep) or not step.call.inplace:
        return []
    inputs = [(a.index, s) for a, s in zip(step.call.args, step.storage, strict=True) if isinstance(a, Input)]
    outputs = [s for a, s in zip(step.call.args, step.storage, strict=True) if isinstance(a, Output)]
    kept = {s for i, s in inputs if i not in step.call.inplace}
    found = []
    for out in outputs:
        for source in dict.fromkeys(s for i, s in inputs if i in step.call.inplace and s not in kept):
            if (
                isinstance(source, ArenaTensor)
                and isinstance(out, ArenaTensor)
                and last[source] == at
                and first[out] == at
            ):
                found.append(Overlap(index[source], index[out]))
    return found
