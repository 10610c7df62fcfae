"""Small float graphs, written by hand, for the quantization tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Attrs, DType, Graph, GraphEditor, Node, Quant, Shape
from edgec.converter.ops.registry import OPS


class Net(GraphEditor):
    """A graph under construction; every operator's output shape is inferred."""

    def input(self, shape: Shape, dtype: DType = DType.F32, name: str = "x") -> str:
        made = self.tensor(name, shape, dtype)
        self.inputs.append(made)
        return made

    def op(self, op: str, attrs: Attrs, *inputs: str, name: str = "", quant: Quant | None = None) -> str:
        shape, dtype = OPS[op].infer(attrs, [self.tensors[i] for i in inputs])[0]
        out = self.tensor(name or f"{op.lower()}{len(self.nodes)}", shape, dtype, quant)
        self.nodes.append(Node(op, f"{out}_node", inputs, (out,), attrs))
        return out

    def weighted(self, op: str, attrs: Attrs, x: str, w: Array, b: Array, quant: Quant | None = None) -> str:
        return self.op(op, attrs, x, self.const("w", w, quant), self.const("b", b))

    def done(self, *outputs: str) -> Graph:
        self.outputs = list(outputs)
        return self.build()


def real(*shape: int, seed: int = 0, scale: float = 1.0) -> Array:
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def nodes(graph: Graph) -> Sequence[str]:
    return [n.op for n in graph.nodes]
