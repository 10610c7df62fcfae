"""Distance between two sets of outputs: top-1, SQNR, errors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Tensor

SQNR_LIMIT_DB = 200.0  # what equal values are given: JSON has no infinity


def judged_output(outputs: Sequence[Tensor]) -> int:
    """Return the output that shows how good a model is: the first of several real elements, else the first.

    A classifier of scikit-learn gives a class number first, and then the scores that it comes from.
    """
    real = (i for i, t in enumerate(outputs) if t.size > 1 and (t.dtype.is_float or t.quant is not None))
    return next(real, 0)


def judged(graph: Graph, outputs: Sequence[Array]) -> Array:
    """The output of a graph that says how good it is, ``[N, elements]``."""
    values = outputs[judged_output([graph.tensors[o] for o in graph.outputs])]
    return values.reshape(len(values), -1)


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


def same(reference: Array, values: Array) -> Array:
    """Return where two arrays hold the same value: bool; equal infinities and two NaN are the same."""
    both = np.isnan(reference) & np.isnan(values) if reference.dtype.kind == "f" and values.dtype.kind == "f" else False
    return np.asarray((reference == values) | both)


def max_abs_error(reference: Array, values: Array) -> float:
    """Largest |values - reference|, in float64; infinite where only one is a number, or two infinities differ."""
    a, b = reference.astype(np.float64), values.astype(np.float64)
    with np.errstate(invalid="ignore"):
        difference = np.where(same(a, b), 0.0, np.abs(b - a))
    return float(np.where(np.isnan(difference), np.inf, difference).max(initial=0.0))


def sqnr_db(reference: Array, values: Array) -> float:
    """Signal to quantization noise ratio in dB: 10 log10(mean(reference ** 2) / mean squared error).

    Infinity when both are equal, minus infinity when a zero signal is not reproduced.  Elements that are the same
    infinity, or NaN, in both are left out; any other that is no number gives minus infinity.
    """
    finite = np.isfinite(reference) & np.isfinite(values)
    if not finite.all():
        if not same(reference, values)[~finite].all():
            return -math.inf
        reference, values = reference[finite], values[finite]
    noise = mean_squared_error(reference, values)
    if noise == 0.0:
        return math.inf
    signal = float(np.mean(reference.astype(np.float64) ** 2))
    return 10 * math.log10(signal / noise) if signal > 0.0 else -math.inf


def lost_beyond_chance(lost: int, won: int, count: int, allowed: float, odds: float = 0.01) -> bool:
    """Return whether samples that became wrong show a larger loss of top-1 than is allowed.

    An exact one-sided binomial test: of a model that loses ``allowed`` of all samples, and as many as were won, so many
    or more become wrong in fewer than ``odds`` of all draws of ``count`` samples.

    Args:
        lost: samples that the float model has right and the integers have wrong.
        won: samples of which the reverse holds.
        count: all samples.
        allowed: the share of samples that may be lost, 0 to 1.
        odds: of a false alarm at most.
    """
    share = allowed + won / count
    if lost - won <= allowed * count or share >= 1.0:
        return False
    logs = [
        math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1)
        + (k * math.log(share) if k else 0.0) + (count - k) * math.log1p(-share)
        for k in range(lost, count + 1)
    ] if share else []  # fmt: skip
    return sum(map(math.exp, logs)) < odds
