"""Scales, integer weights, bias and accumulator bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgec.converter.arithmetic.fixed_point import dequantize_array
from edgec.converter.graph.ir import DType, Quant
from edgec.quantize.integers.weights import LayerTypes, accumulator_bound, quantize_weights
from edgec.quantize.ranges.scheme import (
    INT32_MAX,
    WEIGHT_MAX,
    Range,
    activation_quant,
    constant_quant,
    grid,
    quantize_constant,
    stored_quant,
)
from tests.builders.quant_graphs import real

IN, OUT = Quant.per_tensor(0.05, -128), Quant.per_tensor(0.1, 3)
LAYER = LayerTypes(IN, OUT)
FINITE = st.floats(-(2.0**100), 2.0**100, width=32)


@given(FINITE, FINITE)
def test_activation_quant_has_an_exact_zero_and_covers_the_range(a: float, b: float) -> None:
    r = Range.of(min(a, b), max(a, b))
    q = activation_quant(r)
    assert q.s > 0
    assert -128 <= q.z <= 127
    if r.hi - r.lo >= 1e-30:
        assert (-128 - q.z) * q.s <= r.lo + 0.51 * q.s
        assert (127 - q.z) * q.s >= r.hi - 0.51 * q.s


def test_ranges_with_a_border_at_zero_use_all_steps() -> None:
    assert activation_quant(Range(0.0, 255.0)) == Quant.per_tensor(1.0, -128)
    assert activation_quant(Range(-255.0, 0.0)) == Quant.per_tensor(1.0, 127)


def test_all_zero_ranges_are_legal() -> None:
    assert activation_quant(Range(0.0, 0.0)).s > 0
    assert activation_quant(Range(0.0, 1e-40)).s > 1e-30
    assert constant_quant(np.empty((0,), np.float32)).s > 0


def test_a_scalar_constant_is_exact() -> None:
    value = np.array([0.3], np.float32)
    quant = constant_quant(value)
    np.testing.assert_allclose(dequantize_array(quantize_constant(value, quant), quant), value, rtol=1e-6)


def test_weights_are_symmetric_per_channel() -> None:
    w, b = real(6, 3, 3, 4), real(6)
    made = quantize_weights(w, b, LAYER)
    assert made.data.dtype == np.int8
    assert made.bias.dtype == np.int32
    np.testing.assert_array_equal(np.abs(made.data.reshape(6, -1).astype(int)).max(axis=1), WEIGHT_MAX[DType.I8])
    np.testing.assert_allclose(made.data * made.scale[:, None, None, None], w, atol=float(made.scale.max()) / 2 * 1.001)
    np.testing.assert_allclose(made.bias * (IN.s * made.scale.astype(np.float64)), b, atol=IN.s * made.scale.max())


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([0.0, 1e-38, 1e-20, 1e-6, 1.0, 1e6]), min_size=1, max_size=4),
    st.sampled_from([0.0, 1e-20, 1.0, -3e4, 1e9]),
    st.sampled_from([1, 9, 40_000]),
    st.sampled_from([-128, 0, 127]),
)
def test_no_accumulator_overflows_whatever_the_weights(magnitudes: list[float], bias: float, k: int, zero: int) -> None:
    w = np.outer(magnitudes, np.resize([1.0, -0.5, 0.25], k)).astype(np.float32)
    b = np.full(len(magnitudes), bias, np.float32)
    source = Quant.per_tensor(0.02, zero)
    made = quantize_weights(w, b, LayerTypes(source, OUT))
    bound = accumulator_bound(made.data.astype(np.float64), made.bias.astype(np.float64), zero)
    assert (bound <= INT32_MAX).all()
    unit = source.s * made.scale.astype(np.float64)
    assert (np.abs(made.bias * unit - b) <= unit * 0.51).all()
    largest = np.maximum(np.abs(w).max(axis=1) * source.s, np.abs(b) / 1e5)
    assert (unit <= np.maximum(largest, OUT.s / 200)).all()


def test_the_bound_is_reached_by_the_worst_input() -> None:
    q = np.array([[127.0, -127.0, 5.0]])
    worst = np.where(q > 0, 127 - -128, -128 - -128) @ q[0]
    assert accumulator_bound(q, np.array([0.0]), -128)[0] >= abs(worst[0])


def test_given_integers_come_back_exactly() -> None:
    q = np.random.default_rng(0).integers(-127, 128, (5, 7)).astype(np.int8)
    given_quant = Quant.per_axis(np.linspace(0.001, 0.3, 5), 0)
    w = dequantize_array(q, given_quant)
    bias = np.array([0, 1, -5, 100_000, 2**20])
    real_bias = (bias * (np.float32(IN.s) * np.asarray(given_quant.scale, np.float32))).astype(np.float32)
    made = quantize_weights(w, real_bias, LAYER, given_quant)
    assert not made.changed
    np.testing.assert_array_equal(made.data, q)
    np.testing.assert_array_equal(made.bias, bias)
    np.testing.assert_array_equal(made.scale, np.asarray(given_quant.scale, np.float32))


@pytest.mark.parametrize("zero", [128, 100])
def test_uint8_weights_keep_their_distance_from_zero(zero: int) -> None:
    q = np.random.default_rng(0).integers(zero - 90, zero + 90, (4, 6)).astype(np.uint8)
    given_quant = Quant.per_tensor(0.01, zero)
    made = quantize_weights(dequantize_array(q, given_quant), np.zeros(4, np.float32), LAYER, given_quant)
    assert not made.changed
    np.testing.assert_array_equal(made.data, q.astype(int) - zero)


def test_minus_128_and_differences_of_nine_bits_are_kept_and_wider_channels_rescaled() -> None:
    steps = np.zeros((3, 200))
    steps[0, :100] = np.arange(-49, 51)
    steps[0, 0] = -128
    steps[1] = np.linspace(-255, 255, 200).round()
    steps[2] = np.linspace(-1000, 1000, 200).round()
    scales = np.array([[0.5], [0.25], [0.25]])
    w = (steps * scales).astype(np.float32)
    given_quant = Quant.per_axis(scales[:, 0], 0)
    made = quantize_weights(w[:1], np.zeros(1, np.float32), LAYER, Quant.per_tensor(0.5))
    assert made.data.dtype == np.int8
    np.testing.assert_array_equal(made.data, steps[:1])
    made = quantize_weights(w[:2], np.zeros(2, np.float32), LAYER, Quant.per_axis(scales[:2, 0], 0))
    assert not made.changed
    np.testing.assert_array_equal(made.data, steps[:2])
    made = quantize_weights(w, np.zeros(3, np.float32), LAYER, given_quant)
    assert made.changed
    np.testing.assert_array_equal(made.data[:2], steps[:2])
    np.testing.assert_allclose(made.data[2] * made.scale[2], w[2], atol=1.01)


def test_values_off_the_grid_or_along_another_axis_are_requantized() -> None:
    w = real(4, 5)
    assert grid(w, Quant.per_tensor(0.01)) is None
    assert quantize_weights(w, real(4), LAYER, Quant.per_tensor(0.01)).changed
    along_inputs = Quant.per_axis(np.full(5, 0.5), 1)
    assert quantize_weights(np.rint(w) * np.float32(0.5), real(4), LAYER, along_inputs).changed


def test_stored_quant_shifts_uint8_constants() -> None:
    quant = Quant.per_tensor(0.1, 200)
    values = dequantize_array(np.array([0, 255, 200], np.uint8), quant)
    assert stored_quant(values, quant) == Quant.per_tensor(0.1, 72)
    assert stored_quant(values + np.float32(0.05), quant) is None
