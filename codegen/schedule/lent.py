"""Outputs' buffers as memory of the layers before them: a tensor lies there whose last reader runs before the output.

The caller's buffer of an output is the kernels' alone while a run lasts.  Where a step needs too much of the arena,
some of what is in use then goes there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from edgec.codegen.arena.problem import Problem, bytes_at
from edgec.codegen.schedule.liveness import ArenaProblem, arena_problem
from edgec.codegen.schedule.states import moved
from edgec.codegen.schedule.steps import ArenaTensor, CallerOutput, IntakeStep, Schedule, Storage

Uses: TypeAlias = Mapping[Storage, tuple[int, int]]
LENT_ALIGN = 4  # of offsets in a buffer: words, where the caller's buffer begins with one


@dataclass(frozen=True)
class Loan:
    """A tensor that lies in the buffer of an output, ``offset`` bytes behind its begin."""

    tensor: ArenaTensor
    place: CallerOutput
    offset: int


@dataclass(frozen=True)
class _Use:
    """Bytes of a buffer in use, and the first and the last step of that."""

    begin: int
    end: int
    first: int
    last: int

    def clashes(self, other: _Use) -> bool:
        """Return whether both are in use at one step, and share bytes."""
        together = self.first <= other.last and other.first <= self.last
        return together and self.begin < other.end and other.begin < self.end


def loans_of(schedule: Schedule, limit: int) -> tuple[Loan, ...]:
    """The tensors to move so that no step needs more than ``limit`` bytes of arena, as far as outputs have room.

    Steps that need most come first.
    """
    lender, loans, made = _Lender(schedule), list[Loan](), arena_problem(schedule)
    needs = [bytes_at(made.problem, at) for at in range(len(schedule.steps))]
    for at in sorted((k for k, needed in enumerate(needs) if needed > limit), key=lambda k: -needs[k]):
        while bytes_at(made.problem, at) > limit:
            loan = lender.loan(made, schedule.uses, at)
            if loan is None:
                break
            loans.append(loan)
            schedule = lent(schedule, (loan,))
            made = arena_problem(schedule)
    return tuple(loans)


def lent(schedule: Schedule, loans: Sequence[Loan]) -> Schedule:
    """The schedule with some tensors in the buffers of outputs; its steps and their order stay."""
    for loan in loans:
        schedule = moved(schedule, loan.tensor, loan.place, loan.offset)
    return schedule


class _Lender:
    """The outputs' buffers, and what is in use of each."""

    def __init__(self, schedule: Schedule) -> None:
        self.tensors, outputs = schedule.graph.tensors, schedule.graph.outputs
        fed = {output for _, output in schedule.graph.fed}
        self.rooms = {CallerOutput(i): self.tensors[name] for i, name in enumerate(outputs) if i not in fed}
        self.used = {p: [_Use(0, t.nbytes, *schedule.uses[p])] for p, t in self.rooms.items()}
        self.fixed = {t for s in schedule.steps if isinstance(s, IntakeStep) for t in s.tensors}

    def loan(self, made: ArenaProblem, uses: Uses, at: int) -> Loan | None:
        """The tensor that can be moved and by whose move a step needs least."""
        needed = bytes_at(made.problem, at)
        free = [(i, s) for i, s in enumerate(made.owners) if isinstance(s, ArenaTensor) and s not in self.fixed]
        alive = [(_without(made.problem, i, at), s) for i, s in free if uses[s][0] <= at <= uses[s][1]]
        for left, tensor in sorted(alive, key=lambda t: (t[0], uses[t[1]][1] - uses[t[1]][0])):
            for place in self.rooms if left < needed else ():
                use = self._room(tensor, place, *uses[tensor])
                if use is not None:
                    self.used[place].append(use)
                    return Loan(tensor, place, use.begin)
        return None

    def _room(self, tensor: ArenaTensor, place: CallerOutput, first: int, last: int) -> _Use | None:
        """The first bytes of a buffer that are free while a tensor lives; None: too few are."""
        own, room = self.tensors[tensor.tensor], self.rooms[place]
        ends = sorted(-(-u.end // LENT_ALIGN) * LENT_ALIGN for u in self.used[place])
        for begin in (0, *ends) if own.dtype is room.dtype else ():
            use = _Use(begin, begin + own.nbytes, first, last)
            if use.end <= room.nbytes and not any(use.clashes(other) for other in self.used[place]):
                return use
        return None


def _without(problem: Problem, block: int, at: int) -> int:
    """Bytes needed at a step without one of the blocks."""
    blocks = list(problem.blocks)
    blocks[block] = replace(blocks[block], size=0)
    return bytes_at(replace(problem, blocks=tuple(blocks)), at)
