"""Integer features by numpy: the bytes that the C gives, for training and for tests."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from edgec.codegen.features.spec import FeatureSpec, by_axis
from edgec.codegen.features.tables import (
    FEATURE_BITS,
    LINE_BITS,
    LOG_BITS,
    LOG_STEPS,
    MAGNITUDE_BITS,
    SCALE_BITS,
    Band,
    FeatureTables,
    Ints,
    exponent_of,
    fraction_bits,
    headroom_bits,
    split_shift,
    stage_shift,
    tables,
)

U64 = np.uint64
INT32_MAX = 2**31 - 1


def integer_features(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
    """The features of all whole frames of a signal, [frames, features], with 16 bits of fraction.

    Args:
        spec: what they are.
        samples: int16, [n], or [n, axes].
    """
    t = tables(spec)
    axes: list[Ints] = []
    for framed in by_axis(spec, samples):
        axes += [_statistic(name, framed.astype(np.int64))[:, None] for name in spec.statistics]
        if spec.energies:
            axes.append(_spectral(spec, t, framed.astype(np.int64)))
    features = np.concatenate(axes, 1)
    if spec.means:
        mean, factor, shift = np.array(t.scores, np.int64).T
        features = np.clip(((features - mean) * factor + (1 << (shift - 1))) >> shift, -(2**31), INT32_MAX)
    return np.asarray(features, np.int32)


def _statistic(name: str, x: Ints) -> Ints:
    """A statistic of frames [frames, frame], with ``FEATURE_BITS`` of fraction."""
    count, total = x.shape[1], x.sum(axis=1)
    if name in ("min", "max"):
        return np.asarray((x.min(axis=1) if name == "min" else x.max(axis=1)) << FEATURE_BITS)
    if name == "crossings":
        return np.asarray(((x[:, 1:] < 0) != (x[:, :-1] < 0)).sum(axis=1) << FEATURE_BITS)
    if name == "mean":
        return np.asarray(np.sign(total) * ((np.abs(total) << FEATURE_BITS) // count))
    squares = count * (x * x).sum(axis=1)
    root = _magnitude((squares - (total * total if name == "std" else 0)).astype(U64))
    return np.asarray(np.minimum(root.astype(np.int64) // count, INT32_MAX))


def _spectral(spec: FeatureSpec, t: FeatureTables, framed: Ints) -> Ints:
    """Logarithms of bands or lines, or their cosine transform, of frames [frames, frame]."""
    down = _bit_length(np.abs(framed).max(axis=1, initial=0)) + (fraction_bits(spec) - headroom_bits(spec))
    padded = np.zeros((len(framed), spec.fft), np.int64)
    padded[:, : spec.frame] = (framed * t.window + (1 << (down - 1))[:, None]) >> down[:, None]
    re, im, shifts = (_spectrum if spec.fft_bits == 32 else _spectrum_of_16_bits)(spec, t, padded)
    lines = _lines(spec, re, im)
    per_octave = 2 if spec.power == 2 else 1
    exponent = exponent_of(spec) + per_octave * (down + shifts)
    logs = _logs_of_bands(t, lines, exponent[:, None], spec.floor_rule == "max")
    energies = _shifted(logs * t.scale, LOG_BITS + SCALE_BITS - FEATURE_BITS) + np.array([b.offset for b in t.bands])
    return _shifted(energies @ t.cosines.T, t.cosine_shift) if spec.coefficients else np.asarray(energies)


def _spectrum(spec: FeatureSpec, t: FeatureTables, x: Ints) -> tuple[Ints, Ints, Ints]:
    """Real and imaginary parts of the lines, [frames, fft / 2 + 1], divided by ``fft``, and 0 [frames]."""
    half = spec.fft // 2
    re, im = _reordered(x)
    for size in _stages(half):
        (ar, pr), (ai, pi) = _butterflies(t, re, im, size)
        re, im = (
            np.concatenate([_shifted((a << 31) + p, 32), _shifted((a << 31) - p, 32)], 2).reshape(len(x), half)
            for a, p in ((ar, pr), (ai, pi))
        )
    er, ei, pr, pi = _halves(t, re, im)
    first, last = _shifted(re[:, :1] + im[:, :1], 1), _shifted(re[:, :1] - im[:, :1], 1)
    none = np.zeros_like(first)
    real = np.concatenate([first, _shifted((er << 31) + pi, 33), last], 1)
    return real, np.concatenate([none, _shifted((ei << 31) - pr, 33), none], 1), none[:, 0]


def _spectrum_of_16_bits(spec: FeatureSpec, t: FeatureTables, x: Ints) -> tuple[Ints, Ints, Ints]:
    """Parts of the lines, [frames, fft / 2 + 1], in block floating point, and their shifts in bits, [frames]."""
    half = spec.fft // 2
    re, im = _reordered(x)
    shifts = np.zeros(len(x), np.int64)
    for size in _stages(half):
        (ar, pr), (ai, pi) = _butterflies(t, re, im, size)
        down = stage_shift(_signed_bits(re, im))
        shifts = shifts + down
        by = (14 + down)[:, None, None]
        re, im = (
            np.concatenate([v >> by for v in (rounded + (p >> 1), rounded - (p >> 1))], 2).reshape(len(x), half)
            for rounded, p in (((a << 14) + (1 << (by - 1)), p) for a, p in ((ar, pr), (ai, pi)))
        )
    less = split_shift(_signed_bits(re, im))
    re, im = ((v + less[:, None]) >> less[:, None] for v in (re, im))
    er, ei, pr, pi = _halves(t, re, im)
    first, last = re[:, :1] + im[:, :1], re[:, :1] - im[:, :1]
    none = np.zeros_like(first)
    real = np.concatenate([first, _shifted(er + _shifted(pi, 15), 1), last], 1)
    return real, np.concatenate([none, _shifted(ei - _shifted(pr, 15), 1), none], 1), shifts + less


def _reordered(x: Ints) -> tuple[Ints, Ints]:
    """Pairs of samples as complex values, in the order of bits reversed, [frames, fft / 2] each."""
    half = x.shape[1] // 2
    bits = half.bit_length() - 1
    order = np.array([int(f"{i:0{bits}b}"[::-1], 2) for i in range(half)])
    return x[:, 0::2][:, order], x[:, 1::2][:, order]


def _stages(half: int) -> list[int]:
    """Sizes of the stages of a complex transform of ``half`` values."""
    return [2 << i for i in range(half.bit_length() - 1)]


def _butterflies(t: FeatureTables, re: Ints, im: Ints, size: int) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
    """Values and turned values of a stage, real and imaginary parts of both, [frames, half / size, size / 2]."""
    turn = t.turns[:: len(t.turns) * 2 // size][: size // 2]
    (ar, br), (ai, bi) = (np.split(v.reshape(len(v), v.shape[1] // size, size), 2, axis=2) for v in (re, im))
    pr, pi = _product(br, bi, turn[:, 0], turn[:, 1])
    return (ar, pr), (ai, pi)


def _halves(t: FeatureTables, re: Ints, im: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Twice the even part of lines 1 to half - 1, and the odd part turned, which is to be multiplied by -i."""
    half = re.shape[1]
    k = np.arange(1, half)
    er, ei = re[:, k] + re[:, half - k], im[:, k] - im[:, half - k]
    dr, di = re[:, k] - re[:, half - k], im[:, k] + im[:, half - k]
    return er, ei, *_product(dr, di, t.turns[k, 0], t.turns[k, 1])


