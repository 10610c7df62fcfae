"""The tables of integer features, of which numpy and C compute the same bytes."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import numpy.typing as npt

from edgec.codegen.features.spec import LOGS, FeatureSpec, cosines, gains, triangles, window
from edgec.converter.graph.frozen import dataclass

Ints = npt.NDArray[np.int64]
WEIGHT_BITS = 15
STAGE_BITS = 13
"""Parts up to 2**13 grow to at most 2**13 * (1 + sqrt 2), which fits 16 bits."""
LINE_BITS = 36
"""Lines of a band are scaled below 2**36: with weights of 15 bits and at most 2**10 lines sums are below 2**61."""
MAGNITUDE_BITS = 16
"""Fraction of magnitudes."""
LOG_BITS, LOG_STEPS = 20, 7
"""Fraction of logarithms; the table has 2**7 steps, with linear interpolation between."""
FEATURE_BITS = 16
"""Fraction of features."""
SCORE_BITS = 24
"""Bits of the factors of z-scores: a difference of features times one stays below 2**57."""
SCALE_BITS = 28
"""Fraction of the factor from log2."""


@dataclass(frozen=True)
class Band:
    """A triangle: its first line, its weights, what is added to the logarithm, the floor as mantissa * 2**exponent."""

    first: int
    weights: tuple[int, ...]
    offset: int
    floor: int
    exponent: int


@dataclass(frozen=True)
class FeatureTables:
    """All constants; ``turns`` is [fft / 2, 2]: cosine and minus sine of the angles k / fft, in Q31 or Q15."""

    window: Ints
    turns: Ints
    bands: tuple[Band, ...]
    logs: Ints
    scale: int
    cosines: Ints
    cosine_shift: int
    scores: tuple[tuple[int, int, int], ...]
    """For each feature its mean, the reciprocal of its deviation and by how many bits that is shifted."""


@cache
def tables(spec: FeatureSpec) -> FeatureTables:
    """The constants of features."""
    angle = -2.0 * np.pi * np.arange(spec.fft // 2) / spec.fft
    bits = fraction_bits(spec)
    turns = np.minimum(_rounded(np.stack([np.cos(angle), np.sin(angle)], 1) * 2.0**bits), 2**bits - 1)
    steps = np.arange(2**LOG_STEPS + 1) / 2**LOG_STEPS
    matrix = cosines(spec)
    largest = float(np.abs(matrix).max(initial=2.0**-20))
    shift = 14 - math.frexp(largest)[1] + 1
    return FeatureTables(
        np.minimum(_rounded(window(spec) * 2.0**bits), 2**bits - 1),
        turns,
        tuple(_band(spec, row, float(gain)) for row, gain in zip(triangles(spec), gains(spec), strict=True)),
        _rounded(np.log2(1.0 + steps) * 2.0**LOG_BITS),
        round(LOGS[spec.log] * 2.0**SCALE_BITS),
        np.clip(_rounded(matrix * 2.0**shift), -(2**15), 2**15 - 1),
        shift,
        tuple(_score(*pair) for pair in zip(spec.means, spec.deviations, strict=True)),
    )


def _score(mean: float, deviation: float) -> tuple[int, int, int]:
    shift = SCORE_BITS - math.frexp(1.0 / deviation)[1]
    return round(mean * 2.0**FEATURE_BITS), round(2.0**shift / deviation), shift


def _band(spec: FeatureSpec, row: npt.NDArray[np.float64], gain: float) -> Band:
    lines = np.flatnonzero(row)
    weights = _rounded(row[lines[0] : lines[-1] + 1] * 2.0**WEIGHT_BITS)
    mantissa, exponent = math.frexp(spec.floor / gain)
    offset = round(LOGS[spec.log] * math.log2(gain) * 2.0**FEATURE_BITS)
    return Band(int(lines[0]), tuple(int(w) for w in weights), offset, int(mantissa * 2.0**32), exponent - 32)


def fraction_bits(spec: FeatureSpec) -> int:
    """The fraction of window and turns."""
    return spec.fft_bits - 1


def headroom_bits(spec: FeatureSpec) -> int:
    """Windowed samples are scaled to at most 2**this.

    Of 2**29 no stage of the transform leaves 32 bits, and no sum of products 64; of 2**14 stages that would leave 16
    bits are shifted (``stage_shift``).
    """
    return 29 if spec.fft_bits == 32 else 14


def stage_shift(bits: Ints) -> Ints:
    """By how many bits a stage of 16-bit words is shifted, whose inputs are within -2**bits and 2**bits - 1."""
    return np.asarray(np.maximum(bits - STAGE_BITS, 0))


def split_shift(bits: Ints) -> Ints:
    """By how many bits the 16-bit words of the last stage are shifted, so that powers of lines fit 32 bits."""
    return np.asarray(np.maximum(bits - STAGE_BITS - 1, 0))


def exponent_of(spec: FeatureSpec) -> int:
    """The binary exponent of a band's sum of products, of samples and lines that were not scaled."""
    halved = spec.fft.bit_length() - 1 if spec.fft_bits == 32 else 0
    spectrum = halved - 15 - fraction_bits(spec)
    return (2 * spectrum if spec.power == 2 else spectrum - MAGNITUDE_BITS) - WEIGHT_BITS


def _rounded(values: npt.NDArray[np.float64]) -> Ints:
    return np.floor(values + 0.5).astype(np.int64)
