"""``wide`` against rational arithmetic: sums, products of 93 bits, interpolation and softmax of int16 values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import Multiplier, multiplier
from edgec.converter.arithmetic.wide import (
    TABLE_STEPS,
    WIDE_ADD_BITS,
    interpolate,
    interpolation_table,
    wide_add,
    wide_add_multipliers,
    wide_exp,
    wide_multiplier,
    wide_requantize,
    wide_softmax_tables,
)
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Quant

HALF = Fraction(1, 2)
ENDS = (-32768, 32767)


def half_up(real: Fraction) -> int:
    return math.floor(real + HALF)


def test_the_factors_of_a_sum_are_nearest_and_as_exact_as_they_can_be() -> None:
    rng = np.random.default_rng(0)
    cases = [tuple(float(s) for s in np.exp(rng.uniform(-14, 5, 3))) for _ in range(400)]
    cases += [(1.0, 1.0, 1.0), (2.0**-17, 2.0**-40, 1.0), (2.0**-16, 0.0, 1.0), (2.0**-15, 2.0**-16, 1.0)]
    cases += [(math.nextafter(1.0, 0.0), 0.3, 1.0), (0.3, math.nextafter(1.0, 0.0), 1.0), (2.0**29 - 1, 1.0, 1.0)]
    cases += [(1.0, math.nextafter(2.0**29, 0.0), 1.0), (2.0**28, 5.0, 1.0), (2.0**-50, 2.0**-49, 1.0)]
    for a, b, out in cases:
        found = wide_add_multipliers(a, b, out)
        largest = max(found.a, found.b)
        assert largest < 2**WIDE_ADD_BITS == 2**30 and 1 <= found.shift <= 46
        assert largest >= 2**29 or found.shift == 46
        for real, m in ((a / out, found.a), (b / out, found.b)):
            assert m == min(half_up(Fraction(real) * 2**found.shift), 2**30 - 1)


@pytest.mark.parametrize("scales", [(2.0**29, 1.0, 1.0), (1.0, 2.0**29, 1.0), (2.0**40, 1.0, 2.0**-9),
                                    (math.inf, 1.0, 1.0), (1.0, math.nan, 1.0)])  # fmt: skip
def test_a_sum_that_int64_cannot_hold_is_refused(scales: tuple[float, float, float]) -> None:
    with pytest.raises(OutOfProportion) as refused:
        wide_add_multipliers(*scales)
    text = f"addition of scales {scales[0]} and {scales[1]} into {scales[2]} cannot be held in int64"
    assert text in str(refused.value)


@pytest.mark.parametrize("dtype", [np.int16, np.int64])
def test_sums_round_half_up_once(dtype: type) -> None:
    rng = np.random.default_rng(1)
    a, b = (np.concatenate([rng.integers(*ENDS, 60), [-32768, 32767, -1, 0, 1, 3]]).astype(dtype) for _ in range(2))
    for scales in ((1.0, 1.0, 2.0), (0.3, 0.007, 0.25), (1.0, 1.0, 1e-3), (2.0**-20, 1.0, 2.0**20)):
        f = wide_add_multipliers(*scales)
        exact = [Fraction(int(x) * f.a + int(y) * f.b, 2**f.shift) for x, y in zip(a, b, strict=True)]
        for lo, hi in (ENDS, (0, 300)):
            assert wide_add(a, b, f, lo, hi).tolist() == [min(max(half_up(y), lo), hi) for y in exact]


@pytest.mark.parametrize("products", [1, 2, 3, 1000, 1024])
def test_a_factor_counts_as_zero_only_where_every_sum_rounds_to_zero(products: int) -> None:
    least = 2.0**-31 / products  # of -32768 * -32768, so often, this makes half a step
    for real in (least, math.nextafter(least, 0.0), 0.99 * 2.0**-32, math.nextafter(2.0**-32, 0.0), 0.3, 0.0):
        if multiplier(real).m == 0 and Fraction(real) * products * 2**30 >= Fraction(1, 2):
            with pytest.raises(OutOfProportion) as refused:
                wide_multiplier(real, products)
            text = f"requantization factor {real!r} of sums of {products} products of int16 is below 2**-32"
            assert str(refused.value) == f"{text}: the scales of this layer are unusable"
        else:
            assert wide_multiplier(real, products) == multiplier(real)


def test_products_of_93_bits_round_half_up_once() -> None:
    """Sums of 62 bits times factors of 31: beyond int64, exact as fractions."""
    rng = np.random.default_rng(2)
    sums = [0, 1, -1, 2**31 - 1, 2**31, 2**31 + 1, -(2**31), -(2**31) - 1, 2**62, -(2**62), 2**62 - 1, 12345678901]
    sums += [int(s * v) for s, v in zip(rng.choice([-1, 1], 300), np.exp2(rng.uniform(0, 61.9, 300)), strict=True)]
    factors = [multiplier(f) for f in (2.0**-32, 2.0**-31, 1e-7, 3e-5, 0.1, 0.25, 0.5, 0.7, 1.0, 3.0, 2.0**29)]
    factors += [Multiplier(2**31 - 1, s) for s in (1, 30, 31, 32, 33, 46, 61, 62)] + [Multiplier(0, 1)]
    factors += [Multiplier(2**30, s) for s in (31, 32, 33, 40)]  # these have halves
    halves = [(2 * k + 1) << n for k in (-3, -2, -1, 0, 1, 2) for n in range(12)]
    for f in factors:
        near = [round(Fraction(2**f.shift, f.m) * y) for y in (0.5, -0.5, 1.5, 32766.5, -32767.5, 9.25)] if f.m else []
        values = np.array([v for v in [*sums, *halves, *near] if abs(v) <= 2**62], np.int64)
        for lo, hi in (ENDS, (0, 1000), (-7, 32767)):
            wanted = [min(max(half_up(Fraction(int(v) * f.m, 2**f.shift)), lo), hi) for v in values]
            assert wide_requantize(values, f, lo, hi).tolist() == wanted, f
            assert int(wide_requantize(values[0], f, lo, hi)) == wanted[0]


def test_interpolation_tables_hold_the_nearest_values_at_their_knots() -> None:
    """Squares over 2**20 are exact in float64."""
    source, target = Quant.per_tensor(2.0**-10, 5), Quant.per_tensor(2.0**-9, -3)
    knots = [-32768 + 128 * i for i in range(513)]
    for shift in (Fraction(0), Fraction(1, 1024), Fraction(-40)):
        table = interpolation_table(lambda x, shift=shift: x * x / 8 + float(shift), source, target)
        exact = [(Fraction(q - 5, 1024) ** 2 / 8 + shift) * 512 for q in knots]
        assert table.dtype == np.int16 and len(table) == TABLE_STEPS + 1
        assert table.tolist() == [min(max(half_up(y) - 3, -32768), 32767) for y in exact]
    steep = interpolation_table(lambda x: x * 600, source, target)
    assert steep[0] == -32768 and steep[-1] == 32767 and len(set(steep.tolist())) > 2


def test_interpolation_is_linear_between_knots_and_rounds_half_up() -> None:
    rng = np.random.default_rng(3)
    x = np.arange(-32768, 32768).astype(np.int16)
    for table in (rng.integers(-32768, 32768, 513), np.resize([-32768, 32767], 513), np.arange(513) // 2):
        table = table.astype(np.int16)
        found = interpolate(table, x)
        assert found.dtype == np.int16
        for v in range(0, 65536, 37):
            i, f = divmod(v, 128)
            a, b = int(table[i]), int(table[i + 1])
            assert found[v] == half_up(a + Fraction((b - a) * f, 128))
    assert interpolate(table, x.reshape(256, 256)).shape == (256, 256)


@pytest.mark.parametrize("scale", [1e-7, 1e-4, 3e-4, 0.0016, 0.01, 0.3, 20.0])
def test_exponentials_are_products_of_two_tables_within_two_places(scale: float) -> None:
    tables = wide_softmax_tables(scale)
    assert tables.high.dtype == tables.low.dtype == np.uint16 and len(tables.low) == 256
    assert tables.used == len(tables.high) and tables.high.all() and 1 <= tables.used <= 256
    for table, step in ((tables.high, 256), (tables.low, 1)):
        for d, entry in enumerate(table.tolist()):
            assert abs(entry - math.exp(-d * step * scale) * 2**15) <= 0.5 + 1e-9
    assert tables.used == 256 or math.exp(-tables.used * 256 * scale) * 2**15 < 0.5
    d = np.arange(65536)
    found = wide_exp(tables, d)
    assert found.dtype == np.int64 and found[0] == 2**15
    assert np.abs(found - np.exp(-d * scale) * 2**15).max() <= 1.51
    for v in range(0, 65536, 41):
        high = int(tables.high[v >> 8]) if v >> 8 < tables.used else 0
        assert found[v] == half_up(Fraction(high * int(tables.low[v & 255]), 2**15))
