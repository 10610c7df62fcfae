"""Graphs for the tests of the .edge file: one with everything, and one shaped like the int8 keyword spotter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from edgec.converter.edge.file import EdgeMeta
from edgec.converter.graph.ir import Attrs, Clamp, DType, Graph, GraphEditor, Layout, Node, Quant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.converter.ops.spec import OpSpec

META = EdgeMeta("0.1.0", "kws", "0123456789abcdef" * 4, "cortex-m4", "int8", (("calibration", "100 samples"),))


class Mode(Enum):
    PLAIN = "plain"
    ODD = "odd"
    NUMBER = 7


@dataclass(frozen=True)
class EveryAttrs(Attrs):
    number: int
    flag: bool
    real: float
    text: str
    mode: Mode
    ints: tuple[int, ...] = ()
    reals: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    pair: tuple[int, int] = (0, 0)
    maybe_number: int | None = None
    maybe_mode: Mode | None = None
    maybe_ints: tuple[int, ...] | None = None
    clamp: Clamp = field(default_factory=Clamp)
    maybe_clamp: Clamp | None = None


EVERY = EveryAttrs(
    -(1 << 63),
    True,
    0.1,
    "naïve ☃" * 20,
    Mode.NUMBER,
    (0, -1, 95, 96, -32, -33, (1 << 63) - 1) * 9,
    (1.5, -np.inf, np.inf, 1e300, -0.0),
    ("", "a", "b" * 63),
    (3, -4),
    12345,
    Mode.ODD,
    (),
    Clamp(0.0, 6.0),
    Clamp(hi=0.1),
)
PLAIN = EveryAttrs(0, False, 0.0, "", Mode.PLAIN)
TEST_OPS: Mapping[str, OpSpec] = {
    "Every": OpSpec(
        "Every",
        EveryAttrs,
        1,
        4,
        lambda a, ins: [(t.shape, t.dtype) for t in ins[:1] if t],
        lambda a, ins: list(ins[:1]),
    )
}


def every_graph(names: str = "") -> Graph:
    """Every dtype, layout, way to quantize and field type of attributes."""
    e = GraphEditor(name="every ☃")
    rng = np.random.default_rng(3)
    x = e.tensor("x" + names, (2, 3), DType.I8, Quant.per_tensor(0.5, -7))
    e.inputs = [x]
    previous = x
    consts = []
    for d in DType:
        values = (
            rng.integers(0, 2, (3, 5)) if d is DType.BOOL else rng.integers(-8 if d.value[0] == "i" else 0, 8, (3, 5))
        )
        quant = {
            DType.I8: Quant.per_axis(rng.random(5) + 0.1, 1),
            DType.I4: Quant.per_axis(rng.random(3) + 0.1, 0),
            DType.U8: Quant.per_axis([0.25, 0.5, 1e-30], 0, [0, 255, 3]),
            DType.I16: Quant.per_tensor(0.125),
        }.get(d)
        consts.append(e.const(f"c/{d.value}{names}", values.astype(d.numpy), quant, d))
    consts.append(e.const("scalar", np.array(2.5, np.float64)))
    consts.append(e.const("same", np.asarray(e.tensors[consts[0]].data)))
    for i, c in enumerate(consts):
        y = e.tensor(f"y{i}{names}", (2, 3), DType.I8, Quant.per_tensor(0.5, i))
        e.nodes.append(Node("Every", f"node{i}{names}", (previous, "", c), (y,), EVERY if i % 2 else PLAIN))
        previous = y
    e.update(previous, layout=Layout.CHANNELS_LAST)
    e.outputs = [previous]
    return e.build()


def kws_like() -> tuple[Graph, int]:
    """The int8 keyword spotter's shapes: 22.6 k parameters, 588 channel scales, long TensorFlow names."""
    e = GraphEditor(name="functional_1")
    rng = np.random.default_rng(0)

    weights = 0

    def layer(i: int, x: str, op: str, shape: tuple[int, ...], out: tuple[int, ...], attrs: Attrs) -> str:
        nonlocal weights
        long = f"functional_1/batch_normalization_{i}/FusedBatchNormV3;functional_1/conv2d_{i}/BiasAdd/ReadVariableOp"
        q = Quant.per_axis(rng.random(shape[0]) / 100, 0)
        w = e.const(
            f"{long}/resource;functional_1/conv2d_{i}/Conv2D_quantized", rng.integers(-127, 128, shape, np.int8), q
        )
        s = np.float32(e.tensors[x].quant.s) * np.asarray(q.scale, np.float32)  # type: ignore[union-attr]
        bias = rng.integers(-5000, 5000, shape[:1]).astype(np.int32)
        b = e.const(f"{long};functional_1/conv2d_{i}/bias_quantized", bias, Quant.per_axis(s, 0))
        weights += e.tensors[w].nbytes + e.tensors[b].nbytes
        y = e.tensor(f"functional_1/activation_{i}/Relu;{long}:0", out, DType.I8, Quant.per_tensor(rng.random(), -128))
        e.nodes.append(Node(op, f"functional_1/activation_{i}/Relu;{long}", (x, w, b), (y,), attrs))
        return y

    x = e.tensor("serving_default_input_1:0", (1, 49, 10, 1), DType.I8, Quant.per_tensor(0.58, 83))
    e.inputs = [x]
    y = layer(0, x, "Conv", (64, 10, 4, 1), (1, 25, 5, 64), ConvAttrs((2, 2), (4, 1, 5, 1), clamp=Clamp(0.0)))
    for i in range(4):
        y = layer(
            2 * i + 1, y, "Conv", (64, 3, 3, 1), (1, 25, 5, 64), ConvAttrs(pads=(1,) * 4, groups=64, clamp=Clamp(0.0))
        )
        y = layer(2 * i + 2, y, "Conv", (64, 1, 1, 64), (1, 25, 5, 64), ConvAttrs(clamp=Clamp(0.0)))
    quant = Quant.per_tensor(0.1, -128)
    pooled = e.tensor("functional_1/average_pooling2d/AvgPool:0", (1, 1, 1, 64), DType.I8, quant)
    e.nodes.append(
        Node("AvgPool", "functional_1/average_pooling2d/AvgPool", (y,), (pooled,), PoolAttrs((25, 5), (1, 1)))
    )
    flat = e.tensor("functional_1/flatten/Reshape:0", (1, 64), DType.I8, quant)
    e.nodes.append(Node("Reshape", "functional_1/flatten/Reshape", (pooled,), (flat,), ReshapeAttrs((1, 64))))
    y = layer(9, flat, "Dense", (12, 64), (1, 12), DenseAttrs())
    out = e.tensor("StatefulPartitionedCall:0", (1, 12), DType.I8, Quant.per_tensor(1 / 256, -128))
    e.nodes.append(Node("Softmax", "StatefulPartitionedCall", (y,), (out,), SoftmaxAttrs(1)))
    e.outputs = [out]
    return e.build(), weights
