"""Specification of features: frames, window, spectrum, bands, logarithm, cosine transform, statistics; with values."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass

Floats = npt.NDArray[np.float64]
FULL_SCALE = 32768.0  # of int16 samples: the real value 1
MOST_FFT, MOST_BANDS = 4096, 256
FFT_BITS = (16, 32)
WINDOWS = {"hann": (0.5, 0.5), "hamming": (0.54, 0.46), "blackman": (0.42, 0.5, -0.08), "rectangle": (1.0,)}
"""Factors of a window's cosines: the mean less the first, the second, ... harmonic."""
MELS = ("htk", "slaney", "linear")
SPECTRA = ("bands", "lines", "none")
STATISTICS = ("mean", "std", "rms", "min", "max", "crossings")
MOST_AXES = 16
LEAST_DEVIATION, MOST_DEVIATION = 1e-4, 1e6
SLOPES = ("hz", "mel")
COSINES = ("orthonormal", "htk")
LOGS = {"natural": math.log(2.0), "db": 10.0 * math.log10(2.0), "log2": 1.0}
"""Factors from log2 to each logarithm; db: of powers."""
_HTK = (2595.0, 700.0)
_SLANEY_HZ, _SLANEY_STEP = 200.0 / 3.0, math.log(6.4) / 27.0  # linear below 1 kHz, logarithmic above
_BREAK_HZ, _BREAK_MEL = 1000.0, 15.0


