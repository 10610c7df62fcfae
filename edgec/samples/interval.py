"""Confidence intervals of losses that are measured on a few samples."""

from __future__ import annotations

from math import exp, inf, sqrt

import numpy as np

from edgec.converter.graph.ir import Array

Z_95 = 1.96  # standard errors on either side of a 95 % interval
LONGEST_REACH = 20.0  # of a logarithm, beyond which an interval tells nothing
Interval = tuple[float, float]


def share_interval(count: int, total: int, z: float = Z_95) -> Interval:
    """Wilson's interval of a share, of which ``count`` of ``total`` samples were seen."""
    p, square = count / total, z * z / total
    middle = (p + square / 2) / (1 + square)
    reach = z * sqrt(p * (1 - p) / total + square / (4 * total)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def paired_interval(lost: int, won: int, total: int, z: float = Z_95) -> Interval:
    """Interval of ``(lost - won) / total``, where the same samples are answered twice (Bonett and Price).

    Args:
        lost: samples that the first answer is right for, and the second wrong.
        won: the other way round.
        total: all samples.
        z: standard errors on either side.
    """
    p, q = (lost + 1) / (total + 2), (won + 1) / (total + 2)
    reach = z * sqrt((p + q - (p - q) ** 2) / (total + 2))
    return max(-1.0, p - q - reach), min(1.0, p - q + reach)


def ratio_interval(parts: Array, wholes: Array, z: float = Z_95) -> Interval:
    """Interval of ``sum(parts) / sum(wholes)``, both [N] and not negative, by the spread of the samples.

    It is symmetric in the logarithm: sums of squares have a long tail upwards.
    """
    total, lost = float(wholes.sum()), float(parts.sum())
    if len(parts) < 2 or total <= 0.0:
        return 0.0, inf
    if lost <= 0.0:
        return 0.0, 0.0
    ratio = lost / total
    spread = float(np.sum((parts - ratio * wholes) ** 2)) * len(parts) / (len(parts) - 1)
    reach = min(z * sqrt(spread) / lost, LONGEST_REACH)
    return ratio * exp(-reach), ratio * exp(reach)
