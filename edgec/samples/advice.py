"""What is said of samples that can not serve: useless calibration sets, data on a wrong scale, a model near chance.

Every text is here.  Each function gives the sentences that apply; none apply to sound data.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.replay import spread
from edgec.samples.data import Samples, distinct

FEW = 8  # calibration samples below which ranges are a guess
FEWEST_TO_PRUNE = 8
LOOKED_AT = 64  # samples that are compared, evenly spread
NORMAL = float(np.finfo(np.float32).tiny)  # smaller values are denormal
APART = 16.0  # times larger or smaller the largest value of a typical sample must be to count as another scale
CHANCE = 0.2  # kappa below which a model is called near chance
SURE = 3.0  # standard errors by which it must be below
UNTOLD = 0.1  # of the samples: what chance must leave open for kappa to say anything


def about_calibration(graph: Graph, samples: Samples) -> list[str]:
    """Why ranges taken from these samples would be useless: so few, all zero, constant, all the same, denormal.

    Args:
        graph: the graph that takes them.
        samples: one array [N, *shape] per graph input.
    """
    found = []
    if not samples.inputs:
        return []
    if samples.count < FEW:
        found.append(
            f"the calibration set has {samples.count} sample{'s' * (samples.count > 1)}: ranges from so few are a "
            "guess; give 100 or more that are typical"
        )
    for name, whole in zip(graph.inputs, samples.inputs, strict=True):
        fact = _useless(np.asarray(spread(whole, LOOKED_AT)))
        if fact:
            found.append(
                f"calibration samples of input '{printable(name)}' {fact}: the ranges taken from them fit no other "
                "data; give typical samples"
            )
    return found


def check_prunable_with(graph: Graph, samples: Samples) -> None:
    """Refuse samples that filters cannot be fitted to, and judged by.

    Args:
        graph: the graph that takes them.
        samples: one array [N, *shape] per graph input.

    Raises:
        UsageError: fewer than ``FEWEST_TO_PRUNE`` differ from each other, or no input's values say anything.
    """
    facts = [_useless(np.asarray(x)) for x in samples.inputs]
    if facts and all(facts):
        names = ", ".join(f"'{printable(name)}'" for name in graph.inputs)
        raise UsageError(
            f"--prune: the calibration samples of input {names} {facts[0]}: filters fitted to them fit no other data; "
            "give typical samples"
        )
    count = len(distinct(samples.inputs)) if samples.inputs else 0
    if count < FEWEST_TO_PRUNE:
        others = "" if count == samples.count else f" that differ, of {samples.count}"
        raise UsageError(
            f"--prune: the calibration set has {count} sample{'s' * (count != 1)}{others}: filters are fitted to some "
            f"and judged by others, which takes {FEWEST_TO_PRUNE} at least; give 200 or more that are typical"
        )


def _useless(x: Array) -> str:
    """What makes [N, ...] useless, or ""."""
    if not x.size:
        return ""
    if x.dtype.kind == "f":
        largest = float(np.abs(x).max())
        if largest == 0.0:
            return "are all zero"
        if largest < NORMAL:
            return f"are denormal numbers (the largest is {largest:.2g})"
        if x[0].size > 1 and float(x.min()) == float(x.max()):
            return f"hold one value only, {float(x.flat[0]):g}"
        if x[0].size > 1 and bool((x.reshape(len(x), -1) == x.reshape(len(x), -1)[:, :1]).all()):
            return "hold one value each"
    return "are all the same" if len(x) > 1 and bool((x == x[:1]).all()) else ""


def about_scale(name: str, calibrated: float, data: Array) -> list[str]:
    """Whether values are on another scale than those that ranges were taken from.

    Args:
        name: of the input.
        calibrated: largest magnitude of the calibrated range.
        data: real values [N, ...]; half of the samples must be far apart from the range.
    """
    if not data.size or calibrated <= 0.0:
        return []
    peak = float(np.median(np.abs(data.reshape(len(data), -1).astype(np.float64)).max(axis=1)))
    if 0.0 < peak < calibrated / APART:
        how = f"{calibrated / peak:.3g} times smaller"
    elif peak > calibrated * APART:
        how = f"{peak / calibrated:.3g} times larger"
    else:
        return []
    return [
        f"values of input '{printable(name)}' are {how} than those of the calibration (magnitudes of {peak:.3g} and "
        f"{calibrated:.3g}): the scale (as pixels 0..255 or 0..1) or the normalization is likely another"
    ]


def about_model(scores: Array, labels: Array | None) -> list[str]:
    """Whether a float model is near chance on labelled samples, which preprocessing explains more often than itself.

    It is when Cohen's kappa, the share of right answers above those that chance gives to these labels and answers, is
    below ``CHANCE`` by ``SURE`` standard errors (Wilson's bound of the share of right answers): few samples, or labels
    that are all of the class that the model always gives, say nothing.

    Args:
        scores: [N, classes] of the float model.
        labels: [N], or None.
    """
    if labels is None or scores.ndim != 2 or scores.shape[1] < 2 or not len(scores):
        return []
    classes, count = scores.shape[1], len(scores)
    answers, right = scores.argmax(axis=1), labels.reshape(-1)
    top1 = float(np.mean(answers == right))
    shares = [np.bincount(np.clip(a, 0, classes - 1), minlength=classes) / count for a in (answers, right)]
    chance = float(np.sum(shares[0] * shares[1]))
    if 1.0 - chance < UNTOLD:
        return []
    most = (top1 * count + SURE**2 / 2 + SURE * sqrt(count * top1 * (1 - top1) + SURE**2 / 4)) / (count + SURE**2)
    if (most - chance) / (1 - chance) >= CHANCE:
        return []
    return [
        f"the float model itself is near chance: top-1 {top1:.3f} on {count} samples, where chance gives {chance:.3f}; "
        "the preprocessing (scale, layout, normalization) or the labels are likely wrong"
    ]


def all_about_scale(graph: Graph, samples: Sequence[Array]) -> list[str]:
    """``about_scale`` of the inputs of an integer graph that take real values.

    Args:
        graph: the integer graph.
        samples: as the float model takes them, one array [N, ...] per input.
    """
    found = []
    for name, x in zip(graph.inputs, samples, strict=True):
        t = graph.tensors[name]
        if t.quant is not None and t.quant.axis is None and not t.dtype.is_float and x.dtype.kind == "f":
            lo, hi = ((end - t.quant.z) * t.quant.s for end in integer_limits(t.dtype))
            found += about_scale(name, max(-lo, hi), x)
    return found