@dataclass(frozen=True)
class FeatureSpec:
    """Log-mel energies of int16 samples or, with ``coefficients``, their cosine transform (MFCC); statistics of axes.

    ``frame``, ``hop`` and ``fft`` are in samples; a frame is windowed (periodic windows) and followed by zeros up to
    ``fft``, whose transform is computed in words of ``fft_bits`` (16 or 32).  ``power``: 1 for magnitudes, 2 for
    powers.  ``floor`` is added before the logarithm, of samples whose full scale is 1 (``floor_rule`` "max": energies
    are held to it).  ``mel`` is the scale ("htk", "slaney", or "linear": bands alike in Hz); ``slopes``: whether
    triangles are straight over "hz" or over "mel"; ``area``: each has the area 1 in Hz.  ``cosine``: "orthonormal", or
    "htk", whose first row is not halved in power.

    ``spectrum``: "bands"; "lines", the logarithm of each line from ``low_hz`` to ``high_hz`` (a spectrogram); "none".
    ``axes``: samples come in turns, one of each axis; the features of each follow those of the one before it.
    ``statistics`` of the frame (``STATISTICS``) stand before the axis' spectrum, in steps of a sample; crossings are
    changes of sign.  ``means`` and ``deviations`` of all features turn them into z-scores.

    Raises:
        UsageError: a value that cannot be; names it.
    """

    sample_rate: int = 16000
    frame: int = 640
    hop: int = 320
    fft: int = 1024
    window: str = "hann"
    power: int = 2
    bands: int = 40
    low_hz: float = 20.0
    high_hz: float = 4000.0
    mel: str = "htk"
    slopes: str = "hz"
    area: bool = False
    log: str = "natural"
    floor: float = 1e-6
    coefficients: int = 0
    cosine: str = "orthonormal"
    spectrum: str = "bands"
    axes: int = 1
    statistics: tuple[str, ...] = ()
    means: tuple[float, ...] = ()
    deviations: tuple[float, ...] = ()
    floor_rule: str = "add"
    fft_bits: int = 32

    def __post_init__(self) -> None:
        rules = (
            ("sample_rate", self.sample_rate > 0, "must be above 0"),
            ("fft", 32 <= self.fft <= MOST_FFT and self.fft & (self.fft - 1) == 0, f"a power of 2, 32 to {MOST_FFT}"),
            ("fft_bits", self.fft_bits in FFT_BITS, "must be 16 or 32"),
            ("frame", 0 < self.frame <= self.fft, "must be 1 to fft"),
            ("hop", 0 < self.hop <= self.frame, "must be 1 to frame"),
            ("window", self.window in WINDOWS, f"one of {', '.join(WINDOWS)}"),
            ("power", self.power in (1, 2), "must be 1 or 2"),
            ("bands", 0 < self.bands <= MOST_BANDS, f"must be 1 to {MOST_BANDS}"),
            ("low_hz", 0 <= self.low_hz < self.high_hz, "must be 0 to high_hz"),
            (
                "high_hz",
                self.spectrum == "none" or self.high_hz <= self.sample_rate / 2,
                "must be at most half the sample_rate",
            ),
            ("mel", self.mel in MELS, f"one of {', '.join(MELS)}"),
            ("slopes", self.slopes in SLOPES, f"one of {', '.join(SLOPES)}"),
            ("cosine", self.cosine in COSINES, f"one of {', '.join(COSINES)}"),
            ("log", self.log in LOGS, f"one of {', '.join(LOGS)}"),
            ("floor_rule", self.floor_rule in ("add", "max"), "one of add, max"),
            ("floor", 1e-20 <= self.floor <= 1e6, "must be 1e-20 to 1e6"),
            ("coefficients", 0 <= self.coefficients <= self.bands, "must be 0 to bands"),
            ("spectrum", self.spectrum in SPECTRA, f"one of {', '.join(SPECTRA)}"),
            ("spectrum", self.spectrum == "bands" or not self.coefficients, "coefficients are of bands"),
            ("spectrum", self.spectrum != "none" or bool(self.statistics), "nothing is left without a statistic"),
            ("axes", 0 < self.axes <= MOST_AXES, f"must be 1 to {MOST_AXES}"),
            ("statistic", set(self.statistics) <= set(STATISTICS), f"of {', '.join(STATISTICS)}"),
            ("statistic", len(set(self.statistics)) == len(self.statistics), "each at most once"),
        )
        values = {"statistic": "statistics"}
        for name, holds, rule in rules:
            if not holds:
                key = name.replace("_", "-")
                raise UsageError(f"[features] {key} = {getattr(self, values.get(name, name))!r}: {rule}")
        self._check_bands()
        self._check_scores()

    def _check_bands(self) -> None:
        empty = [i for i, row in enumerate(triangles(self)) if not row.any()]
        if self.spectrum == "lines" and not self.energies:
            raise UsageError("[features] no line of the spectrum between --low-hz and --high-hz; take a larger fft")
        if empty:
            raise UsageError(
                f"[features] band {empty[0]} of {self.bands} holds no line of the spectrum; take fewer bands or a "
                "larger fft"
            )

    def _check_scores(self) -> None:
        for name, values in (("mean", self.means), ("std", self.deviations)):
            if (self.means or self.deviations) and len(values) != self.features:
                raise UsageError(
                    f"[features] normalize: '{name}' has {len(values)} values; a frame has {self.features} features"
                )
        for i, (mean, deviation) in enumerate(zip(self.means, self.deviations, strict=True)):
            if not abs(mean) < FULL_SCALE or not LEAST_DEVIATION <= deviation <= MOST_DEVIATION:
                raise UsageError(
                    f"[features] normalize: feature {i} has mean {mean:g} and std {deviation:g}; the mean must be "
                    f"within 32768, the std {LEAST_DEVIATION:g} to {MOST_DEVIATION:g} (leave constant features out)"
                )

    @property
    def energies(self) -> int:
        """The number of logarithms of an axis's spectrum: of bands, or of lines."""
        return {"bands": self.bands, "none": 0}.get(self.spectrum, len(lines_between(self)))

    @property
    def features(self) -> int:
        """The number of values that a frame gives."""
        return self.axes * self.features_of_axis

    @property
    def features_of_axis(self) -> int:
        """The number of values that an axis of a frame gives."""
        return len(self.statistics) + (self.coefficients or self.energies)


def window(spec: FeatureSpec) -> Floats:
    """The window, [frame]."""
    turn = 2.0 * np.pi * np.arange(spec.frame) / spec.frame
    mean, *factors = WINDOWS[spec.window]
    made = np.full(spec.frame, mean)
    for harmonic, factor in enumerate(factors, 1):
        made -= factor * np.cos(harmonic * turn)
    return np.asarray(np.maximum(made, 0.0))  # Blackman's begins a rounding below 0


def to_mel(hz: Floats, scale: str) -> Floats:
    """Frequencies on a mel scale: O'Shaughnessy's formula (HTK), or Slaney's (Auditory Toolbox)."""
    if scale == "linear":
        return hz
    if scale == "htk":
        return np.asarray(_HTK[0] * np.log10(1.0 + hz / _HTK[1]))
    above = _BREAK_MEL + np.log(np.maximum(hz, _BREAK_HZ) / _BREAK_HZ) / _SLANEY_STEP
    return np.where(hz < _BREAK_HZ, hz / _SLANEY_HZ, above)


