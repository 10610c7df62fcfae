"""Factors in multiples of 2**-31: what two roundings make of them, and what they cost."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgec.codegen.kernels.cmsis_nn.factors import as_stored
from edgec.converter.arithmetic.fixed_point import (
    Multiplier,
    multiplier,
    multiplier_q31,
    product_multiplier,
    requantize,
)
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant, Tensor, constant
from edgec.converter.ops.conv import DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.quantize.rewrite.q31 import with_q31


def twice_rounded(acc: Array, m: int, shift: int) -> Array:
    """gemmlowp's rounding: the doubling high half of a product, rounded, then a shift that rounds halves away."""
    high = (acc.astype(np.int64) * m + (1 << 30)) >> 31
    if shift == 0:
        return np.asarray(high)
    mask = (1 << shift) - 1
    return np.asarray((high >> shift) + ((high & mask) > (mask >> 1) + (high < 0)))


def differing(factor: Multiplier, m: int, shift: int) -> int:
    """Count the sums that come out otherwise, of 20,000 that mostly lie near halves."""
    rng = np.random.default_rng(factor.m)
    acc = np.rint((rng.integers(-200, 200, 20_000) + 0.5) / (factor.m / 2.0**factor.shift)).astype(np.int64)
    once = requantize(acc, factor, 0, -(2**31), 2**31 - 1)
    return int((once != twice_rounded(acc, m, shift)).sum())


@given(st.floats(1e-9, 0.999))
def test_a_factor_is_a_multiple_of_two_to_the_minus_31(real: float) -> None:
    found = multiplier_q31(real)
    value = found.m / 2.0**found.shift
    assert (value * 2.0**31).is_integer() and abs(value - real) <= 2.0**-32
    assert found.m == 0 or 2**30 <= found.m < 2**31


@given(st.floats(1.0, 2.0**29))
def test_a_factor_of_one_and_more_is_the_usual_one(real: float) -> None:
    assert multiplier_q31(real) == multiplier(real)


@pytest.mark.parametrize("real", [-1.0, math.inf, math.nan])
def test_unusable_factors_are_refused(real: float) -> None:
    with pytest.raises(OutOfProportion):
        multiplier_q31(real)


def test_two_roundings_round_once_what_is_a_multiple() -> None:
    usual = 0
    for real in np.exp(np.random.default_rng(0).uniform(-12, -0.1, 40)):
        found = multiplier_q31(float(real))
        assert differing(found, found.m >> (found.shift - 31), 0) == 0
        normalized = multiplier(float(real))
        usual += differing(normalized, normalized.m, normalized.shift - 31)
    assert usual > 1000  # so the check sees what two roundings do


def test_layers_with_weights_are_marked_and_nothing_else() -> None:
    one, rows = Quant.per_tensor(0.5, 3), Quant.per_axis([0.1, 0.2], 0)
    tensors = {
        "x": Tensor("x", (1, 4), DType.I8, one),
        "w": constant("w", np.ones((2, 4), np.int8), rows),
        "b": constant("b", np.zeros(2, np.int32), Quant.per_axis([0.05, 0.1], 0)),
        "y": Tensor("y", (1, 2), DType.I8, one),
    }
    graph = Graph("g", ("x",), ("y",), tensors, (Node("Dense", "d", ("x", "w", "b"), ("y",), DenseAttrs()),))
    marked = with_q31(graph)
    assert [t.name for t in marked.tensors.values() if t.quant is not None and t.quant.q31] == ["w"]
    assert with_q31(marked).tensors["w"].quant == marked.tensors["w"].quant


def test_products_of_tensors_are_marked_at_their_output() -> None:
    quants = {"x": Quant.per_tensor(0.043, 3), "y": Quant.per_tensor(0.017, -9), "z": Quant.per_tensor(0.0213, 5)}
    tensors = {name: Tensor(name, (1, 4096), DType.I8, quant) for name, quant in quants.items()}
    node = Node("Binary", "m", ("x", "y"), ("z",), BinaryAttrs(BinaryFn.MUL))
    marked = with_q31(Graph("g", ("x", "y"), ("z",), tensors, (node,)))
    assert [t.name for t in marked.tensors.values() if t.quant is not None and t.quant.q31] == ["z"]
    a, b, out = (marked.tensors[name].quant for name in "xyz")
    assert a is not None and b is not None and out is not None
    factor = product_multiplier(a, b, out)
    assert factor == multiplier_q31(a.s * b.s / out.s) != product_multiplier(a, b, quants["z"])
    acc = np.arange(-255 * 255, 255 * 255 + 1, 7, dtype=np.int64)
    once = requantize(acc, factor, 0, -(2**31), 2**31 - 1)
    assert np.array_equal(twice_rounded(acc, *as_stored(factor)), once)
    sums = Graph("g", ("x", "y"), ("z",), tensors, (replace(node, attrs=BinaryAttrs(BinaryFn.ADD)),))
    assert not any(t.quant.q31 for t in with_q31(sums).tensors.values() if t.quant is not None)
