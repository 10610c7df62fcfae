"""Counts the instructions of a run over terms: their least and largest number for all inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from edgec.proof.thumb.core import Core
from edgec.proof.thumb.decode import Instruction, register
from edgec.proof.thumb.lengths import Range, lengths
from edgec.proof.thumb.machine import Machine, Step
from edgec.proof.thumb.terms import Term, Value

DIVISIONS = frozenset({"udiv", "sdiv"})
"""Instructions whose cycles depend on their operands on cores that have a divider."""


@dataclass
class Spent:
    """Counts of a run.

    ``more``: instructions that some inputs take beyond the least number.  ``branches``: by address of a branch whose
    ways are not equally long, or of a function of the compiler's library, how often it was come to and the largest
    difference.  ``divisions`` of values that
    depend on inputs.
    """

    more: int = 0
    branches: dict[int, tuple[int, int]] = field(default_factory=dict)
    divisions: int = 0


class CountingCore(Core):
    """A core that counts: ``m.steps`` is the least number of instructions, ``spent`` what lies beyond it.

    Only branches that depend on inputs make two runs differ.  Of each, both ways are executed: as long as they are
    equally long, so are all runs.  Where they are not, the shorter way counts as executed and the difference is added
    to ``spent.more``, which bounds the number from above: not every sum of differences need be reached.
    """

    divisions: ClassVar[frozenset[str]] = DIVISIONS

    @staticmethod
    def register_of(text: str) -> int | None:
        """The number of a register, None for anything else."""
        return register(text)

    def __init__(self, code: Mapping[int, Instruction], machine: Machine) -> None:
        super().__init__(code, machine)
        self.spent = Spent()
        self._ways: list[list[tuple[int, int]]] = []
        self._lengths: dict[int, Range] = {}

    def step_of(self, i: Instruction) -> Step:
        """Return the effect of an instruction, and count it, also where an IT block skips it."""
        inner = super().step_of(i)
        operands = [self.register_of(text) for text in i.operands[1:]] if i.name in self.divisions else []

        def counted(m: Machine) -> int:
            m.steps += 1
            if operands and not self.ahead and any(r is not None and isinstance(m.regs[r], Term) for r in operands):
                self.spent.divisions += 1
            return inner(m)

        return counted

    def both(self, at: int, c: Value, to: int, follows: int) -> int:
        """Both ways of a branch, each counted."""
        if self.ahead:
            return super().both(at, c, to, follows)
        steps, more = self.m.steps, self.spent.more
        self._ways.append([])
        end = super().both(at, c, to, follows)
        ways = self._ways.pop()
        least, most = min(low for low, _ in ways), max(high for _, high in ways)
        self.m.steps, self.spent.more = steps + least, more + most - least
        if len({low for low, _ in ways}) > 1:
            times, largest = self.spent.branches.get(at, (0, 0))
            self.spent.branches[at] = times + 1, max(largest, most - least)
        return end

    def until(self, pc: int, join: int, depth: int) -> int:
        """One way of a branch."""
        steps, more = self.m.steps, self.spent.more
        end = super().until(pc, join, depth)
        low = self.m.steps - steps
        self._ways[-1].append((low, low + self.spent.more - more))
        return end

    def spend(self, at: int) -> None:
        """Count the least that a function of the compiler's library takes, and by how much operands make it differ."""
        if self.ahead:
            return
        if at not in self._lengths:
            self._lengths[at] = lengths(self.code, at)
        least, most = self._lengths[at]
        self.m.steps, self.spent.more = self.m.steps + least, self.spent.more + most - least
        times, largest = self.spent.branches.get(at, (0, 0))
        self.spent.branches[at] = times + 1, max(largest, most - least)

    def trace(self, pc: int, most: int, splits: int) -> dict[int, int]:
        """A way that is looked at ahead: nothing of it is counted."""
        steps = self.m.steps
        runs = super().trace(pc, most, splits)
        self.m.steps = steps
        return runs