def _product(re: Ints, im: Ints, turn_re: Ints, turn_im: Ints) -> tuple[Ints, Ints]:
    return re * turn_re - im * turn_im, re * turn_im + im * turn_re


def _signed_bits(re: Ints, im: Ints) -> Ints:
    """Bits n of the largest part of each frame: all are within -2**n and 2**n - 1, [frames]."""
    sizes = [(v ^ (v >> 63)).max(axis=1, initial=0) for v in (re, im)]
    return _bit_length(np.maximum(*sizes))


def _lines(spec: FeatureSpec, re: Ints, im: Ints) -> npt.NDArray[np.uint64]:
    """Powers, or magnitudes with ``MAGNITUDE_BITS`` of fraction."""
    power = (re * re + im * im).astype(U64)
    return power if spec.power == 2 else _magnitude(power)


def _magnitude(power: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The square root, with ``MAGNITUDE_BITS`` of fraction."""
    up = (64 - _bit_length(power)) & ~1
    root = _root((power << np.minimum(up, 63).astype(U64)) >> U64(32))
    return np.asarray(np.where(power == 0, U64(0), (root << U64(16 + MAGNITUDE_BITS)) >> (up // 2).astype(U64)), U64)


def _root(value: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The whole square root of 32 bits."""
    root = np.floor(np.sqrt(value.astype(np.float64))).astype(U64)
    return root - (root * root > value).astype(U64)


def _logs_of_bands(t: FeatureTables, lines: npt.NDArray[np.uint64], exponent: Ints, largest: bool) -> Ints:
    """log2 of energies and floors, or the larger of them, with ``LOG_BITS`` of fraction, [frames, bands]."""
    sums, downs = zip(*(_sum_of_band(band, lines) for band in t.bands), strict=True)
    total, exponent = np.stack(sums, 1), exponent + np.stack(downs, 1)
    apart = np.array([b.exponent for b in t.bands]) - exponent
    more = np.maximum(apart - 30, 0)
    total = np.where(more < 64, total >> np.minimum(more, 63).astype(U64), U64(0))
    apart = apart - more
    floor = np.array([b.floor for b in t.bands], U64)
    floor = np.where(apart >= 0, floor << np.maximum(apart, 0).astype(U64), floor >> np.clip(-apart, 0, 63).astype(U64))
    total = np.maximum(total, floor) if largest else total + floor
    return _log2(t, np.maximum(total, U64(1))) + ((exponent + more) << LOG_BITS)


def _sum_of_band(band: Band, lines: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.uint64], Ints]:
    """The sum of a band's lines and weights, and by how many bits the lines were shifted, [frames]."""
    own = lines[:, band.first : band.first + len(band.weights)]
    down = np.maximum(_bit_length(own.max(axis=1)) - LINE_BITS, 0)
    return ((own >> down.astype(U64)[:, None]) * np.array(band.weights, U64)).sum(axis=1, dtype=U64), down


