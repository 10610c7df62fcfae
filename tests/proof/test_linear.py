"""Sums of products of ``edgec prove``: what a word is said to be, it is for all inputs; what is no sum is refused."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from edgec.proof.lanes import DUAL, HALVES
from edgec.proof.linear import Affine, Linear, NotLinear, Place
from edgec.proof.thumb.terms import M32, SEMANTICS, Term, Value, term

BYTES = 8
UNARY = ("mvn", "sxtb", "uxtb", "sxth", "uxth", "sxtb16", "uxtb16")
BINARY = ("add", "sub", "sxtab", "uxtab", "sxtah", "uxtah", "sxtab16", "uxtab16", "sadd16", "ssub16", "pkhbt", "pkhtb")
PRODUCTS = ("mul", "mla", "mls", "smull.l", "umull.l", "smlal.l", "umlal.l", "smlald.l", *HALVES, *DUAL)
CONSTANTS = (
    0,
    1,
    3,
    0x7F,
    0x80,
    255,
    0xFFFF,
    0x10000,
    0x00FF00FF,
    0x80008000,
    0x80808080,
    0x7FFF0003,
    0xFFFFFFFF,
    0xFFFE0005,
)
ARITY = {"smlal.l": 4, "umlal.l": 4, "smlald.l": 4}
RNG_SEED, TRIES = 11, 6000


def places(bits: int) -> dict[int, Place]:
    size = bits // 8
    return {1000 + k: Place(1000 + k // size * size, k % size, bits) for k in range(BYTES)}


def evaluated(root: Value, cells: dict[int, int]) -> int:
    """A value for other bytes."""
    terms: dict[int, Term] = {}
    stack = [root]
    while stack:
        t = stack.pop()
        if isinstance(t, Term) and t.n not in terms:
            terms[t.n] = t
            stack += t.args
    done: dict[int, int] = {}
    for n in sorted(terms):
        t = terms[n]
        given = [done[a.n] if isinstance(a, Term) else a for a in t.args]
        done[n] = cells[t.args[0]] if t.op == "leaf" else int(SEMANTICS[t.op](*given))
    return done[root.n] if isinstance(root, Term) else root


def number_of(found: Affine, cells: dict[int, int], bits: int) -> int:
    """Return the value of a sum for these bytes."""
    total = found.constant
    for element, k in found.terms.items():
        raw = sum(cells[element + i] << (8 * i) for i in range(bits // 8))
        top = 1 << (bits - 1)
        total += k * ((raw ^ top) - top)
    return total


def composed(rng: np.random.Generator, pool: list[Value]) -> Value:
    """A random operation on values of the pool and constants."""

    def pick() -> Any:
        return pool[int(rng.integers(len(pool)))]

    def constant() -> int:
        return CONSTANTS[int(rng.integers(len(CONSTANTS)))]

    kind = int(rng.integers(8))
    if kind == 0:
        return term(str(rng.choice(UNARY)), pick())
    if kind == 1:
        return term(str(rng.choice(BINARY)), pick(), pick() if rng.integers(2) else constant())
    if kind in (2, 3):
        op = str(rng.choice(PRODUCTS))
        products = [pick(), constant()][:: int(rng.choice([1, -1]))]
        adds = op in ("mla", "mls") or op.startswith(("smla", "smls"))
        if op in ARITY:
            return term(op, pick(), 0, *products)
        return term(op, *products, *([pick()] if adds and op not in ("smusd",) else []))
    if kind == 4:
        return term(str(rng.choice(["lsl", "lsr", "asr", "ror"])), pick(), int(rng.choice([1, 4, 8, 16, 24])))
    if kind == 5:
        return term(str(rng.choice(["eor", "and"])), pick(), constant())
    if kind == 6:
        at = int(rng.choice([0, 8, 16]))
        return term(str(rng.choice(["sbfx", "ubfx"])), pick(), at, int(rng.choice([8, 16])))
    return term("cat", *(term("byte", pick(), int(rng.integers(4))) for _ in range(int(rng.choice([2, 4])))))


@pytest.mark.parametrize("bits", [8, 16])
def test_a_sum_is_what_the_instructions_give(bits: int) -> None:
    rng = np.random.default_rng(RNG_SEED + bits)
    leaves: list[Value] = [Term("leaf", (1000 + k,), 0) for k in range(BYTES)]
    size = bits // 8
    words = [term("cat", *leaves[k : k + 4]) for k in (0, 4)]
    elements = [term("cat", *leaves[k : k + size]) if size > 1 else leaves[k] for k in range(0, BYTES, size)]
    numbers = [term("sxtb" if size == 1 else "sxth", e) for e in elements]
    pairs = [term("sxtb16", w) for w in words] if bits == 8 else words
    extremes = [dict.fromkeys(range(1000, 1000 + BYTES), v) for v in (0, 127, 128, 255)]
    followed: set[str] = set()
    for _ in range(TRIES):
        pool = [*numbers, *words, *pairs, *pairs, *leaves]
        for _ in range(int(rng.integers(1, 5))):
            pool += [composed(rng, pool)] * 4
        root = pool[-1]
        need = int(rng.choice([8, 16, 32]))
        try:
            found = Linear(places(bits)).of(root, need)
        except NotLinear:
            continue
        if not isinstance(root, Term) or not found.terms:
            continue
        followed.add(root.op)
        drawn = rng.integers(0, 256, (6, BYTES)).tolist()
        for cells in (*extremes, *(dict(zip(range(1000, 1000 + BYTES), d, strict=True)) for d in drawn)):
            assert (evaluated(root, cells) - number_of(found, cells, bits)) & ((1 << need) - 1) == 0, root.op
    assert followed >= {"add", "sub", "mul", "mls", "smlad", "smlald.l", "lsl", "pkhbt", "sxtah", "eor", "sbfx"}


def test_what_is_no_sum() -> None:
    a, b = (term("sxtb", Term("leaf", (1000 + k,), 3)) for k in (0, 1))
    other = term("sxtb", Term("leaf", (77,), 3))
    unlike = {
        "choice": term("add", term("ite", term("zero", a), 5, a), b),
        "saturates": term("add", term("ssat", 7, a), b),
        "product": term("mul", a, b),
        "none of its inputs|no element": term("add", other, b),
        "loses": term("asr", term("mul", a, 3), 1),
        "can need more": term("sxtb", term("mul", a, 2)),
        "unsigned|can need more": term("uxtb", a),
    }
    for text, root in unlike.items():
        with pytest.raises(NotLinear, match=text):
            Linear(places(8)).of(root)


def test_a_sum_that_wraps_within_its_bits() -> None:
    """An excess of 128 that is taken back later leaves no trace; bits above the word do not count."""
    a = Term("leaf", (1000,), 3)
    excess = term("sub", term("uxtb", term("eor", a, 0x80)), 128)
    assert Linear(places(8)).of(excess) == Affine({1000: 1}, 0)
    wide = term("lsl", term("sxtb", a), 24)
    assert Linear(places(8)).of(wide) == Affine({1000: 1 << 24}, 0)
    both = list(itertools.product((0, 5, 127, 128, 255), (excess, wide)))
    assert all(evaluated(t, {1000: v}) & M32 == number_of(Linear(places(8)).of(t), {1000: v}, 8) & M32 for v, t in both)


def halves_of(words: int) -> Value:
    """The sum of x + 128 of all bytes of some words, two sums in the halves of a word at a time."""
    total: Value = 0
    for k in range(words):
        v = term("eor", term("cat", *(Term("leaf", (1000 + 4 * k + i,), 0) for i in range(4))), 0x80808080)
        for part in (v, term("lsr", v, 8)):
            total = term("add", total, term("and", part, 0x00FF00FF))
    return term("add", term("and", total, 0xFFFF), term("lsr", total, 16))


@pytest.mark.parametrize("high", [False, True])
def test_half_of_a_word_of_sums_that_was_stored(high: bool) -> None:
    """Helium sums eight channels in halves, stores them all, and a scalar load takes one of two."""
    leaves = [Term("leaf", (1000 + k,), 0) for k in range(4)]
    rows = [term("sxtb16", term("cat", leaves[k], 0, leaves[k + 1], 0)) for k in (0, 2)]
    word = term("sadd16", *rows)
    half = term("sxth", term("cat", *(term("byte", word, 2 * high + k) for k in (0, 1))))
    assert Linear(places(8)).of(half) == Affine({1000 + high: 1, 1002 + high: 1}, 0)


def test_two_sums_in_the_halves_of_a_word() -> None:
    """They are what they are as long as the low one cannot reach the high one."""
    bytes_ = {1000 + k: Place(1000 + k, 0, 8) for k in range(4 * 129)}
    assert Linear(bytes_).of(halves_of(128)) == Affine(dict.fromkeys(range(1000, 1512), 1), 512 * 128)
    with pytest.raises(NotLinear, match=r"can need more|loses"):
        Linear(bytes_).of(halves_of(129))
