"""Softmax: every output for all values of its group, with tables, products of two table entries and quotients unknown.

Both the code and the definition read entries of tables that are compared with their definition first, and divide the
same numbers; z3 is asked whether the rest can differ, whatever the tables hold within 0 .. 2**15 and the quotients
within 0 .. 2**16.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from edgec.converter.arithmetic.fixed_point import SOFTMAX_BITS, integer_limits, multiplier, softmax_table
from edgec.converter.arithmetic.wide import wide_softmax_tables
from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.proof.formulas import UNIT_SHARE, Formula
from edgec.proof.pairs import code_of
from edgec.proof.seen import Seen
from edgec.proof.solver import BITS, Symbol, byte_symbol, expression, never_differ
from edgec.proof.thumb.machine import NotCovered, nearby
from edgec.proof.thumb.terms import SEMANTICS, Carrier, Term, Value, choose, less, signed, term

try:
    import z3
except ImportError:  # pragma: no cover  the extra is not installed
    z3 = None

ENTRY = 1 << SOFTMAX_BITS
RANDOM_VALUES = 256  # random values for which a word is the largest, before that is proven
_SUMS = ("add", "adc")
_LARGEST = ("ite", "sxth", "sxtb", "asr")


@dataclass(frozen=True)
class Tables:
    """Addresses of the tables of exp() in the code's constants, and the entries of the first; ``low``: int16 only."""

    used: int
    high: int
    low: int | None = None


class _Opaque:
    """Functions of which only bounds are known, and the facts about their values."""

    def __init__(self) -> None:
        sort = z3.BitVecSort(BITS)
        self.entry = z3.Function("entry", sort, sort)
        self.product = z3.Function("product", sort, sort, sort)
        self.quotient = z3.Function("quotient", sort, sort, sort)
        self.facts: list[Any] = []

    def look(self, at: Carrier) -> Symbol:
        return self._bounded(self.entry(expression(at)), ENTRY)

    def multiplied(self, a: Symbol, b: Symbol) -> Symbol:
        self.facts.append(self.product(a.e, b.e) == self.product(b.e, a.e))
        return self._bounded(self.product(a.e, b.e), ENTRY * ENTRY)

    def divided(self, a: Carrier, b: Carrier) -> Symbol:
        quotient = self.quotient(expression(a), expression(b))
        self.facts.append(z3.Implies(expression(a) == 0, quotient == 0))
        return self._bounded(quotient, UNIT_SHARE)

    def _bounded(self, e: Any, most: int) -> Symbol:
        self.facts.append(z3.And(e >= 0, e <= most))
        return Symbol(e)

    def value(self, t: Term, args: Sequence[Carrier]) -> Carrier:
        """A term of these arguments."""
        if t.op == "look":
            return self.look(args[0])
        if t.op == "udiv":
            return self.divided(args[0], args[1])
        if t.op in ("mul", "mla") and isinstance(args[0], Symbol) and isinstance(args[1], Symbol):
            product = self.multiplied(args[0], args[1])
            return product if t.op == "mul" else (product + args[2]) & 0xFFFFFFFF
        return SEMANTICS[t.op](*args)


def tables_of(graph: Graph, node: Node, flash: bytes, roots: Sequence[Value]) -> Tables:
    """Find the tables of a softmax: at addresses that the code reads from, with the values of their definition.

    Raises:
        NotCovered: they do not.
    """
    x = graph.tensors[node.inputs[0]]
    assert x.quant is not None
    read = sorted({nearby(t.args[0])[0] for t in reached(roots).values() if t.op == "look"})

    def place(table: Array) -> int:
        raw = table.astype(np.uint16).tobytes()
        at = next((at for at in read if flash[at : at + len(raw)] == raw), None)
        if at is None:
            raise NotCovered("the code reads no table of exp() as it is defined")
        return at

    if x.dtype is DType.I16:
        wide = wide_softmax_tables(x.quant.s)
        return Tables(wide.used, place(wide.high), place(wide.low))
    table = softmax_table(x.quant.s)
    return Tables(len(table), place(table))


