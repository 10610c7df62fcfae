"""Instructions of Armv8.1-M beside vectors: loops of LE and LETP, conditional selects, shifts of two words."""

from __future__ import annotations

from edgec.proof.thumb.decode import Instruction, immediate, register
from edgec.proof.thumb.flow import target_of
from edgec.proof.thumb.machine import Machine, NotCovered, Step
from edgec.proof.thumb.operands import Action, Get, get, target
from edgec.proof.thumb.terms import Term, Value, term
from edgec.proof.thumb.vector_words import SIZES, tail_of

BEGINS = frozenset({"wls", "dls", *(f"{n}.{size}" for n in ("wlstp", "dlstp") for size in SIZES)})
LOOPS = BEGINS | {"le", "letp"}
SELECTS = frozenset({"csel", "csinc", "csinv", "csneg"})
ALIASES = {"cset": "csinc", "csetm": "csinv", "cinc": "csinc", "cinv": "csinv", "cneg": "csneg"}
LONG_SHIFTS = frozenset({"lsll", "lsrl", "asrl"})
_SYNONYMS = {"hs": "cs", "lo": "cc"}
_OPPOSITE = {a: b for pair in ("eq ne", "cs cc", "mi pl", "vs vc", "hi ls", "ge lt", "gt le")
             for a, b in (pair.split(), pair.split()[::-1])}  # fmt: skip


def _turns(m: Machine, number: int) -> int:
    turns = m.regs[number]
    if isinstance(turns, Term):
        raise NotCovered("how often a loop runs depends on inputs")
    return int(turns)


def loop(i: Instruction) -> Step:
    """The beginning or the end of a low-overhead loop."""
    follows = i.next
    if i.name in ("le", "letp"):
        back = target_of(i)

        def ends(m: Machine) -> int:
            taken, left = (tail_of(m) or 1) if i.name == "letp" else 1, _turns(m, 14)
            if left <= taken:
                m.tail = 0 if i.name == "letp" else m.tail
                return follows
            m.regs[14] = left - taken
            return back

        return ends
    number = register(i.operands[1])
    lanes = 16 // SIZES[i.name.partition(".")[2]] if "tp." in i.name else 0
    behind = target_of(i) if i.name.startswith("wls") else None
    if number is None:
        raise NotCovered(f"the operand {i.operands[1]} is not known")

    def begins(m: Machine) -> int:
        turns = _turns(m, number)
        if behind is not None and not turns:
            return behind
        m.regs[14], m.tail = turns, lanes
        return follows

    return begins


def select(i: Instruction) -> Action:
    """One of two registers, the second one changed."""
    name, texts = i.name, i.operands
    condition = _SYNONYMS.get(texts[-1], texts[-1])
    if name in ALIASES:
        texts = (texts[0], *(texts[1:-1] * 2 if len(texts) > 2 else ("#0", "#0")), "")
        name, condition = ALIASES[name], _OPPOSITE[condition]
    d, a, b = target(texts[0]), _register_or_zero(texts[1]), _register_or_zero(texts[2])

    def run(m: Machine) -> None:
        x, y = a(m), b(m)
        if name == "csinc":
            y = term("add", y, 1)
        elif name == "csinv":
            y = term("mvn", y)
        elif name == "csneg":
            y = term("sub", 0, y)
        m.regs[d] = term("ite", m.condition(condition), x, y)

    return run


def _register_or_zero(text: str) -> Get:
    return get("#0" if text == "zr" else text)


def long_shift(i: Instruction) -> Action:
    """A shift of the word pair low, high."""
    low, high, amount, name = target(i.operands[0]), target(i.operands[1]), get(i.operands[2]), i.name
    constant = immediate(i.operands[2]) is not None

    def run(m: Machine) -> None:
        n = amount(m)
        if isinstance(n, Term):
            raise NotCovered("a shift depends on inputs")
        n = n if constant else ((n & 255) ^ 128) - 128
        left = (name == "lsll") == (n >= 0)
        m.regs[low], m.regs[high] = shifted(m.regs[low], m.regs[high], abs(n), left, name == "asrl")

    return run


def shifted(low: Value, high: Value, n: int, left: bool, negative: bool) -> tuple[Value, Value]:
    """Two words shifted by 0 and more bits."""
    fill = term("asr", high, 31) if negative and not left else 0
    if n >= 32:
        one, n = (low, n - 32) if left else (high, n - 32)
        if left:
            return 0, term("lsl", one, n)
        return term("asr" if negative else "lsr", one, n), fill
    if not n:
        return low, high
    if left:
        return term("lsl", low, n), term("orr", term("lsl", high, n), term("lsr", low, 32 - n))
    return term("orr", term("lsr", low, n), term("lsl", high, 32 - n)), term("asr" if negative else "lsr", high, n)
