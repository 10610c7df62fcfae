"""Forms of ``edgec prove``: every rule gives what the instruction gives, and only equal forms are called equal."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from edgec.proof.floor_division import Form, Space
from edgec.proof.rewrite import RULES, Exact, NoForm, Number, Rewriter
from edgec.proof.rewrite import Test as Condition
from edgec.proof.thumb.terms import M32, SEMANTICS

RANGES = ((-128, 127), (-(2**15), 2**15 - 1), (0, 255), (-(2**31), 2**31 - 1), (-3, 2**20), (0, 2**32 - 1))
CONSTANTS = {
    "lsl": (7,),
    "lsr": (9,),
    "asr": (16,),
    "bit": (31, 4),
    "sbfx": (15, 16),
    "ubfx": (8, 8),
    "byte": (2,),
    "vrshl": (247,),
}
LAST = {"and": (0xFFFF, 0xFFFFFF00, 1), "orr": (), "eor": (128,)}
FIRST = {"ssat": (8, 16, 1), "usat": (15, 1)}
COUNTS = {"mvn": 1, "zero": 1, "cat": 4, "carry": 3, "over": 3, "adc": 3, "mla": 3, "mls": 3, "smmla": 3, "smmlar": 3,
          "smlal.l": 4, "smlal.h": 4, "umlal.l": 4, "umlal.h": 4, "smlald.l": 4, "smlald.h": 4, "smlad": 3,
          "smladx": 3, "smlsd": 3, "smlabb": 3, "smlabt": 3, "smlatb": 3, "smlatt": 3,
          "sxth": 1, "sxtb": 1, "uxth": 1, "uxtb": 1}  # fmt: skip
OTHERS = frozenset({"ite"})
"""Rules for conditions alone, which are no numbers."""


def number_of(r: Rewriter, x: Exact, values: dict[int, int]) -> int:
    """Return the number that a form stands for."""
    if isinstance(x, Condition):
        v = number_of(r, x.number, values)
        return int((v == 0 if x.zero else v < 0) != x.opposite)
    v = r.space.evaluated(x.form, values)
    v = v if x.limits is None else min(max(v, x.limits[0]), x.limits[1])
    assert x.lo <= v <= x.hi
    return v


def samples(lo: int, hi: int) -> list[int]:
    rng = np.random.default_rng(abs(lo) + hi)
    return [lo, lo + 1, 0 if lo <= 0 else lo, hi - 1, hi, *(int(v) for v in rng.integers(lo, hi, 12, endpoint=True))]


@pytest.mark.parametrize("op", sorted(set(RULES) - OTHERS))
def test_rules_are_the_instructions(op: str) -> None:
    tried = 0
    bounds = [(0, 255)] if op == "cat" else RANGES
    for base in bounds:
        for ends in (base, bounds[0], bounds[-1]):
            r = Rewriter()
            count = COUNTS.get(op, 1 if op in (*CONSTANTS, *LAST, *FIRST) else 2)
            ranges = [base] * (count - 1) + [(0, 1) if op in ("adc", "carry", "over") else ends]
            unknown = [r.unknown(*e) for e in ranges]
            args: list[object] = [*unknown, *CONSTANTS.get(op, ())[: 2 if "fx" in op else 1]]
            if op in LAST:
                args.append(LAST[op][0] if LAST[op] else r.times(r.unsigned(unknown[0], 8), r.constant(256)))
            if op in FIRST:
                args.insert(0, FIRST[op][0])
            try:
                got = r.value(op, args)  # type: ignore[arg-type]
            except NoForm:
                continue
            tried += 1
            columns = [samples(*e)[i:] + samples(*e)[:i] for i, e in enumerate(ranges)]
            for picks in itertools.islice(zip(*columns, strict=True), 40):
                values = dict(enumerate(picks))
                words = [number_of(r, a, values) & M32 if isinstance(a, Number) else a for a in args]
                assert number_of(r, got, values) & M32 == SEMANTICS[op](*words), (op, picks)
    assert tried


def test_floors_of_floors() -> None:
    """Halves that are multiplied apart, and words of two registers, have the form of the whole; others have not."""
    space = Space()
    a, b = space.unknown(-(2**15), 2**15 - 1), space.unknown(-(2**15), 2**15 - 1)
    m, n = 123_456_789, -987_654_321
    whole = a.scaled(m).plus(b.scaled(n)).plus(Form.number(1 << 29))
    high = a.scaled(m >> 16).plus(b.scaled(n >> 16)).plus(Form.number(1 << 13))
    low = a.scaled(m & 0xFFFF).plus(b.scaled(n & 0xFFFF))
    assert space.floor(high.plus(space.floor(low, 16)), 14) == space.floor(whole, 30)
    assert space.floor(high.plus(space.floor(low, 16)), 15) != space.floor(whole, 30)
    assert space.floor(high.plus(space.floor(low, 15)), 14) != space.floor(whole, 30)
    word = whole.plus(space.floor(whole, 32), -(1 << 32))
    assert space.floor(word, 30).plus(space.floor(whole, 32).scaled(4)) == space.floor(whole, 30)


def test_a_floor_is_evaluated_as_it_was() -> None:
    """The normal form of a floor is its value, for random forms and all orders of shifts."""
    rng = np.random.default_rng(7)
    for _ in range(200):
        space = Space()
        unknown = [space.unknown(-(2**15), 2**15 - 1) for _ in range(3)]
        f = Form.number(int(rng.integers(-(2**20), 2**20)))
        values = {i: int(rng.integers(-(2**15), 2**15)) for i in range(3)}
        direct = space.evaluated(f, values)
        for _ in range(4):
            x, c, k = unknown[rng.integers(3)], int(rng.integers(-(2**31), 2**31)), int(rng.integers(0, 20))
            f = space.floor(f.plus(x.scaled(c)), k)
            direct = (direct + c * space.evaluated(x, values)) >> k
            assert space.evaluated(f, values) == direct
            lo, hi = space.range(f)
            assert lo <= direct <= hi


def test_limits() -> None:
    """A value is limited by comparisons as by saturation; limits of one more or less differ."""
    r = Rewriter()
    x = r.unknown(-1000, 1000)
    low = r.value("ite", [Condition(r.plus(x, r.constant(-100))), 100, x])
    assert isinstance(low, Number)
    high = r.value("ite", [Condition(r.plus(r.constant(0), r.plus(low, r.constant(-200)))), low, 200])
    assert isinstance(high, Number)
    assert r.same(high, r.limited(x, 100, 200))
    assert not r.same(high, r.limited(x, 100, 201))
    assert not r.same(high, r.limited(x, 99, 200))
    with pytest.raises(NoForm):
        r.value("ite", [Condition(r.plus(x, r.constant(-90))), 100, x])
