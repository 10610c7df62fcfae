"""Vector registers of Helium as words: lanes of words, bytes that predicates leave alone.

A vector register is four words of ``Machine.floats``.  Predicates and the numbers of lanes of tail-predicated loops are
the same for all inputs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.thumb.slices import byte_of, half_of, joined
from edgec.proof.thumb.terms import Term, Value, term

ALL_BYTES = 0xFFFF  # bytes of a vector
SIZES = {"8": 1, "16": 2, "32": 4}


def number(text: str) -> int:
    """The first word of a vector register among ``Machine.floats``."""
    if not re.fullmatch(r"q[0-7]", text):
        raise NotCovered(f"the vector operand {text} is not known")
    return 4 * int(text[1:])


def tail_of(m: Machine) -> int:
    """Lanes of a vector in a tail-predicated loop, 0 outside of one."""
    if isinstance(m.tail, Term):
        raise NotCovered("the number of lanes depends on inputs")
    return int(m.tail)


def active(m: Machine, predicated: bool) -> int:
    """A bit for each byte of a vector that an instruction changes."""
    mask, tail = m.vpr if predicated else ALL_BYTES, tail_of(m)
    if isinstance(mask, Term):
        raise NotCovered("a predicate depends on inputs")
    if tail:
        left = m.regs[14]
        if isinstance(left, Term):
            raise NotCovered("the number of lanes depends on inputs")
        mask &= (1 << (min(left, tail) * (16 // tail))) - 1
    return int(mask)


def put(m: Machine, q: int, new: Sequence[Value], mask: int) -> None:
    """Words of a vector register, where bytes are active."""
    for k, x in enumerate(new):
        bits = (mask >> (4 * k)) & 15
        if bits == 15:
            m.floats[q + k] = x
        elif bits:
            m.floats[q + k] = merged(x, m.floats[q + k], bits)


def merged(new: Value, old: Value, bits: int) -> Value:
    """A word of the bytes of two words."""
    return joined([byte_of(new if (bits >> i) & 1 else old, i) for i in range(4)])


def packed(low: Value, high: Value) -> Value:
    """A word of two halves."""
    return term("pkhbt", low, term("lsl", high, 16))


def split(x: Value, size: int) -> list[Value]:
    """Lanes of a word as signed numbers."""
    if size == 4:
        return [x]
    if size == 2:
        return [half_of(x, False), half_of(x, True)]
    return [term("sxtb", byte_of(x, i)) for i in range(4)]


def whole(lanes: Sequence[Value]) -> Value:
    """A word of its lanes."""
    if len(lanes) == 1:
        return lanes[0]
    return packed(*lanes) if len(lanes) == 2 else joined([byte_of(x, 0) for x in lanes])


def splat(x: Value, size: int) -> Value:
    """A word of equal lanes."""
    return x if size == 4 else packed(x, x) if size == 2 else joined([byte_of(x, 0)] * 4)