def prove_softmax(graph: Graph, node: Node, seen: Seen, flash: bytes, seconds: float) -> str:
    """Return why the elements are not those of the definition for all inputs; "" when they are.

    Raises:
        NotCovered: the code does not compute a largest value, a sum of table entries and quotients.
    """
    x, out, a = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]], node.attrs
    assert isinstance(a, SoftmaxAttrs) and out.quant is not None
    factor = multiplier(2.0**-16 / out.quant.s)
    formula = Formula(factor.m, factor.shift, out.quant.z, *integer_limits(out.dtype), 0, UNIT_SHARE)
    order = np.moveaxis(np.arange(x.size).reshape(x.shape), a.axis, -1).reshape(-1, x.shape[a.axis])
    elements, origins, size = seen.elements, seen.cells[x.name], x.dtype.bytes
    tables = tables_of(graph, node, flash, elements)
    known: set[object] = set()
    for group in order:
        cells, roots = [int(origins[i]) for i in group], [elements[int(i)] for i in group]
        shape = _shape(roots, {c + k: (n, k) for n, c in enumerate(cells) for k in range(size)})
        if shape in known:
            continue
        known.add(shape)
        wrong = _Group(cells, size, tables, seconds).wrong(roots, formula, out.dtype.bytes)
        if wrong:
            return wrong
    return ""


def _shape(roots: Sequence[Value], places: Mapping[int, tuple[int, int]]) -> object:
    """Return the structure of the code of a group: equal for groups whose code is the same."""
    terms = reached(roots)
    number = {n: i for i, n in enumerate(sorted(terms))}

    def argument(a: object) -> object:
        return ("t", number[a.n]) if isinstance(a, Term) else a

    body = tuple(
        (t.op, places.get(t.args[0])) if t.op == "leaf" else (t.op, *map(argument, t.args))
        for _, t in sorted(terms.items())
    )
    return body, tuple(map(argument, roots))


