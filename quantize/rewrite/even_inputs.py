"""Features of an input whose weights lie far apart are brought together by a factor each, which the input is given.

A scaler in front of a layer (x / deviation) is folded into its weights: a feature that is nearly constant has a small
deviation, and its weights are so large that one scale for all leaves the other weights few steps.  To multiply the
input by a power of two per feature, and to divide the weights by it, is the same function; the product has a scale of
its own, so that the noise of the weights is traded for some of the activation's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.registry import is_weighted
from edgec.converter.passes.rewriter import Rewriter
from edgec.quantize.ranges.replay import spread
from edgec.quantize.rewrite.equalize import by_input, has_real_weights, per_input

MIN_NOISE_GAIN = 16.0  # the noise of the layer's sums (a power) must fall by this: two bits, for what the product takes
MAX_SAMPLES = 256
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # how much of the weights' and of the features' ranges is evened out
LEAST_REACH, LEAST_WEIGHT = 1e-2, 1e-6  # of the largest: below, a feature was hardly seen, a weight has no say


def even_inputs(graph: Graph, inputs: Sequence[Array]) -> Graph:
    """The same function with a product in front of layers that read an input whose features differ too much.

    Args:
        graph: a float graph.
        inputs: samples, one array [N, *shape] per graph input.
    """
    rw = Rewriter(graph)
    for name, samples in zip(graph.inputs, inputs, strict=True):
        tensor, node = rw.tensors[name], rw.only_user(name)
        if node is None or not is_weighted(node) or node.inputs[0] != name:
            continue
        if tensor.dtype is not DType.F32 or tensor.quant is not None or not has_real_weights(rw, node):
            continue
        weights = rw.data(node.inputs[1])
        assert weights is not None
        seen = spread(samples, MAX_SAMPLES).reshape(-1, tensor.shape[-1])
        factor = _factors(by_input(node, weights).astype(np.float64), seen.astype(np.float64))
        if factor is None:
            continue
        gains = rw.const(f"{node.name}.gains", factor.astype(np.float32))
        like = replace(node, name=f"{node.name}.gains")
        product = rw.emit("Binary", BinaryAttrs(BinaryFn.MUL), (name, gains), like, f"{node.name}.evened")
        made = rw.const(node.inputs[1], (weights / per_input(node, weights, factor)).astype(np.float32))
        rw.replace(node, inputs=(product, made, *node.inputs[2:]))
    return rw.build()


def _factors(weights: Array, seen: Array) -> Array | None:
    """Return a factor for each feature: powers of two, the best of a family; None when little is won.

    Args:
        weights: [C, all that read a feature].
        seen: samples of the features, [N, C].
    """
    reach, power = np.abs(seen).max(axis=0, initial=0.0), (seen**2).mean(axis=0)
    effect = np.abs(weights).max(axis=1)
    if len(reach) < 2 or not reach.max() or not effect.max():
        return None
    low, high = np.maximum(reach, LEAST_REACH * reach.max()), np.maximum(effect, LEAST_WEIGHT * effect.max())

    def noise(factor: Array) -> float:
        """The noise of rounding both, in the sums: a step for all features, and one for all weights of an output."""
        scaled = weights / factor[:, None]
        of_steps = ((low * factor).max() / 255) ** 2 * np.sum(scaled**2)
        of_weights = np.sum((np.abs(scaled).max(axis=0) / 127) ** 2) * np.sum(power * factor**2)
        return float(of_steps + of_weights)

    family = (np.exp2(np.rint(np.log2(high**a / low**b))) for a in SHARES for b in SHARES)
    best = min(family, key=noise)
    return best if noise(np.ones(len(low))) >= MIN_NOISE_GAIN * noise(best) else None
