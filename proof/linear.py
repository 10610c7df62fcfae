"""Words as sums of input elements times constants: what a sum of products is, for all inputs.

Arithmetic modulo a power of two is followed back from a word to the inputs.  Where a part of a word is widened, the
part must be such a sum itself, whose bounds show that nothing of it is lost.  A choice that depends on inputs, a
saturation, or a product of two inputs is no such sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from edgec.proof.lanes import DUAL, HALVES
from edgec.proof.thumb.slices import byte_of, half_of
from edgec.proof.thumb.terms import Term, Value, term

WORD_BITS = 32


class NotLinear(Exception):
    """The text names what a word depends on that is no sum of elements times constants."""


@dataclass(frozen=True)
class Place:
    """The element that an input byte is part of, which of its bytes it is, and how many bits the element has."""

    element: int
    byte: int
    bits: int


@dataclass(frozen=True)
class Affine:
    """The sum of coefficients times elements, by the numbers of the elements, and a constant."""

    terms: Mapping[int, int]
    constant: int = 0


Addend = tuple[int, Value, "bool | str | None"]
"""A factor, a word, and which part of it counts, as a signed number: None all of it, False the low half, ``BYTE``."""
BYTE = "byte"


class Linear:
    """Follows words back to elements of the inputs; ``places`` are those of the bytes, by their numbers."""

    def __init__(self, places: Mapping[int, Place]) -> None:
        self.places = places
        self.bits = {p.element: p.bits for p in places.values()}
        self.halves: dict[tuple[int, bool], Affine] = {}
        self.parts: dict[tuple[int, int, bool], Affine] = {}

    def of(self, root: Value, bits: int = WORD_BITS) -> Affine:
        """Return the low ``bits`` of a word as a sum of products, modulo 2**bits.

        Raises:
            NotLinear: it is no such sum.
        """
        total: dict[int, int] = {}
        constant, mask = 0, (1 << bits) - 1
        todo: list[Addend] = [(1, root, None)]
        factors: dict[int, int] = {}
        heap: list[tuple[int, Term]] = []
        while todo or heap:
            for c, x, half in todo:
                if not isinstance(x, Term):
                    constant += c * x
                elif half is not None:
                    made = self._byte(x) if half == BYTE else self._half(x, bool(half))
                    constant += c * made.constant
                    for e, k in made.terms.items():
                        total[e] = total.get(e, 0) + c * k
                elif x.n in factors:
                    factors[x.n] += c
                else:
                    factors[x.n] = c
                    heappush(heap, (-x.n, x))
            todo = []
            if not heap:
                break
            t = heappop(heap)[1]
            c = factors.pop(t.n) & mask
            if not c:
                continue
            rule = _RULES.get(t.op)
            addends = rule(*t.args) if rule is not None else None
            if addends is not None:
                todo = [(c * k, x, half) for k, x, half in addends]
                continue
            made = self._word(t, bits - _twos(c))
            constant += c * made.constant
            for e, k in made.terms.items():
                total[e] = total.get(e, 0) + c * k
        return Affine({e: k & mask for e, k in total.items() if k & mask}, constant & mask)

    def _byte(self, x: Term) -> Affine:
        """The low byte of a word as a signed number, modulo 2**32."""
        return self._widened(x, 8, True, WORD_BITS)

    def _half(self, x: Term, high: bool) -> Affine:
        """Half of a word as a signed number, modulo 2**32."""
        key = x.n, high
        if key not in self.halves:
            self.halves[key] = self.of(half_of(x, high))
        return self.halves[key]

    def _word(self, t: Term, need: int) -> Affine:
        """A word that is no arithmetic of others, of which the low ``need`` bits count."""
        op, args = t.op, t.args
        affine = self._element(t, need)
        if affine is not None:
            return affine
        if op in _WIDENED:
            return self._widened(args[0], *_WIDENED[op], need)
        if op == "and" and args[1].__class__ is int and args[1] and args[1] & (args[1] + 1) == 0:
            return self._widened(args[0], args[1].bit_length(), False, need)
        if op == "and" and args[1].__class__ is int and args[1]:
            return self._masked(args[0], args[1], need)
        if op in _FIELDS and args[1].__class__ is int and args[1] < WORD_BITS:
            return self._field(t, need)
        if need <= WORD_BITS // 2 and op in (*_PACKED, *_PAIRED):
            return self.of(half_of(t, high=False), need)
        if op == "cat":
            return self._of_bytes(t, need)
        if op == "ror" and need <= 8:
            inner = byte_of(t, 0)
            if not (isinstance(inner, Term) and inner.op == "byte" and inner.args[0] is t):
                return self.of(inner, need)
        if op == "eor" and args[1].__class__ is int:
            return self._flipped(args[0], args[1], need)
        raise NotLinear(_NAMED.get(op, f"the result of the operation {op.partition('.')[0]}"))

    def _element(self, t: Term, need: int) -> Affine | None:
        """An element of which all bits are there that count; None for other words."""
        parts = t.args if t.op == "cat" else (t,)
        if any(not isinstance(p, Term) or p.op != "leaf" for p in parts):
            return None
        places = [self.places.get(p.args[0]) for p in parts]
        first = places[0]
        if first is None:
            raise NotLinear("a value that is no element of its inputs")
        size = first.bits // 8
        right = [Place(first.element, k, first.bits) for k in range(size)]
        return Affine({first.element: 1}) if need <= first.bits and places[:size] == right else None

    def _flipped(self, x: Value, mask: int, need: int) -> Affine:
        """A word of which the sign bit or all bits, of those that count, are turned."""
        every, sign = (1 << need) - 1, 1 << (need - 1)
        if mask & every & ~sign == 0:
            return self.of(term("add", x, mask & every), need)
        if mask & (every >> 1) == every >> 1:
            return self.of(term("sub", mask & every, x), need)
        signs = mask & every & _SIGNS
        if mask & every == signs:  # of bytes: each is a number of its own
            flipped = ((term("eor", byte_of(x, at // 8), (signs >> at) & 255), at) for at in range(0, need, 8))
            return _sum((self._widened(b, 8, False, need - at), at) for b, at in flipped)
        raise NotLinear("some bits of a word that are turned")

    def _of_bytes(self, t: Term, need: int) -> Affine:
        """A word put together from bytes: those of a half that was stored, or numbers of their own."""
        low, high = t.args[:2]
        if need <= WORD_BITS // 2 and isinstance(high, Term) and high.op == "byte" and high.args[1] % 2:
            inner, at = high.args
            if _same(byte_of(inner, at - 1), low) and (at == 1 or inner.op in _PAIRED):
                return self.of(inner if at == 1 else half_of(inner, high=True), need)
        bytes_ = zip(range(0, need, 8), t.args, strict=False)
        return _sum((self._widened(x, 8, False, need - at), at) for at, x in bytes_)

    def _widened(self, x: Value, count: int, negative: bool, need: int) -> Affine:
        """The low ``count`` bits of a word as a number."""
        if need <= count or not isinstance(x, Term):
            return self.of(x, min(need, count))
        key = x.n, count, negative
        if key not in self.parts:
            self.parts[key] = self._exact(self.of(x, count), count, negative)
        return self.parts[key]

    def _exact(self, affine: Affine, count: int, negative: bool) -> Affine:
        """The number itself, where all that it can be fits in ``count`` bits."""
        top, span = 1 << (count - 1), 1 << count
        terms = {e: (k ^ top) - top for e, k in affine.terms.items()}
        least, most = self._range(terms)
        floor = -top if negative else 0
        constant = affine.constant + (floor - least - affine.constant + span - 1) // span * span  # the first that fits
        if most + constant >= floor + span:
            raise NotLinear(f"{count} bits of a word whose value can need more")
        return Affine(terms, constant)

    def _range(self, terms: Mapping[int, int]) -> tuple[int, int]:
        """The least and the largest that a sum of elements can be."""
        least = most = 0
        for e, k in terms.items():
            half = 1 << (self.bits[e] - 1)
            ends = (-half * k, (half - 1) * k)
            least, most = least + min(ends), most + max(ends)
        return least, most

    def _masked(self, x: Value, mask: int, need: int) -> Affine:
        """Some of the bytes of a word, each where it was."""
        kept = [8 * i for i in range(WORD_BITS // 8) if (mask >> (8 * i)) & 255]
        if any((mask >> at) & 255 != 255 for at in kept):
            raise NotLinear("some bits of the bytes of a word")
        return _sum((self._widened(byte_of(x, at // 8), 8, False, need - at), at) for at in kept if at < need)

    def _field(self, t: Term, need: int) -> Affine:
        """Bits of a word from the middle: a whole half or byte, or a sum that nothing is shifted out of."""
        op, (x, at) = t.op, t.args[:2]
        at *= 8 if op == "byte" else 1
        count = 8 if op == "byte" else t.args[2] if op in ("sbfx", "ubfx") else WORD_BITS - at
        negative = op in ("asr", "sbfx")
        if at == count == WORD_BITS // 2 and isinstance(x, Term) and (x.op in _PACKED or x.op in _PAIRED):
            return self._widened(half_of(x, high=True), count, negative, need)
        if op == "byte":
            inner = byte_of(x, t.args[1])
            if at == 0 or (isinstance(inner, Term) and inner.op != "byte"):
                return self._widened(x if at == 0 else inner, count, negative, need)
        return self._above(self._widened(x, at + count, negative, WORD_BITS + 1), at)

    def _above(self, whole: Affine, at: int) -> Affine:
        """The number shifted right: what lies below is a sum of its own that never reaches the bits above."""
        low = {e: k for e, k in whole.terms.items() if k % (1 << at)}
        least, most = self._range(low)
        below = (whole.constant + least) % (1 << at) - least
        if most + below >= 1 << at:
            raise NotLinear("a shift that loses bits")
        return Affine({e: k >> at for e, k in whole.terms.items() if e not in low}, (whole.constant - below) >> at)


def _same(a: Value, b: Value) -> bool:
    """Return whether two values are one, or the same byte of one."""
    if a is b:
        return True
    return isinstance(a, Term) and isinstance(b, Term) and a.op == b.op == "byte" and a.args == b.args


def _sum(parts: Iterable[tuple[Affine, int]]) -> Affine:
    """The sum of numbers, each shifted left."""
    total, constant = dict[int, int](), 0
    for part, at in parts:
        constant += part.constant << at
        for e, k in part.terms.items():
            total[e] = total.get(e, 0) + (k << at)
    return Affine(total, constant)


def _twos(n: int) -> int:
    """Return the exponent of 2 in a number other than 0."""
    return (n & -n).bit_length() - 1


def _low(x: int, high: bool = False) -> int:
    """A signed half of a constant word."""
    return (((x >> 16 * high) & 0xFFFF) ^ 0x8000) - 0x8000


def _product(a: Value, b: Value) -> list[Addend] | None:
    """The product of a word and a constant; None of two words."""
    if isinstance(a, Term) and isinstance(b, Term):
        return None
    return [(b, a, None)] if isinstance(b, int) else [(a, b, None)]  # type: ignore[list-item]


def _halves(a: Value, b: Value, pairs: tuple[tuple[bool, bool, int], ...]) -> list[Addend] | None:
    """Products of halves (of a, of b, sign), of a word and a constant."""
    if isinstance(a, Term) and isinstance(b, Term):
        return None
    if isinstance(b, int):
        return [(sign * _low(b, q), a, p) if isinstance(a, Term) else (sign * _low(b, q), _low(a, p), None)
                for p, q, sign in pairs]  # fmt: skip
    return [(sign * _low(a, p), b, q) for p, q, sign in pairs]  # type: ignore[arg-type]


def _with(made: list[Addend] | None, *rest: Value) -> list[Addend] | None:
    return None if made is None else [*made, *((1, x, None) for x in rest)]


def _accumulates(op: str) -> Callable[..., list[Addend] | None]:
    if op in DUAL:
        crossed, both = DUAL[op]
        pairs = ((False, crossed, 1), (True, not crossed, 1 if both == "add" else -1))
    else:
        pairs = ((*HALVES[op], 1),)  # type: ignore[assignment]
    return lambda a, b, *rest: _with(_halves(a, b, pairs), *rest)


def _bytes(c: Value, a: Value, b: Value) -> list[Addend] | None:
    """Products of signed bytes, of a word and a constant, and what they are added to."""
    if not isinstance(b, Term):
        word, factors = a, b
    elif not isinstance(a, Term):
        word, factors = b, a
    else:
        return None
    ks = [(((int(factors) >> at) & 255) ^ 128) - 128 for at in range(0, WORD_BITS, 8)]
    if not isinstance(word, Term):
        return [(1, term("sdot", 0, a, b), None), (1, c, None)]
    return [(1, c, None), *((k, part, BYTE) if isinstance(part, Term) else (k, _signed_byte(part), None)
            for k, part in ((k, byte_of(word, i)) for i, k in enumerate(ks) if k))]  # fmt: skip


def _signed_byte(x: int) -> int:
    return ((x & 255) ^ 128) - 128


def _shifted_left(x: Value, n: Value) -> list[Addend] | None:
    return [(1 << n, x, None)] if isinstance(n, int) and n < WORD_BITS else None


_SIGNS = 0x80808080
_DUAL_64 = ((False, False, 1), (True, True, 1))
_RULES: dict[str, Callable[..., list[Addend] | None]] = {
    "add": lambda a, b: [(1, a, None), (1, b, None)],
    "adc": lambda a, b, c: [(1, a, None), (1, b, None), (1, c, None)],
    "sub": lambda a, b: [(1, a, None), (-1, b, None)],
    "mvn": lambda a: [(-1, a, None), (-1, 1, None)],
    "lsl": _shifted_left,
    "mul": _product,
    "mla": lambda a, b, c: _with(_product(a, b), c),
    "mls": lambda a, b, c: _with([(-k, x, h) for k, x, h in _product(a, b) or ()] or None, c),
    "smull.l": _product,
    "umull.l": _product,
    "smlal.l": lambda lo, _, a, b: _with(_product(a, b), lo),
    "umlal.l": lambda lo, _, a, b: _with(_product(a, b), lo),
    "smlald.l": lambda lo, _, a, b: _with(_halves(a, b, _DUAL_64), lo),
    "sdot": _bytes,
    "sxtab": lambda a, b: [(1, a, None), (1, term("sxtb", b), None)],
    "uxtab": lambda a, b: [(1, a, None), (1, term("uxtb", b), None)],
    "sxtah": lambda a, b: [(1, a, None), (1, term("sxth", b), None)],
    "uxtah": lambda a, b: [(1, a, None), (1, term("uxth", b), None)],
    **{op: _accumulates(op) for op in (*HALVES, *DUAL)},
}
_WIDENED: dict[str, tuple[int, bool]] = {
    "sxtb": (8, True), "uxtb": (8, False), "sxth": (16, True), "uxth": (16, False)
}  # fmt: skip
_FIELDS = frozenset({"asr", "lsr", "sbfx", "ubfx", "byte"})
_PACKED = frozenset({"pkhbt", "pkhtb"})
_PAIRED = frozenset({"sadd16", "ssub16", "sxtb16", "uxtb16", "sxtab16", "uxtab16"})
_NAMED: dict[str, str] = {
    "ite": "a choice that depends on inputs",
    "sel": "a choice that depends on inputs",
    "ssat": "a value that saturates",
    "usat": "a value that saturates",
    "mul": "a product of two inputs",
    "leaf": "an input that is read as an unsigned number",
    "look": "a table at a place that depends on inputs",
}
