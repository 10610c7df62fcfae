"""No integer of the front end leaves its type: bounds of every step, from the tables that Python and C share.

Bounds are whole numbers and rounded up.  A complex value of magnitude m, turned by a factor of magnitude w, has parts
of at most m * w; that is how a stage of the transform (decimation in time, halved) keeps magnitudes where they are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import isqrt

from edgec.codegen.features.spec import FeatureSpec
from edgec.codegen.features.tables import (
    FEATURE_BITS,
    HEADROOM_BITS,
    LINE_BITS,
    LOG_BITS,
    MAGNITUDE_BITS,
    SCALE_BITS,
    WINDOW_BITS,
    FeatureTables,
    exponent_of,
    tables,
)
from edgec.converter.graph.errors import EdgecError

INT32, INT64, UINT64 = 2**31 - 1, 2**63 - 1, 2**64 - 1
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
    found = tuple(_ranges(spec, t or tables(spec)))
    for one in found:
        if one.largest > one.limit:
            raise EdgecError(f"features: {one.step} can reach {one.largest:,}, above {one.limit:,}: a bug of edgec")
    return found


def _ranges(spec: FeatureSpec, t: FeatureTables) -> Iterator[StepRange]:
    if spec.statistics:
        yield from _statistics(spec)
    if spec.energies:
        line = yield from _transform(spec, t)
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
    window = max(abs(int(w)) for w in t.window)
    yield StepRange("window, product", FULL_SCALE * window + (1 << (15 + WINDOW_BITS - HEADROOM_BITS)), INT64)
    downs = [(bits, bits + WINDOW_BITS - HEADROOM_BITS) for bits in range(1, 17)]
    part = max((2**bits * window + (1 << (down - 1))) >> down for bits, down in downs)
    yield StepRange("window, value", part, INT32)
    turn = isqrt(max(int(re) ** 2 + int(im) ** 2 for re, im in t.turns.tolist())) + 1
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


def _logarithms(spec: FeatureSpec, t: FeatureTables, line: int) -> Iterator[StepRange]:
    """Bands, logarithms and the cosine transform of lines that are at most ``line``."""
    weights = max(sum(b.weights) for b in t.bands)
    total = min(line, 2**LINE_BITS - 1) * weights
    floor = max(b.floor for b in t.bands) << FLOOR_UP
    yield StepRange("bands, weight", max(max(b.weights) for b in t.bands), 2**16 - 1)
    yield StepRange("bands, sum and floor", total + floor, UINT64)
    octaves = 2 if spec.power == 2 else 1
    low = exponent_of(spec) + octaves * (WINDOW_BITS - HEADROOM_BITS)
    high = low + octaves * 16 + max(line.bit_length() - LINE_BITS, 0)
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
