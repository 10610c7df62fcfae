"""Instructions as functions of the machine: each executes one and returns the address of the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from edgec.proof.thumb.decode import Instruction, immediate, register, registers
from edgec.proof.thumb.machine import Machine, NotCovered, Step
from edgec.proof.thumb.slices import sliced
from edgec.proof.thumb.terms import M32, SEMANTICS, Term, Value, term, value

Get = Callable[[Machine], Value]
ARITHMETIC = frozenset({"add", "sub", "adc", "sbc", "rsb"})
LOGIC = frozenset({"and", "orr", "eor", "bic", "orn"})
SHIFTS = frozenset({"lsl", "lsr", "asr", "ror"})
COMPARES = frozenset({"cmp", "cmn", "tst", "teq"})
LOADS = {"ldr": (4, False), "ldrh": (2, False), "ldrb": (1, False), "ldrsh": (2, True), "ldrsb": (1, True)}
STORES = {"str": 4, "strh": 2, "strb": 1}
LONG = frozenset({"smull", "umull", "smlal", "umlal", "umaal", "smlald"})
BRANCHES = frozenset({"b", "bl", "bx", "blx", "cbz", "cbnz", "tbb", "tbh"})
EXTENDS = frozenset(n for n in SEMANTICS if n[:3] in ("sxt", "uxt"))
SATURATES = frozenset({"ssat", "usat"})
PACKS = frozenset({"pkhbt", "pkhtb"})
FIELDS = frozenset({"sbfx", "ubfx", "bfi", "bfc"})
MOVES = frozenset({"mov", "movw", "movt", "mvn", "adr", "addw", "subw", "neg"})
MULTIPLE = frozenset({"ldm", "ldmia", "ldmdb", "stm", "stmia", "stmdb", "push", "pop"})
FLOAT_MOVES = frozenset({"vldr", "vstr", "vpush", "vpop", "vldmia", "vstmia", "vmov", "vldmdb", "vstmdb"})
IGNORED = frozenset({"nop", "pld"})
ITS = frozenset("it" + a + b + c for a in ("", "t", "e") for b in ("", "t", "e") for c in ("", "t", "e"))
PLAIN = frozenset(n for n in SEMANTICS if "." not in n) - {
    *ARITHMETIC, *LOGIC, *SHIFTS, *EXTENDS, *SATURATES, *PACKS, *FIELDS, *MOVES,
    "carry", "over", "bit", "zero", "ite", "byte", "cat", "look", "leaf",
}  # fmt: skip
FLAGGED = ARITHMETIC | LOGIC | SHIFTS | {"mov", "mvn", "mul", "neg"}
NAMES = (
    FLAGGED | COMPARES | LOADS.keys() | STORES.keys() | {"ldrd", "strd"} | LONG | BRANCHES | EXTENDS | SATURATES
    | PACKS | FIELDS | MOVES | MULTIPLE | FLOAT_MOVES | IGNORED | PLAIN | ITS
)  # fmt: skip
"""Mnemonics that are executed; an instruction that is not among them is not covered."""


def step(i: Instruction) -> Step:
    """The function of an instruction; branches, and what is not known, have none.

    Raises:
        NotCovered: it is not known what it does.
    """
    do = _action(i)
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


def _action(i: Instruction) -> Callable[[Machine], None]:
    if i.name in IGNORED:
        return lambda m: None
    for names, make in _MAKERS:
        if i.name in names:
            return make(i)
    raise NotCovered(f"the instruction {i.name} is not known")


def _get(text: str, address: int = 0) -> Get:
    """A register or an immediate."""
    number = register(text)
    if number == 15:
        pc = (address + 4) & ~3
        return lambda m: pc
    if number is not None:
        return lambda m: m.regs[number]
    held = immediate(text)
    if held is None:
        raise NotCovered(f"the operand {text} is not known")
    constant = held & M32
    return lambda m: constant


def _flexible(texts: tuple[str, ...], address: int = 0) -> Get:
    """A last operand, which may be shifted: ``("r1",)`` or ``("r1", "lsl #2")``."""
    get = _get(texts[0], address)
    if len(texts) == 1:
        return get
    kind, amount = texts[1].split()
    n = immediate(amount)
    if kind not in SHIFTS or n is None:
        raise NotCovered(f"the operand {texts[1]} is not known")
    fn, k = SEMANTICS[kind], n
    if n == 32 and kind != "asr":
        return lambda m: 0

    def shifted(m: Machine) -> Value:
        x = get(m)
        return fn(x, k) if x.__class__ is int else sliced(kind, (x, k))  # type: ignore[no-any-return]

    return shifted


def _target(text: str) -> int:
    number = register(text)
    if number is None or number == 15:
        raise NotCovered(f"the result {text} is not known")
    return number


def _arithmetic(i: Instruction) -> Callable[[Machine], None]:
    texts = i.operands if _is_three(i.operands) else (i.operands[0], *i.operands)
    d, a, b, sets, name = _target(texts[0]), _get(texts[1], i.address), _flexible(texts[2:]), i.sets, i.name
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
    """Whether the first two of the operands are followed by one that is not a shift."""
    return len(texts) > 2 and (register(texts[2]) is not None or immediate(texts[2]) is not None)


def _logic(i: Instruction) -> Callable[[Machine], None]:
    texts = i.operands if _is_three(i.operands) else (i.operands[0], *i.operands)
    d, a, b, sets, name = _target(texts[0]), _get(texts[1]), _flexible(texts[2:]), i.sets, i.name
    fn = SEMANTICS[name]

    def run(m: Machine) -> None:
        x, y = a(m), b(m)
        plain = x.__class__ is int and y.__class__ is int
        m.regs[d] = fn(x, y) if plain else Term(name, (x, y), fn(value(x), value(y)))
        if sets:
            m.set_result(m.regs[d])

    return run


def _shift(i: Instruction) -> Callable[[Machine], None]:
    texts = i.operands if len(i.operands) == 3 else (i.operands[0], *i.operands)
    d, a, b, sets, name = _target(texts[0]), _get(texts[1]), _get(texts[2]), i.sets, i.name

    def run(m: Machine) -> None:
        x, n = a(m), b(m)
        m.regs[d] = sliced(name, (x, n))
        if sets:
            m.set_result(m.regs[d])
            if n.__class__ is int and n:
                at = 32 - n if name == "lsl" else n - 1  # type: ignore[operator]
                m.flags.c = term("bit", x, at) if 0 <= at < 32 else 0

    return run


def _compare(i: Instruction) -> Callable[[Machine], None]:
    a, b, name = _get(i.operands[0]), _flexible(i.operands[1:]), i.name

    def run(m: Machine) -> None:
        x, y = a(m), b(m)
        if name == "cmp":
            m.add_flags(x, (y ^ M32) if y.__class__ is int else term("mvn", y), 1)  # type: ignore[operator]
        elif name == "cmn":
            m.add_flags(x, y, 0)
        else:
            m.set_result(term("and" if name == "tst" else "eor", x, y))

    return run


def _move(i: Instruction) -> Callable[[Machine], None]:
    name, d, sets = i.name, _target(i.operands[0]), i.sets
    if name in ("addw", "subw", "neg"):
        kind = {"addw": "add", "subw": "sub", "neg": "rsb"}[name]
        operands = (*i.operands, "#0") if name == "neg" else i.operands
        return _arithmetic(Instruction(i.address, i.size, kind, "", sets, operands))
    if name == "adr":
        raise NotCovered("the instruction adr is not known")
    get = _flexible(i.operands[1:], i.address)
    top = name == "movt"

    def run(m: Machine) -> None:
        x = get(m)
        if name == "mvn":
            x = term("mvn", x)
        elif top:
            x = term("orr", term("and", m.regs[d], 0xFFFF), term("lsl", x, 16))
        m.regs[d] = x
        if sets:
            m.set_result(x)

    return run


def _plain(i: Instruction) -> Callable[[Machine], None]:
    texts = i.operands
    if i.name == "mul" and len(texts) == 2:
        texts = (texts[0], texts[1], texts[0])
    d, gets, name, sets = _target(texts[0]), [_get(t) for t in texts[1:]], i.name, i.sets
    fn, lanes = SEMANTICS[name], f"{name}.ge"
    if name in ("udiv", "sdiv") and len(gets) == 1:
        gets = [_get(texts[0]), *gets]

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


def _long(i: Instruction) -> Callable[[Machine], None]:
    low, high = _target(i.operands[0]), _target(i.operands[1])
    a, b, name = _get(i.operands[2]), _get(i.operands[3]), i.name
    adds = name not in ("smull", "umull")

    def run(m: Machine) -> None:
        xs = (m.regs[low], m.regs[high], a(m), b(m)) if adds else (a(m), b(m))
        m.regs[low], m.regs[high] = term(f"{name}.l", *xs), term(f"{name}.h", *xs)

    return run


def _extend(i: Instruction) -> Callable[[Machine], None]:
    last = 2 if i.name[3:4] == "a" else 1  # the operand that is extended, which may be turned
    d, name = _target(i.operands[0]), i.name
    first = [_get(t) for t in i.operands[1:last]]
    get = _flexible(i.operands[last:]) if len(i.operands) > last else _get(i.operands[0])
    fn = SEMANTICS[name]

    def run(m: Machine) -> None:
        xs = (*[g(m) for g in first], get(m))
        m.regs[d] = fn(*xs) if all(x.__class__ is int for x in xs) else sliced(name, xs)

    return run


def _saturate(i: Instruction) -> Callable[[Machine], None]:
    bits = immediate(i.operands[1])
    d, get, name = _target(i.operands[0]), _flexible(i.operands[2:]), i.name

    def run(m: Machine) -> None:
        m.regs[d] = term(name, bits, get(m))

    return run


def _pack(i: Instruction) -> Callable[[Machine], None]:
    d, a, b, name = _target(i.operands[0]), _get(i.operands[1]), _flexible(i.operands[2:]), i.name

    def run(m: Machine) -> None:
        m.regs[d] = term(name, a(m), b(m))

    return run


def _field(i: Instruction) -> Callable[[Machine], None]:
    d, name = _target(i.operands[0]), i.name
    gets = [_get(t) for t in i.operands[1:]]

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


def _address(texts: tuple[str, ...], address: int) -> tuple[Get, int | None, Get | None]:
    """The address of an access, the base register that is written back (or None), and what it then holds."""
    inside = texts[0].rstrip("!").strip("[]").split(",")
    parts = tuple(p.strip() for p in inside)
    base, number = _get(parts[0], address), register(parts[0])
    offset = _flexible(parts[1:]) if len(parts) > 1 else None

    def at(m: Machine) -> Value:
        return base(m) if offset is None else _sum(base(m), offset(m))

    if texts[0].endswith("!"):
        return at, number, at
    if len(texts) > 1:
        after = _flexible(texts[1:])
        return at, number, lambda m: _sum(base(m), after(m))
    return at, None, None


def _sum(a: Value, b: Value) -> Value:
    if a.__class__ is int and b.__class__ is int:
        return (a + b) & M32  # type: ignore[operator]
    return term("add", a, b)


def _load(i: Instruction) -> Callable[[Machine], None]:
    size, negative = LOADS[i.name]
    d, (at, base, after) = register(i.operands[0]), _address(i.operands[1:], i.address)
    if d is None or d == 15:
        raise NotCovered("a jump through memory is not known")
    to = d

    def run(m: Machine) -> None:
        found = m.load(at(m), size, negative)
        if base is not None and after is not None:
            m.regs[base] = after(m)
        m.regs[to] = found

    return run


def _store(i: Instruction) -> Callable[[Machine], None]:
    size, get = STORES[i.name], _get(i.operands[0])
    at, base, after = _address(i.operands[1:], i.address)

    def run(m: Machine) -> None:
        m.store(at(m), size, get(m))
        if base is not None and after is not None:
            m.regs[base] = after(m)

    return run


def _double(i: Instruction) -> Callable[[Machine], None]:
    first, second = _target(i.operands[0]), _target(i.operands[1])
    at, base, after = _address(i.operands[2:], i.address)
    loads = i.name == "ldrd"

    def run(m: Machine) -> None:
        where = at(m)
        if isinstance(where, Term):
            raise NotCovered("the address of two words depends on inputs")
        later = after(m) if after is not None else 0
        if loads:
            found = m.load(where, 4), m.load(where + 4, 4)
            m.regs[first], m.regs[second] = found
        else:
            m.store(where, 4, m.regs[first])
            m.store(where + 4, 4, m.regs[second])
        if base is not None:
            m.regs[base] = later

    return run


def _multiple(i: Instruction) -> Callable[[Machine], None]:
    if i.name in ("push", "pop"):
        base, back, listed = 13, True, registers(i.operands[0])
    else:
        base, back = _target(i.operands[0].rstrip("!")), i.operands[0].endswith("!")
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
            found = [m.load(first + 4 * k, 4) for k in range(len(listed))]
            if back:
                m.regs[base] = first if down else start + size
            for r, x in zip(listed, found, strict=True):
                m.regs[r] = x
        else:
            for k, r in enumerate(listed):
                m.store(first + 4 * k, 4, m.regs[r])
            if back:
                m.regs[base] = first if down else start + size

    return run


def _singles(text: str) -> list[int]:
    """The single-precision registers of ``s3``, ``d4`` or a list of them."""
    found: list[int] = []
    for part in text.strip("{}").split(","):
        low, dash, high = part.strip().partition("-")
        first, last = int(low[1:]), int(high[1:]) if dash else int(low[1:])
        found += range(first, last + 1) if low[0] == "s" else range(2 * first, 2 * last + 2)
    return found


def _float_move(i: Instruction) -> Callable[[Machine], None]:
    if i.name == "vmov":
        raise NotCovered("floating-point arithmetic is not known")
    if i.name in ("vpush", "vpop"):
        listed, base, back = _singles(i.operands[0]), 13, True
    elif i.name in ("vldr", "vstr"):
        return _float_access(i)
    else:
        base, back = _target(i.operands[0].rstrip("!")), i.operands[0].endswith("!")
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


def _float_access(i: Instruction) -> Callable[[Machine], None]:
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


_MAKERS: tuple[tuple[Any, Callable[[Instruction], Callable[[Machine], None]]], ...] = (
    (ARITHMETIC, _arithmetic),
    (LOGIC, _logic),
    (SHIFTS, _shift),
    (COMPARES, _compare),
    (MOVES, _move),
    (LOADS, _load),
    (STORES, _store),
    (frozenset({"ldrd", "strd"}), _double),
    (MULTIPLE, _multiple),
    (FLOAT_MOVES, _float_move),
    (LONG, _long),
    (EXTENDS, _extend),
    (SATURATES, _saturate),
    (PACKS, _pack),
    (FIELDS, _field),
    (PLAIN, _plain),
)
