"""Runs code of RV32IMC over terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from edgec.proof.rv32.decode import NUMBERS
from edgec.proof.rv32.steps import BRANCHES, JUMPS, below, is_executable, less, number, step
from edgec.proof.thumb.core import Core
from edgec.proof.thumb.counting import CountingCore
from edgec.proof.thumb.decode import Instruction
from edgec.proof.thumb.flow import EXIT
from edgec.proof.thumb.machine import Calling, Machine, NotCovered, Step
from edgec.proof.thumb.terms import M32, Term, Value, term

RA = NUMBERS["ra"]
CALLING = Calling(NUMBERS["sp"], RA, tuple(range(NUMBERS["a0"], NUMBERS["a7"] + 1)), NUMBERS["a0"])


@dataclass
class RiscvMachine(Machine):
    """32 registers, of which the first is 0; no flags."""

    calling: ClassVar[Calling] = CALLING
    regs: list[Any] = field(default_factory=lambda: [0] * 32)

    def state(self) -> list[Any]:
        """All values outside of memory."""
        return list(self.regs)

    def restore(self, state: list[Any]) -> None:
        """Take values that ``state`` gave."""
        self.regs = list(state)


class RiscvCore(Core):
    """Executes a program of RV32IMC."""

    def step_of(self, i: Instruction) -> Step:
        """Return the effect of an instruction, and the address that follows."""
        if i.name == "jal":
            return self._jump(i)
        if i.name == "jalr":
            return self._register_jump(i)
        return self._branch(i) if i.name in BRANCHES else step(i)

    def _jump(self, i: Instruction) -> Step:
        to, follows, link = target_of(i), i.next, number(i.operands[0])

        def jumped(m: Machine) -> int:
            self._linked(m, link, follows)
            return to

        return jumped

    def _linked(self, m: Machine, link: int, follows: int) -> None:
        """Keep where a jump came from; a call does so in the register of the procedure call standard."""
        if link:
            m.regs[link] = follows
        if link == RA:
            self.depth += 1
            if self.on_call is not None:
                self.on_call()

    def _register_jump(self, i: Instruction) -> Step:
        link, distance, base = number(i.operands[0]), int(i.operands[1], 0), number(i.operands[2])
        follows, returns = i.next, not link and base == RA

        def jumped(m: Machine) -> int:
            to = m.regs[base]
            if isinstance(to, Term):
                raise NotCovered("the target of a jump depends on inputs")
            self._linked(m, link, follows)
            if returns:
                self.depth -= 1
            return int(to + distance) & M32 & ~1

        return jumped

    def _branch(self, i: Instruction) -> Step:
        a, b, to, follows, kind = number(i.operands[0]), number(i.operands[1]), target_of(i), i.next, i.name

        def branched(m: Machine) -> int:
            c = holds(kind, m.regs[a], m.regs[b])
            if c.__class__ is int:
                return to if c else follows
            return self.both(i.address, c, to, follows)

        return branched

    def successors(self, i: Instruction) -> tuple[int, ...]:
        """The addresses that may follow, calls taken as done."""
        if i.name in BRANCHES:
            return (target_of(i), i.next)
        if i.name in JUMPS and not number(i.operands[0]):
            return (target_of(i),) if i.name == "jal" else (EXIT,)
        return (i.next,)


class CountingRiscvCore(CountingCore, RiscvCore):
    """Counts the instructions of a program of RV32IMC."""

    divisions: ClassVar[frozenset[str]] = frozenset({"div", "divu", "rem", "remu"})

    @staticmethod
    def register_of(text: str) -> int | None:
        """The number of a register, None for anything else."""
        return NUMBERS.get(text)


def holds(kind: str, a: Value, b: Value) -> Value:
    """1 where a branch is taken."""
    if kind in ("beq", "bne"):
        same = term("zero", a if b.__class__ is int and b == 0 else term("sub", a, b))
        return same if kind == "beq" else term("eor", same, 1)
    truth = below(a, b) if kind.endswith("u") else less(a, b)
    return truth if kind.startswith("blt") else term("eor", truth, 1)


def target_of(i: Instruction) -> int:
    """The address that a branch or jump names."""
    return int(i.operands[-1], 16)


def machine_of(flash: bytes, ram: bytearray, symbols: Mapping[str, int]) -> RiscvMachine:
    """A machine whose global pointer is where the linker put it."""
    made = RiscvMachine(flash, ram)
    made.regs[NUMBERS["gp"]] = symbols.get("__global_pointer$", 0)
    return made


__all__ = ["CountingRiscvCore", "RiscvCore", "RiscvMachine", "is_executable", "machine_of"]
