"""A graph of many small int8 operators side by side, for cores with a few KB of RAM."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Attrs, Clamp, DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.index import ArgReduceAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import (
    ConcatAttrs,
    GatherAttrs,
    PadAttrs,
    PadMode,
    SliceAttrs,
    TransposeAttrs,
)

IMAGE = (1, 4, 5, 6)
X = Quant.per_tensor(0.05, 3)
OTHER = Quant.per_tensor(0.09, -20)
SAME = X


class _Side:
    """Makes the graph node by node; every node has its own output."""

    def __init__(self) -> None:
        self.e = GraphEditor(name="operators")
        self.rng = np.random.default_rng(30)
        self.x = self.e.tensor("x", IMAGE, DType.I8, X)
        self.z = self.e.tensor("z", IMAGE, DType.I8, OTHER)
        self.e.inputs = [self.x, self.z]

    def bytes_of(self, *shape: int) -> Array:
        return self.rng.integers(-127, 128, shape).astype(np.int8)

    def node(self, op: str, attrs: Attrs, ins: Sequence[str], quant: Quant | None = OTHER) -> None:
        name = f"{op}{len(self.e.nodes)}"
        types = OPS[op].infer(attrs, [self.e.tensors[i] for i in ins])
        outs = [
            self.e.tensor(f"{name}_{k}", shape, dtype, quant if dtype is DType.I8 else None)
            for k, (shape, dtype) in enumerate(types)
        ]
        self.e.nodes.append(Node(op, name, tuple(ins), tuple(outs), attrs))
        self.e.outputs += outs


def operators_of_bytes() -> Graph:
    """The graph: two images in, an output of every operator that has a form for an ``int`` of 16 bits."""
    s = _Side()
    s.node("Binary", BinaryAttrs(BinaryFn.ADD, Clamp(0.0)), (s.x, s.z))
    s.node("Binary", BinaryAttrs(BinaryFn.SUB), (s.x, s.e.const("channels", s.bytes_of(6), OTHER)))
    s.node("Binary", BinaryAttrs(BinaryFn.MUL), (s.z, s.e.const("rows", s.bytes_of(1, 4, 1, 1), X)))
    s.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), (s.x,))
    s.node("Reduce", ReduceAttrs(ReduceFn.SUM, (3,)), (s.x,), Quant.per_tensor(0.3, 5))
    s.node("Reduce", ReduceAttrs(ReduceFn.MAX, (2,)), (s.x,), SAME)
    s.node("Concat", ConcatAttrs(3), (s.x, s.z))
    s.node("Concat", ConcatAttrs(1), (s.x, s.x), SAME)
    s.node("Requantize", RequantizeAttrs(DType.I8), (s.x,))
    s.node("Transpose", TransposeAttrs((0, 3, 1, 2)), (s.x,), SAME)
    s.node("Slice", SliceAttrs((0, 3, 0, 1), (1, -2, 2, 1), (1, 2, 3, 4)), (s.x,), SAME)
    s.node("Pad", PadAttrs((0, 1, 0, 0), (0, 0, 2, 1)), (s.x,), SAME)
    s.node("Pad", PadAttrs((0, 1, 2, 0), (0, 2, 0, 0), PadMode.EDGE), (s.x,), SAME)
    s.node("Gather", GatherAttrs(2), (s.x, s.e.const("listed", np.array([4, -1, 0], np.int64))), SAME)
    s.node("MatMul", MatMulAttrs(), (s.x, s.e.const("matrix", s.bytes_of(6, 3), X)), Quant.per_tensor(0.9, 1))
    s.node("ArgReduce", ArgReduceAttrs(3), (s.x,), None)
    s.node("AvgPool", PoolAttrs((3, 3), (4, 5), pads=(1, 1, 1, 1)), (s.x,))
    index = s.e.const("index", np.array([[0, 1], [1, 2], [4, 3]], np.int32))
    weight = s.e.const("weight", np.array([[96, 32], [64, 64], [1, 127]], np.int8), Quant.per_tensor(1 / 128, 0))
    s.node("Resample", ResampleAttrs(2), (s.x, index, weight))
    for groups, kernel in ((1, (3, 2)), (2, (3, 3)), (6, (3, 3)), (1, (1, 1))):
        w = s.e.const("w", s.bytes_of(6, *kernel, 6 // groups), Quant.per_axis(np.full(6, 0.003), 0))
        b = s.e.const("b", s.rng.integers(-900, 900, 6).astype(np.int32))
        pads = (1, 0, 1, 1) if kernel != (1, 1) else (0, 0, 0, 0)
        s.node("Conv", ConvAttrs(pads=pads, groups=groups), (s.x, w, b))
    return s.e.build()
