"""``root`` against exact integers: inverse square roots, normalized groups and their scale and bias."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest

from edgec.converter.arithmetic.root import (
    EPSILON_MAX,
    FACTOR_BITS,
    LARGEST_GROUP,
    MOST_SHIFT,
    NORMAL_BITS,
    NormalFactors,
    epsilon_term,
    inverse_root,
    normal_factors,
    normalized,
    scaled,
)
from edgec.converter.graph.errors import OutOfProportion

HALF = Fraction(1, 2)


def arguments() -> np.ndarray:
    """All small numbers, both sides of each power of two and of squares, any others: 1 .. 2**62 - 1."""
    rng = np.random.default_rng(0)
    found = [*range(1, 3000), *(int(v) for v in np.exp2(rng.uniform(0, 61.9, 4000)))]
    found += [2**k + d for k in range(2, 62) for d in (-1, 0, 1)] + [2**62 - 1]
    found += [k * k + d for k in (2**15 - 1, 2**15, 2**16 - 1, 2**30, 2**31 - 1) for d in (-1, 0, 1)]
    return np.array(found, np.int64)


def test_inverse_roots_are_as_near_as_stated() -> None:
    """(m 2**(h - 61))**2 t is one, within twice the relative error of the root: in integers, without rounding."""
    t = arguments()
    m, h = inverse_root(t)
    assert m.dtype == h.dtype == np.int64
    for v, a, b in zip(t.tolist(), m.tolist(), h.tolist(), strict=True):
        assert 2**30 <= a < 2**31 and 0 <= b <= 30
        assert v << 2 * b < 2**62 <= v << 2 * (b + 1)  # h brings t to its place
        square = Fraction(a * a * v << 2 * b, 1 << 122)
        assert (1 - Fraction(1, 2**27)) ** 2 <= square <= (1 + Fraction(1, 2**27)) ** 2, v


def test_one_step_of_newton_halves_the_places_that_are_wrong() -> None:
    """The stated steps on big integers: a root of 16 bits by search, its quotient, one correction of 2**-31 places."""
    t = arguments()
    m, h = inverse_root(t)
    for v, a, b in zip(t.tolist(), m.tolist(), h.tolist(), strict=True):
        top = (v << 2 * b) >> 30
        first = (2**31 // math.isqrt(top)) << 15
        wanted = first * ((3 * 2**31 - (top * (first * first >> 31) >> 30)) >> 1) >> 31
        assert a == min(wanted, 2**31 - 1), v


def test_roots_keep_the_shape_and_their_argument() -> None:
    t = arguments()[:24].reshape(2, 3, 4)
    before = t.copy()
    m, h = inverse_root(t)
    assert m.shape == h.shape == t.shape and np.array_equal(t, before)
    one = inverse_root(np.int64(9))
    assert [int(v) for v in one] == [int(v[0]) for v in inverse_root(np.array([9]))]


def test_epsilon_is_in_steps_of_the_input() -> None:
    for epsilon, scale, count in ((1e-5, 0.05, 64), (1e-3, 0.5, 2), (0.25, 0.125, 3), (0.0, 1.0, 5), (1e-12, 0.1, 7)):
        assert epsilon_term(epsilon, scale, count) == round(epsilon * (count / scale) ** 2)
    assert epsilon_term(0.5, 1.0, 1) == 0 and epsilon_term(1.5, 1.0, 1) == 2  # halves to even
    for epsilon in (1.0, 1e30, math.inf):
        assert epsilon_term(epsilon, 2.0**-15, 2**15) == EPSILON_MAX == 2**60
    assert epsilon_term(math.nextafter(1.0, 0.0), 2.0**-15, 2**15) == 2**60 - 128


def test_factors_are_the_nearest_of_one_exponent() -> None:
    rng = np.random.default_rng(1)
    for spread in (2.0**-30, 2.0**-11, 1e-3, 0.3, 1.0, 77.0, 2.0**25):
        scale, bias = rng.normal(size=7) * spread, rng.normal(size=7) * spread / 3
        for a, b in ((scale, bias), (bias, scale), (scale, np.zeros(0)), (np.array([spread, -spread]), bias / 9)):
            found = normal_factors(a, b, 0.25)
            largest = max(float(np.abs(v).max(initial=0.0)) for v in (a, b)) / 0.25
            assert found.scale.dtype == found.bias.dtype == np.int32
            for made, real in ((found.scale, a), (found.bias, b)):
                assert made.tolist() == [round(Fraction(float(v)) * 4 * 2**found.bits) for v in real]
            assert largest * 2**found.bits < 2**FACTOR_BITS
            assert found.bits == MOST_SHIFT or largest * 2 ** (found.bits + 1) >= 2**FACTOR_BITS
    assert normal_factors(np.zeros(2), np.zeros(2), 1.0).bits == 30
    assert normal_factors(np.zeros(0), np.zeros(0), 1.0).bits == 30
    narrow = rng.normal(size=9).astype(np.float32)
    found = normal_factors(narrow, narrow, 0.3)
    assert found.scale.tolist() == [round(Fraction(float(v) / 0.3) * 2**found.bits) for v in narrow]
    assert normal_factors(np.full(1, 2.0**-60), np.zeros(1), 1.0).bits == MOST_SHIFT == 40
    assert normal_factors(np.full(1, 2.0**30 - 1), np.zeros(1), 1.0).bits == 0
    held = normal_factors(np.full(1, -(1 - 2.0**-40)), np.zeros(1), 1.0)
    assert held.scale.tolist() == [-(2**30)]  # the largest that rounding makes


@pytest.mark.parametrize("worst", [2.0**30, -(2.0**31), math.inf, math.nan])
def test_factors_of_too_many_steps_are_refused(worst: float) -> None:
    for scale, bias in ((worst, 1.0), (1.0, worst)):
        with pytest.raises(OutOfProportion) as refused:
            normal_factors(np.array([scale]), np.array([bias]), 1.0)
        assert f"scale or bias is {abs(worst):g} output steps, 2**30 or more: the scales of this" in str(refused.value)


def groups() -> list[tuple[np.ndarray, int]]:
    """Groups along the axis before the last, with E: int8 and int16, equal values, the ends, the largest group."""
    rng = np.random.default_rng(2)
    found = [(rng.integers(-128, 128, (2, n, 3)), e) for n in (1, 2, 5, 64) for e in (0, 1, 1000, EPSILON_MAX)]
    found += [(np.full((1, 4, 2), v), e) for v in (-128, 0, 127) for e in (0, 1, 3)]
    found += [(np.array([[0], [1]]), 0), (np.array([[1], [0], [0]]), 0)]
    found += [(rng.integers(-32768, 32768, (1, 100, 1)), 7), (np.resize([-32768, 32767], (LARGEST_GROUP, 1)), 1)]
    return [(x.astype(np.int64), e) for x, e in found]


def test_normalized_values_are_as_near_as_the_root() -> None:
    """D / sqrt(V + E) with exact D and V: within the root's relative error and half of the last place."""
    for x, epsilon in groups():
        before = x.copy()
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # nothing is divided by zero where nothing varies
            y = normalized(x, epsilon)
        assert y.shape == x.shape and y.dtype == np.int64 and np.array_equal(x, before)
        n = x.shape[-2]
        columns = np.moveaxis(x, -2, -1).reshape(-1, n).tolist()
        found = np.moveaxis(y, -2, -1).reshape(-1, n).tolist()
        for values, row in zip(columns, found, strict=True):
            total = sum(values)
            spread = max(1, n * sum(v * v for v in values) - total * total + epsilon)
            root = Fraction(math.isqrt(spread << 80), 1 << 40)
            m, h = (int(v) for v in inverse_root(np.int64(spread)))
            for v, got in list(zip(values, row, strict=True))[:200]:
                d = n * v - total
                real = d * 2**NORMAL_BITS / root
                assert abs(got - real) <= HALF + abs(real) / 2**27 + Fraction(1, 2**20)
                assert got == math.floor(Fraction(d * m << h, 1 << 61 - NORMAL_BITS) + HALF)


