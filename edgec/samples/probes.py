"""Inputs that an integer graph can follow its float model on: noise of all sizes and grains within calibrated ranges.

Plain noise will not do: it lies outside of what a net was calibrated on, so that sound integers saturate and look as
unlike the float model as those of another model.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, quantize_array
from edgec.converter.graph.ir import Array, Graph, Tensor
from edgec.converter.ops.boundary import QuantizeAttrs
from edgec.samples.data import InputSpec, in_format, random_samples

GRAINS = (1, 2, 4)
"""Neighbouring elements of an axis that noise is averaged over."""
MIN_NOISE_SHARE = 0.02
"""The deviation of the smallest noise, as a share of that of the largest."""


class Inputs:
    """Patterns as inputs of the source model: values from -1, the lowest of an input's range, to 1, the highest.

    An input without a known range (plain integers, truth values) takes random values, the same for all patterns.

    Args:
        graph: the integer graph; its inputs are quantized, or the nodes that read them do so.
        specs: the inputs of the source model, in the graph's order.
        seed: of the random values.
    """

    def __init__(self, graph: Graph, specs: Sequence[InputSpec], seed: int = 0) -> None:
        self.specs = specs
        self._seed = seed
        known = [_quantized(graph, name) for name in graph.inputs]
        real = [t is not None and (s.dtype.is_float or s.quant is not None) for s, t in zip(specs, known, strict=True)]
        self.ranges = tuple(_range(t) if t is not None and r else None for t, r in zip(known, real, strict=True))

    def arrays(self, patterns: Sequence[Sequence[Array]]) -> tuple[Array, ...]:
        """``[N, *shape of input i]`` in the types of the source model.

        Args:
            patterns: for each of N samples an array of each input's shape.
        """
        return tuple(
            random_samples([spec], len(patterns), self._seed).inputs[0]
            if span is None
            else self.typed(spec, np.stack([span[0] + (p[i] + 1) / 2 * (span[1] - span[0]) for p in patterns]))
            for i, (spec, span) in enumerate(zip(self.specs, self.ranges, strict=True))
        )

    @staticmethod
    def typed(spec: InputSpec, real: Array) -> Array:
        """Real values in an input's type."""
        if spec.dtype.is_float:
            return in_format(real.astype(spec.dtype.numpy), spec.stored)
        assert spec.quant is not None
        return quantize_array(real, spec.quant, spec.dtype)


def probes(graph: Graph, specs: Sequence[InputSpec], count: int, seed: int = 0) -> tuple[Array, ...]:
    """Seeded inputs ``[count, *shape of input i]`` in the types of the source model.

    Args:
        graph: the integer graph; its inputs are quantized, or the nodes that read them do so.
        specs: the inputs of the source model, in the graph's order.
        count: number of samples.
        seed: of the generator.
    """
    rng, inputs = np.random.default_rng(seed), Inputs(graph, specs, seed)
    return tuple(
        random_samples([spec], count, seed).inputs[0]
        if span is None
        else inputs.typed(spec, np.stack([_noise(rng, spec.shape, *span) for _ in range(count)]))
        for spec, span in zip(specs, inputs.ranges, strict=True)
    )


def variation(arrays: Sequence[Array]) -> Array:
    """Return the variation of each sample's elements, as a share of the largest: [N], a mean over the inputs."""
    spreads = [x.reshape(len(x), -1).astype(np.float64).std(axis=1) for x in arrays]
    return np.asarray(np.mean([s / max(float(s.max()), 1e-30) for s in spreads], axis=0))


def _quantized(graph: Graph, name: str) -> Tensor | None:
    """The tensor that holds an input as integers: itself, or what a node makes of it."""
    tensor = graph.tensors[name]
    if _has_range(tensor):
        return tensor
    readers = (n for n in graph.nodes if name in n.inputs)
    made = (graph.tensors[n.outputs[0]] for n in readers if isinstance(n.attrs, QuantizeAttrs))
    return next((t for t in made if _has_range(t)), None)


def _has_range(t: Tensor) -> bool:
    return t.quant is not None and t.quant.axis is None and not t.dtype.is_float


def _range(t: Tensor) -> tuple[float, float]:
    """The smallest and the largest real value that a quantized tensor holds."""
    quant = t.quant
    assert quant is not None
    low, high = integer_limits(t.dtype)
    return quant.s * (low - quant.z), quant.s * (high - quant.z)


def _noise(rng: np.random.Generator, shape: tuple[int, ...], low: float, high: float) -> Array:
    """One sample: noise of a random grain and size, half of the time around 0, else around a random value."""
    grain = int(rng.choice(GRAINS))
    noise = rng.standard_normal(shape)
    for axis, size in enumerate(shape):
        if size >= 3 * grain > 3:
            noise = np.sum([np.roll(noise, k, axis) for k in range(grain)], axis=0)
    noise = noise / max(float(noise.std()), 1e-9) if noise.size > 1 else noise
    size_of = (high - low) / 4 * MIN_NOISE_SHARE ** rng.uniform(0, 1)
    centre = float(np.clip(0.0, low, high)) if rng.integers(2) == 0 else rng.uniform(low, high)
    return np.asarray(np.clip(centre + size_of * noise, low, high), np.float32)
