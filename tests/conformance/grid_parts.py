"""Random one-node models: what the generators of ``grids`` are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from edgec.converter.graph.ir import Array

Rng = np.random.Generator


@dataclass(frozen=True)
class Fixed:
    """An input that is an initializer."""

    data: Array


@dataclass(frozen=True)
class Sample:
    """One node: inputs are arrays (graph inputs), ``Fixed`` ones, or None (absent)."""

    op: str
    inputs: Sequence[Array | Fixed | None]
    attrs: dict[str, Any] = field(default_factory=dict)
    opset: int = 18
    outputs: int = 1
    domain: str = ""

    def model(self) -> tuple[onnx.ModelProto, tuple[Array, ...]]:
        """The model and the values of its inputs."""
        names, ports, values, given = [], [], [], []
        for i, x in enumerate(self.inputs):
            names.append("" if x is None else f"x{i}")
            if isinstance(x, Fixed):
                values.append(numpy_helper.from_array(x.data, f"x{i}"))
            elif x is not None:
                code = helper.np_dtype_to_tensor_dtype(x.dtype)
                ports.append(helper.make_tensor_value_info(f"x{i}", code, x.shape))
                given.append(x)
        attrs = {k: v for k, v in self.attrs.items() if v is not None}
        results = [f"y{i}" for i in range(self.outputs)]
        node = helper.make_node(self.op, names, results, name=self.op, domain=self.domain, **attrs)
        outs = [helper.make_empty_tensor_value_info(r) for r in results]
        graph = helper.make_graph([node], "g", ports, outs, values)
        opsets = [helper.make_opsetid("", self.opset)]
        if self.domain:
            opsets.append(helper.make_opsetid(self.domain, 1))
        return helper.make_model(graph, opset_imports=opsets, ir_version=9), tuple(given)


Generator = Callable[[Rng], Sample]


def reals(rng: Rng, *shape: int) -> Array:
    """Normal values."""
    return rng.normal(0, 1.5, shape).astype(np.float32)


def ties(rng: Rng, *shape: int) -> Array:
    """Small integers as floats: many equal values."""
    return rng.integers(-3, 4, shape).astype(np.float32)


def pick(rng: Rng, *values: Any) -> Any:
    """One of the values."""
    return values[int(rng.integers(len(values)))]


def sizes(rng: Rng, rank: int, low: int = 1, high: int = 5) -> tuple[int, ...]:
    """A shape."""
    return tuple(int(v) for v in rng.integers(low, high + 1, rank))


def ints(values: Any) -> Fixed:
    """A constant list of integers."""
    return Fixed(np.asarray(values, np.int64))


def some(rng: Rng, low: int, high: int, count: int) -> list[int]:
    """Integers from low to high."""
    return [int(v) for v in rng.integers(low, high + 1, count)]