def test_a_group_of_two_is_one_below_and_one_above() -> None:
    """In 20 fraction bits; and the largest group keeps D in int32, V in 2**60."""
    assert normalized(np.array([[3], [5]], np.int64), 0).tolist() == [[-(2**20)], [2**20]]
    assert LARGEST_GROUP == 2**15 - 1
    assert 65535 * (LARGEST_GROUP - 1) < 2**31 and LARGEST_GROUP**2 * 2**30 < 2**60


def test_scale_and_bias_round_half_up_once() -> None:
    rng = np.random.default_rng(3)
    for bits in (0, 3, 28, 40):
        scale, bias = (rng.integers(-(2**30), 2**30, 4).astype(np.int32) for _ in range(2))
        scale[0], bias[0], scale[1] = 2**30, -(2**30), 1
        y = np.concatenate([rng.integers(-(2**23), 2**23, (50, 4)), np.full((1, 4), 2 ** (NORMAL_BITS - 1))])
        y[0] = 2 ** (NORMAL_BITS + bits - 1) if bits < 4 else 1  # a half where the scale is 1
        for zero, lo, hi in ((0, -128, 127), (-5, -(2**40), 2**40), (9, 0, 20)):
            found = scaled(y, NormalFactors(scale, bias, bits), zero, lo, hi)
            for i, row in enumerate(y.tolist()):
                for k, v in enumerate(row):
                    exact = Fraction(v * int(scale[k]), 1 << (NORMAL_BITS + bits)) + Fraction(int(bias[k]), 1 << bits)
                    assert found[i, k] == min(max(math.floor(exact + HALF) + zero, lo), hi)
