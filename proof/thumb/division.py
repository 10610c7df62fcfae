"""Division on cores without an instruction for it: a function of the compiler's library, tried and then taken as one.

The function is a loop, or branches that depend on its operands: followed for all inputs at once they do not meet before
its end.  So its code, which is linked with the model's, is executed for numbers of all sizes and compared with the
quotient; where operands depend on inputs it then counts as the division that it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from edgec.proof.thumb.core import Core
from edgec.proof.thumb.decode import Instruction
from edgec.proof.thumb.machine import RAM, Machine, NotCovered, Step
from edgec.proof.thumb.terms import M32, SEMANTICS, Term, term

FUNCTIONS = {"__udivsi3": "udiv", "__divsi3": "sdiv"}
"""Names of functions that divide two words, and the instruction that does as much."""
PAIRS = 2000
EDGES = (1, 2, 3, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF)
CLOBBERED = (1, 2, 3, 12)
"""Registers that a function may leave anything in, beside its result."""
_STACK = 1024


def operands() -> Iterator[tuple[int, int]]:
    """Pairs of words to try, no divisor of 0: edges with each other, and random words of every length."""
    yield from ((a, b) for a in (0, *EDGES) for b in EDGES)
    rng = np.random.default_rng(len(EDGES))
    words = rng.integers(0, 1 << 32, (PAIRS, 2), dtype=np.uint64) >> rng.integers(0, 32, (PAIRS, 2), dtype=np.uint64)
    yield from ((int(a), max(1, int(b))) for a, b in words)


def difference(op: str, at: int, code: Mapping[int, Instruction], flash: bytes) -> str:
    """Return where the function at an address is not the division ``op``; "" where all that is tried is equal."""
    core = Core(code, Machine(flash, bytearray(_STACK)))
    for a, b in operands():
        core.m.regs[13] = RAM + _STACK
        quotient = core.call(at, a, b)
        if quotient != SEMANTICS[op](a, b):
            return f"{op} of {a} and {b} gives {quotient}"
    return ""


def take_divisions(core: Core, symbols: Mapping[str, int], flash: bytes) -> None:
    """Have a core take the functions that divide as instructions where their operands depend on inputs."""
    for name, op in FUNCTIONS.items():
        if name in symbols:
            at = symbols[name] & ~1
            core.functions[at] = _divided(core, op, at, flash)


def _divided(core: Core, op: str, at: int, flash: bytes) -> Step:
    tried = False

    def step(m: Machine) -> int:
        nonlocal tried
        if not tried:
            wrong = difference(op, at, core.code, flash)
            if wrong:
                raise NotCovered(f"the library's division is another: {wrong}")
            tried = True
        m.regs[0] = term(op, m.regs[0], m.regs[1])
        for number in CLOBBERED:
            m.regs[number] = Term("leaf", (-1,), 0)
        core.spend(at)
        core.depth -= 1
        return int(m.regs[14]) & ~1 & M32

    return step
