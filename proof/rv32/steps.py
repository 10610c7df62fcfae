"""Instructions of RV32IM as functions of the machine: each executes one and returns the address of the next.

Their results are the operations of ``thumb.terms``, for those are what the proof of sums and roundings knows.
"""

from __future__ import annotations

from collections.abc import Callable

from edgec.proof.rv32.decode import NUMBERS
from edgec.proof.thumb.decode import Instruction
from edgec.proof.thumb.machine import Machine, NotCovered, Step
from edgec.proof.thumb.slices import sliced
from edgec.proof.thumb.terms import M32, Term, Value, term

LOADS = {"lb": (1, True), "lbu": (1, False), "lh": (2, True), "lhu": (2, False), "lw": (4, False)}
STORES = {"sb": 1, "sh": 2, "sw": 4}
BRANCHES = frozenset({"beq", "bne", "blt", "bge", "bltu", "bgeu"})
JUMPS = frozenset({"jal", "jalr"})
IGNORED = frozenset({"fence"})
_EXTENDED = {("asr", 24): "sxtb", ("asr", 16): "sxth", ("lsr", 24): "uxtb", ("lsr", 16): "uxth"}


def step(i: Instruction) -> Step:
    """The function of an instruction; branches, and what is not known, have none.

    Raises:
        NotCovered: it is not known what it does.
    """
    follows = i.next
    if i.name in IGNORED:
        return lambda _: follows
    if i.name in STORES:
        return _store(i)
    if i.name in LOADS:
        return _load(i)
    if i.name in ("lui", "auipc"):
        constant = (int(i.operands[1], 0) << 12) + (i.address if i.name == "auipc" else 0) & M32
        return _put(i, lambda _: constant)
    return _computed(i)


def is_executable(i: Instruction) -> bool:
    """Return whether the proof can execute an instruction."""
    if i.name in BRANCHES or i.name in JUMPS:
        return True
    try:
        step(i)
    except NotCovered:
        return False
    return True


def number(text: str) -> int:
    """The number of a register.

    Raises:
        NotCovered: it is none.
    """
    if text not in NUMBERS:
        raise NotCovered(f"the operand {text} is not known")
    return NUMBERS[text]


def _put(i: Instruction, made: Callable[[Machine], Value]) -> Step:
    """An instruction whose first operand takes a value; register 0 stays 0."""
    d, follows = number(i.operands[0]), i.next

    def run(m: Machine) -> int:
        value = made(m)
        if d:
            m.regs[d] = value
        return follows

    return run


def _place(i: Instruction) -> Callable[[Machine], Value]:
    base, distance = number(i.operands[2]), int(i.operands[1], 0) & M32
    return lambda m: add(m.regs[base], distance)


def _load(i: Instruction) -> Step:
    at, (size, negative) = _place(i), LOADS[i.name]
    return _put(i, lambda m: m.load(at(m), size, negative))


def _store(i: Instruction) -> Step:
    at, size, source, follows = _place(i), STORES[i.name], number(i.operands[0]), i.next

    def run(m: Machine) -> int:
        m.store(at(m), size, m.regs[source])
        return follows

    return run


def _computed(i: Instruction) -> Step:
    """An operation of two registers, or of a register and a number (``addi`` and its like)."""
    immediate = i.name[:-1] if i.name.endswith("i") and i.name[:-1] in OPERATIONS else None
    if i.name == "sltiu":
        immediate = "sltu"
    op = OPERATIONS.get(immediate or i.name)
    if op is None or len(i.operands) != 3:
        raise NotCovered(f"the instruction {i.name} at {i.address:#x} is not known")
    a = number(i.operands[1])
    if immediate is not None:
        constant = int(i.operands[2], 0) & M32
        return _put(i, lambda m: op(m.regs[a], constant))
    b = number(i.operands[2])
    return _put(i, lambda m: op(m.regs[a], m.regs[b]))


def add(a: Value, b: Value) -> Value:
    """The sum; a value itself where the other is 0."""
    if b.__class__ is int and b == 0:
        return a
    return b if a.__class__ is int and a == 0 else term("add", a, b)


def _subtracted(a: Value, b: Value) -> Value:
    return term("sub", a, b)


def _turned(a: Value, b: Value) -> Value:
    return term("mvn", a) if b.__class__ is int and b == M32 else term("eor", a, b)


def _shift(kind: str) -> Callable[[Value, Value], Value]:
    def shifted(a: Value, n: Value) -> Value:
        by = n & 31 if n.__class__ is int else term("and", n, 31)
        extend = _EXTENDED.get((kind, by)) if by.__class__ is int else None
        if extend is not None and isinstance(a, Term) and a.op == "lsl" and a.args[1] == by:
            return sliced(extend, (a.args[0],))  # how a core without an instruction for it extends a byte or a half
        return sliced(kind, (a, by))

    return shifted


def less(a: Value, b: Value) -> Value:
    """1 where a < b as signed numbers; with a constant as the second one where there is one."""
    if b.__class__ is int and b == 0:
        return term("bit", a, 31)
    if a.__class__ is int and isinstance(b, Term) and a != M32 >> 1:
        return term("eor", less(b, a + 1 & M32), 1)
    opposite = term("mvn", b)
    return term("eor", term("bit", term("adc", a, opposite, 1), 31), term("over", a, opposite, 1))


def below(a: Value, b: Value) -> Value:
    """1 where a < b as numbers that are not negative; of a sum and what was added to it, the sum's carry."""
    if isinstance(a, Term) and a.op == "add" and any(x is b for x in a.args):
        return term("carry", *a.args, 0)
    if b.__class__ is int and b == 1:
        return term("zero", a)
    if a.__class__ is int and a == 0:
        return term("eor", term("zero", b), 1)
    return term("eor", term("carry", a, term("mvn", b), 1), 1)


def _high_mixed(a: Value, b: Value) -> Value:
    """The high word of a signed number times one that is not negative."""
    return term("sub", term("umull.h", a, b), term("and", term("asr", a, 31), b))


def _parted(op: str) -> Callable[[Value, Value], Value]:
    """A quotient, whose bits are all 1 for a division by 0."""

    def parted(a: Value, b: Value) -> Value:
        if b.__class__ is int:
            return term(op, a, b) if b else M32
        return term("ite", term("zero", b), M32, term(op, a, b))

    return parted


def _left(op: str) -> Callable[[Value, Value], Value]:
    """A remainder, which is the dividend for a division by 0."""
    return lambda a, b: term("sub", a, term("mul", term(op, a, b), b))


OPERATIONS: dict[str, Callable[[Value, Value], Value]] = {
    "add": add,
    "sub": _subtracted,
    "and": lambda a, b: term("and", a, b),
    "or": lambda a, b: term("orr", a, b),
    "xor": _turned,
    "sll": _shift("lsl"),
    "srl": _shift("lsr"),
    "sra": _shift("asr"),
    "slt": less,
    "sltu": below,
    "mul": lambda a, b: term("mul", a, b),
    "mulh": lambda a, b: term("smull.h", a, b),
    "mulhu": lambda a, b: term("umull.h", a, b),
    "mulhsu": _high_mixed,
    "div": _parted("sdiv"),
    "divu": _parted("udiv"),
    "rem": _left("sdiv"),
    "remu": _left("udiv"),
}
"""Operations of two values; those with a number as their last operand end in i."""
