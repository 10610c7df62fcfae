"""Ranges without samples, for the sizes of a model alone: made-up inputs, and of each convolution a few positions.

What a model takes of a target depends on its ranges hardly at all, as long as they are plausible: weights, factors and
the bounds of sums must be legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, run_conv
from edgec.converter.ops.registry import OPS
from edgec.quantize.ranges.calibrate import Calibration, TensorRange
from edgec.quantize.ranges.scheme import Range

POSITIONS = 4  # of a convolution's output, along each axis
MAX_RANGE = 1e30  # of a range: float32, and what is computed from it, ends soon after
NAME = "sketch"


def sketched(graph: Graph, inputs: Sequence[Array]) -> Calibration:
    """Ranges of the float32 activations, as ``calibrate`` gives them, of one sample.

    Args:
        graph: a float graph, ``prepared``.
        inputs: one array per graph input, [1, *shape].
    """
    values: dict[str, Array | None] = {t.name: t.data for t in graph.constants()}
    last = {name: i for i, node in enumerate(graph.nodes) for name in node.inputs}
    estimated: dict[str, Range] = {}

    def put(name: str, x: Array) -> None:
        values[name] = x
        if graph.tensors[name].dtype is DType.F32 and x.size:
            finite = np.clip(np.nan_to_num(x), -MAX_RANGE, MAX_RANGE)
            estimated[name] = Range.of(float(finite.min()), float(finite.max()))

    for name, x in zip(graph.inputs, inputs, strict=True):
        put(name, x.reshape(graph.tensors[name].shape))
    with np.errstate(all="ignore"):
        for i, node in enumerate(graph.nodes):
            for name, y in zip(node.outputs, _results(graph, node, values), strict=True):
                put(name, y)
            for name in {n for n in node.inputs if n and last[n] == i and n not in graph.outputs}:
                values[name] = values[name] if graph.tensors[name].is_const else None
    ranges = tuple(TensorRange(name, span, span) for name, span in estimated.items())
    return Calibration(ranges, 1, NAME)


def _results(graph: Graph, node: Node, values: dict[str, Array | None]) -> list[Array]:
    ins = [values[i] if i else None for i in node.inputs]
    if isinstance(node.attrs, ConvAttrs):
        return [_some_positions(node.attrs, ins, graph.tensors[node.outputs[0]].shape)]
    return OPS[node.op].run(node.attrs, ins)


def _some_positions(a: ConvAttrs, ins: Sequence[Array | None], shape: Sequence[int]) -> Array:
    """A convolution at the positions of a corner without padding, again and again."""
    x, w, b = ins
    assert x is not None and w is not None and b is not None
    reach = [(w.shape[1 + i] - 1) * a.dilations[i] + 1 + (POSITIONS - 1) * a.strides[i] for i in (0, 1)]
    if x.shape[1] < reach[0] or x.shape[2] < reach[1]:
        return run_conv(a, [x, w, b])[0]
    corner = np.ascontiguousarray(x[:, : reach[0], : reach[1]])
    few = run_conv(replace(a, pads=(0, 0, 0, 0)), [corner, w, b])[0]
    rows, columns = (np.arange(shape[1 + i]) % POSITIONS for i in (0, 1))
    full: Array = few[:, rows[:, None], columns]
    return full
