"""The integers of recurrent layers against rational arithmetic: factors, roundings, tables and states."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from edgec.converter.arithmetic import gates
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Array, Quant

HALF = Fraction(1, 2)
LOWEST, HIGHEST = -(1 << 15), (1 << 15) - 1


def nearest(value: Fraction) -> int:
    return math.floor(value + HALF)


def limited(value: int) -> int:
    return min(max(value, LOWEST), HIGHEST)


def sigmoid(x: Array) -> Array:
    return np.asarray(1.0 / (1.0 + np.exp(-x)))


def constant(value: float) -> Callable[[Array], Array]:
    return lambda x: np.full(np.shape(x), value)


@pytest.mark.parametrize(
    ("fn", "bits"),
    [
        (lambda x: np.clip(0.2 * x + 0.5, 0.0, 1.0), 13),
        (np.tanh, 12),
        (sigmoid, 11),
        (lambda x: np.clip(x / 30.0, -1.0, 1.0), 10),
        (lambda x: np.where(x > 0, 1.0, -0.5), 13),
        (lambda x: np.where(x < -3.99, 1.0, 0.0), 13),
        (lambda x: np.where(x > 3.99, 1.0, 0.0), 13),
    ],
)
def test_a_table_has_the_finest_argument_whose_ends_are_flat(fn: Callable[[Array], Array], bits: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = gates.gate_table(fn)
    assert table is not None
    assert (table.bits, table.values.dtype, table.values.shape) == (bits, np.dtype(np.int16), (513,))
    arguments = [Fraction(128 * i - 32768, 1 << bits) for i in range(513)]
    values = np.asarray(fn(np.array([float(a) for a in arguments])))
    assert table.values.tolist() == [nearest(Fraction(float(v)) * (1 << 14)) for v in values]


def test_what_has_no_table() -> None:
    functions: list[Callable[[Array], Array]] = [
        lambda x: x * 1e-3,  # not flat
        lambda x: np.where(np.abs(x) < 40.0, 0.0, np.nan),  # no number far off
        lambda x: np.where(np.abs(x) < 3.0, np.inf, 0.0),  # none near
        lambda x: np.where(np.abs(x) < 3.0, np.nan, 0.0),
        lambda x: np.where(x > 0.0, np.inf, 0.0),  # none on one side
        lambda x: np.where(np.abs(x) < 1.0, -3.0, 0.0),  # beyond int16 in the middle
        lambda x: np.where(np.abs(x) < 1.0, 3.0, 0.0),
        lambda x: np.where(x < -900.0, 2.0**-15, 0.0),  # half a step off, on either side
        lambda x: np.where(x > 999.0, 2.0**-15, 0.0),
        constant(2.0),
        constant(-2.0 - 2.0**-13),
    ]
    assert [gates.gate_table(fn) for fn in functions] == [None] * len(functions)


@pytest.mark.parametrize(
    ("fn", "value"),
    [
        (constant(2.0 - 2.0**-14), HIGHEST),
        (constant(-2.0), LOWEST),
        (lambda x: np.where(np.abs(x) > 900.0, 2.0**-16, 0.0), 0),
        (lambda x: np.where(np.abs(x) > 1000.0, 1.0, 0.0), 0),
    ],
)
def test_the_limits_of_a_table(fn: Callable[[Array], Array], value: int) -> None:
    table = gates.gate_table(fn)
    assert table is not None
    assert (table.bits, set(table.values.tolist())) == (13, {value})


def test_factors_of_sums_are_the_nearest_with_one_shift() -> None:
    rng = np.random.default_rng(0)
    for exponent in range(-12, 29):
        w, r = ((2.0**exponent * rng.uniform(0.01, 1.0, n)).tolist() for n in (3, 2))
        peephole = float(2.0**exponent * rng.uniform(0.0, 1.0)) if exponent % 2 else 0.0
        found = gates.sum_factors(w, r, peephole)
        largest = max(*w, *r, peephole)
        assert found.shift == min(31, 30 - math.frexp(largest)[1])
        for real, factor in zip((*w, *r, peephole), (*found.w, *found.r, found.peephole), strict=True):
            assert factor == min(nearest(Fraction(real) * (1 << found.shift)), (1 << 30) - 1)
        assert (len(found.w), len(found.r)) == (3, 2)
        if found.shift < 31:
            assert max(*found.w, *found.r, found.peephole) >= 1 << 29


@pytest.mark.parametrize("where", range(3))
def test_the_largest_factor_decides_wherever_it_is(where: int) -> None:
    given = [0.25, 0.25, 0.25]
    given[where] = 3.0
    found = gates.sum_factors(given[:1], given[1:2], given[2])
    assert found.shift == 28
    assert [*found.w, *found.r, found.peephole][where] == 3 << 28


def test_the_limits_of_factors() -> None:
    assert gates.sum_factors([1.0 - 2.0**-40], [0.0]) == gates.SumFactors(((1 << 30) - 1,), (0,), 0, 30)
    assert gates.sum_factors([0.0], [0.0]).shift == 30
    assert gates.sum_factors([2.0**-3], [0.0]) == gates.SumFactors((1 << 28,), (0,), 0, 31)
    assert gates.sum_factors([2.0**-32 * 3], [0.0]) == gates.SumFactors((2,), (0,), 0, 31)
    assert gates.sum_factors([2.0**29 - 1.0], [0.0]).shift == 1
    with pytest.raises(OutOfProportion, match=r"^products of a recurrent layer's scales reach 5\.37e\+08 times"):
        gates.sum_factors([2.0**29], [0.0])


@pytest.mark.parametrize("bad", [-(2.0**-60), -1.0, math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("where", range(5))
def test_factors_that_are_no_scales_are_refused(bad: float, where: int) -> None:
    given = [1.0, 2.0, 0.5, 0.25, 3.0]
    given[where] = bad
    with pytest.raises(OutOfProportion, match=r"^the scales of a recurrent layer are negative, infinite or NaN$"):
        gates.sum_factors(given[:2], given[2:4], given[4])


def test_sums_are_rounded_half_up_and_limited() -> None:
    values = np.array([*range(-70, 71), -(1 << 40) - 1, (1 << 40) + 1, LOWEST - 1, LOWEST, HIGHEST, HIGHEST + 1])
    for shift in (0, 1, 2, 5, 31):
        exact = [nearest(Fraction(int(v), 1 << shift)) for v in values]
        assert gates.rounded(values, shift).tolist() == exact
    assert gates.saturated(values).tolist() == [limited(int(v)) for v in values]


@pytest.mark.parametrize(("bits", "to"), [(14, 14), (14, 13), (14, 0), (9, 12), (0, 14), (3, 4)])
def test_fraction_bits_change(bits: int, to: int) -> None:
    values = np.array([*range(-40, 41), LOWEST, LOWEST + 1, -8192, 8191, 16383, 16384, HIGHEST], np.int64)
    exact = [limited(nearest(Fraction(int(v) << to, 1 << bits))) for v in values]
    assert gates.rescaled(values, bits, to).tolist() == exact


@pytest.mark.parametrize("bits", [14, 13, 8, 0])
def test_a_state_is_blended_with_one_rounding_of_each_part(bits: int) -> None:
    rng = np.random.default_rng(bits)
    keep, take = (rng.integers(-(1 << 14), (1 << 14) + 1, 200) for _ in range(2))
    old, new = (rng.integers(LOWEST, HIGHEST + 1, 200) for _ in range(2))
    keep[:2], old[:2], take[:2], new[:2] = 1 << 14, (HIGHEST, LOWEST), 1 << 14, (1 << 14, -(1 << 14))
    exact = []
    for k, o, t, n in zip(keep.tolist(), old.tolist(), take.tolist(), new.tolist(), strict=True):
        taken = nearest(Fraction(t * n, 1 << (14 - bits)))
        exact.append(limited(nearest(Fraction(k * o + taken, 1 << 14))))
    assert gates.blended(keep, old, take, new, bits).tolist() == exact


@pytest.mark.parametrize(
    ("largest", "bits"),
    [
        (0.0, 14),
        (1.0, 14),
        (32767 / 16384, 14),
        (2.0, 13),
        (3.9, 13),
        (100.0, 8),
        (16383.5, 1),
        (16384.0, 0),
        (32767, 0),
    ],
)
def test_a_state_has_the_finest_step_that_holds_it(largest: float, bits: int) -> None:
    quant = gates.state_quant(largest)
    assert (quant.s, quant.z, quant.axis) == (2.0**-bits, 0, None)
    assert gates.state_bits(quant) == bits


def test_a_state_beyond_int16_is_refused() -> None:
    with pytest.raises(OutOfProportion, match=r"^a state of 3\.28e\+04 does not fit 16 bits in steps of 1$"):
        gates.state_quant(32767.5)


@pytest.mark.parametrize(
    "quant",
    [
        Quant.per_tensor(2.0**-15, 0), Quant.per_tensor(2.0, 0), Quant.per_tensor(0.75 * 2.0**-3, 0),
        Quant.per_tensor(2.0**-10, 1), Quant.per_tensor(2.0**-10, -1),
        Quant.per_axis([2.0**-10], 0),
    ],
)  # fmt: skip
def test_what_is_no_step_of_a_state(quant: Quant) -> None:
    assert gates.state_bits(quant) is None
