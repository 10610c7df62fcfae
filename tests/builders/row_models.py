"""Small image networks for the tests of layers computed row by row."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Clamp, DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.resample import ResampleAttrs, resample_weight_quant
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs


class Net:
    """A graph under construction; ``int8`` or float32, channels last."""

    def __init__(self, int8: bool, seed: int, shape: tuple[int, int, int]) -> None:
        self.int8, self.rng = int8, np.random.default_rng(seed)
        self.e = GraphEditor(name="rows")
        self.scale = 0.05
        self.x = self._tensor("x", shape)
        self.e.inputs = [self.x]

    def _tensor(self, name: str, shape: tuple[int, int, int]) -> str:
        if not self.int8:
            return self.e.tensor(name, (1, *shape), DType.F32)
        return self.e.tensor(name, (1, *shape), DType.I8, Quant.per_tensor(self.scale, int(self.rng.integers(-9, 9))))

    def _out(self, op: str, inputs: tuple[str, ...], attrs: object, shape: tuple[int, int, int]) -> str:
        y = self._tensor(f"t{len(self.e.nodes)}", shape)
        self.e.nodes.append(Node(op, f"{op}{len(self.e.nodes)}", inputs, (y,), attrs))  # type: ignore[arg-type]
        return y

    def _weights(self, o: int, kernel: int, c: int, inputs: int) -> tuple[str, str]:
        shape = (o, kernel, kernel, c)
        if not self.int8:
            w = self.e.const("w", (self.rng.standard_normal(shape) / (kernel * np.sqrt(c))).astype(np.float32))
            return w, self.e.const("b", self.rng.standard_normal(o).astype(np.float32))
        quant = Quant.per_axis(self.rng.uniform(0.5, 1.0, o) / (40 * kernel * np.sqrt(inputs)), 0)
        w = self.e.const("w", self.rng.integers(-127, 128, shape).astype(np.int8), quant)
        scales = self.scale * np.array(self.e.tensors[w].quant.scale)  # type: ignore[union-attr]
        b = self.e.const("b", self.rng.integers(-500, 500, o).astype(np.int32), Quant.per_axis(scales, 0))
        return w, b

    def conv(self, x: str, o: int, kernel: int = 3, stride: int = 1, pad: int = 1, depthwise: bool = False) -> str:
        """A convolution; a depthwise one keeps the number of channels."""
        _, h, w, c = self.e.tensors[x].shape
        o = c if depthwise else o
        weights = self._weights(o, kernel, 1 if depthwise else c, 1 if depthwise else c)
        attrs = ConvAttrs(strides=(stride, stride), pads=(pad,) * 4, groups=c if depthwise else 1, clamp=Clamp(0.0))
        size = tuple((d + 2 * pad - kernel) // stride + 1 for d in (h, w))
        return self._out("Conv", (x, *weights), attrs, (size[0], size[1], o))

    def pool(self, x: str, op: str, kernel: int, stride: int, pad: int = 0) -> str:
        """MaxPool or AvgPool."""
        _, h, w, c = self.e.tensors[x].shape
        size = tuple((d + 2 * pad - kernel) // stride + 1 for d in (h, w))
        attrs = PoolAttrs(kernel=(kernel, kernel), out=size, strides=(stride, stride), pads=(pad,) * 4)
        y = self._out(op, (x,), attrs, (size[0], size[1], c))
        if self.int8 and op == "MaxPool":
            self.e.update(y, quant=self.e.tensors[x].quant)
        return y

    def add(self, a: str, b: str) -> str:
        """Sum of two tensors of one shape."""
        return self._out("Binary", (a, b), BinaryAttrs(BinaryFn.ADD), self.e.tensors[a].shape[1:])  # type: ignore[arg-type]

    def scaled(self, x: str, gate: str) -> str:
        """Product of a tensor and a gate [1, 1, 1, C]."""
        return self._out("Binary", (x, gate), BinaryAttrs(BinaryFn.MUL), self.e.tensors[x].shape[1:])  # type: ignore[arg-type]

    def tanh(self, x: str) -> str:
        """Elementwise function."""
        return self._out("Unary", (x,), UnaryAttrs(UnaryFn.TANH), self.e.tensors[x].shape[1:])  # type: ignore[arg-type]

    def double(self, x: str, linear: bool = False) -> str:
        """Twice as many rows and columns: repeated, or between them at a quarter and three quarters."""
        for axis in (1, 2):
            shape = list(self.e.tensors[x].shape)
            place = (np.arange(2 * shape[axis]) + 0.5) / 2 - 0.5
            first = np.clip(np.floor(place), 0, shape[axis] - 1).astype(np.int32)
            cells = np.stack([first, np.minimum(first + 1, shape[axis] - 1)], axis=1).astype(np.int32)
            part = np.clip(place - first, 0, 1)
            shape[axis] *= 2
            size = (shape[1], shape[2], shape[3])
            if not linear:
                index = self.e.const("i", np.arange(shape[axis], dtype=np.int32) // 2)
                y = self._out("Gather", (x, index), GatherAttrs(axis), size)
            else:
                weights = np.stack([1 - part, part], axis=1).astype(np.float32)
                held = resample_weight_quant(weights)
                stored = np.rint(weights / held.s).astype(np.int16)
                table = self.e.const("w", stored, held) if self.int8 else self.e.const("w", weights)
                y = self._out("Resample", (x, self.e.const("i", cells), table), ResampleAttrs(axis), size)
            if self.int8:
                self.e.update(y, quant=self.e.tensors[x].quant)
            x = y
        return x

    def join(self, a: str, b: str) -> str:
        """Channels of two tensors beside each other."""
        (_, h, w, c), (*_, d) = self.e.tensors[a].shape, self.e.tensors[b].shape
        return self._out("Concat", (a, b), ConcatAttrs(3), (h, w, c + d))

    def done(self, y: str) -> Graph:
        """The graph with ``y`` as its output."""
        self.e.outputs = [y]
        return self.e.build()


def bottleneck(int8: bool) -> Graph:
    """Stem, then 1x1 -> depthwise -> 1x1 with much larger maps between, twice; the second strided."""
    n = Net(int8, 1, (16, 13, 3))
    x = n.conv(n.x, 4)
    for stride in (1, 2):
        y = n.conv(n.conv(n.conv(x, 24, 1, pad=0), 0, stride=stride, depthwise=True), 4, 1, pad=0)
        x = y
    return n.done(n.conv(x, 2, 1, pad=0))


def residual(int8: bool) -> Graph:
    """conv -> conv, added to their input, then a pool."""
    n = Net(int8, 2, (12, 9, 4))
    x = n.conv(n.x, 8)
    y = n.add(x, n.conv(n.conv(x, 8), 8))
    return n.done(n.conv(n.pool(y, "MaxPool", 3, 2, 1), 3, pad=0))


def pools(int8: bool) -> Graph:
    """Pools with padding, a table and an unpadded strided convolution between convolutions."""
    n = Net(int8, 3, (23, 21, 2))
    x = n.tanh(n.conv(n.x, 12))
    x = n.pool(n.conv(x, 12), "AvgPool", 3, 1, 1)
    x = n.conv(n.pool(x, "MaxPool", 2, 2), 10, 3, 2, 0)
    return n.done(n.conv(x, 2, 1, pad=0))


def gated(int8: bool) -> Graph:
    """Channels scaled by what their means say (squeeze and excitation)."""
    n = Net(int8, 5, (12, 12, 3))
    x = n.conv(n.x, 16)
    return n.done(n.conv(n.scaled(x, n.conv(n.pool(x, "AvgPool", 12, 1), 16, 1, pad=0)), 2, 1, pad=0))


NETS = (bottleneck, residual, pools)


def decoder(int8: bool, linear: bool = False) -> Graph:
    """Maps made smaller and larger again, beside those of before (U-Net)."""
    n = Net(int8, 4, (16, 12, 3))
    skip = n.conv(n.x, 4)
    x = n.double(n.conv(n.pool(skip, "MaxPool", 2, 2), 12), linear)
    return n.done(n.conv(n.conv(n.join(x, skip), 12), 2, 1, pad=0))


def linear_decoder(int8: bool) -> Graph:
    """The same with values between rows."""
    return decoder(int8, True)


DECODERS = (decoder, linear_decoder)