class _Group:
    """Values that share a sum: first the largest, then the terms of the sum, then each output."""

    def __init__(self, cells: Sequence[int], size: int, tables: Tables, seconds: float) -> None:
        self.cells, self.size, self.tables, self.seconds = cells, size, tables, seconds
        self.opaque = _Opaque()
        self.bytes = {c + k: byte_symbol(f"x{i}_{k}") for i, c in enumerate(cells) for k in range(size)}
        parts = [[self.bytes[c + k] for k in range(size)] for c in cells]
        self.values = [signed(p[0] if size == 1 else p[0] | (p[1] << 8), 8 * size) for p in parts]
        self.given: dict[int, Symbol] = {}

    def wrong(self, roots: Sequence[Value], formula: Formula, size: int) -> str:
        """Compare the code with the definition of softmax: the difference in words, or ""."""
        terms = reached(roots)
        top = self._cut_top(terms)
        sums = {t.args[1].n: t.args[1] for t in terms.values() if t.op == "udiv" and isinstance(t.args[1], Term)}
        if not sums:
            raise NotCovered("the code divides by no sum")
        total = sums.pop(max(sums))
        if sums and not (total.op == "ite" and set(sums) <= {a.n for a in total.args[1:] if isinstance(a, Term)}):
            raise NotCovered("the code divides by more than one sum")
        left = set(range(len(self.values)))
        for addend in _addends(self._sum_of(total), self.given):
            i = self._value_of(addend)
            if i not in left:
                return f"value {i} is twice in the sum"
            left.remove(i)
            self._only(i, top)
            made = _evaluated(addend, self.bytes, self.given, self.opaque)
            code = made[1] if made[0] is None else choose(made[0], made[1], 0)
            difference = never_differ(code, self._entry(top - self.values[i]), 32, self.opaque.facts, self.seconds)
            if difference:
                return f"value {i} of the sum: {difference}"
        if left:
            return f"{len(left)} values are not in the sum"
        whole, ways = self._total(total, bool(sums))
        for i, root in enumerate(roots):
            self._only(i, top)
            # All values are in the sum, so the largest is, whose term is exp(0), more than 0.
            self.opaque.facts += [z3.And(whole.e > 0, whole.e <= ENTRY * len(self.values)), *ways]
            code = _evaluated([root], self.bytes, self.given, self.opaque)[0]
            right = formula.of(self.opaque.divided(self._entry(top - self.values[i]) << 16, whole))
            difference = never_differ(code, right, 8 * size, self.opaque.facts, self.seconds)
            if difference:
                return f"element {i}: {difference}"
        return ""

    def _total(self, total: Term, ways: bool) -> tuple[Symbol, list[Any]]:
        """An unknown in the place of the sum; with ``ways``, where the last term of it is left out has its own."""
        whole = Symbol(z3.BitVec("total", BITS))
        facts: list[Any] = []
        if ways:
            one, other = (Symbol(z3.BitVec(name, BITS)) for name in ("total1", "total2"))
            condition = _evaluated([total.args[0]], self.bytes, self.given, self.opaque)[0]
            facts = [whole.e == expression(choose(condition, one, other))]
            for a, symbol in zip(total.args[1:], (one, other), strict=True):
                if not isinstance(a, Term):
                    raise NotCovered("a sum is constant on one way")
                self.given[a.n] = symbol
        self.given[total.n] = whole
        return whole, facts

    def _sum_of(self, total: Term) -> Term:
        """The sum in a total that the code keeps from being less than exp(0): the largest value's term is that."""
        sums = [a for a in total.args[1:] if isinstance(a, Term)]
        if total.op != "ite" or ENTRY not in total.args[1:] or len(sums) != 1:
            return total
        whole = Symbol(z3.BitVec("total", BITS))
        facts = [whole.e >= ENTRY, whole.e <= ENTRY * len(self.values)]
        code = _evaluated([total], self.bytes, {**self.given, sums[0].n: whole}, self.opaque)[0]
        return total if never_differ(code, whole, 32, facts, self.seconds) else sums[0]

    def _only(self, i: int, top: Symbol) -> None:
        """Forget all facts but those of one value and the largest."""
        half = 1 << (8 * self.size - 1)
        self.opaque.facts = [top.e >= -half, top.e < half, top.e >= self.values[i].e]

    def _value_of(self, addend: Sequence[Value | None]) -> int:
        """The one value, beside the largest, that a term of the sum depends on."""
        cells = {t.args[0] for t in reached(addend, self.given).values() if t.op == "leaf"}
        indices = {i for i, c in enumerate(self.cells) if cells & set(range(c, c + self.size))}
        if len(indices) != 1:
            raise NotCovered("a term of the sum depends on more than one value")
        return indices.pop()

    def _entry(self, d: Carrier) -> Carrier:
        """exp() of a difference, as ``run_softmax_int`` takes it from its tables."""
        t, look = self.tables, self.opaque.look
        if t.low is None:
            return choose(less(d, t.used), look(d * 2 + t.high), 0)
        product = self.opaque.multiplied(look((d >> 8) * 2 + t.high), look((d & 255) * 2 + t.low))
        return choose(less(d >> 8, t.used), (product + (ENTRY >> 1)) >> SOFTMAX_BITS, 0)

    def _cut_top(self, terms: Mapping[int, Term]) -> Symbol:
        """Find the term that is the largest value, prove it, and go on with an unknown in its place."""
        every = set(self.bytes)
        made = [t for n, t in sorted(terms.items()) if t.op in _LARGEST and leaves_of(t) == every]
        for t in made:
            if self._may_be_largest(t) and self._is_largest(t):
                top = Symbol(z3.BitVec("top", BITS))
                self.given[t.n] = top & 0xFFFFFFFF
                self.given[t.n].known[0, 32] = top
                return top
        raise NotCovered("the code has no word that is the largest value of a group")

    def _may_be_largest(self, t: Term) -> bool:
        """Return whether a term is the largest value for random ones."""
        _, code, addresses = code_of(t)
        cells = np.random.default_rng(RANDOM_VALUES).integers(0, 256, (len(addresses), RANDOM_VALUES))
        at = dict(zip(addresses, cells, strict=True))
        values = [sum(at[c + k] << (8 * k) for k in range(self.size)) for c in self.cells]
        largest = np.max([signed(v, 8 * self.size) for v in values], axis=0)
        return bool((signed(code(list(cells))) == largest).all())

    def _is_largest(self, t: Term) -> bool:
        """Return whether a term is no less than any value, and no more than what no value exceeds."""
        word = signed(_evaluated([t], self.bytes, self.given, self.opaque)[0])
        bound = Symbol(z3.BitVec("bound", BITS))
        within = [*self.opaque.facts, *(v.e <= bound.e for v in self.values)]
        if never_differ(less(bound, word), 0, 1, within, self.seconds):
            return False
        return not any(never_differ(less(word, v), 0, 1, self.opaque.facts, self.seconds) for v in self.values)


