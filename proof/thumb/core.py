"""Runs code over terms: branches, calls, and the joining of ways where a branch depends on the inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from edgec.proof.thumb.decode import Instruction, immediate, register, registers
from edgec.proof.thumb.flow import join_of, successors, target_of
from edgec.proof.thumb.machine import RETURN, Machine, NotCovered, Step
from edgec.proof.thumb.steps import ITS, conditional, step
from edgec.proof.thumb.terms import Term, Value, term
from edgec.proof.thumb.v8_1 import LOOPS, loop

MOST_STEPS = 200_000
"""Instructions of one way of a branch that depends on inputs."""
MOST_NESTED = 40
AHEAD = (60, 600)
"""Instructions within which the ways of a branch are tried to meet, before the point where all ways of the code do."""


MOST_SPLITS = 2
"""Branches that depend on inputs, one behind the other, beyond which no way is looked at."""


class _Split(Exception):
    """A way that is looked at ahead comes to another branch that depends on inputs, which goes to ``ways``."""

    def __init__(self, ways: tuple[int, int]) -> None:
        super().__init__()
        self.ways = ways


class Core:
    """Executes a program; ``hooks`` are called before the instruction at their address, ``on_call`` at calls.

    ``functions``: what is done at an address in place of its code where r0 or r1 depends on inputs.
    """

    def __init__(self, code: Mapping[int, Instruction], machine: Machine) -> None:
        self.code = code
        self.m = machine
        self.hooks: dict[int, Callable[[], None]] = {}
        self.functions: dict[int, Step] = {}
        self.steps: dict[int, Step] = {}
        self.joins: dict[int, int] = {}
        self.depth = 0
        self.on_call: Callable[[], None] | None = None
        self.ahead = False

    def call(self, address: int, *args: int) -> Value:
        """Call a function by the procedure call standard; its result."""
        m, by = self.m, self.m.calling
        count = len(by.arguments)
        for r, x in zip(by.arguments, [*args, *[0] * count], strict=False):
            m.regs[r] = x
        for i, x in enumerate(args[count:]):
            m.store(m.regs[by.stack] + 4 * i, 4, x)
        m.regs[by.link] = RETURN
        pc = address & ~1
        steps = self.steps
        while pc != RETURN:
            try:
                pc = steps[pc](m)
            except KeyError:
                self._make(pc)
        return m.regs[by.result]  # type: ignore[no-any-return]

    def _make(self, pc: int) -> None:
        """The step of an address that is reached for the first time."""
        if pc in self.steps or pc not in self.code:
            raise NotCovered(f"the code jumps to {pc:#x}, where no instruction is")
        made = self.step_of(self.code[pc])
        whole = self.functions.get(pc)
        if whole is not None:
            made = _function(made, whole)
        hook = self.hooks.get(pc)
        if hook is not None:
            inner, call = made, hook

            def hooked(m: Machine) -> int:
                call()
                return inner(m)

            made = hooked
        self.steps[pc] = made

    def step_of(self, i: Instruction) -> Step:
        """Return the effect of an instruction, and the address that follows."""
        follows = i.next
        if i.name in ("b", "bl"):
            return self._jump(i)
        if i.name in ("bx", "blx"):
            return self._register_jump(i)
        if i.name in ("cbz", "cbnz"):
            return self._zero_jump(i)
        if i.name in LOOPS:
            return loop(i)
        if i.name in ITS:
            return lambda _: follows
        if i.name == "pop" and 15 in registers(i.operands[0]):
            return self._return(i)
        if i.name in ("ldm", "ldmia", "ldmdb") and 15 in registers(i.operands[1]) and i.operands[0] != "sp!":
            return self._loaded_jump(i)
        if i.name in ("ldm", "ldmia") and 15 in registers(i.operands[1]):
            return self._return(Instruction(i.address, i.size, "pop", i.condition, False, i.operands[1:]))
        if i.name == "ldr" and i.operands[:2] == ("pc", "[sp]") and len(i.operands) == 3:
            return self._return(i)
        if i.name in ("add", "sub", "addw", "subw") and i.operands[1:2] == ("pc",):
            return _here(i)
        if i.name in ("tbb", "tbh"):
            return _table(i)
        return step(i)

    def spend(self, at: int) -> None:
        """Count the instructions of the function at an address, one of ``functions`` that was taken; not here."""

    def _zero_jump(self, i: Instruction) -> Step:
        number, to, follows, zero = _register(i.operands[0]), target_of(i), i.next, i.name == "cbz"

        def compared(m: Machine) -> int:
            x = m.regs[number]
            if x.__class__ is int:
                return to if (x == 0) == zero else follows
            c = term("zero", x)
            return self.both(i.address, c if zero else term("eor", c, 1), to, follows)

        return compared

    def _jump(self, i: Instruction) -> Step:
        to, follows, condition = target_of(i), i.next, i.condition
        if i.name == "bl":

            def called(m: Machine) -> int:
                m.regs[14] = follows | 1
                self.depth += 1
                if self.on_call is not None:
                    self.on_call()
                return to

            return called
        if not condition:
            return lambda _: to

        def branched(m: Machine) -> int:
            c = m.condition(condition)
            if c.__class__ is int:
                return to if c else follows
            return self.both(i.address, c, to, follows)

        return branched

    def _register_jump(self, i: Instruction) -> Step:
        number, follows, links, condition = _register(i.operands[0]), i.next, i.name == "blx", i.condition

        def jumped(m: Machine) -> int:
            if condition:
                c = m.condition(condition)
                if isinstance(c, Term):
                    raise NotCovered("a return depends on inputs")
                if not c:
                    return follows
            to = m.regs[number]
            if isinstance(to, Term):
                raise NotCovered("the target of a jump depends on inputs")
            if links:
                m.regs[14] = follows | 1
            if links or number == 14:
                self.depth += 1 if links else -1
            return int(to) & ~1

        return jumped

    def _loaded_jump(self, i: Instruction) -> Step:
        """A jump within a function, to the last of the words that are loaded."""
        if i.condition:
            raise NotCovered(f"the jump {i.name} {i.operands[0]} is of a kind that is not known")
        base, back = _register(i.operands[0].rstrip("!")), i.operands[0].endswith("!")
        listed, down = registers(i.operands[1]), i.name == "ldmdb"

        def jumped(m: Machine) -> int:
            at: Any = m.regs[base] - (4 * len(listed) if down else 0)
            values = [m.load(at + 4 * k, 4) for k in range(len(listed))]
            if back:
                m.regs[base] = at if down else at + 4 * len(listed)
            for r, x in zip(listed[:-1], values, strict=False):
                m.regs[r] = x
            to = values[-1]
            if isinstance(to, Term):
                raise NotCovered("the target of a jump depends on inputs")
            return to & ~1

        return jumped

    def _return(self, i: Instruction) -> Step:
        one = i.name == "ldr"  # beside the one word, more may be left behind
        listed, condition, follows = [15] if one else registers(i.operands[0]), i.condition, i.next
        size = immediate(i.operands[2]) if one else 4 * len(listed)

        def returned(m: Machine) -> int:
            if condition:
                c = m.condition(condition)
                if isinstance(c, Term):
                    raise NotCovered("a return depends on inputs")
                if not c:
                    return follows
            sp: Any = m.regs[13]
            values = [m.load(sp + 4 * k, 4) for k in range(len(listed))]
            m.regs[13] = sp + size
            for r, x in zip(listed, values, strict=True):
                if r != 15:
                    m.regs[r] = x
            to = values[-1]
            if isinstance(to, Term):
                raise NotCovered("the target of a return depends on inputs")
            self.depth -= 1
            return to & ~1

        return returned

    def successors(self, i: Instruction) -> tuple[int, ...]:
        """The addresses that may follow, calls taken as done."""
        return successors(i)

    def both(self, at: int, c: Value, to: int, follows: int) -> int:
        """Both ways of a branch up to where they meet; what differs then is a choice by ``c``."""
        if self.ahead:
            raise _Split((to, follows))
        m = self.m
        if len(m.journals) > MOST_NESTED:
            raise NotCovered("branches that depend on inputs are nested too deeply")
        state, depth = m.state(), self.depth
        join = self._meeting(at, (to, follows))
        ends, states, written = [], [], []
        for start in (to, follows):
            m.restore(list(state))
            self.depth = depth
            m.journals.append({})
            ends.append(self.until(start, join, depth))
            states.append(m.state())
            written.append(m.rolled_back(m.journals.pop()))
        if ends[0] != ends[1]:
            raise NotCovered("the ways of a branch that depends on inputs do not meet")
        m.restore(m.chosen(c, states[0], states[1]))
        m.merge_memory(c, written)
        return ends[0]

    def _meeting(self, at: int, starts: tuple[int, int]) -> int:
        """The first instruction that both ways come to: it need not be one that all ways come to.

        A loop whose end the compiler wrote twice has its ways meet after each turn, not only where it ends.
        """
        for most, splits in ((most, splits) for most in AHEAD for splits in range(MOST_SPLITS + 1)):
            one, other = (self.trace(start, most, splits) for start in starts)
            common = [pc for pc in one if pc in other]
            if common:
                return min(common, key=lambda pc: one[pc] + other[pc])
        if at not in self.joins:
            self.joins[at] = join_of(self.code, at, self.successors)
        return self.joins[at]

    def trace(self, pc: int, most: int, splits: int) -> dict[int, int]:
        """Instructions of this call that a way comes to, with how many lie before; nothing stays changed.

        Behind another branch that depends on inputs these are the ones that both of its ways come to.
        """
        m, state, depth, on_call, ahead = self.m, self.m.state(), self.depth, self.on_call, self.ahead
        runs: dict[int, int] = {}
        i = 0
        m.journals.append({})
        self.ahead, self.on_call = True, None
        try:
            while i < most and self.depth >= depth and pc not in self.hooks:
                if self.depth == depth:
                    runs.setdefault(pc, i)
                if pc not in self.steps:
                    self._make(pc)
                pc = self.steps[pc](m)
                i += 1
        except _Split as split:
            if splits and self.depth == depth:
                one, other = (self.trace(way, most - i, splits - 1) for way in split.ways)
                for at in (at for at in one if at in other):
                    runs.setdefault(at, i + max(one[at], other[at]))
        except NotCovered:
            pass
        m.rolled_back(m.journals.pop())
        m.restore(state)
        m.guard = 1
        self.ahead, self.on_call, self.depth = ahead, on_call, depth
        return runs

    def until(self, pc: int, join: int, depth: int) -> int:
        """Run to ``join`` in the same call, or until it returns where ``join`` is ``EXIT``."""
        for _ in range(MOST_STEPS):
            if (self.depth == depth and pc == join) or self.depth < depth:
                return pc
            if pc not in self.steps:
                self._make(pc)
            pc = self.steps[pc](self.m)
        raise NotCovered("a loop depends on inputs")


def _function(first: Step, whole: Step) -> Step:
    """A function by its code, from its ``first`` instruction on, or where operands depend on inputs as a ``whole``."""

    def called(m: Machine) -> int:
        return whole(m) if isinstance(m.regs[0], Term) or isinstance(m.regs[1], Term) else first(m)

    return called


def _register(text: str) -> int:
    number = register(text)
    assert number is not None
    return number


def _table(i: Instruction) -> Step:
    """A jump by a table of distances behind it."""
    base, index = i.operands[0].strip("[]").replace(" ", "").split(",")[:2]
    at, number, size = i.next, _register(index), 1 if i.name == "tbb" else 2
    if base != "pc":
        raise NotCovered("a table of jumps lies elsewhere")

    def jumped(m: Machine) -> int:
        x = m.regs[number]
        distance = x if isinstance(x, Term) else m.load(at + size * x, size)
        if isinstance(distance, Term):
            raise NotCovered("the place in a table of jumps depends on inputs")
        return at + 2 * distance

    return jumped


def _here(i: Instruction) -> Step:
    """An address beside the code."""
    at, n, number = (i.address + 4) & ~3, immediate(i.operands[2]), _register(i.operands[0])
    assert n is not None
    constant = at - n if i.name.startswith("sub") else at + n

    def here(m: Machine) -> None:
        m.regs[number] = constant

    return conditional(i, here)
