"""The state of a core that executes code over terms: registers, flags, memory, and the ways that a branch can go.

Memory holds what the recorded run holds; beside it, bytes that depend on the model's inputs have their term.  Where a
condition depends on inputs both ways are taken: registers, flags and memory that then differ become a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from edgec.proof.thumb.slices import byte_of, joined
from edgec.proof.thumb.terms import M32, Term, Value, term, value

RAM = 0x20000000
RETURN = 0xFFFFFFFE
"""Address to which the outermost function returns."""

Shadow = tuple[Term, int]
Step = Callable[["Machine"], int]


class NotCovered(Exception):
    """Code that cannot be followed for all inputs at once; the text says what it does."""


@dataclass(frozen=True)
class Calling:
    """Registers of a procedure call standard: stack pointer, link, those of the first arguments, that of the result."""

    stack: int
    link: int
    arguments: tuple[int, ...]
    result: int


@dataclass
class Flags:
    """N and Z are those of ``result``; carry and overflow are values 0 or 1."""

    result: Value = 1
    c: Value = 0
    v: Value = 0


@dataclass
class Machine:
    """Registers, flags, two ranges of memory: constants and code from 0, RAM from ``RAM``."""

    calling: ClassVar[Calling] = Calling(13, 14, (0, 1, 2, 3), 0)
    flash: bytes
    ram: bytearray
    regs: list[Any] = field(default_factory=lambda: [0] * 16)
    floats: list[Any] = field(default_factory=lambda: [0] * 32)
    flags: Flags = field(default_factory=Flags)
    ge: Value = 0
    vpr: Value = 0  # a bit for each byte of a vector that predicated instructions change
    tail: Value = 0  # lanes of a vector in a tail-predicated loop, 0 outside of one
    shadow: dict[int, Shadow] = field(default_factory=dict)
    words: set[int] = field(default_factory=set)  # addresses / 4 of words that may have a shadow
    guard: Value = 1  # what stores depend on, inside an IT block
    journals: list[dict[int, tuple[int, Shadow | None]]] = field(default_factory=list)
    steps: int = 0  # instructions, where a core counts them (``counting``)

    def load(self, at: Value, size: int, negative: bool = False) -> Value:
        """``size`` bytes (1, 2 or 4), extended to a word."""
        if isinstance(at, Term):
            return self._look(at, size, negative)
        if at >> 2 in self.words or (at + size - 1) >> 2 in self.words:
            parts = [self.shadow.get(at + i) for i in range(size)]
            if any(parts):
                return self._assembled(at, parts, negative)
        word = int.from_bytes(self.bytes_at(at, size), "little")
        top = 1 << (8 * size - 1)
        return ((word ^ top) - top) & M32 if negative else word

    def bytes_at(self, at: int, size: int) -> bytes:
        """Return the memory's bytes in the recorded run; zeros where there is no memory."""
        content = bytes(self.ram[at - RAM : at - RAM + size]) if at >= RAM else self.flash[at : at + size]
        return content if len(content) == size else content + bytes(size - len(content))

    def _assembled(self, at: int, parts: list[Shadow | None], negative: bool) -> Value:
        size, first = len(parts), parts[0]
        one = first is not None and all(p and p[0] is first[0] and p[1] == i for i, p in enumerate(parts))
        whole: Value
        if size == 4 and one and first is not None:
            whole = first[0]
        else:
            whole = joined([self.bytes_at(at + i, 1)[0] if p is None else byte_of(*p) for i, p in enumerate(parts)])
        return term("sxtb" if size == 1 else "sxth", whole) if negative else whole

    def _look(self, at: Term, size: int, negative: bool) -> Value:
        """A load at an address that depends on inputs: only constants may lie there."""
        base, span = nearby(at)
        if base >= RAM:
            raise NotCovered("an address in RAM depends on inputs")
        first, last = max(base - span, 0), min(base + span, len(self.flash) - size)
        return term("look", at, first, self.flash[first : last + size], size, negative)

    def store(self, at: Value, size: int, new: Value) -> None:
        """The low ``size`` bytes of a value."""
        if isinstance(at, Term):
            raise NotCovered("an address that is written depends on inputs")
        if at < RAM or at + size > RAM + len(self.ram):
            raise NotCovered(f"something is written outside of RAM, at {at:#x}")
        if self.guard.__class__ is not int:
            new = term("ite", self.guard, new, self.load(at, size))
        for journal in self.journals[-1:]:
            for i in range(at, at + size):
                if i not in journal:
                    journal[i] = (self.ram[i - RAM], self.shadow.get(i))
        held = value(new) & ((1 << (8 * size)) - 1)
        self.ram[at - RAM : at - RAM + size] = held.to_bytes(size, "little")
        if isinstance(new, Term):
            for i in range(size):
                self.shadow[at + i] = (new, i)
                self.words.add((at + i) >> 2)
        elif at >> 2 in self.words or (at + size - 1) >> 2 in self.words:
            for i in range(at, at + size):
                self.shadow.pop(i, None)

    def condition(self, name: str) -> Value:
        """1 when a condition holds."""
        f = self.flags
        if name in ("eq", "ne"):
            truth = term("zero", f.result)
        elif name in ("cs", "cc"):
            truth = f.c
        elif name in ("mi", "pl"):
            truth = term("bit", f.result, 31)
        elif name in ("vs", "vc"):
            truth = f.v
        elif name in ("hi", "ls"):
            truth = term("and", f.c, term("eor", term("zero", f.result), 1))
        elif name in ("lt", "ge"):
            truth = term("eor", term("bit", f.result, 31), f.v)
        else:  # gt, le
            truth = term("orr", term("zero", f.result), term("eor", term("bit", f.result, 31), f.v))
        return term("eor", truth, 1) if name in _OPPOSITE else truth

    def set_result(self, result: Value) -> None:
        """Flags of an operation that leaves overflow alone."""
        self.flags = Flags(result, self.flags.c, self.flags.v)

    def add_flags(self, a: Value, b: Value, carry: Value) -> Value:
        """A + b + carry, and its flags."""
        if a.__class__ is int and b.__class__ is int and carry.__class__ is int:
            total = a + b + carry
            result = total & M32
            self.flags = Flags(result, total >> 32, (((a ^ result) & (b ^ result)) >> 31) & 1)
            return result
        sum_with_carry = term("adc", a, b, carry)
        self.flags = Flags(sum_with_carry, term("carry", a, b, carry), term("over", a, b, carry))
        return sum_with_carry

    def chosen(self, c: Value, new: list[Any], old: list[Any]) -> list[Any]:
        """Values of two ways, where ``c`` says which."""
        pairs = zip(new, old, strict=True)
        return [a if a is b or (a.__class__ is int and a == b) else term("ite", c, a, b) for a, b in pairs]

    def state(self) -> list[Any]:
        """All values outside of memory."""
        return [*self.regs, *self.floats, self.flags.result, self.flags.c, self.flags.v, self.ge, self.vpr, self.tail]

    def restore(self, state: list[Any]) -> None:
        """Take values that ``state`` gave."""
        self.regs, self.floats = state[:16], state[16:48]
        self.flags, self.ge, self.vpr, self.tail = Flags(*state[48:51]), *state[51:54]

    def rolled_back(self, journal: dict[int, tuple[int, Shadow | None]]) -> dict[int, tuple[int, Shadow | None]]:
        """Undo what a way wrote; what it had written."""
        written = {}
        for at, (byte, shadow) in journal.items():
            written[at] = (self.ram[at - RAM], self.shadow.get(at))
            self._put(at, byte, shadow)
        return written

    def merge_memory(self, c: Value, ways: list[dict[int, tuple[int, Shadow | None]]]) -> None:
        """Merge the writes of the two ways of a branch, of which ``c`` decides."""
        for at in sorted({*ways[0], *ways[1]}):
            now = (self.ram[at - RAM], self.shadow.get(at))
            a, b = (way.get(at, now) for way in ways)
            if a != b:
                self.store(at, 1, term("ite", c, self._held(a), self._held(b)))
            else:
                for journal in self.journals[-1:]:
                    journal.setdefault(at, now)
                self._put(at, *a)

    def _held(self, cell: tuple[int, Shadow | None]) -> Value:
        return cell[0] if cell[1] is None else byte_of(*cell[1])

    def _put(self, at: int, byte: int, shadow: Shadow | None) -> None:
        self.ram[at - RAM] = byte
        if shadow is None:
            self.shadow.pop(at, None)
        else:
            self.shadow[at] = shadow
            self.words.add(at >> 2)


_OPPOSITE = frozenset({"ne", "cc", "pl", "vc", "ls", "ge", "gt"})
_REACH = 1 << 17


def nearby(at: Term) -> tuple[int, int]:
    """A constant address that an address is near to, and how far it can lie from it."""
    base, todo = 0, [at]
    while todo:
        t = todo.pop()
        if t.op == "add":
            for x in t.args:
                if isinstance(x, Term):
                    todo.append(x)
                else:
                    base += x
    return base & M32, _REACH
