"""Terms as forms of ``floors``: what an operation computes when its words are read as the integers they stand for.

A word stands for an integer that it is congruent to modulo 2**32.  Where an operation reads it as a signed or unsigned
number, the form becomes that number.  What has no form ends with ``NoForm``, which says nothing about the code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from edgec.proof.floor_division import Form, Space
from edgec.proof.thumb.terms import M32

WORD_BITS = 32


class NoForm(Exception):
    """The operation has no form."""


@dataclass(frozen=True)
class Number:
    """A form limited to ``low`` .. ``high`` (None: it is not), all of it within ``lo`` .. ``hi``."""

    form: Form
    lo: int
    hi: int
    limits: tuple[int, int] | None = None


@dataclass(frozen=True)
class Test:
    """1 where the number is below zero (``zero``: where it is zero), else 0; ``opposite``: the other way round."""

    number: Number
    zero: bool = False
    opposite: bool = False


Exact = Number | Test


class Rewriter:
    """Gives operations their forms; one for all terms that are compared."""

    def __init__(self) -> None:
        self.space = Space()

    def constant(self, n: int) -> Number:
        """A number."""
        return Number(Form.number(n), n, n)

    def unknown(self, lo: int, hi: int) -> Number:
        """A new unknown."""
        return Number(self.space.unknown(lo, hi), lo, hi)

    def made(self, form: Form, lo: int | None = None, hi: int | None = None) -> Number:
        """A form, which may be known to lie in narrower bounds than its terms say."""
        a, b = self.space.range(form)
        return Number(form, a if lo is None else max(a, lo), b if hi is None else min(b, hi))

    def plus(self, x: Number, y: Number, times: int = 1) -> Number:
        """X + times * y."""
        ends = (times * y.lo, times * y.hi)
        lo, hi = x.lo + min(ends), x.hi + max(ends)
        if x.limits is None and y.limits is None:
            return self.made(x.form.plus(y.form, times), lo, hi)
        if times == 1 and x.limits is None:
            x, y = y, x
        n = y.form.constant
        if x.limits is None or n is None:
            raise NoForm
        n *= times
        return Number(x.form.plus(Form.number(n)), lo, hi, (x.limits[0] + n, x.limits[1] + n))

    def times(self, x: Number, y: Number) -> Number:
        """The product."""
        if x.limits or y.limits:
            raise NoForm
        ends = [a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]
        return self.made(x.form.times(y.form), min(ends), max(ends))

    def down(self, x: Number, k: int) -> Number:
        """floor(x / 2**k)."""
        limits = None if x.limits is None else (x.limits[0] >> k, x.limits[1] >> k)
        return Number(self.space.floor(x.form, k), x.lo >> k, x.hi >> k, limits)

    def signed(self, x: Number, bits: int = WORD_BITS) -> Number:
        """The low bits as a signed number."""
        top = 1 << (bits - 1)
        if -top <= x.lo and x.hi < top:
            return x
        return self._wrapped(x, bits, -top)

    def unsigned(self, x: Number, bits: int = WORD_BITS) -> Number:
        """The low bits as a number that is not negative."""
        return x if x.lo >= 0 and x.hi < 1 << bits else self._wrapped(x, bits, 0)

    def _wrapped(self, x: Number, bits: int, least: int) -> Number:
        """Return the number from ``least`` on that is congruent to x modulo 2**bits."""
        size = 1 << bits
        turns = (x.lo - least) >> bits
        if turns == (x.hi - least) >> bits:
            return self.plus(x, self.constant(-turns * size))
        if x.limits:
            raise NoForm
        near = Form.of({p: (c & (size - 1)) - (size if c & (size >> 1) else 0) for p, c in x.form.terms})
        lo, hi = self.space.range(near)
        if least <= lo and hi < least + size:
            return self.made(near)
        many = self.space.floor(x.form.plus(Form.number(-least)), bits)
        return self.made(x.form.plus(many, -size), least, least + size - 1)

    def limited(self, x: Number, low: int, high: int) -> Number:
        """Not less than ``low``, then not more than ``high``."""
        a, b = x.limits or (min(x.lo, low), max(x.hi, high))
        limits = tuple(min(max(n, low), high) for n in (a, b))
        lo, hi = (min(max(n, low), high) for n in (x.lo, x.hi))
        return Number(x.form, lo, hi, (limits[0], limits[1]))

    def same(self, x: Number, y: Number) -> bool:
        """Return whether two numbers are equal for all values of the unknowns."""
        if x.form != y.form:
            return False
        lo, hi = self.space.range(x.form)

        def ends(v: Number) -> tuple[int, int]:
            low, high = v.limits or (lo, hi)
            return min(max(lo, low), high), min(max(hi, low), high)

        return ends(x) == ends(y)

    def value(self, op: str, args: Sequence[Exact | int]) -> Exact:
        """An operation of ``thumb.terms``.

        Raises:
            NoForm: it has no form.
        """
        rule = RULES.get(op)
        if rule is None:
            raise NoForm
        return rule(self, *args)


def number(x: Exact | int) -> Number:
    """An operand that is a number; constants are words, small ones if they can be."""
    if isinstance(x, int):
        x -= (x >> (WORD_BITS - 1)) << WORD_BITS if 0 <= x <= M32 else 0
        return Number(Form.number(x), x, x)
    if isinstance(x, Test):
        raise NoForm
    return x


def _int(x: Exact | int) -> int:
    if isinstance(x, Number):
        n = x.form.constant
        if n is not None and not x.limits:
            return n
    if not isinstance(x, int):
        raise NoForm
    return x


Rule = Callable[..., Exact]


def _add(r: Rewriter, a: Exact, b: Exact, c: Exact | int = 0) -> Exact:
    return r.plus(r.plus(number(a), number(b)), number(c))


def _product(r: Rewriter, a: Exact, b: Exact) -> Number:
    return r.times(r.signed(number(a)), r.signed(number(b)))


def _unsigned_product(r: Rewriter, a: Exact, b: Exact) -> Number:
    return r.times(r.unsigned(number(a)), r.unsigned(number(b)))


def _long(r: Rewriter, lo: Exact, hi: Exact) -> Number:
    return r.plus(r.unsigned(number(lo)), r.times(r.signed(number(hi)), r.constant(1 << WORD_BITS)))


def _top(r: Rewriter, x: Number) -> Number:
    return r.down(x, WORD_BITS)


def _half(r: Rewriter, x: Exact, high: bool) -> Number:
    return r.signed(r.down(r.unsigned(number(x)), 16) if high else number(x), 16)


def _dual(r: Rewriter, a: Exact, b: Exact, crossed: bool = False, sign: int = 1) -> Number:
    low, high = (r.times(_half(r, a, h), _half(r, b, h != crossed)) for h in (False, True))
    return r.plus(low, high, sign)


def _and(r: Rewriter, a: Exact, b: Exact) -> Exact:
    x, mask = (a, _int(b)) if isinstance(b, int) or number(b).form.constant is not None else (b, _int(a))
    mask &= M32
    if mask & (mask + 1) == 0:
        return r.unsigned(number(x), mask.bit_length())
    low = mask & -mask
    if mask + low == 1 << WORD_BITS:
        word = r.unsigned(number(x))
        return r.plus(word, r.unsigned(word, low.bit_length() - 1), -1)
    raise NoForm


def _orr(r: Rewriter, a: Exact, b: Exact) -> Exact:
    if isinstance(a, Test) and isinstance(b, Test):
        negative, zero = (a, b) if b.zero else (b, a)
        if zero.zero and not (negative.zero or negative.opposite or zero.opposite) and a.number == b.number:
            return Test(r.plus(a.number, r.constant(1), -1))
        raise NoForm
    x, y = r.unsigned(number(a)), r.unsigned(number(b))
    for low, high in ((x, y), (y, x)):
        free = min((_factor(c) for _, c in high.form.terms), default=WORD_BITS)
        if not high.limits and low.hi < 1 << free:
            return r.plus(high, low)
    raise NoForm


def _factor(c: int) -> int:
    return (c & -c).bit_length() - 1


def _eor(r: Rewriter, a: Exact, b: Exact | int) -> Exact:
    x, n = (a, _int(b)) if isinstance(b, int) or isinstance(a, Test) else (b, _int(a))
    if isinstance(x, Test) and n in (0, 1):
        return replace(x, opposite=x.opposite != bool(n))
    if isinstance(x, Test) or n <= 0 or n & (n - 1) or x.lo < 0 or x.hi >= 2 * n:
        raise NoForm
    return r.unsigned(r.plus(x, r.constant(n)), n.bit_length())  # its topmost bit turns


def _bit(r: Rewriter, a: Exact, n: int) -> Exact:
    if n != WORD_BITS - 1:
        return r.unsigned(r.down(r.unsigned(number(a)), n), 1)
    return Test(r.signed(number(a)))


def _over(r: Rewriter, a: Exact, b: Exact, c: Exact | int) -> Exact:
    total = r.plus(r.plus(r.signed(number(a)), r.signed(number(b))), number(c))
    top = 1 << (WORD_BITS - 1)
    if total.lo >= -top and total.hi < top:
        return r.constant(0)
    raise NoForm


def _choose(r: Rewriter, c: Exact, a: Exact, b: Exact) -> Exact:
    """A limit: of two values, one constant, the larger or the smaller."""
    if not isinstance(c, Test) or c.zero:
        raise NoForm
    if c.opposite:
        a, b = b, a
    x, y = r.signed(number(a)), r.signed(number(b))
    n, v, smaller = (x.form.constant, y, False) if x.form.constant is not None else (y.form.constant, x, True)
    if n is None:
        raise NoForm
    apart = r.plus(v, _unlimited(c.number), -1).form.constant if not v.limits else _constant_difference(v, c.number)
    if apart not in (n, n + 1):
        raise NoForm  # the test is not whether v is below n, or below n + 1
    return r.limited(v, v.lo, max(v.lo, n)) if smaller else r.limited(v, min(v.hi, n), v.hi)


def _unlimited(x: Number) -> Number:
    if x.limits:
        raise NoForm
    return x


def _constant_difference(v: Number, tested: Number) -> int | None:
    """Return the constant difference of a limited number and the one that is tested; None where it varies."""
    n = v.form.plus(tested.form, -1).constant
    if n is None or v.limits is None or tested.limits is None:
        return None
    return n if all(a - b == n for a, b in zip(v.limits, tested.limits, strict=True)) else None


def _shift_left(r: Rewriter, a: Exact, n: Exact | int) -> Exact:
    return r.times(number(a), r.constant(1 << _amount(n)))


def _amount(n: Exact | int) -> int:
    k = _int(n) & 255
    if k >= WORD_BITS:
        raise NoForm
    return k


def _saturated(r: Rewriter, n: Exact | int, a: Exact) -> Exact:
    top = 1 << (_int(n) - 1)
    return r.limited(r.signed(number(a)), -top, top - 1)


def _packed(r: Rewriter, low: Exact, high: Exact) -> Exact:
    top = r.down(r.unsigned(number(high)), 16)
    word = r.plus(r.unsigned(number(low), 16), r.times(top, r.constant(1 << 16)))
    return Number(word.form, max(word.lo, 0), min(word.hi, M32))


def _field(r: Rewriter, a: Exact, at: int, n: int) -> Number:
    return r.down(r.unsigned(number(a)), _int(at)) if n else r.constant(0)


def _joined(r: Rewriter, *parts: Exact) -> Exact:
    """Bytes, the lowest first."""
    size = 8
    total = r.constant(0)
    for i, p in enumerate(parts):
        total = r.plus(total, r.times(r.unsigned(number(p), size), r.constant(1 << (size * i))))
    return Number(total.form, max(total.lo, 0), min(total.hi, (1 << (size * len(parts))) - 1))


def _halves(a_high: bool, b_high: bool) -> Rule:
    return lambda r, a, b, c=0: r.plus(r.times(_half(r, a, a_high), _half(r, b, b_high)), number(c))


def _doubled_high(r: Rewriter, a: Exact, b: Exact) -> Exact:
    x, y = r.signed(number(a)), r.signed(number(b))
    if x.lo == y.lo == -(1 << (WORD_BITS - 1)):
        raise NoForm  # it may saturate
    return r.down(r.times(x, y), 31)


def _rounded(r: Rewriter, a: Exact, n: Exact | int) -> Exact:
    by = ((_int(n) & 255) ^ 128) - 128
    if not -WORD_BITS < by < 0:
        raise NoForm
    return r.down(r.plus(r.signed(number(a)), r.constant(1 << (-by - 1))), -by)


RULES: dict[str, Rule] = {
    "add": _add,
    "adc": _add,
    "sub": lambda r, a, b: r.plus(number(a), number(b), -1),
    "mvn": lambda r, a: r.plus(r.constant(-1), number(a), -1),
    "and": _and,
    "orr": _orr,
    "eor": _eor,
    "bit": _bit,
    "zero": lambda r, a: Test(r.signed(number(a)), zero=True),
    "over": _over,
    "carry": lambda r, a, b, c: r.down(_add(r, r.unsigned(number(a)), r.unsigned(number(b)), number(c)), WORD_BITS),
    "ite": _choose,
    "lsl": _shift_left,
    "lsr": lambda r, a, n: r.down(r.unsigned(number(a)), _amount(n)),
    "asr": lambda r, a, n: r.down(r.signed(number(a)), _amount(n)),
    "mul": _product,
    "mla": lambda r, a, b, c: r.plus(_product(r, a, b), number(c)),
    "mls": lambda r, a, b, c: r.plus(number(c), _product(r, a, b), -1),
    "smmul": lambda r, a, b: _top(r, _product(r, a, b)),
    "smmulr": lambda r, a, b: _top(r, r.plus(_product(r, a, b), r.constant(1 << 31))),
    "smmla": lambda r, a, b, c: r.plus(_top(r, _product(r, a, b)), number(c)),
    "smmlar": lambda r, a, b, c: r.plus(_top(r, r.plus(_product(r, a, b), r.constant(1 << 31))), number(c)),
    "smull.l": _product,
    "smull.h": lambda r, a, b: _top(r, _product(r, a, b)),
    "umull.l": _unsigned_product,
    "umull.h": lambda r, a, b: _top(r, _unsigned_product(r, a, b)),
    "umlal.l": lambda r, lo, hi, a, b: r.plus(_long(r, lo, hi), _unsigned_product(r, a, b)),
    "umlal.h": lambda r, lo, hi, a, b: _top(r, r.plus(_long(r, lo, hi), _unsigned_product(r, a, b))),
    "smlal.l": lambda r, lo, hi, a, b: r.plus(_long(r, lo, hi), _product(r, a, b)),
    "smlal.h": lambda r, lo, hi, a, b: _top(r, r.plus(_long(r, lo, hi), _product(r, a, b))),
    "smlald.l": lambda r, lo, hi, a, b: r.plus(_long(r, lo, hi), _dual(r, a, b)),
    "smlald.h": lambda r, lo, hi, a, b: _top(r, r.plus(_long(r, lo, hi), _dual(r, a, b))),
    "smlad": lambda r, a, b, c: r.plus(_dual(r, a, b), number(c)),
    "smladx": lambda r, a, b, c: r.plus(_dual(r, a, b, crossed=True), number(c)),
    "smuad": _dual,
    "smuadx": lambda r, a, b: _dual(r, a, b, crossed=True),
    "smlsd": lambda r, a, b, c: r.plus(_dual(r, a, b, sign=-1), number(c)),
    "smusd": lambda r, a, b: _dual(r, a, b, sign=-1),
    **{f"sm{n}{x}{y}": _halves(x == "t", y == "t") for n in ("la", "ul") for x in "bt" for y in "bt"},
    "vqdmulh": _doubled_high,
    "vrshl": _rounded,
    "ssat": _saturated,
    "usat": lambda r, n, a: r.limited(r.signed(number(a)), 0, (1 << _int(n)) - 1),
    "sxth": lambda r, a: r.signed(number(a), 16),
    "sxtb": lambda r, a: r.signed(number(a), 8),
    "uxth": lambda r, a: r.unsigned(number(a), 16),
    "uxtb": lambda r, a: r.unsigned(number(a), 8),
    "sxtah": lambda r, a, b: r.plus(number(a), r.signed(number(b), 16)),
    "uxtah": lambda r, a, b: r.plus(number(a), r.unsigned(number(b), 16)),
    "sxtab": lambda r, a, b: r.plus(number(a), r.signed(number(b), 8)),
    "uxtab": lambda r, a, b: r.plus(number(a), r.unsigned(number(b), 8)),
    "sbfx": lambda r, a, at, n: r.signed(_field(r, a, at, n), _int(n)),
    "ubfx": lambda r, a, at, n: r.unsigned(_field(r, a, at, n), _int(n)),
    "byte": lambda r, a, i: r.unsigned(_field(r, a, 8 * _int(i), 8), 8),
    "pkhbt": _packed,
    "pkhtb": lambda r, a, b: _packed(r, b, a),
    "cat": _joined,
}
