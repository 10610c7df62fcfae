"""The gate of integer models: what sound integers never fail, and what other weights always do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from edgec.converter.graph.errors import Exit
from edgec.quantize.judge.agreement import agreement

Edgec = Callable[..., Any]


def _random(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


def test_what_is_equal_near_unrelated_and_opposite() -> None:
    a = _random(40, 10)
    assert agreement([a], [a], [0.1]) == pytest.approx(1.0)
    assert agreement([a], [a + 0.3 * _random(40, 10, seed=1)], [0.1]) > 0.9
    assert abs(agreement([a], [_random(40, 10, seed=2)], [0.1])) < 0.2
    assert agreement([a], [-a], [0.1]) < -0.3
    assert agreement([a, a], [a, -a], [0.1, 0.1]) < 0.5


def test_outputs_that_hardly_vary_are_judged_by_their_means() -> None:
    mean = np.zeros((40, 10)) + np.eye(10)[3]
    other = np.zeros((40, 10)) + np.eye(10)[4]
    noise = 1e-3 * _random(40, 10)
    assert agreement([mean + noise], [mean], [1 / 256]) > 0.9  # rounding on one side
    assert agreement([mean + noise], [0.9 * mean], [1 / 256]) > 0.5
    assert agreement([mean + noise], [other], [1 / 256]) < 0.1
    assert agreement([170 + 0.01 * noise], [170 + 300 * noise], [0.005]) > 0.9  # a kernel machine far from its samples
    assert agreement([mean], [mean + _random(40, 10)], [1 / 256]) < 0.2  # varies alone
    assert agreement([np.zeros((40, 2))], [np.zeros((40, 2))], [0.1]) == pytest.approx(1.0)


def test_a_common_factor_of_the_inputs_is_not_enough() -> None:
    size = np.linspace(0.1, 1, 40)[:, None]
    pattern, other = 5 + _random(1, 100), -10 * np.ones((1, 100))
    assert agreement([size * pattern], [other - 3 * size * pattern], [0.1]) < 0
    assert agreement([size * pattern], [20 + 3 * size * pattern], [0.1]) < 0.2


def test_what_is_no_number_is_left_out() -> None:
    a = _random(40, 4)
    a[0, 0], a[1, 1] = np.inf, np.nan
    assert agreement([a], [np.nan_to_num(a, posinf=9.0)], [0.1]) == pytest.approx(1.0)
    assert agreement([np.full((3, 2), np.nan)], [np.zeros((3, 2))], [0.1]) == 1.0


def _altered(path: Path, change: Callable[[np.ndarray], np.ndarray]) -> bytes:
    model = onnx.load(path)
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.ndim > 1 and array.dtype == np.float32:
            tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(change(array)), tensor.name))
    return bytes(model.SerializeToString())


@pytest.mark.parametrize("scheme", ["int8", "int4", "int16x8"])
def test_digits(edgec: Edgec, digits: Path, tmp_path: Path, scheme: str) -> None:
    out, source = tmp_path / "out", digits / "digits.onnx"
    words = ("--calibration", digits / "calibration.npz", "--quantize", scheme, "-t", "host", "-o", out, "--keep-model")
    assert edgec("convert", source, *words).code == 0
    for more in ((), ("--data", digits / "evaluation.npz", "--samples", 1)) if scheme == "int8" else ((),):
        ran = edgec("verify", out, "--on", "host", "--json", *more)
        assert ran.code == 0 and json.loads(ran.out)["agreement"] > 0.7, ran.err
    rng = np.random.default_rng(0)
    for change in (np.negative, lambda w: rng.permutation(w.reshape(-1)).reshape(w.shape)):
        (out / "model.onnx").write_bytes(_altered(source, change))
        assert edgec("verify", out, "--on", "host").code == Exit.USAGE  # its hash is another
        ran = edgec("verify", out, "--on", "host", "--allow-edited", "--json")
        assert ran.code == Exit.ACCURACY and "--min-agreement" in ran.err and json.loads(ran.out)["agreement"] < 0.3
        if scheme != "int8":
            return
    assert edgec("verify", out, "--on", "host", "--allow-edited", "--min-agreement", -1).code == 0
