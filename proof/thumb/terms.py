"""Semantics of instructions, stated once for integers, for numpy arrays and for symbols of a solver.

A value is an ``int`` (0 .. 2**32 - 1, the same for every input of the model) or a ``Term``: an operation of
``SEMANTICS`` on values, which depends on the inputs.  The functions take any carrier of 64-bit arithmetic with
arithmetic right shifts: Python's int, int64 arrays, ``Symbol``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, TypeAlias

import numpy as np

M32 = 0xFFFFFFFF
_numbers = count()


class Term:
    """An operation on values; ``v`` is what it gives in the recorded run, ``n`` counts terms as they are made."""

    __slots__ = ("args", "n", "op", "v")

    def __init__(self, op: str, args: tuple[Any, ...], v: int) -> None:
        self.op = op
        self.args = args
        self.v = v
        self.n = next(_numbers)


Value: TypeAlias = "int | Term"
Carrier: TypeAlias = Any  # int, int64 array or Symbol


def value(x: Value) -> int:
    """Return a value as it was in the recorded run."""
    return x.v if isinstance(x, Term) else x


def term(op: str, *args: Any) -> Value:
    """An operation applied: an integer when all arguments are."""
    fn = SEMANTICS[op]
    if any(isinstance(a, Term) for a in args):
        return Term(op, args, int(fn(*[a.v if isinstance(a, Term) else a for a in args])))
    return int(fn(*args))


def equal(a: Carrier, b: Carrier) -> Carrier:
    """1 where they are equal, else 0."""
    if hasattr(a, "same"):
        return a.same(b)
    return (a == b).astype(np.int64) if isinstance(a, np.ndarray) else int(a == b)


def less(a: Carrier, b: Carrier) -> Carrier:
    """1 where a < b as signed numbers, else 0."""
    if hasattr(a, "below"):
        return a.below(b)
    if hasattr(b, "below"):
        return b.above(a)
    return (a < b).astype(np.int64) if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else int(a < b)


def choose(c: Carrier, a: Carrier, b: Carrier) -> Carrier:
    """A where c is 1, b where it is 0."""
    if hasattr(c, "choice"):
        return c.choice(a, b)
    return np.where(c != 0, a, b) if isinstance(c, np.ndarray) else (a if c else b)


def quotient(a: Carrier, b: Carrier) -> Carrier:
    """The quotient of numbers that are not negative; 0 for a division by 0, as the instruction has it."""
    if hasattr(a, "over"):
        return a.over(b)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.where(b == 0, 0, a // np.maximum(b, 1))
    return a // b if b else 0


def signed(a: Carrier, bits: int = 32) -> Carrier:
    """The low bits as a signed number."""
    if hasattr(a, "as_signed"):
        return a.as_signed(bits)
    top = 1 << (bits - 1)
    return ((a & (2 * top - 1)) ^ top) - top


def _low(a: Carrier) -> Carrier:
    return signed(a, 16)


def _high(a: Carrier) -> Carrier:
    return signed(a >> 16, 16)


def _limit(a: Carrier, lo: int, hi: int) -> Carrier:
    a = choose(less(a, lo), lo, a)
    return choose(less(hi, a), hi, a)


def _shifted(a: Carrier, n: Carrier, by: Callable[[Carrier, Carrier], Carrier], most: Carrier) -> Carrier:
    """A shift by the low byte of n; ``most``: what shifts of 32 and more give."""
    n = n & 255
    if isinstance(n, int):
        return by(a, n) if n < 32 else most
    return choose(less(n, 32), by(a, n & 31), most)


def _lsl(a: Carrier, n: Carrier) -> Carrier:
    return _shifted(a, n, lambda v, k: (v << k) & M32, 0)


def _lsr(a: Carrier, n: Carrier) -> Carrier:
    return _shifted(a, n, lambda v, k: v >> k, 0)


def _asr(a: Carrier, n: Carrier) -> Carrier:
    a = signed(a)
    return _shifted(a, n, lambda v, k: (v >> k) & M32, (a >> 31) & M32)


def _ror(a: Carrier, n: Carrier) -> Carrier:
    return (a | (a << 32)) >> (n & 31) & M32


def _lanes16(a: Carrier, b: Carrier, op: Callable[[Carrier, Carrier], Carrier]) -> Carrier:
    return (op(_low(a), _low(b)) & 0xFFFF) | ((op(_high(a), _high(b)) & 0xFFFF) << 16)


def _not_negative16(a: Carrier, b: Carrier, op: Callable[[Carrier, Carrier], Carrier]) -> Carrier:
    low, high = (1 - less(op(x(a), x(b)), 0) for x in (_low, _high))
    return low * 3 | high * 12


def _lanes8(a: Carrier, b: Carrier, op: Callable[[Carrier, Carrier], Carrier]) -> Carrier:
    total: Carrier = 0
    for i in range(0, 32, 8):
        total = total | ((op((a >> i) & 255, (b >> i) & 255) & 255) << i)
    return total


def _per8(a: Carrier, b: Carrier, test: Callable[[Carrier, Carrier], Carrier]) -> Carrier:
    total: Carrier = 0
    for i in range(4):
        total = total | (test((a >> (8 * i)) & 255, (b >> (8 * i)) & 255) << i)
    return total


def _select(ge: Carrier, a: Carrier, b: Carrier) -> Carrier:
    total: Carrier = 0
    for i in range(4):
        mask = 255 << (8 * i)
        total = total | choose((ge >> i) & 1, a & mask, b & mask)
    return total


def _add8(a: Carrier, b: Carrier) -> Carrier:
    return a + b


def _sub8(a: Carrier, b: Carrier) -> Carrier:
    return a - b


def _pair_bytes(a: Carrier, sign: bool) -> Carrier:
    if not sign:
        return a & 0x00FF00FF
    return (signed(a, 8) & 0xFFFF) | ((signed(a >> 16, 8) & 0xFFFF) << 16)


def _dual(a: Carrier, b: Carrier, sign: int = 1) -> Carrier:
    return _low(a) * _low(b) + sign * (_high(a) * _high(b))


def _long(lo: Carrier, hi: Carrier) -> Carrier:
    return (signed(hi) << 32) + lo


def _count_zeros(a: Carrier) -> Carrier:
    n: Carrier = 0
    for k in (16, 8, 4, 2, 1):
        small = less(a, 1 << (32 - k))
        n, a = n + small * k, choose(small, (a << k) & M32, a)
    return n + equal(a, 0)


def _divided(a: Carrier, b: Carrier) -> Carrier:
    x, y = signed(a), signed(b)
    negative = less(x, 0) ^ less(y, 0)
    q = quotient(choose(less(x, 0), -x, x), choose(less(y, 0), -y, y))
    return choose(negative, -q, q) & M32


def look_up(at: Carrier, base: int, held: bytes, size: int, negative: bool) -> Carrier:
    """A load of ``size`` bytes at an address that depends on inputs from ``held``, constants that begin at ``base``."""
    entries = len(held) - size + 1
    flat = sum(np.frombuffer(held, np.uint8).astype(np.int64)[i : i + entries] << (8 * i) for i in range(size))
    entry = np.asarray(flat)[np.clip(at - base, 0, entries - 1)]
    entry = (signed(entry, 8 * size) & M32) if negative else entry
    return entry if isinstance(at, np.ndarray) else int(entry)


def _product(a: Carrier, b: Carrier) -> Carrier:
    return signed(a) * signed(b)


def _dot8(c: Carrier, a: Carrier, b: Carrier) -> Carrier:
    """Products of the signed bytes of two words, added to c."""
    for i in range(0, 32, 8):
        c = c + signed(a >> i, 8) * signed(b >> i, 8)
    return c & M32


def _doubled_high(a: Carrier, b: Carrier, half: int = 0) -> Carrier:
    """The high word of twice the product and a half, which saturates for the two least numbers alone."""
    least, high = 1 << 31, ((_product(a, b) + half) >> 31) & M32
    return choose(equal(b, least), choose(equal(a, least), least - 1, high), high)


def _doubled_high_sum(a: Carrier, b: Carrier, c: Carrier) -> Carrier:
    """The high word of twice the product and c, which saturates."""
    return _limit((_product(a, b) >> 31) + signed(c), -(1 << 31), (1 << 31) - 1) & M32


def _rounded(a: Carrier, n: int) -> Carrier:
    """A shift to the left by the signed low byte of n; to the right with half up rounded up."""
    n = signed(n, 8)
    if n >= 0:
        return (a << n) & M32 if n < 32 else 0
    return ((signed(a) + (1 << (-n - 1))) >> -n) & M32 if n >= -32 else 0


SEMANTICS: dict[str, Callable[..., Carrier]] = {
    "add": lambda a, b: (a + b) & M32,
    "sub": lambda a, b: (a - b) & M32,
    "adc": lambda a, b, c: (a + b + c) & M32,
    "carry": lambda a, b, c: ((a + b + c) >> 32) & 1,
    "over": lambda a, b, c: (((a ^ ((a + b + c) & M32)) & (b ^ ((a + b + c) & M32))) >> 31) & 1,
    "and": lambda a, b: a & b,
    "orr": lambda a, b: a | b,
    "eor": lambda a, b: a ^ b,
    "bic": lambda a, b: a & (b ^ M32),
    "orn": lambda a, b: a | (b ^ M32),
    "mvn": lambda a: a ^ M32,
    "lsl": _lsl,
    "lsr": _lsr,
    "asr": _asr,
    "ror": _ror,
    "bit": lambda a, n: (a >> n) & 1,
    "zero": lambda a: equal(a, 0),
    "ite": choose,
    "mul": lambda a, b: _product(a, b) & M32,
    "mla": lambda a, b, c: (_product(a, b) + c) & M32,
    "mls": lambda a, b, c: (c - _product(a, b)) & M32,
    "smmul": lambda a, b: (_product(a, b) >> 32) & M32,
    "smmulr": lambda a, b: ((_product(a, b) + (1 << 31)) >> 32) & M32,
    "smmla": lambda a, b, c: ((_product(a, b) >> 32) + c) & M32,
    "smmlar": lambda a, b, c: (((_product(a, b) + (1 << 31)) >> 32) + c) & M32,
    "smull.l": lambda a, b: _product(a, b) & M32,
    "smull.h": lambda a, b: (_product(a, b) >> 32) & M32,
    "umull.l": lambda a, b: (a * b) & M32,
    "umull.h": lambda a, b: ((a * b) >> 32) & M32,
    "smlal.l": lambda lo, hi, a, b: (_long(lo, hi) + _product(a, b)) & M32,
    "smlal.h": lambda lo, hi, a, b: ((_long(lo, hi) + _product(a, b)) >> 32) & M32,
    "umlal.l": lambda lo, hi, a, b: (_long(lo, hi) + a * b) & M32,
    "umlal.h": lambda lo, hi, a, b: ((_long(lo, hi) + a * b) >> 32) & M32,
    "umaal.l": lambda lo, hi, a, b: (a * b + lo + hi) & M32,
    "umaal.h": lambda lo, hi, a, b: ((a * b + lo + hi) >> 32) & M32,
    "smlald.l": lambda lo, hi, a, b: (_long(lo, hi) + _dual(a, b)) & M32,
    "smlald.h": lambda lo, hi, a, b: ((_long(lo, hi) + _dual(a, b)) >> 32) & M32,
    "smlad": lambda a, b, c: (_dual(a, b) + c) & M32,
    "smladx": lambda a, b, c: (_dual(a, _ror(b, 16)) + c) & M32,
    "smuad": lambda a, b: _dual(a, b) & M32,
    "smuadx": lambda a, b: _dual(a, _ror(b, 16)) & M32,
    "smlsd": lambda a, b, c: (_dual(a, b, -1) + c) & M32,
    "smusd": lambda a, b: _dual(a, b, -1) & M32,
    "smlabb": lambda a, b, c: (_low(a) * _low(b) + c) & M32,
    "smlabt": lambda a, b, c: (_low(a) * _high(b) + c) & M32,
    "smlatb": lambda a, b, c: (_high(a) * _low(b) + c) & M32,
    "smlatt": lambda a, b, c: (_high(a) * _high(b) + c) & M32,
    "smulbb": lambda a, b: (_low(a) * _low(b)) & M32,
    "smulbt": lambda a, b: (_low(a) * _high(b)) & M32,
    "smultb": lambda a, b: (_high(a) * _low(b)) & M32,
    "smultt": lambda a, b: (_high(a) * _high(b)) & M32,
    "smlawb": lambda a, b, c: ((signed(a) * _low(b) >> 16) + c) & M32,
    "smlawt": lambda a, b, c: ((signed(a) * _high(b) >> 16) + c) & M32,
    "smulwb": lambda a, b: (signed(a) * _low(b) >> 16) & M32,
    "smulwt": lambda a, b: (signed(a) * _high(b) >> 16) & M32,
    "sxtb": lambda a: signed(a, 8) & M32,
    "sxth": lambda a: signed(a, 16) & M32,
    "uxtb": lambda a: a & 255,
    "uxth": lambda a: a & 0xFFFF,
    "sxtb16": lambda a: _pair_bytes(a, True),
    "uxtb16": lambda a: _pair_bytes(a, False),
    "sxtab": lambda a, b: (a + signed(b, 8)) & M32,
    "sxtah": lambda a, b: (a + signed(b, 16)) & M32,
    "uxtab": lambda a, b: (a + (b & 255)) & M32,
    "uxtah": lambda a, b: (a + (b & 0xFFFF)) & M32,
    "sxtab16": lambda a, b: _lanes16(a, _pair_bytes(b, True), _add8),
    "uxtab16": lambda a, b: _lanes16(a, _pair_bytes(b, False), _add8),
    "pkhbt": lambda a, b: (a & 0xFFFF) | (b & 0xFFFF0000),
    "pkhtb": lambda a, b: (a & 0xFFFF0000) | (b & 0xFFFF),
    "ssat": lambda n, a: _limit(signed(a), -(1 << (n - 1)), (1 << (n - 1)) - 1) & M32,
    "usat": lambda n, a: _limit(signed(a), 0, (1 << n) - 1),
    "sadd16": lambda a, b: _lanes16(a, b, _add8),
    "ssub16": lambda a, b: _lanes16(a, b, _sub8),
    "sadd16.ge": lambda a, b: _not_negative16(a, b, _add8),
    "ssub16.ge": lambda a, b: _not_negative16(a, b, _sub8),
    "uadd8": lambda a, b: _lanes8(a, b, _add8),
    "usub8": lambda a, b: _lanes8(a, b, _sub8),
    "sadd8": lambda a, b: _lanes8(a, b, _add8),
    "ssub8": lambda a, b: _lanes8(a, b, _sub8),
    "uadd8.ge": lambda a, b: _per8(a, b, lambda x, y: (x + y) >> 8),
    "usub8.ge": lambda a, b: _per8(a, b, lambda x, y: 1 - less(x, y)),
    "sadd8.ge": lambda a, b: _per8(a, b, lambda x, y: 1 - less(signed(x, 8) + signed(y, 8), 0)),
    "ssub8.ge": lambda a, b: _per8(a, b, lambda x, y: 1 - less(signed(x, 8) - signed(y, 8), 0)),
    "sdot": _dot8,
    "smax": lambda a, b: choose(less(signed(a), signed(b)), b, a),
    "smin": lambda a, b: choose(less(signed(b), signed(a)), b, a),
    "vqdmlash": _doubled_high_sum,
    "vqdmulh": _doubled_high,
    "vqrdmulh": lambda a, b: _doubled_high(a, b, 1 << 30),
    "vrshl": _rounded,
    "sel": _select,
    "clz": _count_zeros,
    "rev": lambda a: (a >> 24 & 255) | (a >> 8 & 0xFF00) | (a << 8 & 0xFF0000) | (a << 24 & 0xFF000000),
    "udiv": quotient,
    "sdiv": _divided,
    "sbfx": lambda a, at, n: signed(a >> at, n) & M32,
    "ubfx": lambda a, at, n: (a >> at) & ((1 << n) - 1),
    "bfi": lambda a, b, at, n: (a & (M32 ^ (((1 << n) - 1) << at))) | ((b & ((1 << n) - 1)) << at),
    "byte": lambda a, i: (a >> (8 * i)) & 255,
    "cat": lambda *parts: sum(((p << (8 * i)) for i, p in enumerate(parts[1:], 1)), parts[0]),
    "look": look_up,
    "leaf": lambda *_: 0,
}
"""Every operation of a term; names with a point are one result of several of an instruction."""
