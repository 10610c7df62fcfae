"""Inputs that an integer graph can follow its float model on: noise of all sizes and grains within calibrated ranges.

Plain noise will not do: it lies outside of what a net was calibrated on, so that sound integers saturate and look as
unlike the float model as those of another model.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, quantize_array
from edgec.converter.graph.ir import Array, Graph, Tensor
from edgec.samples.data import InputSpec, in_format, random_samples

GRAINS = (1, 2, 4)
"""Neighbouring elements of an axis that noise is averaged over."""
SMALLEST = 0.02
"""Of the input's range."""


def probes(graph: Graph, specs: Sequence[InputSpec], count: int, seed: int = 0) -> tuple[Array, ...]:
    """Seeded inputs ``[count, *shape of input i]`` in the types of the source model.

    Args:
        graph: the integer graph; its inputs are quantized, or the nodes that read them do so.
        specs: the inputs of the source model, in the graph's order.
        count: number of samples.
        seed: of the generator.
    """
    rng = np.random.default_rng(seed)
    arrays = []
    for spec, name in zip(specs, graph.inputs, strict=True):
        known = _quantized(graph, name)
        if known is None or not (spec.dtype.is_float or spec.quant is not None):
            arrays.append(random_samples([spec], count, seed).inputs[0])
            continue
        low, high = _range(known)
        real = np.stack([_noise(rng, spec.shape, low, high) for _ in range(count)])
        if spec.dtype.is_float:
            arrays.append(in_format(real.astype(spec.dtype.numpy), spec.stored))
        else:
            assert spec.quant is not None
            arrays.append(quantize_array(real, spec.quant, spec.dtype))
    return tuple(arrays)


def _quantized(graph: Graph, name: str) -> Tensor | None:
    """The tensor that holds an input as integers: itself, or what a node makes of it."""
    tensor = graph.tensors[name]
    if _has_range(tensor):
        return tensor
    readers = (n for n in graph.nodes if name in n.inputs)
    made = (graph.tensors[n.outputs[0]] for n in readers if n.op == "Quantize")
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
    size_of = (high - low) / 4 * SMALLEST ** rng.uniform(0, 1)
    centre = float(np.clip(0.0, low, high)) if rng.integers(2) == 0 else rng.uniform(low, high)
    return np.asarray(np.clip(centre + size_of * noise, low, high), np.float32)
