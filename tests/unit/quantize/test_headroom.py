"""int16 keeps a bit for values larger than any that calibration saw."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.conv import DenseAttrs
from edgec.converter.ops.elementwise import relu
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges import calibrate as calibration
from edgec.quantize.ranges.scheme import Range, Scheme
from edgec.quantize.ranges.simulate import run_float
from edgec.samples.loss import simulated
from tests.builders.quant_graphs import Net, real

X = np.clip(real(64, 1, 16), -2, 2)


def net() -> Graph:
    n = Net()
    h = n.weighted(
        "Dense", DenseAttrs(), n.input((1, 16)), real(24, 16, seed=1, scale=0.3), real(24, seed=2, scale=0.1)
    )
    h = n.op("Unary", relu(), h)
    return n.done(n.weighted("Dense", DenseAttrs(), h, real(5, 24, seed=3, scale=0.3), real(5, seed=4, scale=0.1)))


def ratio(x: Array) -> float:
    made = quantize_model(net(), [X], QuantizeOptions(Scheme.INT16X8))
    return sqnr_db(run_float(net(), [x])[0], simulated(made, [x])[0])


def test_unseen_samples_of_almost_twice_the_size_are_not_clipped(monkeypatch: pytest.MonkeyPatch) -> None:
    larger = X * np.float32(1.8)
    seen, unseen = ratio(X), ratio(larger)
    assert unseen > seen - 1.0
    monkeypatch.setattr(calibration, "HEADROOM", 1.0)
    assert ratio(larger) < unseen - 15.0  # clipped: the room is what did it
    assert ratio(X) < seen + 1.0  # and it costs next to nothing: int8 weights decide


def test_int8_has_no_steps_to_spare() -> None:
    found = calibration.calibrate(net(), [X], "minmax")
    assert found.spans()["x"] == Range(-2.0, 2.0)
    assert found.spans(DType.I16)["x"] == Range(-4.0, 4.0)
