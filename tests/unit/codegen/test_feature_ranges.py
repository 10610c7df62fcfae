"""No integer of the front end overflows: the proof, and mistakes in its tables that it must refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from edgec.codegen.features import ranges
from edgec.codegen.features.ranges import proven
from edgec.codegen.features.spec import FeatureSpec
from edgec.codegen.features.tables import FeatureTables, tables
from edgec.codegen.features.twin import integer_features
from edgec.converter.graph.errors import EdgecError
from tests.unit.codegen import test_features, test_features_motion

SPECS = {**test_features.ALL, **test_features_motion.SPECS}
LARGEST = FeatureSpec(
    frame=4096, hop=4096, fft=4096, bands=256, coefficients=256, high_hz=8000.0, low_hz=0.0, log="db", floor=1e-20,
    mel="linear",
)  # fmt: skip
SCORED = test_features_motion.SPECS["z-scores"]


LARGEST_SHORT = replace(LARGEST, fft_bits=16)


@pytest.mark.parametrize("spec", [*SPECS.values(), LARGEST, LARGEST_SHORT], ids=[*SPECS, "largest", "largest short"])
def test_every_step_fits(spec: FeatureSpec) -> None:
    assert all(0 < one.largest <= one.limit for one in proven(spec))


@pytest.mark.parametrize("name", ["log-mel", "mfcc", "spectrogram", "motion", "mfcc, 16 bits"])
def test_no_feature_is_beyond_its_bound(name: str) -> None:
    spec = SPECS[name]
    found = proven(spec)
    bound = {one.step: one.largest for one in found}
    samples = test_features_motion.moved(spec, 2000)
    values = np.abs(integer_features(spec, samples).astype(np.int64))
    spectral = np.arange(spec.features) % spec.features_of_axis >= len(spec.statistics)
    assert values[:, spectral].max() <= bound["coefficient" if spec.coefficients else "energy"]


def mistaken(t: FeatureTables, **changes: Any) -> FeatureTables:
    """The tables with a mistake."""
    return replace(t, **changes)


MISTAKES = {
    "turns of twice the length": (LARGEST, lambda t: mistaken(t, turns=2 * t.turns), "transform, stage"),
    "a window above 1": (LARGEST, lambda t: mistaken(t, window=8 * t.window), "window, value"),
    "turns of twice the length, 16 bits": (
        LARGEST_SHORT, lambda t: mistaken(t, turns=2 * t.turns), "transform, product of 15 bits"
    ),
    "a window above 1, 16 bits": (LARGEST_SHORT, lambda t: mistaken(t, window=4 * t.window), "window, "),
    "weights of 18 bits": (
        LARGEST,
        lambda t: mistaken(t, bands=(replace(t.bands[0], weights=(2**18,)), *t.bands[1:])),
        "bands, weight",
    ),
    "a floor of 35 bits": (
        LARGEST,
        lambda t: mistaken(t, bands=(replace(t.bands[0], floor=2**35), *t.bands[1:])),
        "bands, sum and floor",
    ),
    "an offset": (
        LARGEST, lambda t: mistaken(t, bands=(replace(t.bands[0], offset=2**31), *t.bands[1:])), "energy",
    ),
    "a factor of the logarithm": (LARGEST, lambda t: mistaken(t, scale=t.scale << 12), "logarithm, scaled"),
    "cosines without their shift": (LARGEST, lambda t: mistaken(t, cosine_shift=1), "coefficient"),
    "a factor of a z-score": (SCORED, lambda t: mistaken(t, scores=((0, 2**33, 5),)), "z-score of feature 0"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_refused(name: str) -> None:
    spec, change, step = MISTAKES[name]
    with pytest.raises(EdgecError, match=f"features: {step}.* can reach"):
        proven(spec, change(tables(spec)))


@pytest.mark.parametrize(
    ("constant", "value", "spec", "step"),
    [
        ("headroom_bits", lambda _: 31, LARGEST, "window, value|transform"),
        ("stage_shift", lambda bits: np.maximum(bits - 14, 0), LARGEST_SHORT, "transform, value of 14 bits"),
        ("split_shift", lambda bits: 0 * bits, LARGEST_SHORT, "lines, "),
        ("LINE_BITS", 55, LARGEST, "bands, sum"),
        ("FULL_SCALE", 2**22, SCORED, "statistics"),
    ],
)
def test_a_scale_without_room_is_refused(
    constant: str, value: Any, spec: FeatureSpec, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranges, constant, value)
    with pytest.raises(EdgecError, match=f"features: ({step})"):
        proven(spec)
