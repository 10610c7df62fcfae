"""The C of features: one file with its tables, one header."""

from __future__ import annotations

from collections.abc import Iterable

from edgec.codegen.emit.environment import render
from edgec.codegen.features.spec import FeatureSpec
from edgec.codegen.features.tables import (
    FEATURE_BITS,
    LINE_BITS,
    LOG_BITS,
    LOG_STEPS,
    MAGNITUDE_BITS,
    SCALE_BITS,
    STAGE_BITS,
    exponent_of,
    fraction_bits,
    headroom_bits,
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
    for b in t.bands[: 1 if spec.spectrum == "lines" else None]:
        bands.append((b.first, len(b.weights), len(weights), b.exponent, f"{b.floor}u", b.offset))
        weights += b.weights
    magnitudes = spec.power == 1 and spec.energies > 0
    values = {
        "spec": spec,
        "t": t,
        "prefix": prefix,
        "upper": prefix.upper(),
        "version": version,
        "about": described(spec),
        "bands": bands,
        "weights": weights,
        "first_line": min((b.first for b in t.bands), default=0),
        "last_line": max((b.first + len(b.weights) for b in t.bands), default=0) - 1,
        "roots": magnitudes or {"std", "rms"} & set(spec.statistics),
        "magnitudes": (magnitudes and spec.fft_bits == 32) or {"std", "rms"} & set(spec.statistics),
        "rows": _rows,
        "work": work_words(spec),
        "exponent": exponent_of(spec),
        "window_bits": fraction_bits(spec),
        "headroom_bits": headroom_bits(spec),
        "stage_bits": STAGE_BITS,
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
    lines = (spec.fft // 2 + 1) * spec.fft_bits // 16
    return lines + (spec.bands if spec.coefficients else 0) if spec.energies else 1


def table_bytes(spec: FeatureSpec) -> int:
    """Constants, in bytes: window, turns, bands, weights, logarithms, cosines, scores."""
    t = tables(spec)
    scores = 12 * len(t.scores)
    if not spec.energies:
        return scores
    bands = t.bands[: 1 if spec.spectrum == "lines" else None]
    weights = sum(len(b.weights) for b in bands)
    transform = (t.window.size + t.turns.size) * spec.fft_bits // 8
    words = 4 * len(bands) + t.logs.size
    return int(transform + 4 * words + 2 * weights + 2 * t.cosines.size) + scores


def described(spec: FeatureSpec) -> tuple[str, ...]:
    """Describe the features in lines."""
    s, lines = spec, []
    shape = f"frames of {s.frame} samples{f' of {s.axes} axes' if s.axes > 1 else ''}, every {s.hop}"
    if s.statistics:
        lines.append(f"{', '.join(s.statistics)} of {shape}, at {s.sample_rate} Hz")
    if s.energies:
        scale, log = ("", "logarithmic") if s.mel == "linear" else ("mel-frequency ", "log-mel")
        kind = f"{s.coefficients} {scale}cepstral coefficients" if s.coefficients else f"{s.bands} {log} energies"
        ends = f"from {s.low_hz:g} to {s.high_hz:g} Hz"
        where = f"{s.bands} bands {ends} ({s.mel} scale)" if s.spectrum == "bands" else f"lines {ends}"
        held = f"energy + {s.floor:g}" if s.floor_rule == "add" else f"energy, at least {s.floor:g}"
        line = "powers" if s.power == 2 else "magnitudes"
        kind = kind if s.spectrum == "bands" else f"{s.energies} log energies of lines"
        lines += [
            f"{kind} of {shape}, at {s.sample_rate} Hz; {s.window} window,",
            f"transform of {s.fft} in {s.fft_bits} bits, {line}, {where}, {s.log} logarithm of {held}",
        ]
    return (*lines, *(("z-scores: (feature - mean) / deviation",) if s.means else ()))


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