def _adds_to(step: Value, rest: Value) -> bool:
    """Return whether ``step`` is ``rest`` and something."""
    return isinstance(step, Term) and step.op in _SUMS and any(_same(x, rest) for x in step.args[:2])


def _addends(total: Term, given: Mapping[int, Symbol]) -> list[list[Value | None]]:
    """The terms of a sum: each a condition (None: always) and a value."""
    addends: list[list[Value | None]] = []
    at: Value = total
    while isinstance(at, Term):
        condition: Value | None = None
        step: Value = at
        rest: Value = 0
        if at.op == "ite":
            condition, step, rest = at.args
            if _adds_to(rest, step):  # where the condition does not hold
                condition, step, rest = term("eor", condition, 1), rest, step
            if not _adds_to(step, rest):
                addends.append([None, at])
                break
        if not isinstance(step, Term) or step.op not in _SUMS or step.args[2:] not in ((), (0,)):
            addends.append([None, at])
            break
        a, b = step.args[:2]
        if condition is not None:
            before, added = (a, b) if _same(a, rest) else (b, a)
        else:  # what was added last depends on one value
            before, added = (a, b) if len(leaves_of(a, given)) >= len(leaves_of(b, given)) else (b, a)
        if not _same(added, 0):
            addends.append([condition, added])
        at = before
    if isinstance(at, int) and at != 0:
        raise NotCovered("a sum does not start from zero")
    return addends


def _same(a: Value, b: Value) -> bool:
    return a is b or (isinstance(a, int) and isinstance(b, int) and a == b)


def reached(roots: Sequence[Value | None], given: Mapping[int, Symbol] = MappingProxyType({})) -> dict[int, Term]:
    """All terms that values are made of, by number; those behind ``given`` ones are left out."""
    terms: dict[int, Term] = {}
    stack = [r for r in roots if isinstance(r, Term)]
    while stack:
        t = stack.pop()
        if t.n not in terms:
            terms[t.n] = t
            stack += [x for x in t.args if isinstance(x, Term) and t.n not in given]
    return terms


def leaves_of(root: Value, given: Mapping[int, Symbol] = MappingProxyType({})) -> set[int]:
    """Addresses of the bytes that a value depends on, not through ``given`` terms."""
    return {int(t.args[0]) for t in reached([root], given).values() if t.op == "leaf"}


def _evaluated(
    roots: Sequence[Value | None], cells: Mapping[int, Symbol], given: Mapping[int, Symbol], opaque: _Opaque
) -> list[Any]:
    """Values over symbols for the bytes at addresses, and for terms that are ``given``."""
    done: dict[int, Carrier] = {}
    terms = reached(roots, given)
    for n in sorted(terms):
        t = terms[n]
        if n in given:
            done[n] = given[n]
        elif t.op == "leaf":
            if t.args[0] not in cells:
                raise NotCovered("the code reads a value that is not of the group")
            done[n] = cells[t.args[0]]
        else:
            done[n] = opaque.value(t, [done[x.n] if isinstance(x, Term) else x for x in t.args])
    return [done[r.n] if isinstance(r, Term) else r for r in roots]
