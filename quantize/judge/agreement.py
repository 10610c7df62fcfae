"""Whether an integer graph computes what its float model does: how their outputs vary together from input to input."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.ir import Array, Graph

UNDECIDED_STEPS = 2.0
"""Variation below that many steps of an output's scale tells nothing: it may be rounding."""
UNDECIDED_OF_MEAN = 0.02
"""Neither does variation below that part of the mean: a model that gives nearly the same for all inputs."""
ALLOWED_ERROR = 3.0
"""Times the power of the variation, beyond which agreement falls with the error."""
ALLOWED_OF_MEAN = 0.02
"""Power of the mean that counts as variation there, for outputs that hardly vary."""


def agreement(reference: Sequence[Array], values: Sequence[Array], steps: Sequence[float]) -> float:
    """Measure how outputs vary together from input to input: 1 the same way, 0 unrelated, -1 opposite; their mean.

    It is the correlation of what is left without the mean of each element over the inputs, for a model with other
    weights may have that too.  As far as the means are alike, both sides are taken to share a variation of
    ``UNDECIDED_STEPS`` steps and ``UNDECIDED_OF_MEAN``: what hardly varies on either side is judged by its means.
    Where the error is far above the variation, the correlation is lessened in proportion: it may come from the size of
    the inputs alone.

    Args:
        reference: per output [N, elements], real values.
        values: the same of the other model.
        steps: per output the distance of two neighbouring values of the coarser side.
    """
    decibels = [_one(*triple) for triple in zip(reference, values, steps, strict=True)]
    return float(np.mean(decibels)) if decibels else 1.0


def _one(reference: Array, values: Array, step: float) -> float:
    a, b = reference.astype(np.float64), values.astype(np.float64)
    finite = np.isfinite(a) & np.isfinite(b)
    if not finite.any():
        return 1.0
    a, b = (np.where(finite, x, 0.0) for x in (a, b))
    size = max(float(np.abs(a).max()), float(np.abs(b).max()), 1e-30)
    a, b = a / size, b / size
    common_a, common_b = a.mean(axis=0), b.mean(axis=0)
    floor = (UNDECIDED_STEPS * step / size) ** 2 + UNDECIDED_OF_MEAN**2 * float(np.mean(common_a**2)) + 1e-24
    rest_a, rest_b = a - common_a, b - common_b
    power_a, power_b = float(np.mean(rest_a**2)), float(np.mean(rest_b**2))
    apart = float(np.mean((common_a - common_b) ** 2))
    alike = max(0.0, 1.0 - apart / (float(np.mean(common_a**2 + common_b**2)) / 2 + floor))
    together = float(np.mean(rest_a * rest_b)) + floor * alike
    allowed = ALLOWED_ERROR * (power_a + floor + ALLOWED_OF_MEAN * float(np.mean(common_a**2)))
    lessened = min(1.0, allowed / max(float(np.mean((a - b) ** 2)), 1e-30))
    return lessened * together / float(np.sqrt((power_a + floor) * (power_b + floor)))


class SaturationShares:
    """An observer of ``simulate``: which share of a sample's activations lies at an end of its tensor's range.

    An end that stands for 0 does not count: there lies what a Relu cuts off.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._shares: dict[str, list[Array]] = {}

    def __call__(self, name: str, value: Array) -> None:
        """Take the value of one tensor, samples along axis 0."""
        tensor = self._graph.tensors[name]
        if tensor.quant is None or tensor.quant.axis is not None or tensor.dtype.is_float or not tensor.size:
            return
        if value.size % tensor.size:
            return
        rows = value.reshape(value.size // tensor.size, tensor.size)
        ends = [end for end in integer_limits(tensor.dtype) if end != tensor.quant.z]
        self._shares.setdefault(name, []).append(np.isin(rows, ends).mean(axis=1))

    def of(self, count: int) -> Array:
        """Per sample the mean over all tensors that were seen, [count]."""
        shares = [np.concatenate(parts) for parts in self._shares.values()]
        full = [s for s in shares if len(s) == count]
        return np.mean(full, axis=0) if full else np.zeros(count)
