"""States without copies: the new value is written where the old one was, when nobody reads the old one any more."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.spec import Input
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerInput,
    CallerOutput,
    CallStep,
    CopyStep,
    GroupStep,
    IntakeStep,
    Part,
    Schedule,
    Step,
    Storage,
)


def states_in_place(schedule: Schedule) -> Schedule:
    """The schedule whose kernels write new states into the states' own memory, where the old value is not needed.

    That is where its last reader runs before the first writer of the new value, or is that writer and works in place.
    """
    for source, output in schedule.graph.fed:
        schedule = _in_place(schedule, CallerInput(source), CallerOutput(output))
    return schedule


def _in_place(schedule: Schedule, old: CallerInput, new: CallerOutput) -> Schedule:
    copy = next((s for s in schedule.steps if isinstance(s, CopyStep) and s.target == new), None)
    taken = [t for s in schedule.steps if isinstance(s, IntakeStep) for t in s.tensors]
    if copy is None or not isinstance(copy.source, ArenaTensor) or copy.source in taken:
        return schedule
    tensor = copy.source
    begin = schedule.uses[tensor][0]
    end = schedule.reads.get(old, (-1, -1))[1]
    if end > begin or (end == begin and not _works_in_place(schedule.steps[begin], old, tensor)):
        return schedule
    return moved(replace(schedule, steps=tuple(s for s in schedule.steps if s is not copy)), tensor, new)


def _works_in_place(step: Step, old: CallerInput, tensor: ArenaTensor) -> bool:
    """Return whether a call may write over the value that it reads."""
    if not isinstance(step, CallStep) or step.writes != (tensor,):
        return False
    pairs = zip(step.call.args, step.storage, strict=True)
    readers = [(a.index, s) for a, s in pairs if isinstance(a, Input) and s is not None and _of(s, old)]
    return all(s == old and index in step.call.inplace for index, s in readers)


def _of(storage: Storage, memory: CallerInput) -> bool:
    return memory == (storage.whole if isinstance(storage, Part) else storage)


def moved(schedule: Schedule, tensor: ArenaTensor, to: CallerOutput, offset: int = 0) -> Schedule:
    """The schedule with a tensor in the memory of an output, from a byte of it on."""
    size, room = (schedule.graph.tensors[n].nbytes for n in (tensor.tensor, schedule.graph.outputs[to.index]))
    home = to if size == room else Part(to, offset, size)
    steps = tuple(_moved(s, tensor, home) for s in schedule.steps)
    parts = tuple((n, _within(p, tensor, home)) for n, p in schedule.parts)
    return replace(schedule, steps=steps, parts=parts)


def _within(part: Part, tensor: ArenaTensor, home: CallerOutput | Part) -> Part:
    """A part, of a tensor that lies elsewhere or of another one."""
    if part.whole != tensor:
        return part
    memory, offset = (home.whole, home.offset) if isinstance(home, Part) else (home, 0)
    return replace(part, whole=memory, offset=offset + part.offset)


def _moved(step: Step, tensor: ArenaTensor, home: CallerOutput | Part) -> Step:
    """The step with a tensor elsewhere."""

    def at(s: Storage) -> Storage:
        if isinstance(s, Part):
            return _within(s, tensor, home)
        return home if s == tensor else s

    if isinstance(step, CallStep):
        return replace(step, storage=tuple(s and at(s) for s in step.storage))
    if isinstance(step, GroupStep):
        return replace(step, inputs=tuple(map(at, step.inputs)), output=at(step.output))
    if isinstance(step, IntakeStep):
        return step
    return replace(step, source=at(step.source))
