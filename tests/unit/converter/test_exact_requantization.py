"""``fixed_point`` against rational arithmetic: what each function promises, computed exactly with fractions."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import (
    ADD_BITS,
    INT32_MAX,
    SOFTMAX_BITS,
    AddMultipliers,
    Multiplier,
    add_multipliers,
    clamp_limits,
    dequantize_array,
    integer_limits,
    lookup_table,
    multiplier,
    multiplier_q31,
    product_multiplier,
    quantize_array,
    requantize,
    requantize_even,
    softmax_table,
)
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Clamp, DType, Quant

HALF = Fraction(1, 2)
ACCUMULATORS = (0, 1, -1, 2, -2, 3, -3, 5, -5, 127, -127, 255, -255, 12345678, -87654321, 2**30, -(2**30),
                2**31 - 1, -(2**31))  # fmt: skip
LIMITS = {
    DType.I4: (-8, 7), DType.I8: (-128, 127), DType.U8: (0, 255), DType.I16: (-32768, 32767),
    DType.U16: (0, 65535), DType.I32: (-(2**31), 2**31 - 1),
}  # fmt: skip


def value(found: Multiplier) -> Fraction:
    return Fraction(found.m, 2**found.shift)


def half_up(real: Fraction) -> int:
    return math.floor(real + HALF)


def clamped(y: int, lo: int, hi: int) -> int:
    return min(max(y, lo), hi)


def factors() -> list[float]:
    """Powers of two and their neighbours in float64, numbers just below one that round up to it, and any."""
    rng = np.random.default_rng(0)
    found = [float(f) for f in np.exp(rng.uniform(np.log(2.0**-31), np.log(2.0**30 - 1), 400))]
    for exponent in range(-30, 30):
        power = 2.0**exponent
        found += [power, math.nextafter(power, 0.0), math.nextafter(power, math.inf), power * (1 - 2.0**-32)]
        found += [power * (1 - 2.0**-31 - 2.0**-40), power * (1 + 2.0**-31), power * (1 + 3 * 2.0**-31)]
    return found


def test_a_multiplier_is_the_nearest_of_31_bits() -> None:
    for real in factors():
        found = multiplier(real)
        assert 2**30 <= found.m < 2**31 and 1 <= found.shift <= 62
        step = Fraction(2) ** (math.frexp(real)[1] - 31)
        assert value(found) == math.floor(Fraction(real) / step + HALF) * step, real


def test_a_multiplier_that_rounds_up_to_the_next_power_of_two() -> None:
    """The mantissa that rounds to 2**31 is the next power of two, not half of it."""
    for exponent in (-29, -3, 0, 1, 29):
        assert multiplier(math.nextafter(2.0**exponent, 0.0)) == Multiplier(2**30, 30 - exponent)


def test_factors_at_the_ends_of_the_range() -> None:
    assert multiplier(0.0) == multiplier(2.0**-33) == multiplier(5e-324) == Multiplier(0, 1)
    assert multiplier(2.0**-32) == Multiplier(2**30, 62)
    assert multiplier(math.nextafter(2.0**-32, 0.0)) == Multiplier(2**30, 62)
    assert multiplier(2.0**-32 * (1 - 2.0**-31)) == Multiplier(0, 1)  # 31 bits hold it, the shift does not
    assert value(multiplier(2.0**30 - 1)) == 2**30 - 1


@pytest.mark.parametrize("make", [multiplier, multiplier_q31])
@pytest.mark.parametrize(
    "real", [-1e-30, -1.0, 2.0**30, math.nextafter(2.0**30, 0.0), 2.0**30 - 0.125, 1e300, math.inf, -math.inf, math.nan]
)
def test_unusable_factors_are_refused(make: object, real: float) -> None:
    with pytest.raises(OutOfProportion) as refused:
        make(real)  # type: ignore[operator]
    text = f"requantization factor {real!r} is outside [0, 2**30): the scales of this layer are unusable"
    assert text in str(refused.value)


def test_what_rounds_to_too_large_a_factor_is_refused_and_what_does_not_is_held() -> None:
    """2**30 - 1/4 lies half-way between the largest factor and 2**30, and halves are rounded up."""
    with pytest.raises(OutOfProportion):
        multiplier(2.0**30 - 0.25)
    assert multiplier(math.nextafter(2.0**30 - 0.25, 0.0)) == Multiplier(2**31 - 1, 1)


def test_31_places_round_to_multiples_of_one_step() -> None:
    """Factors below one are the nearest multiples of 2**-31, halves up; one and above are as of ``multiplier``."""
    step = Fraction(1, 2**31)
    rng = np.random.default_rng(1)
    below = [f for f in factors() if f < 1]
    below += [float(k * step + step / 2) for k in (0, 1, 2, 5, 2**20, 2**21 + 1)]
    below += [float(f) for f in np.exp(rng.uniform(np.log(2.0**-34), 0, 300))]
    for real in below:
        found = multiplier_q31(real)
        assert value(found) == half_up(Fraction(real) / step) * step, real
        assert found == multiplier(float(value(found)))
    for real in (1.0, 1.0 + 2.0**-31 - 2.0**-45, 1.0 + 2.0**-31, 1.7, 12345.678, 2.0**30 - 1):
        assert multiplier_q31(real) == multiplier(real)


def test_the_rule_of_a_product_is_that_of_its_output() -> None:
    a, b, out = (Quant.per_tensor(s) for s in (0.0123, 0.00456, 0.00789))
    real = a.s * b.s / out.s
    exact = Fraction(a.s) * Fraction(b.s) / Fraction(out.s)
    plain, q31 = product_multiplier(a, b, out), product_multiplier(a, b, Quant(out.scale, (0,), q31=True))
    assert plain == multiplier(real) and q31 == multiplier_q31(real) and plain != q31
    assert abs(value(plain) - exact) <= exact / 2**30


def test_the_factors_of_an_addition_are_nearest_and_leave_room_in_int32() -> None:
    rng = np.random.default_rng(2)
    cases = [tuple(float(s) for s in np.exp(rng.uniform(-12, 8, 3))) for _ in range(500)]
    cases += [(1.0, 1.0, 1.0), (0.5, 0.25, 1.0), (1.0, 2.0**-20, 1.0), (math.nextafter(1.0, 0.0), 0.3, 1.0)]
    cases += [(2.0**-40, 2.0**-41, 1.0), (2.0**-9, 2.0**-40, 1.0), (2.0**-10, 0.0, 1.0), (2.0**20 - 1.5, 1.0, 1.0)]
    cases += [(0.3, math.nextafter(2.0, 0.0), 1.0), (3.0, 2.0**20 - 0.75, 1.0), (2.0**20 - 0.25, 7.0, 1.0)]
    for a, b, out in cases:
        if max(a, b) / out >= 2.0**20:
            continue
        found = add_multipliers(a, b, out)
        largest = max(found.a, found.b)
        assert largest < 2**ADD_BITS and 1 <= found.shift <= 30
        assert largest >= 2 ** (ADD_BITS - 1) or found.shift == 30  # as exact as int32 allows
        assert 2 * 255 * largest + 2 ** (found.shift - 1) < 2**31
        for real, m in ((a / out, found.a), (b / out, found.b)):
            assert m == min(half_up(Fraction(real) * 2**found.shift), 2**ADD_BITS - 1)


@pytest.mark.parametrize("scales", [(2.0**20, 1.0, 1.0), (1.0, 2.0**20, 1.0), (1e300, 1.0, 1e-300), (1.0, 1e300, 1e-9),
                                    (math.inf, 1.0, 1.0), (1.0, math.nan, 1.0)])  # fmt: skip
def test_an_addition_that_int32_cannot_hold_is_refused(scales: tuple[float, float, float]) -> None:
    with pytest.raises(OutOfProportion) as refused:
        add_multipliers(*scales)
    assert f"addition of scales {scales[0]} and {scales[1]} into {scales[2]} cannot be held in int32" in str(
        refused.value
    )


def requantized(acc: int, factor: Multiplier, zero: int, lo: int, hi: int) -> int:
    return clamped(zero + half_up(acc * value(factor)), lo, hi)


def some_factors() -> list[Multiplier]:
    reals = (2.0**-32, 2.0**-31, 1e-6, 0.0009765625, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 1000.0, 2.0**30 - 1)
    return [Multiplier(0, 1), *(multiplier(f) for f in reals)]


@pytest.mark.parametrize(("lo", "hi"), [*LIMITS.values(), (0, 6), (-128, -128)])
def test_requantization_rounds_half_up_once(lo: int, hi: int) -> None:
    """Scalars, arrays and one factor per channel give the same exact numbers, for any int32 accumulator."""
    found = some_factors()
    wanted = [[requantized(acc, f, 3, lo, hi) for f in found] for acc in ACCUMULATORS]
    table = np.array([[acc] * len(found) for acc in ACCUMULATORS], np.int32)
    before = table.copy()
    channels = requantize(table, found, 3, lo, hi)
    assert channels.tolist() == wanted and channels.dtype == np.int64 and np.array_equal(table, before)
    for k, factor in enumerate(found):
        column = requantize(table[:, 0], factor, 3, lo, hi)
        assert column.tolist() == [row[k] for row in wanted]
        assert [int(requantize(np.int32(acc), factor, 3, lo, hi)) for acc in ACCUMULATORS] == column.tolist()


def test_halves_go_up_on_both_sides_of_zero() -> None:
    half = multiplier(0.5)
    assert requantize(np.array([-5, -3, -1, 1, 3, 5]), half, 0, -128, 127).tolist() == [-2, -1, 0, 1, 2, 3]


def test_powers_of_two_round_half_to_even_and_others_half_up() -> None:
    powers = [multiplier(2.0**-n) for n in range(1, 31)]
    others = [multiplier(f) for f in (1.0, 2.0, 4.0, 2.0**-31, 0.75, 0.375, 1 / 3, 1 / 48)] + [Multiplier(0, 1)]
    accs = sorted({*range(-40, 41), *ACCUMULATORS, *(s * k << n >> 1 for n in range(31) for k in (1, 3, 5, 7)
                                                     for s in (1, -1) if k << n >> 1 < 2**31)})  # fmt: skip
    for factor in powers + others:
        exact = [acc * value(factor) for acc in accs]
        wanted = [round(y) for y in exact] if factor in powers else [half_up(y) for y in exact]
        limits = (-(2**31), 2**31 - 1)
        found = requantize_even(np.array(accs, np.int64), factor, 2, *limits)
        assert found.tolist() == [clamped(y + 2, *limits) for y in wanted]
        assert [int(requantize_even(np.int64(a), factor, 2, -128, 127)) for a in accs] == [
            clamped(y + 2, -128, 127) for y in wanted
        ]


@pytest.mark.parametrize("dtype", LIMITS)
def test_limits_of_types(dtype: DType) -> None:
    assert integer_limits(dtype) == LIMITS[dtype]
    assert clamp_limits(Clamp(), Quant.per_tensor(0.1, 3), dtype) == LIMITS[dtype]


@pytest.mark.parametrize("dtype", [DType.I8, DType.I4, DType.I16, DType.U8])
def test_clamps_are_the_nearest_quantized_values_inside_the_type(dtype: DType) -> None:
    lo, hi = LIMITS[dtype]
    for zero in (lo, 0, hi):
        quant = Quant.per_tensor(0.25, zero)
        for low, high in ((0.0, 6.0), (-0.125, 0.125), (-0.375, 0.375), (-1e9, 1e9), (-0.1, 0.2), (0.0, math.inf)):
            wanted = [
                (lo if bound < 0 else hi) if math.isinf(bound) else clamped(half_up(Fraction(bound) * 4) + zero, lo, hi)
                for bound in (low, high)
            ]
            assert list(clamp_limits(Clamp(low, high), quant, dtype)) == wanted


def quantized(x: float, scale: float, zero: int, lo: int, hi: int) -> int:
    """QuantizeLinear on one value: the quotient is a float32, its nearest integer is even where there are two."""
    with np.errstate(over="ignore"):
        quotient = np.float32(np.float32(x) / np.float32(scale))
    if math.isinf(quotient):
        return hi if quotient > 0 else lo
    return clamped(round(Fraction(float(quotient))) + zero, lo, hi)


@pytest.mark.parametrize("dtype", LIMITS)
def test_quantizing_is_what_onnx_defines(dtype: DType) -> None:
    lo, hi = LIMITS[dtype]
    rng = np.random.default_rng(4)
    x = np.concatenate([np.arange(-20, 20) / 8, rng.normal(0, 40, 300), [1e9, -1e9, 3e38, -3e38, 1e-45, -0.0]])
    for scale, zero in ((0.25, 0), (0.1, lo), (1e-3, hi), (1e-38, 1)):
        quant = Quant.per_tensor(scale, zero)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # saturation is no accident
            found = quantize_array(x, quant, dtype)
        assert found.dtype == dtype.numpy
        assert found.tolist() == [quantized(v, scale, zero, lo, hi) for v in x]
        assert quantize_array(float(x[0]), quant, dtype).tolist() == found[0]


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_scales_run_along_their_axis(axis: int) -> None:
    rng = np.random.default_rng(5)
    x = rng.normal(0, 3, (2, 3, 4)).astype(np.float32)
    scales, zeros = rng.uniform(0.01, 0.3, x.shape[axis]), rng.integers(-20, 20, x.shape[axis])
    quant = Quant.per_axis(scales, axis, zeros)
    q, back = quantize_array(x, quant, DType.I8), dequantize_array(quantize_array(x, quant, DType.I8), quant)
    for k in range(x.shape[axis]):
        one = Quant.per_tensor(float(scales[k]), int(zeros[k]))
        assert np.array_equal(q.take(k, axis), quantize_array(x.take(k, axis), one, DType.I8))
        assert np.array_equal(back.take(k, axis), dequantize_array(q.take(k, axis), one))
    assert back.dtype == np.float32


@pytest.mark.parametrize("dtype", [DType.I8, DType.U8, DType.I16, DType.I32])
def test_dequantizing_is_one_product_in_float32(dtype: DType) -> None:
    lo, hi = LIMITS[dtype]
    for scale, zero in ((0.1, lo), (0.007, hi), (3.0, 1)):
        q = np.array([lo, lo + 1, -1 if lo else 1, 0, 1, hi - 1, hi], dtype.numpy)
        q = np.concatenate([q, np.random.default_rng(6).integers(lo, hi, 50, dtype.numpy)])
        found = dequantize_array(q, Quant.per_tensor(scale, zero))
        assert found.dtype == np.float32
        for v, real in zip(q.tolist(), found, strict=True):
            assert real == np.float32(float(np.float32(v - zero)) * float(np.float32(scale)))
    scalar = dequantize_array(np.int8(5), Quant.per_tensor(0.5, 3))
    assert scalar == 1.0 and scalar.dtype == np.float32


def test_tables_hold_the_nearest_values_of_a_function() -> None:
    """Squares are exact in float64, so the table can be told from exact fractions, halves and saturation included."""
    source, target = Quant.per_tensor(0.25, -3), Quant.per_tensor(0.5, -100)
    table = lookup_table(lambda x: x * x - 7.75, source, target)
    exact = [((Fraction(q + 3, 4)) ** 2 - Fraction(31, 4)) / Fraction(1, 2) for q in range(-128, 128)]
    assert table.dtype == np.int8 and table.tolist() == [clamped(half_up(y) - 100, -128, 127) for y in exact]
    assert {127, -115} <= set(table.tolist())
    falling = lookup_table(lambda x: -8 * x, source, target)
    assert falling.tolist() == [clamped(-4 * (q + 3) - 100, -128, 127) for q in range(-128, 128)]
    assert falling[-1] == -128


@pytest.mark.parametrize("scale", [1e-9, 0.01, 0.0404, 0.5, math.log(2), 11.0, 200.0])
def test_the_table_of_softmax_falls_from_one_and_ends_before_zeros(scale: float) -> None:
    table = softmax_table(scale)
    assert table.dtype == np.uint16 and table[0] == 2**SOFTMAX_BITS == 32768 and table.all()
    for d in range(256):
        real = math.exp(-d * scale) * 2**15
        entry = int(table[d]) if d < len(table) else 0
        assert abs(entry - real) <= 0.5 + 1e-9
    assert len(table) == 256 or math.exp(-len(table) * scale) * 2**15 < 0.5


def test_what_the_names_stand_for() -> None:
    assert np.iinfo(np.int32).max == INT32_MAX
    assert AddMultipliers(3, 5, 7) == AddMultipliers(a=3, b=5, shift=7)
