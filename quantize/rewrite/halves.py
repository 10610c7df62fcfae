"""Layers in float16: tensors and weights of half precision where there are kernels, conversions around the rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.converter.arithmetic.half import HALF_MAX
from edgec.converter.graph.errors import EdgecError, printable
from edgec.converter.graph.ir import Array, DType, Graph, GraphEditor, Node
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.elementwise import INT_BINARY, BinaryAttrs
from edgec.converter.ops.registry import has_trait, quant_rule
from edgec.converter.ops.spec import QuantRule, Trait

CAST = "Cast"


def computes_halves(graph: Graph) -> bool:
    """Return whether a layer with weights computes in float16 (tensors that are only stored in it do not count)."""
    layers = (n for n in graph.nodes if quant_rule(n) is QuantRule.WEIGHTED)
    return any(graph.tensors[n.outputs[0]].dtype is DType.F16 for n in layers)


def halved(graph: Graph) -> Graph:
    """The float graph with convolutions and fully connected layers in float16, and sums and products between them.

    Inputs and outputs keep their types; every other operator computes in float32 as before, from converted values.

    Raises:
        EdgecError: a weight is beyond the range of float16.
    """
    return _Halving(graph).made()


class _Halving:
    """One walk over the nodes; ``_half`` has the float16 form of a tensor's name, ``_real`` names made as float32."""

    def __init__(self, graph: Graph) -> None:
        self._graph, self._editor = graph, GraphEditor(graph)
        self._nodes: list[Node] = []
        self._casts = 0
        self._half: dict[str, str] = {}
        self._real = {name for name, t in graph.tensors.items() if t.is_const} | set(graph.inputs)

    def made(self) -> Graph:
        for node in self._graph.nodes:
            self._take(node)
        for name in self._graph.outputs:
            self._as_real(name)
        self._editor.nodes = self._nodes
        return self._editor.build()

    def _take(self, node: Node) -> None:
        if self._is_half(node):
            inputs = tuple(self._as_half(i, node) for i in node.inputs)
            (y,) = node.outputs
            self._half[y] = self._editor.tensor(f"{y}.f16", self._graph.tensors[y].shape, DType.F16)
            self._nodes.append(replace(node, inputs=inputs, outputs=(self._half[y],)))
            return
        for name in filter(None, node.inputs):
            self._as_real(name)
        self._nodes.append(node)
        self._real.update(node.outputs)

    def _is_half(self, node: Node) -> bool:
        ins = [self._graph.tensors[i] for i in node.inputs if i]
        if any(t.dtype is not DType.F32 for t in (*ins, *self._graph.outs(node))):
            return has_trait(node, Trait.RENAMES) and bool(ins) and ins[0].name in self._half
        if quant_rule(node) is QuantRule.WEIGHTED:
            return all(t.is_const for t in ins[1:])
        follows = any(t.name in self._half for t in ins)
        sums = isinstance(node.attrs, BinaryAttrs) and node.attrs.fn in INT_BINARY
        return follows and (sums or has_trait(node, Trait.RENAMES))

    def _as_half(self, name: str, node: Node) -> str:
        if not name or self._graph.tensors[name].dtype is not DType.F32:
            return name
        if name not in self._half:
            t = self._graph.tensors[name]
            if t.data is not None:
                self._half[name] = self._editor.const(f"{name}.f16", _rounded(t.data, node))
            else:
                self._half[name] = self._editor.tensor(f"{name}.f16", t.shape, DType.F16)
                self._cast(name, self._half[name], DType.F16)
        return self._half[name]

    def _as_real(self, name: str) -> None:
        if name not in self._real:
            self._real.add(name)
            self._cast(self._half[name], name, DType.F32)

    def _cast(self, source: str, to: str, dtype: DType) -> None:
        self._casts += 1  # long names would be shortened in the compact file
        self._nodes.append(Node(CAST, f"to_{dtype.value}_{self._casts}", (source,), (to,), CastAttrs(dtype)))


def _rounded(data: Array, node: Node) -> Array:
    """Constants of a layer in float16."""
    most = float(np.abs(data).max(initial=0.0))
    if not most <= HALF_MAX:
        raise EdgecError(
            f"node '{printable(node.name)}' ({node.op}): a constant of {most:g} is beyond the {HALF_MAX:g} that "
            "float16 holds; take --quantize float32 or int8"
        )
    return data.astype(np.float16)
