"""Observers and calibration."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.elementwise import UnaryAttrs, UnaryFn, relu
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.observers import CALIBRATORS, MinMax, Percentile, median
from edgec.quantize.ranges.scheme import Range
from tests.builders.quant_graphs import Net, real


def chain() -> Graph:
    net = Net()
    y = net.op("Unary", relu(), net.input((1, 100)), name="positive")
    return net.done(net.op("Unary", UnaryAttrs(UnaryFn.NEG), y, name="negative"))


def test_minmax_ranges_hold_zero() -> None:
    x = real(7, 1, 100) + 3
    found = calibrate(chain(), [x], "minmax").spans()
    assert found["x"] == Range(min(0.0, float(x.min())), float(x.max()))
    assert found["negative"].lo == -float(x.max())
    assert found["negative"].hi == 0.0


def test_percentile_cuts_outliers_but_not_at_inputs_and_outputs() -> None:
    x = real(200, 1, 100)
    x[5, 0, 7] = 1000
    found = calibrate(chain(), [x], "percentile").spans()
    assert found["x"].hi == 1000
    assert found["negative"].lo == -1000
    assert 3 < found["positive"].hi < 6


@pytest.mark.parametrize("calibrator", CALIBRATORS)
def test_result_does_not_depend_on_how_values_are_grouped(calibrator: str) -> None:
    values = np.random.default_rng(0).standard_cauchy(5000)
    whole, parts = CALIBRATORS[calibrator](), CALIBRATORS[calibrator]()
    whole.update(values)
    for part in np.array_split(values, 37):
        parts.update(part)
    assert whole.range() == parts.range()


def test_percentile_is_near_the_true_quantile() -> None:
    values = np.random.default_rng(0).standard_normal(200_000)
    observer = Percentile(99.0)
    for part in values.reshape(100, -1):
        observer.update(part)
    lo, hi = np.quantile(values, [0.005, 0.995])
    assert observer.range().lo == pytest.approx(lo, abs=0.01)
    assert observer.range().hi == pytest.approx(hi, abs=0.01)


def test_few_values_lose_nothing() -> None:
    observer = Percentile()
    observer.update(np.array([-1.5, 0.0, 7.25]))
    assert observer.range() == Range(-1.5, 7.25)


@pytest.mark.parametrize("observer", [MinMax(), Percentile()])
def test_all_zero(observer: MinMax | Percentile) -> None:
    observer.update(np.zeros(10))
    assert observer.range() == Range(0.0, 0.0)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_that_are_not_finite_name_the_tensor(bad: float) -> None:
    x = real(50, 1, 100)
    x[40, 0, 3] = bad
    with pytest.raises(UsageError, match=r"input 'x'.*NaN or infinite.*from number 32 on"):
        calibrate(chain(), [x])


def test_intermediate_infinity_names_the_tensor() -> None:
    net = Net()
    graph = net.done(net.op("Unary", UnaryAttrs(UnaryFn.LOG), net.input((1, 2)), name="logs"))
    with pytest.raises(UsageError, match="tensor 'logs'"):
        calibrate(graph, [np.zeros((1, 1, 2), np.float32)])


def test_no_samples_and_unknown_calibrator() -> None:
    with pytest.raises(UsageError, match="no samples"):
        calibrate(chain(), [np.empty((0, 1, 100), np.float32)])
    with pytest.raises(UsageError, match=r"choose one of auto, minmax, percentile, mse$"):
        calibrate(chain(), [real(1, 1, 100)], "best")


def test_deterministic() -> None:
    x = real(100, 1, 100)
    assert calibrate(chain(), [x], "percentile") == calibrate(chain(), [x], "percentile")


def test_values_beyond_float32_are_infinite() -> None:
    net = Net()
    graph = net.done(net.op("Unary", UnaryAttrs(UnaryFn.EXP), net.input((1, 4)), name="grown"))
    with pytest.raises(UsageError, match=r"tensor 'grown'.*NaN or infinite.*from number 0 on"):
        calibrate(graph, [np.full((2, 1, 4), 100, np.float32)])


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_median_is_the_middle_value(count: int) -> None:
    """The value is numpy's, for odd and even numbers of values."""
    values = np.random.default_rng(count).normal(0, 3, count)
    assert median(values) == np.median(values)