def from_mel(mel: Floats, scale: str) -> Floats:
    """The inverse of ``to_mel``."""
    if scale == "linear":
        return mel
    if scale == "htk":
        return np.asarray(_HTK[1] * (10.0 ** (mel / _HTK[0]) - 1.0))
    above = _BREAK_HZ * np.exp(_SLANEY_STEP * (mel - _BREAK_MEL))
    return np.where(mel < _BREAK_MEL, mel * _SLANEY_HZ, above)


def edges(spec: FeatureSpec) -> Floats:
    """Frequencies at which the triangles begin, peak and end, [bands + 2]."""
    ends = to_mel(np.array([spec.low_hz, spec.high_hz]), spec.mel)
    return from_mel(np.linspace(ends[0], ends[1], spec.bands + 2), spec.mel)


def lines_between(spec: FeatureSpec) -> range:
    """Lines of the spectrum from ``low_hz`` to ``high_hz``."""
    step = spec.sample_rate / spec.fft
    return range(math.ceil(spec.low_hz / step), min(math.floor(spec.high_hz / step), spec.fft // 2) + 1)


def triangles(spec: FeatureSpec) -> Floats:
    """Weights of lines of the spectrum in each band, [energies, fft / 2 + 1]: triangles with peak 1, or the lines."""
    if spec.spectrum != "bands":
        return np.eye(spec.fft // 2 + 1)[list(lines_between(spec))][: spec.energies]
    lines = np.arange(spec.fft // 2 + 1) * spec.sample_rate / spec.fft
    at = edges(spec)[:, None]
    if spec.slopes == "mel":
        lines, at = to_mel(lines, spec.mel), to_mel(at, spec.mel)
    rising = (lines - at[:-2]) / (at[1:-1] - at[:-2])
    falling = (at[2:] - lines) / (at[2:] - at[1:-1])
    return np.maximum(np.minimum(rising, falling), 0.0)


def gains(spec: FeatureSpec) -> Floats:
    """The factor of each triangle, [energies]."""
    at = edges(spec)
    of_area = spec.area and spec.spectrum == "bands"
    return np.asarray(2.0 / (at[2:] - at[:-2]) if of_area else np.ones(spec.energies))


def cosines(spec: FeatureSpec) -> Floats:
    """The cosine transform (DCT-II) of the bands, [coefficients, bands]."""
    k, n = np.arange(spec.coefficients)[:, None], np.arange(spec.bands)[None]
    rows = np.cos(np.pi / spec.bands * (n + 0.5) * k) * math.sqrt(2.0 / spec.bands)
    if spec.cosine == "orthonormal":
        rows[:1] *= math.sqrt(0.5)
    return np.asarray(rows)


def frames(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Whole frames of a signal, [n] or [n, axes]: [frames, frame] or [frames, frame, axes]."""
    count = max((len(samples) - spec.frame) // spec.hop + 1, 0)
    starts = np.arange(count)[:, None] * spec.hop
    taken: npt.NDArray[np.int16] = np.asarray(samples)[starts + np.arange(spec.frame)[None]]
    return taken


def by_axis(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> list[npt.NDArray[np.int16]]:
    """Whole frames of each axis, [frames, frame]."""
    framed = frames(spec, samples)
    return list(np.moveaxis(framed.reshape(*framed.shape[:2], spec.axes), 2, 0))


def float_features(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> Floats:
    """The features in float64, [frames, features]: what the integers are judged by."""
    axes = []
    for framed in by_axis(spec, samples):
        axes += [_statistic(name, framed.astype(np.float64))[:, None] for name in spec.statistics]
        if spec.energies:
            spectrum = np.abs(np.fft.rfft(framed / FULL_SCALE * window(spec), spec.fft)) ** spec.power
            energies = spectrum @ (triangles(spec) * gains(spec)[:, None]).T
            held = np.add if spec.floor_rule == "add" else np.maximum
            logarithm = LOGS[spec.log] * np.log2(held(energies, spec.floor))
            axes.append(np.asarray(logarithm @ cosines(spec).T if spec.coefficients else logarithm))
    features = np.concatenate(axes, 1)
    return (features - np.array(spec.means)) / np.array(spec.deviations) if spec.means else features


def _statistic(name: str, framed: Floats) -> Floats:
    negative = framed < 0
    known = {
        "mean": lambda: framed.mean(1),
        "std": lambda: framed.std(1),
        "rms": lambda: np.sqrt((framed**2).mean(1)),
        "min": lambda: framed.min(1),
        "max": lambda: framed.max(1),
        "crossings": lambda: (negative[:, 1:] != negative[:, :-1]).sum(1).astype(np.float64),
    }
    return np.asarray(known[name]())
