"""Instructions as functions of the machine: each executes one and returns the address of the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from edgec.proof.thumb.accesses import (
    DOUBLE,
    FLOAT_MOVES,
    LOADS,
    MULTIPLE,
    STORES,
    double,
    float_move,
    load,
    multiple,
    store,
)  # fmt: skip
from edgec.proof.thumb.decode import Instruction, immediate, register
from edgec.proof.thumb.machine import Machine, NotCovered, Step
from edgec.proof.thumb.operands import SHIFTS, Action, carry_out, flexible, get, set_carry, target
from edgec.proof.thumb.slices import sliced
from edgec.proof.thumb.terms import M32, SEMANTICS, Term, Value, term, value
from edgec.proof.thumb.v8_1 import ALIASES, LONG_SHIFTS, LOOPS, SELECTS, long_shift, select
from edgec.proof.thumb.vectors import VECTORS, vector

ARITHMETIC = frozenset({"add", "sub", "adc", "sbc", "rsb"})
LOGIC = frozenset({"and", "orr", "eor", "bic", "orn"})
COMPARES = frozenset({"cmp", "cmn", "tst", "teq"})
LONG = frozenset({"smull", "umull", "smlal", "umlal", "umaal", "smlald"})
BRANCHES = frozenset({"b", "bl", "bx", "blx", "cbz", "cbnz", "tbb", "tbh"})
EXTENDS = frozenset(n for n in SEMANTICS if n[:3] in ("sxt", "uxt"))
SATURATES = frozenset({"ssat", "usat"})
PACKS = frozenset({"pkhbt", "pkhtb"})
FIELDS = frozenset({"sbfx", "ubfx", "bfi", "bfc"})
MOVES = frozenset({"mov", "movw", "movt", "mvn", "adr", "addw", "subw", "neg"})
IGNORED = frozenset({"nop", "pld"})
ITS = frozenset("it" + a + b + c for a in ("", "t", "e") for b in ("", "t", "e") for c in ("", "t", "e"))
PLAIN = frozenset(n for n in SEMANTICS if "." not in n) - {
    *ARITHMETIC, *LOGIC, *SHIFTS, *EXTENDS, *SATURATES, *PACKS, *FIELDS, *MOVES,
    "carry", "over", "bit", "zero", "ite", "byte", "cat", "look", "leaf", "sdot", "smax", "smin",
    "vqdmlash", "vqdmulh", "vqrdmulh", "vrshl",
}  # fmt: skip
FLAGGED = ARITHMETIC | LOGIC | SHIFTS | {"mov", "mvn", "mul", "neg"}
NAMES = (
    FLAGGED | COMPARES | LOADS.keys() | STORES.keys() | DOUBLE | LONG | BRANCHES | EXTENDS | SATURATES
    | PACKS | FIELDS | MOVES | MULTIPLE | FLOAT_MOVES | IGNORED | PLAIN | ITS
    | VECTORS | LOOPS | SELECTS | ALIASES.keys() | LONG_SHIFTS
)  # fmt: skip
"""Mnemonics that are executed; an instruction that is not among them is not covered."""


def step(i: Instruction) -> Step:
    """The function of an instruction; branches, and what is not known, have none.

    Raises:
        NotCovered: it is not known what it does.
    """
    return conditional(i, _action(i))


def conditional(i: Instruction, do: Action) -> Step:
    """The function of an instruction that does so where its condition holds."""
    follows = i.next
    if not i.condition:

        def run(m: Machine) -> int:
            do(m)
            return follows

        return run
    condition = i.condition

    def guarded(m: Machine) -> int:
        c = m.condition(condition)
        if c.__class__ is int:
            if c:
                do(m)
            return follows
        old = m.state()
        m.guard = c
        do(m)
        m.guard = 1
        m.restore(m.chosen(c, m.state(), old))
        return follows

    return guarded


def is_executable(i: Instruction) -> bool:
    """Return whether the proof can execute an instruction."""
    if i.name in BRANCHES or i.name in ITS or i.name in LOOPS or i.name in MULTIPLE or i.name == "ldr":
        return True
    try:
        _action(i)
    except NotCovered:
        return False
    return True


def _action(i: Instruction) -> Action:
    if i.name in IGNORED:
        return lambda _: None
    for names, make in _MAKERS:
        if i.name in names:
            return make(i)
    raise NotCovered(f"the instruction {i.name} at {i.address:#x} is not known")


def _arithmetic(i: Instruction) -> Action:
    texts = i.operands if _is_three(i.operands) else (i.operands[0], *i.operands)
    d, a, b, sets, name = target(texts[0]), get(texts[1], i.address), flexible(texts[2:]), i.sets, i.name
    if name in ("add", "sub") and not sets:
        fn = SEMANTICS[name]

        def quick(m: Machine) -> None:
            x, y = a(m), b(m)
            if x.__class__ is int and y.__class__ is int:
                m.regs[d] = fn(x, y)
            else:
                m.regs[d] = Term(name, (x, y), fn(value(x), value(y)))

        return quick

    def run(m: Machine) -> None:
        x, y = a(m), b(m)
        carry: Value = 0
        if name == "rsb":
            x, y = y, x
        if name in ("sub", "rsb"):
            y, carry = term("mvn", y), 1
        elif name in ("adc", "sbc"):
            carry = m.flags.c
            y = term("mvn", y) if name == "sbc" else y
        if sets:
            m.regs[d] = m.add_flags(x, y, carry)
        else:
            m.regs[d] = term("adc", x, y, carry)

    return run


def _is_three(texts: tuple[str, ...]) -> bool:
    """Return whether the first two of the operands are followed by one that is not a shift."""
    return len(texts) > 2 and (register(texts[2]) is not None or immediate(texts[2]) is not None)


def _logic(i: Instruction) -> Action:
    texts = i.operands if _is_three(i.operands) else (i.operands[0], *i.operands)
    d, a, b, sets, name = target(texts[0]), get(texts[1]), flexible(texts[2:]), i.sets, i.name
    fn, carry = SEMANTICS[name], carry_out(texts[2:]) if sets else None

    def run(m: Machine) -> None:
        x, y = a(m), b(m)
        out = carry(m) if carry is not None else None
        plain = x.__class__ is int and y.__class__ is int
        m.regs[d] = fn(x, y) if plain else Term(name, (x, y), fn(value(x), value(y)))
        if sets:
            m.set_result(m.regs[d])
            set_carry(m, out)

    return run


def _shift(i: Instruction) -> Action:
    texts = i.operands if len(i.operands) == 3 else (i.operands[0], *i.operands)
    d, a, b, sets, name = target(texts[0]), get(texts[1]), get(texts[2]), i.sets, i.name

    def run(m: Machine) -> None:
        x, n = a(m), b(m)
        m.regs[d] = sliced(name, (x, n))
        if sets:
            m.set_result(m.regs[d])
            if n.__class__ is int and n:
                at = 32 - n if name == "lsl" else n - 1
                m.flags.c = term("bit", x, at) if 0 <= at < 32 else 0

    return run


def _compare(i: Instruction) -> Action:
    a, b, name = get(i.operands[0]), flexible(i.operands[1:]), i.name
    carry = carry_out(i.operands[1:]) if name in ("tst", "teq") else None

    def run(m: Machine) -> None:
        x, y = a(m), b(m)
        if name == "cmp":
            m.add_flags(x, (y ^ M32) if y.__class__ is int else term("mvn", y), 1)
        elif name == "cmn":
            m.add_flags(x, y, 0)
        else:
            m.set_result(term("and" if name == "tst" else "eor", x, y))
            set_carry(m, carry(m) if carry is not None else None)

    return run


def _move(i: Instruction) -> Action:
    name, d, sets = i.name, target(i.operands[0]), i.sets
    if name in ("addw", "subw", "neg"):
        kind = {"addw": "add", "subw": "sub", "neg": "rsb"}[name]
        operands = (*i.operands, "#0") if name == "neg" else i.operands
        return _arithmetic(Instruction(i.address, i.size, kind, "", sets, operands))
    if name == "adr":
        raise NotCovered("the instruction adr is not known")
    taken = flexible(i.operands[1:], i.address)
    top, carry = name == "movt", carry_out(i.operands[1:]) if sets else None

    def run(m: Machine) -> None:
        out = carry(m) if carry is not None else None
        x = taken(m)
        if name == "mvn":
            x = term("mvn", x)
        elif top:
            x = term("orr", term("and", m.regs[d], 0xFFFF), term("lsl", x, 16))
        m.regs[d] = x
        if carry is not None:
            m.set_result(x)
            set_carry(m, out)

    return run


def _plain(i: Instruction) -> Action:
    texts = i.operands
    if i.name == "mul" and len(texts) == 2:
        texts = (texts[0], texts[1], texts[0])
    d, gets, name, sets = target(texts[0]), [get(t) for t in texts[1:]], i.name, i.sets
    fn, lanes = SEMANTICS[name], f"{name}.ge"
    if name in ("udiv", "sdiv") and len(gets) == 1:
        gets = [get(texts[0]), *gets]

    def run(m: Machine) -> None:
        xs = tuple(g(m) for g in gets)
        if name == "sel":
            xs = (m.ge, *xs)
        for x in xs:
            if x.__class__ is not int:
                m.regs[d] = Term(name, xs, fn(*map(value, xs)))
                break
        else:
            m.regs[d] = fn(*xs)
        if lanes in SEMANTICS:
            m.ge = term(lanes, *xs)
        if sets:
            m.set_result(m.regs[d])

    return run


def _long(i: Instruction) -> Action:
    low, high = target(i.operands[0]), target(i.operands[1])
    a, b, name = get(i.operands[2]), get(i.operands[3]), i.name
    adds = name not in ("smull", "umull")

    def run(m: Machine) -> None:
        xs = (m.regs[low], m.regs[high], a(m), b(m)) if adds else (a(m), b(m))
        m.regs[low], m.regs[high] = term(f"{name}.l", *xs), term(f"{name}.h", *xs)

    return run


def _extend(i: Instruction) -> Action:
    last = 2 if i.name[3:4] == "a" else 1  # the operand that is extended, which may be turned
    d, name = target(i.operands[0]), i.name
    first = [get(t) for t in i.operands[1:last]]
    taken = flexible(i.operands[last:]) if len(i.operands) > last else get(i.operands[0])
    fn = SEMANTICS[name]

    def run(m: Machine) -> None:
        xs = (*[g(m) for g in first], taken(m))
        m.regs[d] = fn(*xs) if all(x.__class__ is int for x in xs) else sliced(name, xs)

    return run


def _saturate(i: Instruction) -> Action:
    bits = immediate(i.operands[1])
    d, taken, name = target(i.operands[0]), flexible(i.operands[2:]), i.name

    def run(m: Machine) -> None:
        m.regs[d] = term(name, bits, taken(m))

    return run


def _pack(i: Instruction) -> Action:
    d, a, b, name = target(i.operands[0]), get(i.operands[1]), flexible(i.operands[2:]), i.name

    def run(m: Machine) -> None:
        m.regs[d] = term(name, a(m), b(m))

    return run


def _field(i: Instruction) -> Action:
    d, name = target(i.operands[0]), i.name
    gets = [get(t) for t in i.operands[1:]]

    def run(m: Machine) -> None:
        xs = [g(m) for g in gets]
        if name == "bfc":
            xs, op = [m.regs[d], 0, *xs], "bfi"
        elif name == "bfi":
            xs, op = [m.regs[d], *xs], "bfi"
        else:
            op = name
        m.regs[d] = sliced(op, tuple(xs))

    return run


_MAKERS: tuple[tuple[Any, Callable[[Instruction], Action]], ...] = (
    (ARITHMETIC, _arithmetic),
    (LOGIC, _logic),
    (SHIFTS, _shift),
    (COMPARES, _compare),
    (MOVES, _move),
    (LOADS, load),
    (STORES, store),
    (DOUBLE, double),
    (MULTIPLE, multiple),
    (VECTORS, vector),
    (SELECTS | ALIASES.keys(), select),
    (LONG_SHIFTS, long_shift),
    (FLOAT_MOVES, float_move),
    (LONG, _long),
    (EXTENDS, _extend),
    (SATURATES, _saturate),
    (PACKS, _pack),
    (FIELDS, _field),
    (PLAIN, _plain),
)
