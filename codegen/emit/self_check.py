"""A test that travels with a model: inputs that a few lines make in any language, and the bytes that come of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from edgec.codegen.kernels.spec import stored
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Tensor
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.ranges.states import initial_value

SEED, FACTOR, SUMMAND = 1, 1664525, 1013904223
"""state = state * FACTOR + SUMMAND modulo 2**32 (Numerical Recipes, 7.1): the upper bits are taken."""
_TAKEN: Mapping[DType, tuple[int, int]] = {DType.I8: (24, 128), DType.U8: (24, 0), DType.I16: (16, 32768)}
"""An element is ``(state >> shift) - offset``; inputs of other types are zeros."""


@dataclass(frozen=True)
class InputRule:
    """The rule by which an element of an input is made: ``(state >> shift) - offset``, 0 where ``shift`` is None."""

    shift: int | None
    offset: int


@dataclass(frozen=True)
class SelfCheck:
    """The rule of each input, and the values of each output in the types of the device, after a reset of states."""

    inputs: tuple[InputRule, ...]
    outputs: tuple[tuple[int, ...], ...]


def self_check(graph: Graph) -> SelfCheck | None:
    """The check of a model in integers; None where floats are computed, whose last bits a C library decides."""
    if not graph.is_quantized or any(t.dtype.is_float for t in graph.tensors.values() if not t.is_const):
        return None
    state, rules, values = SEED, [], []
    first = {s.input: initial_value(graph, s) for s in graph.states}
    for name in graph.inputs:
        if name in first:
            values.append(first[name][None])
            continue
        tensor = graph.tensors[name]
        shift, offset = _TAKEN.get(tensor.dtype, (None, 0))
        rules.append(InputRule(shift, offset))
        made, state = _made(tensor, shift, offset, state)
        values.append(made[None])
    made_of = dict(zip(graph.outputs, simulate(graph, values), strict=True))
    outputs = (np.asarray(made_of[name]).reshape(-1) for name in graph.free_outputs)
    return SelfCheck(tuple(rules), tuple(tuple(int(v) for v in stored(y)) for y in outputs))


def _made(tensor: Tensor, shift: int | None, offset: int, state: int) -> tuple[Array, int]:
    if shift is None:
        return np.zeros(tensor.shape, tensor.dtype.numpy), state
    elements = []
    for _ in range(tensor.size):
        state = (state * FACTOR + SUMMAND) % 2**32
        elements.append((state >> shift) - offset)
    return np.array(elements, tensor.dtype.numpy).reshape(tensor.shape), state