def _log2(t: FeatureTables, value: npt.NDArray[np.uint64]) -> Ints:
    top = _bit_length(value) - 1
    mantissa = ((value << (63 - top).astype(U64)) >> U64(32)).astype(np.int64)  # [2**31, 2**32)
    step = (mantissa >> (31 - LOG_STEPS)) & (2**LOG_STEPS - 1)
    rest = mantissa & (2 ** (31 - LOG_STEPS) - 1)
    between = ((t.logs[step + 1] - t.logs[step]) * rest) >> (31 - LOG_STEPS)
    return np.asarray((top << LOG_BITS) + t.logs[step] + between)


def _shifted(value: Ints, bits: int) -> Ints:
    """Divided by 2**bits, rounded half up."""
    return np.asarray((value + (1 << (bits - 1))) >> bits)


def _bit_length(value: npt.NDArray[np.uint64] | Ints) -> Ints:
    """Bits of whole numbers that are not negative, [..]; 0 of 0."""
    whole = value.astype(U64)
    bits = np.minimum(np.frexp(whole.astype(np.float64))[1].astype(np.int64), 64)
    rounded_up = (whole >> np.maximum(bits - 1, 0).astype(U64)) == 0  # to the next power of 2, as float64; and 0
    return np.asarray(bits - (rounded_up & (bits > 0)), np.int64)
