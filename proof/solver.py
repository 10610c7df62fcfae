"""Symbols of z3 as a carrier of ``thumb.terms``, and the question whether two functions of a sum ever differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgec.converter.graph.errors import ToolchainMissing
from edgec.proof.thumb.terms import M32, Carrier

try:
    import z3
except ImportError:  # pragma: no cover  the extra is not installed
    z3 = None

BITS = 64
MAX_TRIED_VALUES = 1 << 24
"""Values that are tried one by one where z3 gives no answer in its time."""
CHEAP_VALUES = 1 << 21
"""Values that are tried in less time than z3 may need for a product as it is."""
FIRST_SECONDS = 5.0
"""Seconds for a question with one unknown in the place of the product, which takes milliseconds or has no answer."""


def need_z3() -> None:
    """Raise when z3 is not installed.

    Raises:
        ToolchainMissing: it is not.
    """
    if z3 is None:
        raise ToolchainMissing("forms are not proven without z3; install it with pip install 'edgec[prove]'")


class Symbol:
    """A 64-bit expression.

    ``factor`` is set where it is a sum times a constant: products of it with constants that are multiples of the
    formula's multiplier are then written with one product, ``shared``.  ``known`` are signed parts of a word by their
    first bit and length.
    """

    __slots__ = ("e", "factor", "known", "shared", "truth")

    def __init__(self, e: Any, factor: int = 0, shared: tuple[Any, int] | None = None) -> None:
        self.e, self.factor, self.shared = e, factor, shared
        self.known: dict[tuple[int, int], Symbol] = {}
        self.truth: Any = None

    def _with(self, other: Carrier, op: Callable[[Any, Any], Any], swap: bool = False) -> Symbol:
        x = other.e if isinstance(other, Symbol) else z3.BitVecVal(int(other), BITS)
        return Symbol(op(x, self.e) if swap else op(self.e, x))

    def __add__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a + b)

    def __sub__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a - b)

    def __rsub__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a - b, swap=True)

    def __neg__(self) -> Symbol:
        return Symbol(-self.e)

    def __and__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a & b)

    def __or__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a | b)

    def __xor__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a ^ b)

    def __lshift__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a << b)

    def __rlshift__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a << b, swap=True)

    def __rshift__(self, o: Carrier) -> Symbol:
        shifted = self._with(o, lambda a, b: a >> b)
        if isinstance(o, int):
            shifted.known = {(at - o, bits): part for (at, bits), part in self.known.items() if at >= o}
        return shifted

    def __rrshift__(self, o: Carrier) -> Symbol:
        return self._with(o, lambda a, b: a >> b, swap=True)

    def __mul__(self, o: Carrier) -> Symbol:
        if isinstance(o, int) and self.factor and self.shared is not None:
            product, m = self.shared
            if m and (o * self.factor) % m == 0:
                return Symbol(product * z3.BitVecVal(o * self.factor // m, BITS))
        return self._with(o, lambda a, b: a * b)

    __radd__, __rand__, __ror__, __rxor__, __rmul__ = __add__, __and__, __or__, __xor__, __mul__

    def same(self, o: Carrier) -> Symbol:
        """1 where equal."""
        return _bit(self._with(o, lambda a, b: a == b).e)

    def below(self, o: Carrier) -> Symbol:
        """1 where smaller, as signed numbers."""
        return _bit(self._with(o, lambda a, b: a < b).e)

    def above(self, o: Carrier) -> Symbol:
        """1 where larger."""
        return _bit(self._with(o, lambda a, b: a > b).e)

    def choice(self, a: Carrier, b: Carrier) -> Symbol:
        """A where this is 1, else b."""
        x, y = (v.e if isinstance(v, Symbol) else z3.BitVecVal(int(v), BITS) for v in (a, b))
        return Symbol(z3.If(self.e == 1 if self.truth is None else self.truth, x, y))

    def over(self, o: Carrier) -> Symbol:
        """Quotient of unsigned numbers, 0 for a division by 0."""
        y = o.e if isinstance(o, Symbol) else z3.BitVecVal(int(o), BITS)
        return Symbol(z3.If(y == 0, z3.BitVecVal(0, BITS), z3.UDiv(self.e, y)))

    def as_signed(self, bits: int) -> Symbol:
        """The low bits as a signed number."""
        if (0, bits) in self.known:
            return self.known[0, bits]
        return Symbol(z3.SignExt(BITS - bits, z3.Extract(bits - 1, 0, self.e)))


def _bit(truth: Any) -> Symbol:
    bit = Symbol(z3.If(truth, z3.BitVecVal(1, BITS), z3.BitVecVal(0, BITS)))
    bit.truth = truth
    return bit


@dataclass(frozen=True)
class Question:
    """Does ``code`` ever differ from ``formula`` in its low ``bits`` for a sum of least .. most?

    ``code`` takes the word that holds the sum: the sum times 2**lift, modulo 2**32, or with ``half`` any word whose low
    (0) or high (1) half is the sum.  ``formula`` takes the sum; ``m`` is the constant that both multiply with.
    """

    code: Callable[[Carrier], Carrier]
    formula: Callable[[Carrier], Carrier]
    least: int
    most: int
    bits: int
    m: int = 0
    lift: int = 0
    half: int | None = None


@dataclass(frozen=True)
class Answer:
    """``proven``, how, and else the sum (None: no answer was found), the word, what code and formula give for it."""

    proven: bool
    method: str
    acc: int | None = None
    word: int = 0
    code: int = 0
    formula: int = 0


def answer(question: Question, seconds: float) -> Answer:
    """Ask z3 with one unknown in the place of the product, then try all values where they are few.

    Else it is asked with the product as it is, and at last all values are tried.  Code that multiplies halves has
    another product, so that the first question has no answer.
    """
    reach = question.most - question.least if question.half is None else MAX_TRIED_VALUES
    ways: list[Callable[[], Answer | None]] = [lambda: _ask(question, seconds, False)]
    if reach < CHEAP_VALUES:
        ways = [lambda: _exhaust(question)]
    elif reach < MAX_TRIED_VALUES:
        ways.append(lambda: _exhaust(question))
    if question.m:
        ways.insert(0, lambda: _ask(question, min(seconds, FIRST_SECONDS), True))
    for way in ways:
        result = way()
        if result is not None and (result.proven or result.acc is not None):
            return result
    return Answer(False, "z3")


def _ask(q: Question, seconds: float, shares: bool) -> Answer | None:
    """The answer of z3; None when it gives none, or one that is not true of the product itself."""
    solver = z3.SolverFor("QF_BV")
    solver.set("timeout", max(1, int(1000 * seconds)))
    acc, product = z3.BitVec("acc", BITS), z3.BitVec("product", BITS)
    shared = (product, q.m) if shares else None
    solver.add(acc >= q.least, acc <= q.most)
    ends = (q.least * q.m, q.most * q.m)
    solver.add(product >= min(ends), product <= max(ends))
    if q.half is None:
        lifted = acc << q.lift
        fits = q.least << q.lift >= -(1 << 31) and q.most << q.lift < 1 << 31
        word = Symbol(lifted & M32)
        if fits:
            word.known[0, 32] = Symbol(lifted, 1 << q.lift, shared)
    else:
        word = Symbol(z3.BitVec("word", BITS))
        solver.add(word.e >= 0, word.e <= M32, acc == (word >> 16 * q.half).as_signed(16).e)
        word.known[16 * q.half, 16] = Symbol(acc, 1, shared)
    a, b = (expression(f(x)) for f, x in ((q.code, word), (q.formula, Symbol(acc, 1, shared))))
    solver.add(z3.Extract(q.bits - 1, 0, a) != z3.Extract(q.bits - 1, 0, b))
    result = solver.check()
    if result == z3.unsat:
        return Answer(True, "z3")
    if result == z3.unknown:
        return None
    model = solver.model()
    at = model.eval(acc, model_completion=True).as_signed_long()
    return differs(q, at, int(model.eval(word.e, model_completion=True).as_long()))


def differs(q: Question, acc: int, word: int) -> Answer | None:
    """The counterexample, computed again in integers; None when it is none."""
    mask = (1 << q.bits) - 1
    code, formula = (int(v) & mask for v in (q.code(word), q.formula(acc)))
    return Answer(False, "z3", acc, word, code, formula) if code != formula else None


def byte_symbol(name: str) -> Symbol:
    """An unknown byte; names begin with x."""
    return Symbol(z3.ZeroExt(BITS - 8, z3.BitVec(name, 8)))


def never_differ(code: Carrier, right: Carrier, bits: int, facts: Sequence[Any], seconds: float) -> str:
    """Find a difference of two values in their low ``bits`` where the facts hold; "" when there is none."""
    solver = z3.SolverFor("QF_UFBV")
    solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*facts)
    a, b = expression(code), expression(right)
    solver.add(z3.Extract(bits - 1, 0, a) != z3.Extract(bits - 1, 0, b))
    result = solver.check()
    if result == z3.unsat:
        return ""
    if result == z3.unknown:
        return "z3 gives no answer in its time"
    model = solver.model()
    inputs = sorted(f"{d}={model[d]}" for d in model.decls() if str(d).startswith("x"))
    got, wanted = (model.eval(e, model_completion=True).as_long() & ((1 << bits) - 1) for e in (a, b))
    return f"for bytes {', '.join(inputs)} the code gives {got}, the definition {wanted}"


def expression(x: Carrier) -> Any:
    """Return a value as an expression of z3."""
    return x.e if isinstance(x, Symbol) else z3.BitVecVal(int(x), BITS)


def _exhaust(q: Question) -> Answer:
    """Every sum, in blocks."""
    mask, block = (1 << q.bits) - 1, 1 << 18
    for start in range(q.least, q.most + 1, block):
        acc = np.arange(start, min(start + block, q.most + 1), dtype=np.int64)
        word = (acc << q.lift) & M32
        code, formula = (np.broadcast_to(v, acc.shape) & mask for v in (q.code(word), q.formula(acc)))
        wrong = np.flatnonzero(code != formula)
        if len(wrong):
            k = int(wrong[0])
            return Answer(False, "exhaustive", int(acc[k]), int(word[k]), int(code[k]), int(formula[k]))
    return Answer(True, "exhaustive")
