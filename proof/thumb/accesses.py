"""Loads and stores as functions of the machine."""

from __future__ import annotations

from typing import Any

from edgec.proof.thumb.decode import Instruction, register, registers
from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.thumb.operands import Action, Get, flexible, get, target
from edgec.proof.thumb.terms import M32, Term, Value, term

LOADS = {"ldr": (4, False), "ldrh": (2, False), "ldrb": (1, False), "ldrsh": (2, True), "ldrsb": (1, True)}
STORES = {"str": 4, "strh": 2, "strb": 1}
DOUBLE = frozenset({"ldrd", "strd"})
MULTIPLE = frozenset({"ldm", "ldmia", "ldmdb", "stm", "stmia", "stmdb", "push", "pop"})
FLOAT_MOVES = frozenset({"vldr", "vstr", "vpush", "vpop", "vldmia", "vstmia", "vmov", "vldmdb", "vstmdb"})


def _address(texts: tuple[str, ...], address: int) -> tuple[Get, int | None, Get | None]:
    """The address of an access, the base register that is written back (or None), and what it then holds."""
    inside = texts[0].rstrip("!").strip("[]").split(",")
    parts = tuple(p.strip() for p in inside)
    base, number = get(parts[0], address), register(parts[0])
    offset = flexible(parts[1:]) if len(parts) > 1 else None

    def at(m: Machine) -> Value:
        return base(m) if offset is None else _sum(base(m), offset(m))

    if texts[0].endswith("!"):
        return at, number, at
    if len(texts) > 1:
        after = flexible(texts[1:])
        return at, number, lambda m: _sum(base(m), after(m))
    return at, None, None


def _sum(a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return (a + b) & M32
    return term("add", a, b)


def load(i: Instruction) -> Action:
    """A load of one register."""
    size, negative = LOADS[i.name]
    d, (at, base, after) = register(i.operands[0]), _address(i.operands[1:], i.address)
    if d is None or d == 15:
        raise NotCovered("a jump through memory is not known")
    to = d

    def run(m: Machine) -> None:
        value = m.load(at(m), size, negative)
        if base is not None and after is not None:
            m.regs[base] = after(m)
        m.regs[to] = value

    return run


def store(i: Instruction) -> Action:
    """A store of one register."""
    size, held = STORES[i.name], get(i.operands[0])
    at, base, after = _address(i.operands[1:], i.address)

    def run(m: Machine) -> None:
        m.store(at(m), size, held(m))
        if base is not None and after is not None:
            m.regs[base] = after(m)

    return run


def double(i: Instruction) -> Action:
    """A load or store of two registers."""
    first, second = target(i.operands[0]), target(i.operands[1])
    at, base, after = _address(i.operands[2:], i.address)
    loads = i.name == "ldrd"

    def run(m: Machine) -> None:
        where = at(m)
        if isinstance(where, Term):
            raise NotCovered("the address of two words depends on inputs")
        later = after(m) if after is not None else 0
        if loads:
            values = m.load(where, 4), m.load(where + 4, 4)
            m.regs[first], m.regs[second] = values
        else:
            m.store(where, 4, m.regs[first])
            m.store(where + 4, 4, m.regs[second])
        if base is not None:
            m.regs[base] = later

    return run


def multiple(i: Instruction) -> Action:
    """A load or store of a list of registers."""
    if i.name in ("push", "pop"):
        base, back, listed = 13, True, registers(i.operands[0])
    else:
        base, back = target(i.operands[0].rstrip("!")), i.operands[0].endswith("!")
        listed = registers(i.operands[1])
    down = i.name in ("push", "stmdb", "ldmdb")
    loads = i.name in ("pop", "ldm", "ldmia", "ldmdb")
    assert 15 not in listed, "returns are branches"
    size = 4 * len(listed)

    def run(m: Machine) -> None:
        start = m.regs[base]
        if isinstance(start, Term):
            raise NotCovered("the address of several words depends on inputs")
        first = start - size if down else start
        if loads:
            values = [m.load(first + 4 * k, 4) for k in range(len(listed))]
            if back:
                m.regs[base] = first if down else start + size
            for r, x in zip(listed, values, strict=True):
                m.regs[r] = x
        else:
            for k, r in enumerate(listed):
                m.store(first + 4 * k, 4, m.regs[r])
            if back:
                m.regs[base] = first if down else start + size

    return run


def _singles(text: str) -> list[int]:
    """The single-precision registers of ``s3``, ``d4`` or a list of them."""
    numbers: list[int] = []
    for part in text.strip("{}").split(","):
        low, dash, high = part.strip().partition("-")
        first, last = int(low[1:]), int(high[1:]) if dash else int(low[1:])
        numbers += range(first, last + 1) if low[0] == "s" else range(2 * first, 2 * last + 2)
    return numbers


def float_move(i: Instruction) -> Action:
    """A load or store of floating-point registers, which only carry words."""
    if i.name == "vmov":
        raise NotCovered("floating-point arithmetic is not known")
    if i.name in ("vpush", "vpop"):
        listed, base, back = _singles(i.operands[0]), 13, True
    elif i.name in ("vldr", "vstr"):
        return _float_access(i)
    else:
        base, back = target(i.operands[0].rstrip("!")), i.operands[0].endswith("!")
        listed = _singles(i.operands[1])
    down, loads, size = i.name in ("vpush", "vstmdb", "vldmdb"), i.name in ("vpop", "vldmia", "vldmdb"), 4 * len(listed)

    def run(m: Machine) -> None:
        start: Any = m.regs[base]
        first = start - size if down else start
        for k, r in enumerate(listed):
            if loads:
                m.floats[r] = m.load(first + 4 * k, 4)
            else:
                m.store(first + 4 * k, 4, m.floats[r])
        if back:
            m.regs[base] = first if down else start + size

    return run


def _float_access(i: Instruction) -> Action:
    listed, (at, _, _) = _singles(i.operands[0]), _address(i.operands[1:], i.address)
    loads = i.name == "vldr"

    def run(m: Machine) -> None:
        first: Any = at(m)
        for k, r in enumerate(listed):
            if loads:
                m.floats[r] = m.load(first + 4 * k, 4)
            else:
                m.store(first + 4 * k, 4, m.floats[r])

    return run
