"""Advice on samples that cannot serve: useless calibration sets, data on a wrong scale, a model near chance.

Every text is here.  Each function gives the sentences that apply; none apply to sound data.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.replay import spread
from edgec.quantize.ranges.scheme import Range
from edgec.samples.data import Samples, distinct

MIN_CALIBRATION_SAMPLES = 8  # calibration samples below which ranges are a guess
FEWEST_TO_PRUNE = 8
LOOKED_AT = 64  # samples that are compared, evenly spread
NORMAL = float(np.finfo(np.float32).tiny)  # smaller values are denormal
MIN_SCALE_SAMPLES = 10  # samples from which on their largest value tells their scale
OTHER_SCALE = 3.0  # times larger or smaller than the calibration; a true factor of 4 shows as this or more
MIN_SCALE_RATIO = 16.0  # times smaller that few samples must be
NEAR_CHANCE_KAPPA = 0.2  # kappa below which a model is called near chance
MIN_STD_ERRORS = 3.0  # standard errors by which it must be below
MIN_KAPPA_ROOM = 0.1  # of the samples: what chance must leave open for kappa to say anything


def about_calibration(graph: Graph, samples: Samples) -> list[str]:
    """Return sentences on calibration samples that make ranges useless: so few, all zero, constant, alike, denormal.

    Args:
        graph: the graph that takes them.
        samples: one array [N, *shape] per graph input.
    """
    messages = []
    if not samples.inputs:
        return []
    if samples.count < MIN_CALIBRATION_SAMPLES:
        messages.append(
            f"the calibration set has {samples.count} sample{'s' * (samples.count > 1)}: ranges from so few are a "
            "guess; give 100 or more representative ones"
        )
    for name, whole in zip(graph.inputs, samples.inputs, strict=True):
        fact = _useless(np.asarray(spread(whole, LOOKED_AT))) if name in graph.free_inputs else ""
        if fact:
            messages.append(
                f"calibration samples of input '{printable(name)}' {fact}: their ranges fit no other data; "
                "give representative samples"
            )
    return messages


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
            "give representative samples"
        )
    count = len(distinct(samples.inputs)) if samples.inputs else 0
    if count < FEWEST_TO_PRUNE:
        others = "" if count == samples.count else f" that differ, of {samples.count}"
        raise UsageError(
            f"--prune: the calibration set has {count} sample{'s' * (count != 1)}{others}: filters are fitted to some "
            f"and judged by others, which takes at least {FEWEST_TO_PRUNE}; give 200 or more representative ones"
        )


def _useless(x: Array) -> str:
    """Return why samples [N, ...] are useless for calibration, as the end of a sentence, or ""."""
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


@dataclass(frozen=True)
class OtherScale:
    """An input whose largest values and those that its range was calibrated with are of different magnitudes."""

    name: str
    largest: float
    calibrated: float

    @property
    def cause(self) -> str:
        """The calibration's error of scale, as a clause of a sentence."""
        ratio = self.largest / self.calibrated
        how, factor = ("small", ratio) if ratio > 1 else ("large", 1 / ratio)
        samples = f"the calibration samples of input '{printable(self.name)}'"
        return f"{samples} are too {how} by a factor of about {_two_digits(factor)}"

    @property
    def note(self) -> str:
        """For the user."""
        ratio = self.largest / self.calibrated
        how = f"{ratio:.3g} times larger" if ratio > 1 else f"{1 / ratio:.3g} times smaller"
        return (
            f"values of input '{printable(self.name)}' are {how} than those of the calibration (magnitudes of "
            f"{self.largest:.3g} and {self.calibrated:.3g}): {self.cause}, or these data are not preprocessed as they "
            "were (pixels 0..255 or 0..1, normalization)"
        )


def _two_digits(factor: float) -> str:
    return f"{float(f'{factor:.2g}'):g}"


def about_scale(name: str, calibrated: float, data: Array) -> OtherScale | None:
    """Compare the scale of values with that of the calibrated range; None where they agree.

    The largest value of the data tells it, one sample and one of fifty aside.  Of fewer samples than
    ``MIN_SCALE_SAMPLES``, all must exceed the range, or lie ``MIN_SCALE_RATIO`` below it, for they may be quiet ones.

    Args:
        name: of the input.
        calibrated: largest magnitude of the calibrated range.
        data: real values [N, ...].
    """
    if not data.size or calibrated <= 0.0:
        return None
    peaks = np.sort(np.abs(data.reshape(len(data), -1).astype(np.float64)).max(axis=1))
    many = len(peaks) >= MIN_SCALE_SAMPLES
    largest = float(peaks[-2 - len(peaks) // 50 if many else -1])
    smaller = 0.0 < largest < calibrated / (OTHER_SCALE if many else MIN_SCALE_RATIO)
    larger = (largest if many else float(peaks[0])) > calibrated * OTHER_SCALE
    return OtherScale(name, largest, calibrated) if smaller or larger else None


def about_model(scores: Array, labels: Array | None) -> list[str]:
    """Return the sentence about a float model near chance, which preprocessing explains more often than the model.

    It is when Cohen's kappa, the share of right answers above those that chance gives to these labels and answers, is
    below ``NEAR_CHANCE_KAPPA`` by ``MIN_STD_ERRORS`` standard errors (Wilson's bound of the share of right answers):
    few samples, or labels that are all of the class that the model always gives, say nothing.

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
    if 1.0 - chance < MIN_KAPPA_ROOM:
        return []
    most = (
        top1 * count + MIN_STD_ERRORS**2 / 2 + MIN_STD_ERRORS * sqrt(count * top1 * (1 - top1) + MIN_STD_ERRORS**2 / 4)
    ) / (count + MIN_STD_ERRORS**2)
    if (most - chance) / (1 - chance) >= NEAR_CHANCE_KAPPA:
        return []
    return [
        f"the float model itself is near chance: top-1 {top1:.3f} on {count} samples, where chance gives {chance:.3f}; "
        "the preprocessing (scale, layout, normalization) or the labels are likely wrong"
    ]


def scales_of_data(ranges: Mapping[str, Range], samples: Mapping[str, Array]) -> tuple[OtherScale, ...]:
    """``about_scale`` of all inputs.

    Args:
        ranges: of the calibration, by the input's name; inputs without one are left out.
        samples: as the float model takes them, [N, ...] by the input's name.
    """
    known = ((name, ranges[name], x) for name, x in samples.items() if name in ranges and x.dtype.kind == "f")
    scales = (about_scale(name, max(-span.lo, span.hi), x) for name, span, x in known)
    return tuple(one for one in scales if one is not None)


def quantized_ranges(graph: Graph) -> dict[str, Range]:
    """The ranges of the inputs of an integer graph that take real values."""
    inputs = (graph.tensors[name] for name in graph.inputs)
    known = ((t, t.quant) for t in inputs if t.quant is not None and t.quant.axis is None and not t.dtype.is_float)
    return {t.name: Range(*((end - q.z) * q.s for end in integer_limits(t.dtype))) for t, q in known}
