"""No integer of the front end leaves its type: bounds of every step, from the tables that Python and C share.

Bounds are whole numbers and rounded up.  A complex value of magnitude m, turned by a factor of magnitude w, has parts
of at most m * w; that is how a stage of the transform (decimation in time, halved) keeps magnitudes where they are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import isqrt

import numpy as np

from edgec.codegen.features.spec import FeatureSpec
from edgec.codegen.features.tables import (
    FEATURE_BITS,
    LINE_BITS,
    LOG_BITS,
    MAGNITUDE_BITS,
    SCALE_BITS,
    FeatureTables,
    exponent_of,
    fraction_bits,
    headroom_bits,
    split_shift,
    stage_shift,
    tables,
)
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.frozen import dataclass

INT16, INT32, UINT32, INT64, UINT64 = 2**15 - 1, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1
FULL_SCALE = 2**15
FLOOR_UP = 30  # the most that a floor is shifted up


@dataclass(frozen=True)
class StepRange:
    """The largest magnitude of a step's integers, and what its type holds."""

    step: str
    largest: int
    limit: int

    @property
    def spare_bits(self) -> int:
        """Bits of the type that the largest magnitude leaves."""
        return self.limit.bit_length() - self.largest.bit_length()


def proven(spec: FeatureSpec, t: FeatureTables | None = None) -> tuple[StepRange, ...]:
    """The range of every step, all of which fit.

    Args:
        spec: what the features are.
        t: its tables, where they are not those of ``tables``.

    Raises:
        EdgecError: an integer could overflow; names step, bound and limit.
    """
    step_ranges = tuple(_ranges(spec, t or tables(spec)))
    for one in step_ranges:
        if one.largest > one.limit:
            raise EdgecError(f"features: {one.step} can reach {one.largest:,}, above {one.limit:,}: a bug of edgec")
    return step_ranges


def _ranges(spec: FeatureSpec, t: FeatureTables) -> Iterator[StepRange]:
    if spec.statistics:
        yield from _statistics(spec)
    if spec.energies:
        line = yield from (_transform if spec.fft_bits == 32 else _transform_of_16_bits)(spec, t)
        yield from _logarithms(spec, t, line)
    for i, (mean, factor, bits) in enumerate(t.scores):
        yield StepRange(
            f"z-score of feature {i}, product", (2**31 + abs(mean)) * abs(factor) + (1 << (bits - 1)), INT64
        )


def _statistics(spec: FeatureSpec) -> Iterator[StepRange]:
    """Statistics of all samples at the end of their range; std and rms are held to 32 bits by a comparison."""
    total, squares = spec.frame * FULL_SCALE, spec.frame * FULL_SCALE**2
    yield StepRange("statistics, sum", total, INT32)
    yield StepRange("statistics, mean's dividend", total << FEATURE_BITS, INT64)
    yield StepRange("statistics, frame * squares", spec.frame * squares, UINT64)
    yield StepRange("statistics, root", _root(spec.frame * squares), UINT64)
    yield StepRange("statistics, sample", FULL_SCALE << FEATURE_BITS, INT32 + 1)  # only the negative end
    yield StepRange("statistics, crossings", (spec.frame - 1) << FEATURE_BITS, INT32)


def _transform(spec: FeatureSpec, t: FeatureTables) -> Generator[StepRange, None, int]:
    """Window, stages and lines; gives back the largest line."""
    part = yield from _window(spec, t, INT64, INT32)
    turn = _turn(t)
    most = isqrt(2 * part * part) + 1
    for stage in range(1, spec.fft.bit_length() - 1):
        total = most * 2**31 + most * turn + 2**31
        yield StepRange(f"transform, stage {stage}, sum", total, INT64)
        most = (total >> 32) + 2
        yield StepRange(f"transform, stage {stage}, value", most, INT32)
    yield StepRange("lines, difference", 2 * most, INT32)
    total = 2 * most * 2**31 + 2 * most * turn + 2**32
    yield StepRange("lines, sum", total, INT64)
    part = (total >> 33) + 1
    yield StepRange("lines, part", part, INT32)
    power = 2 * part * part
    yield StepRange("lines, power", power, UINT64)
    return power if spec.power == 2 else _root(power)


