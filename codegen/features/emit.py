"""The C of features: one file with its tables, one header."""

from __future__ import annotations

from collections.abc import Iterable

from edgec.codegen.emit.environment import render
from edgec.codegen.features.spec import FeatureSpec
from edgec.codegen.features.tables import (
    FEATURE_BITS,
    HEADROOM_BITS,
    LINE_BITS,
    LOG_BITS,
    LOG_STEPS,
    MAGNITUDE_BITS,
    SCALE_BITS,
    WINDOW_BITS,
    exponent_of,
    tables,
)

WIDTH = 112


def feature_files(spec: FeatureSpec, prefix: str, version: str) -> dict[str, str]:
    """Name and text of the C file and its header.

    Args:
        spec: what the features are.
        prefix: name in C, and of the files.
        version: edgec's.
    """
    t = tables(spec)
    weights: list[int] = []
    bands = []
    for b in t.bands:
        bands.append((b.first, len(b.weights), len(weights), b.exponent, f"{b.floor}u", b.offset))
        weights += b.weights
    values = {
        "spec": spec,
        "t": t,
        "prefix": prefix,
        "upper": prefix.upper(),
        "version": version,
        "about": described(spec),
        "bands": bands,
        "weights": weights,
        "first_line": min(b.first for b in t.bands),
        "last_line": max(b.first + len(b.weights) for b in t.bands) - 1,
        "rows": _rows,
        "work": work_words(spec),
        "exponent": exponent_of(spec),
        "window_bits": WINDOW_BITS,
        "headroom_bits": HEADROOM_BITS,
        "line_bits": LINE_BITS,
        "magnitude_bits": MAGNITUDE_BITS,
        "log_bits": LOG_BITS,
        "log_steps": LOG_STEPS,
        "scale_bits": SCALE_BITS,
        "feature_bits": FEATURE_BITS,
    }
    return {f"{prefix}.{kind}": render(f"features/features.{kind}.j2", **values) for kind in ("c", "h")}


def work_words(spec: FeatureSpec) -> int:
    """Working memory, in words of 32 bits."""
    return spec.fft + 2 + (spec.bands if spec.coefficients else 0)


def table_bytes(spec: FeatureSpec) -> int:
    """Constants, in bytes: window, turns, bands, weights, logarithms, cosines."""
    t = tables(spec)
    weights = sum(len(b.weights) for b in t.bands)
    words = t.window.size + t.turns.size + 4 * len(t.bands) + t.logs.size
    return int(4 * words + 2 * weights + 2 * t.cosines.size)


def described(spec: FeatureSpec) -> tuple[str, ...]:
    """What they are, in lines."""
    s = spec
    kind = f"{s.coefficients} mel-frequency cepstral coefficients" if s.coefficients else f"{s.bands} log-mel energies"
    line = "powers" if s.power == 2 else "magnitudes"
    return (
        f"{kind} of frames of {s.frame} samples, every {s.hop}, at {s.sample_rate} Hz; {s.window} window,",
        f"transform of {s.fft}, {line}, {s.bands} bands from {s.low_hz:g} to {s.high_hz:g} Hz ({s.mel} scale), "
        f"{s.log} logarithm of energy + {s.floor:g}",
    )


def _rows(values: Iterable[int]) -> str:
    """Lines of an initializer."""
    lines, line = [], "   "
    for value in values:
        word = f" {int(value)},"
        if len(line) + len(word) > WIDTH:
            lines.append(line)
            line = "   "
        line += word
    return "\n".join([*lines, line])
