"""How close two sets of outputs are: top-1, SQNR, errors."""

from __future__ import annotations

import math

import numpy as np

from edgec.converter.graph.ir import Array


def top1(scores: Array, labels: Array) -> float:
    """Share of samples whose largest score is at their label.

    Args:
        scores: [N, ...]; the classes are all elements of a sample (the first of equal scores wins).
        labels: [N], class numbers.
    """
    rows = scores.reshape(len(scores), -1)
    return float(np.mean(rows.argmax(axis=1) == labels.reshape(-1))) if len(rows) else 0.0


def mean_squared_error(reference: Array, values: Array) -> float:
    """Mean of (values - reference) ** 2, in float64."""
    difference = values.astype(np.float64) - reference.astype(np.float64)
    return float(np.mean(difference**2)) if difference.size else 0.0


def max_abs_error(reference: Array, values: Array) -> float:
    """Largest |values - reference|, in float64."""
    difference = np.abs(values.astype(np.float64) - reference.astype(np.float64))
    return float(difference.max(initial=0.0))


def sqnr_db(reference: Array, values: Array) -> float:
    """Signal to quantization noise ratio in dB: 10 log10(mean(reference ** 2) / mean squared error).

    Infinity when both are equal, minus infinity when a zero signal is not reproduced.
    """
    noise = mean_squared_error(reference, values)
    if noise == 0.0:
        return math.inf
    signal = float(np.mean(reference.astype(np.float64) ** 2))
    return 10 * math.log10(signal / noise) if signal > 0.0 else -math.inf