def _transform_of_16_bits(spec: FeatureSpec, t: FeatureTables) -> Generator[StepRange, None, int]:
    """Window, stages and lines; gives back the largest line.  Stages are shifted by the bits of their own inputs."""
    yield from _window(spec, t, INT32, INT16)
    turn = _turn(t)
    for bits in range(10, 16):
        down = int(stage_shift(np.array(bits)))
        product = isqrt(2 * 4**bits * turn * turn) + 1
        total = (2 ** (bits + 14)) + (1 << (13 + down)) + (product >> 1) + 1
        yield StepRange(f"transform, product of {bits} bits", product, INT32)
        yield StepRange(f"transform, sum of {bits} bits", total, INT32)
        yield StepRange(f"transform, value of {bits} bits", (total >> (14 + down)) + 1, INT16)
    part = max((2**bits >> int(split_shift(np.array(bits)))) + 1 for bits in range(16))
    product = isqrt(2 * (2 * part * turn) ** 2) + (1 << 14)
    yield StepRange("lines, product", product, INT32)
    # a line is half of (a + b) + turned (a - b), of values a and b whose parts are at most `part`
    magnitude = (isqrt(2 * part * part) + 1) * (2**15 + turn) // 2**15 + 3
    yield StepRange("lines, power", magnitude**2, UINT32)
    return magnitude**2 if spec.power == 2 else _root(magnitude**2)


def _window(spec: FeatureSpec, t: FeatureTables, wide: int, narrow: int) -> Generator[StepRange, None, int]:
    """The window's products, which ``wide`` holds, and its values, which ``narrow`` holds; gives back the largest."""
    window, more = max(abs(int(w)) for w in t.window), fraction_bits(spec) - headroom_bits(spec)
    yield StepRange("window, product", FULL_SCALE * window + (1 << (15 + more)), wide)
    downs = [(bits, bits + more) for bits in range(1, 17)]
    part = max(((1 << bits) * window + (1 << (down - 1))) >> down for bits, down in downs)
    yield StepRange("window, value", part, narrow)
    return part


def _turn(t: FeatureTables) -> int:
    """At least the magnitude of every turn."""
    return isqrt(max(int(re) ** 2 + int(im) ** 2 for re, im in t.turns.tolist())) + 1


def _logarithms(spec: FeatureSpec, t: FeatureTables, line: int) -> Iterator[StepRange]:
    """Bands, logarithms and the cosine transform of lines that are at most ``line``."""
    weights = max(sum(b.weights) for b in t.bands)
    total = min(line, 2**LINE_BITS - 1) * weights
    floor = max(b.floor for b in t.bands) << FLOOR_UP
    yield StepRange("bands, weight", max(max(b.weights) for b in t.bands), 2**16 - 1)
    yield StepRange("bands, sum and floor", total + floor, UINT64)
    octaves = 2 if spec.power == 2 else 1
    low = exponent_of(spec) + octaves * (fraction_bits(spec) - headroom_bits(spec))
    stages = 0 if spec.fft_bits == 32 else 2 * spec.fft.bit_length()
    high = low + octaves * (16 + stages) + max(line.bit_length() - LINE_BITS, 0)
    high = max(high, *(b.exponent - FLOOR_UP for b in t.bands)) + 64
    logarithm = max(abs(low), abs(high)) << LOG_BITS
    yield StepRange("logarithm", logarithm, INT32)
    bits = LOG_BITS + SCALE_BITS - FEATURE_BITS
    scaled = logarithm * t.scale + (1 << (bits - 1))
    yield StepRange("logarithm, scaled", scaled, INT64)
    energy = (scaled >> bits) + 1 + max(abs(b.offset) for b in t.bands)
    yield StepRange("energy", energy, INT32)
    if spec.coefficients:
        row = max(sum(map(abs, row)) for row in t.cosines.tolist())
        total = energy * row + (1 << (t.cosine_shift - 1))
        yield StepRange("coefficients, sum", total, INT64)
        yield StepRange("coefficient", (total >> t.cosine_shift) + 1, INT32)


def _root(power: int) -> int:
    """At most the square root with its fraction."""
    return (isqrt(power) + 1) << MAGNITUDE_BITS
