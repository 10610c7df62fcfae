"""Random float graphs with everything that ties channels, and small nets to prune."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array, Attrs, Clamp, DType, Graph, GraphEditor, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn, relu
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs

PAD = (1, 1, 1, 1)
RELU = Clamp(0.0)


class Maker:
    """Adds nodes to a graph; shapes follow."""

    def __init__(self, seed: int, shape: tuple[int, ...]) -> None:
        self.rng = np.random.default_rng(seed)
        self.editor = GraphEditor(name="random")
        self.x = self.editor.tensor("x", shape, DType.F32)
        self.editor.inputs = [self.x]

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the shape of a tensor."""
        return self.editor.tensors[name].shape

    def const(self, data: Array) -> str:
        """A constant."""
        return self.editor.const("c", data if data.dtype == np.int64 else data.astype(np.float32))

    def node(self, op: str, attrs: Attrs, *inputs: str) -> str:
        """The output of a new node."""
        shape, dtype = OPS[op].infer(attrs, [self.editor.tensors[i] for i in inputs])[0]
        out = self.editor.tensor(f"{op.lower()}", shape, dtype)
        self.editor.nodes.append(Node(op, out, inputs, (out,), attrs))
        return out

    def normal(self, *shape: int) -> str:
        """Random weights."""
        return self.const(self.rng.standard_normal(shape) * (2 / max(int(np.prod(shape[1:])), 1)) ** 0.5)

    def conv(self, x: str, count: int, size: int = 3, clamp: Clamp = RELU) -> str:
        """A convolution."""
        attrs = ConvAttrs(pads=PAD if size == 3 else (0,) * 4, clamp=clamp)
        return self.node("Conv", attrs, x, self.normal(count, size, size, self.shape(x)[-1]), self.normal(count))

    def depthwise(self, x: str, multiplier: int = 1) -> str:
        """A filter or more for each channel."""
        count = self.shape(x)[-1]
        attrs = ConvAttrs(pads=PAD, groups=count, clamp=Clamp(0.0))
        return self.node("Conv", attrs, x, self.normal(count * multiplier, 3, 3, 1), self.normal(count * multiplier))

    def grouped(self, x: str, count: int, groups: int) -> str:
        """A convolution in groups."""
        attrs = ConvAttrs(pads=PAD, groups=groups, clamp=RELU)
        w = self.normal(count, 3, 3, self.shape(x)[-1] // groups)
        return self.node("Conv", attrs, x, w, self.normal(count))

    def shuffled(self, x: str, groups: int) -> str:
        """The channels of all groups in turn."""
        *places, count = self.shape(x)
        apart = self.node("Reshape", ReshapeAttrs((*places, groups, count // groups)), x)
        turned = self.node("Transpose", TransposeAttrs((0, 1, 2, 4, 3)), apart)
        return self.node("Reshape", ReshapeAttrs((*places, count)), turned)

    def over_channels(self, x: str, fn: ReduceFn) -> str:
        """A reduction of the channels at each position."""
        return self.node("Reduce", ReduceAttrs(fn, (3,)), x)

    def watched(self, x: str) -> str:
        """Attention over positions by the mean and the largest of the channels."""
        ends = [self.over_channels(x, fn) for fn in (ReduceFn.MEAN, ReduceFn.MAX, ReduceFn.SUM)]
        gate = self.conv(self.node("Concat", ConcatAttrs(3), *ends), 1, clamp=Clamp())
        return self.times(x, self.node("Unary", UnaryAttrs(UnaryFn.SIGMOID), gate))

    def times(self, x: str, gate: str) -> str:
        """A product."""
        return self.node("Binary", BinaryAttrs(BinaryFn.MUL), x, gate)

    def dense(self, x: str, count: int, clamp: Clamp = RELU) -> str:
        """A fully connected layer."""
        return self.node("Dense", DenseAttrs(clamp), x, self.normal(count, self.shape(x)[-1]), self.normal(count))

    def add(self, a: str, b: str) -> str:
        """A sum."""
        return self.node("Binary", BinaryAttrs(BinaryFn.ADD, Clamp(0.0)), a, b)

    def scaled(self, x: str) -> str:
        """Add what is left of a normalization: a factor and a shift for each channel."""
        count = self.shape(x)[-1]
        made = self.node("Binary", BinaryAttrs(BinaryFn.MUL), x, self.const(self.rng.uniform(0.5, 2, count)))
        return self.node("Binary", BinaryAttrs(BinaryFn.ADD), self.const(self.rng.uniform(0.5, 2, (1, count))), made)

    def flat(self, x: str) -> str:
        """One row."""
        return self.node("Reshape", ReshapeAttrs((1, int(np.prod(self.shape(x))))), x)

    def done(self, *outputs: str) -> Graph:
        """The graph."""
        self.editor.outputs = list(outputs)
        return self.editor.build()


def random_image_graph(seed: int) -> Graph:
    """Steps drawn at random over a small image, then a classifier behind a mean or a flatten."""
    m = Maker(seed, (1, 6, 5, 3))
    x = m.conv(m.x, 8)
    for step in m.rng.permutation(["residual", "concat", "slice", "deep", "scaled", "shuffle", "gate", "pool"]):
        count = m.shape(x)[-1]
        if step == "residual":
            x = m.add(x, m.conv(m.conv(x, 6), count, clamp=Clamp()))
        elif step == "concat":
            x = m.node("Concat", ConcatAttrs(3), m.conv(x, 4, 1), x, m.conv(x, 5))
        elif step == "slice":
            parts = [m.node("Slice", SliceAttrs((0, 0, 0, at), (1,) * 4, (1, *m.shape(x)[1:3], count // 2)), x)
                     for at in (0, count - count // 2)]  # fmt: skip
            x = m.node("Binary", BinaryAttrs(BinaryFn.MUL), *parts) if seed % 2 else m.conv(parts[1], 7)
        elif step == "deep":
            x = m.conv(m.depthwise(x, 1 + seed % 2), 8, 1)
        elif step == "scaled":
            x = m.node("Unary", relu(), m.scaled(x))
        elif step == "shuffle":
            x = m.node("Gather", GatherAttrs(3), x, m.const(m.rng.permutation(count).astype(np.int64)))
        elif step == "gate":
            mean = m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), x)
            x = m.node("Binary", BinaryAttrs(BinaryFn.MUL), x, m.conv(m.conv(mean, 4, 1), count, 1))
        else:
            h, w = m.shape(x)[1:3]
            x = m.node("MaxPool", PoolAttrs((2, 2), (h - 1, w - 1)), x)
    mean = ReduceAttrs(ReduceFn.MEAN, (1, 2), keepdims=False)
    x = m.flat(x) if seed % 3 else m.node("Reduce", mean, x)
    return m.done(m.dense(m.dense(x, 9), 4, Clamp()))


def random_grouped_graph(seed: int) -> Graph:
    """Steps drawn at random with groups of convolutions, shuffles and gates over channels and positions.

    All that a channel goes through keeps zeros: a channel whose filters are zero is zero wherever it is read.
    """
    m = Maker(seed, (1, 5, 4, 3))
    x = m.conv(m.x, 24)
    for step in m.rng.permutation(["many", "few", "shuffle", "multiplied", "residual", "concat", "gate", "watched"]):
        count = m.shape(x)[-1]
        if step == "many":
            x = m.grouped(x, 24, 12)
        elif step == "few":
            x = m.grouped(m.shuffled(m.grouped(x, 36, 2), 3), 24, 3)
        elif step == "shuffle":
            x = m.shuffled(x, int(m.rng.choice([2, 4])))
        elif step == "multiplied":
            x = m.conv(m.depthwise(x, 2), 24, 1)
        elif step == "residual":
            x = m.add(x, m.conv(m.grouped(m.conv(x, 12), 24, 4), count))
        elif step == "concat":
            x = m.node("Concat", ConcatAttrs(3), m.grouped(x, 12, 2), m.conv(x, 12, 1))
        elif step == "gate":
            mean = m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), x)
            x = m.times(x, m.conv(m.conv(mean, 4, 1), count, 1))
        else:
            x = m.watched(x)
    return ending(m, x)


def attention_graph(seed: int, heads: int = 4, size: int = 3, tokens: int = 5) -> Graph:
    """Attention with a projection behind it, then a layer for each token."""
    m = Maker(seed, (1, tokens, 6))
    width = heads * size

    def projected(perm: tuple[int, ...]) -> str:
        made = m.node("Binary", BinaryAttrs(BinaryFn.ADD), m.node("MatMul", MatMulAttrs(), m.x, m.normal(6, width)),
                      m.normal(width))  # fmt: skip
        split = m.node("Reshape", ReshapeAttrs((1, tokens, heads, size)), made)
        return m.node("Transpose", TransposeAttrs(perm), split)

    q, k, v = projected((0, 2, 1, 3)), projected((0, 2, 3, 1)), projected((0, 2, 1, 3))
    scores = m.node("Softmax", SoftmaxAttrs(3), m.node("MatMul", MatMulAttrs(), q, k))
    mixed = m.node("Transpose", TransposeAttrs((0, 2, 1, 3)), m.node("MatMul", MatMulAttrs(), scores, v))
    flat = m.node("Reshape", ReshapeAttrs((1, tokens, width)), mixed)
    return m.done(m.node("MatMul", MatMulAttrs(), flat, m.normal(width, 6)))


def redundant_net(seed: int = 3, rank: int = 5, count: int = 16) -> Graph:
    """A first layer of ``count`` channels that are mixtures of ``rank``, without an activation; a 1x1 reader."""
    m = Maker(seed, (1, 5, 5, 3))
    basis = m.rng.standard_normal((rank, 27))
    w = (m.rng.standard_normal((count, rank)) @ basis).reshape(count, 3, 3, 3)
    x = m.node("Conv", ConvAttrs(pads=PAD), m.x, m.const(w), m.normal(count))
    return m.done(m.conv(x, 4, 1, Clamp()))


def ending(m: Maker, x: str, pool: str = "mean") -> Graph:
    """A classifier behind all positions at once, or one by one."""
    h, w = m.shape(x)[1:3]
    if pool == "mean":
        x = m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), x)
    elif pool == "max":
        x = m.node("MaxPool", PoolAttrs((h, w), (1, 1)), x)
    return m.done(m.dense(m.flat(x), 4, Clamp()))


def sharp() -> Graph:
    """Layers that answer to the largest value alone."""
    m = Maker(5, (1, 16, 16, 3))
    return ending(m, m.conv(m.conv(m.x, 8), 8), "max")


def framed(inner: bool, count: int = 64) -> list[Array]:
    """Images for ``sharp`` with values in the middle alone, or at the border alone."""
    x = np.random.default_rng(1).standard_normal((count, 1, 16, 16, 3)).astype(np.float32)
    middle = np.zeros(x.shape[1:], bool)
    middle[:, 3:-3, 3:-3] = True
    return [np.where(middle == inner, 4 * x, 0).astype(np.float32)]
