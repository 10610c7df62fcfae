"""What features of audio are: frames, window, spectrum, mel bands, logarithm, cosine transform; and their values."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edgec.converter.graph.errors import UsageError

Floats = npt.NDArray[np.float64]
FULL_SCALE = 32768.0  # of int16 samples: the real value 1
MOST_FFT, MOST_BANDS = 4096, 256
WINDOWS = ("hann", "hamming", "rectangle")
MELS = ("htk", "slaney")
SLOPES = ("hz", "mel")
COSINES = ("orthonormal", "htk")
LOGS = {"natural": math.log(2.0), "db": 10.0 * math.log10(2.0), "log2": 1.0}
"""What log2 is multiplied with; db: of powers."""
_HTK = (2595.0, 700.0)
_SLANEY_HZ, _SLANEY_STEP = 200.0 / 3.0, math.log(6.4) / 27.0  # linear below 1 kHz, logarithmic above
_BREAK_HZ, _BREAK_MEL = 1000.0, 15.0


@dataclass(frozen=True)
class FeatureSpec:
    """Log-mel energies of int16 samples or, with ``coefficients``, their cosine transform (MFCC).

    ``frame``, ``hop`` and ``fft`` are in samples; a frame is windowed (periodic windows) and followed by zeros up to
    ``fft``.  ``power``: 1 for magnitudes, 2 for powers.  ``floor`` is added before the logarithm, of samples whose full
    scale is 1.  ``mel`` is the scale ("htk", "slaney"); ``slopes``: whether triangles are straight over "hz" or over
    "mel"; ``area``: each has the area 1 in Hz.  ``cosine``: "orthonormal", or "htk", whose first row is not halved in
    power.

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

    def __post_init__(self) -> None:
        rules = (
            ("sample_rate", self.sample_rate > 0, "must be above 0"),
            ("fft", 32 <= self.fft <= MOST_FFT and self.fft & (self.fft - 1) == 0, f"a power of 2, 32 to {MOST_FFT}"),
            ("frame", 0 < self.frame <= self.fft, "must be 1 to fft"),
            ("hop", 0 < self.hop <= self.frame, "must be 1 to frame"),
            ("window", self.window in WINDOWS, f"one of {', '.join(WINDOWS)}"),
            ("power", self.power in (1, 2), "must be 1 or 2"),
            ("bands", 0 < self.bands <= MOST_BANDS, f"must be 1 to {MOST_BANDS}"),
            ("low_hz", 0 <= self.low_hz < self.high_hz, "must be 0 to high_hz"),
            ("high_hz", self.high_hz <= self.sample_rate / 2, "must be at most half the sample_rate"),
            ("mel", self.mel in MELS, f"one of {', '.join(MELS)}"),
            ("slopes", self.slopes in SLOPES, f"one of {', '.join(SLOPES)}"),
            ("cosine", self.cosine in COSINES, f"one of {', '.join(COSINES)}"),
            ("log", self.log in LOGS, f"one of {', '.join(LOGS)}"),
            ("floor", 1e-20 <= self.floor <= 1e6, "must be 1e-20 to 1e6"),
            ("coefficients", 0 <= self.coefficients <= self.bands, "must be 0 to bands"),
        )
        for name, holds, rule in rules:
            if not holds:
                key = name.replace("_", "-")
                raise UsageError(f"[features] {key} = {getattr(self, name)!r}: {rule}")
        empty = [i for i, row in enumerate(triangles(self)) if not row.any()]
        if empty:
            raise UsageError(
                f"[features] band {empty[0]} of {self.bands} holds no line of the spectrum; take fewer bands or a "
                "larger fft"
            )

    @property
    def features(self) -> int:
        """How many values a frame gives."""
        return self.coefficients or self.bands


def window(spec: FeatureSpec) -> Floats:
    """The window, [frame]."""
    turn = 2.0 * np.pi * np.arange(spec.frame) / spec.frame
    mean = {"hann": 0.5, "hamming": 0.54, "rectangle": 1.0}[spec.window]
    return np.asarray(mean - (1.0 - mean) * np.cos(turn))


def to_mel(hz: Floats, scale: str) -> Floats:
    """Frequencies on a mel scale: O'Shaughnessy's formula (HTK), or Slaney's (Auditory Toolbox)."""
    if scale == "htk":
        return np.asarray(_HTK[0] * np.log10(1.0 + hz / _HTK[1]))
    above = _BREAK_MEL + np.log(np.maximum(hz, _BREAK_HZ) / _BREAK_HZ) / _SLANEY_STEP
    return np.where(hz < _BREAK_HZ, hz / _SLANEY_HZ, above)


def from_mel(mel: Floats, scale: str) -> Floats:
    """The inverse of ``to_mel``."""
    if scale == "htk":
        return np.asarray(_HTK[1] * (10.0 ** (mel / _HTK[0]) - 1.0))
    above = _BREAK_HZ * np.exp(_SLANEY_STEP * (mel - _BREAK_MEL))
    return np.where(mel < _BREAK_MEL, mel * _SLANEY_HZ, above)


def edges(spec: FeatureSpec) -> Floats:
    """Frequencies at which the triangles begin, peak and end, [bands + 2]."""
    ends = to_mel(np.array([spec.low_hz, spec.high_hz]), spec.mel)
    return from_mel(np.linspace(ends[0], ends[1], spec.bands + 2), spec.mel)


def triangles(spec: FeatureSpec) -> Floats:
    """Weights of the lines of the spectrum in each band, [bands, fft / 2 + 1]; triangles with peak 1."""
    lines = np.arange(spec.fft // 2 + 1) * spec.sample_rate / spec.fft
    at = edges(spec)[:, None]
    if spec.slopes == "mel":
        lines, at = to_mel(lines, spec.mel), to_mel(at, spec.mel)
    rising = (lines - at[:-2]) / (at[1:-1] - at[:-2])
    falling = (at[2:] - lines) / (at[2:] - at[1:-1])
    return np.maximum(np.minimum(rising, falling), 0.0)


def gains(spec: FeatureSpec) -> Floats:
    """What each triangle is multiplied with, [bands]."""
    at = edges(spec)
    return np.asarray(2.0 / (at[2:] - at[:-2]) if spec.area else np.ones(spec.bands))


def cosines(spec: FeatureSpec) -> Floats:
    """The cosine transform (DCT-II) of the bands, [coefficients, bands]."""
    k, n = np.arange(spec.coefficients)[:, None], np.arange(spec.bands)[None]
    rows = np.cos(np.pi / spec.bands * (n + 0.5) * k) * math.sqrt(2.0 / spec.bands)
    if spec.cosine == "orthonormal":
        rows[:1] *= math.sqrt(0.5)
    return np.asarray(rows)


def frames(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Whole frames of a signal, [frames, frame]."""
    count = max((len(samples) - spec.frame) // spec.hop + 1, 0)
    starts = np.arange(count)[:, None] * spec.hop
    taken: npt.NDArray[np.int16] = np.asarray(samples)[starts + np.arange(spec.frame)[None]]
    return taken


def float_features(spec: FeatureSpec, samples: npt.NDArray[np.int16]) -> Floats:
    """The features in float64, [frames, features]: what the integers are judged by."""
    spectrum = np.abs(np.fft.rfft(frames(spec, samples) / FULL_SCALE * window(spec), spec.fft)) ** spec.power
    mel = spectrum @ (triangles(spec) * gains(spec)[:, None]).T
    logarithm = LOGS[spec.log] * np.log2(mel + spec.floor)
    return np.asarray(logarithm @ cosines(spec).T if spec.coefficients else logarithm)
