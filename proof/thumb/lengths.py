"""The least and the largest number of instructions that a function takes, whatever its operands are.

Its registers are known bit by bit.  A branch whose flag is known goes one way, any other may go both: a division of the
compiler's library shifts a mark through the quotient, and the mark's bits are known, so that its loop has an end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from edgec.proof.thumb.decode import Instruction, register, registers
from edgec.proof.thumb.flow import EXIT, successors, target_of
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.terms import M32

MOST_STATES = 20_000
SILENT = ("cmp", "cmn", "tst", "push", "str", "strb", "strh", "nop")
"""Instructions that write no register."""
NOT_FOLLOWED = ("blx", "ldm", "ldmia", "stm", "stmia")
TOP = 1 << 31

Bits = tuple[int, int]
"""A mask of the bits of a word that are known, and these bits."""
UNKNOWN: Bits = (0, 0)
Range = tuple[int, int]


@dataclass(frozen=True)
class _State:
    """``carry`` is 0, 1, or None where it is not known."""

    at: int
    regs: tuple[Bits, ...] = (UNKNOWN,) * 16
    carry: int | None = None


def lengths(code: Mapping[int, Instruction], at: int) -> Range:
    """The least and the largest number of instructions from the one at ``at`` until the function returns.

    Raises:
        NotCovered: a loop whose rounds depend on the operands, or code that is not known.
    """
    return _Lengths(code).of(_State(at))


@dataclass
class _Lengths:
    """Ranges of a function's states by what is known of its registers; None while one is looked at."""

    code: Mapping[int, Instruction]
    known: dict[_State, Range | None] = field(default_factory=dict)

    def of(self, state: _State) -> Range:
        """The range from a state on.  Only branches are looked up: what lies between them goes one way."""
        count = 0
        while True:
            i = self.code.get(state.at)
            if i is None:
                raise NotCovered(f"the code jumps to {state.at:#x}, where no instruction is")
            if i.name == "b" and i.condition:
                least, most = self._branch(i, state)
                return count + least, count + most
            count += 1
            if i.name == "bl":
                least, most = lengths(self.code, target_of(i))
                if least != most:
                    raise NotCovered(f"the function called at {i.address:#x} takes {least} to {most} instructions")
                count, state = count + least, _State(i.next)
                continue
            ways = successors(i)
            if ways == (EXIT,):
                return count, count
            if len(ways) > 1 or i.condition or i.name in NOT_FOLLOWED:
                raise NotCovered(f"the instruction at {i.address:#x} is not followed for all operands")
            (follows,) = ways
            state = _State(follows, state.regs, state.carry) if i.name == "b" else _after(i, state, follows)

    def _branch(self, i: Instruction, state: _State) -> Range:
        if state in self.known:
            known = self.known[state]
            if known is None:
                raise NotCovered(f"the rounds of the loop at {i.address:#x} depend on the operands")
            return known
        if len(self.known) == MOST_STATES:
            raise NotCovered(f"the function at {i.address:#x} has too many ways")
        self.known[state] = None
        ways = successors(i)
        if state.carry is not None and i.condition in ("cs", "cc"):
            ways = (ways[int((state.carry == 1) != (i.condition == "cs"))],)
        ranges = [self.of(_State(to, state.regs, state.carry)) for to in ways]
        whole = 1 + min(least for least, _ in ranges), 1 + max(most for _, most in ranges)
        self.known[state] = whole
        return whole


def _after(i: Instruction, state: _State, follows: int) -> _State:
    """The state behind an instruction that is no branch; what is not followed bit by bit is not known."""
    regs, carry = list(state.regs), state.carry
    if i.name in SILENT:
        return _State(follows, state.regs, carry if i.name in ("push", "nop") else None)
    target = register(i.operands[0])
    if target is None:
        for number in registers(i.operands[-1]):
            regs[number] = UNKNOWN
        return _State(follows, tuple(regs), carry)
    regs[target], carry = _result(i, state)
    return _State(follows, tuple(regs), carry)


def _result(i: Instruction, state: _State) -> tuple[Bits, int | None]:
    """Bits and carry that an instruction leaves."""
    carry = None if i.sets else state.carry
    values = [_operand(text, state) for text in i.operands[1:] or i.operands]
    if i.name == "mov":
        return values[0], state.carry
    if i.name == "rev":
        known, bits = (int.from_bytes(x.to_bytes(4, "little"), "big") for x in values[0])
        return (known, bits), carry
    if i.name == "adc" and len({register(text) for text in i.operands}) == 1:
        known, bits = values[0]
        out = bits >> 31 if known & TOP else None
        low = int(state.carry is not None)
        return ((known << 1 | low) & M32, (bits << 1 | (state.carry or 0)) & M32), out
    if i.name in ("lsl", "lsr", "asr") and i.operands[-1].startswith("#"):
        return _shifted(i.name, values[0] if len(i.operands) == 3 else state.regs[register(i.operands[0]) or 0],
                        int(i.operands[-1][1:], 0))  # fmt: skip
    return UNKNOWN, carry


def _operand(text: str, state: _State) -> Bits:
    number = register(text)
    if number is not None:
        return state.regs[number]
    return (M32, int(text[1:], 0) & M32) if text.startswith("#") else UNKNOWN


def _shifted(name: str, value: Bits, by: int) -> tuple[Bits, int | None]:
    """A word shifted by 0 to 32 bits, and the last bit that it loses."""
    known, bits = value
    if by == 0:
        return value, None
    last = 32 - by if name == "lsl" else by - 1
    carry = bits >> last & 1 if known >> last & 1 else None
    if name == "lsl":
        return ((known << by | (1 << by) - 1) & M32, bits << by & M32), carry
    filled = M32 & ~(M32 >> by)
    if name == "lsr":
        return (known >> by | filled, bits >> by), carry
    sign = known & TOP
    return (known >> by | (filled if sign else 0), bits >> by | (filled if sign and bits & TOP else 0)), carry
