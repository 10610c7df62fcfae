"""Whether an integer graph computes what its float model does: the correlation of their outputs' variation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array

UNDECIDED_STEPS = 2.0
"""Variation below that many steps of an output's scale tells nothing: it may be rounding."""


def correlation(reference: Sequence[Array], values: Sequence[Array], steps: Sequence[float]) -> float:
    """How outputs vary together from input to input: 1 the same way, 0 unrelated, -1 opposite; a mean over the outputs.

    What does not vary (the mean of each element over the inputs) is left out, for a model with other weights has it
    too.  Both sides are taken to share a variation of ``UNDECIDED_STEPS`` steps, so that outputs that hardly vary
    on either side count as equal where their means are, and a side that varies alone does not.

    Args:
        reference: per output [N, elements], real values.
        values: the same of the other model.
        steps: per output the distance of two neighbouring values of the coarser side.
    """
    found = [_one(*triple) for triple in zip(reference, values, steps, strict=True)]
    return float(np.mean(found)) if found else 1.0


def _one(reference: Array, values: Array, step: float) -> float:
    a, b = reference.astype(np.float64), values.astype(np.float64)
    finite = np.isfinite(a) & np.isfinite(b)
    if not finite.any():
        return 1.0
    a, b = (np.where(finite, x, 0.0) for x in (a, b))
    size = max(float(np.abs(a).max()), float(np.abs(b).max()), 1e-30)
    a, b, floor = a / size, b / size, (UNDECIDED_STEPS * step / size) ** 2 + 1e-24
    common_a, common_b = a.mean(axis=0), b.mean(axis=0)
    rest_a, rest_b = a - common_a, b - common_b
    power_a, power_b = float(np.mean(rest_a**2)), float(np.mean(rest_b**2))
    if max(power_a, power_b) <= floor:  # neither varies: then what they are must be alike
        apart = float(np.mean((common_a - common_b) ** 2))
        return 1.0 if apart <= max(floor, float(np.mean(common_a**2))) else 0.0
    together = float(np.mean(rest_a * rest_b))
    return (together + floor) / float(np.sqrt((power_a + floor) * (power_b + floor)))
