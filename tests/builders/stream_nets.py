"""Small nets over a window of time, in integers, that streams are tried on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from edgec.converter.graph.ir import Clamp, Graph
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import (
    ConcatAttrs,
    GatherAttrs,
    PadAttrs,
    ReshapeAttrs,
    SliceAttrs,
    TransposeAttrs,
)
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding
from tests.builders.prune_models import Maker

RELU = Clamp(0.0)


class TimeMaker(Maker):
    """Layers over [1, time, width, channels]."""

    def over(self, x: str, count: int, kernel: int, pads: tuple[int, int], **attrs: tuple[int, ...]) -> str:
        """A convolution over time."""
        w, b = self.normal(count, kernel, 1, self.shape(x)[-1]), self.normal(count)
        return self.node("Conv", ConvAttrs(pads=(pads[0], 0, pads[1], 0), clamp=RELU, **attrs), x, w, b)  # type: ignore[arg-type]

    def along(self, x: str, kernel: int, pads: tuple[int, int], dilation: int = 1) -> str:
        """A depthwise convolution over time."""
        count = self.shape(x)[-1]
        a = ConvAttrs(pads=(pads[0], 0, pads[1], 0), dilations=(dilation, 1), groups=count, clamp=RELU)
        return self.node("Conv", a, x, self.normal(count, kernel, 1, 1), self.normal(count))

    def pooled(self, op: str, x: str, kernel: int, stride: int, pads: tuple[int, int] = (0, 0), **more: bool) -> str:
        """A pool over time; the last window may reach beyond the end."""
        _, length, width, _ = self.shape(x)
        out = -(-(length + sum(pads) - kernel) // stride) + 1
        a = PoolAttrs((kernel, 1), (out, width), (stride, 1), (pads[0], 0, pads[1], 0), **more)
        return self.node(op, a, x)

    def sum_of(self, a: str, b: str) -> str:
        """A sum."""
        return self.node("Binary", BinaryAttrs(BinaryFn.ADD), a, b)

    def doubled(self, x: str, linear: bool = False) -> str:
        """Each column twice, or columns between each two."""
        length = self.shape(x)[1]
        at = np.maximum((np.arange(2 * length) + 0.5) / 2 - 0.5, 0)
        low = np.minimum(at.astype(np.int32), length - 1)
        index = (
            np.stack([low, np.minimum(low + 1, length - 1)], axis=1)
            if linear
            else (np.arange(2 * length) // 2)[:, None]
        )
        weight = np.stack([1 - (at - low), at - low], axis=1) if linear else np.ones((2 * length, 1))
        tables = self.editor.const("i", index.astype(np.int32)), self.const(weight)
        return self.node("Resample", ResampleAttrs(1), x, *tables)

    def judged(self, x: str, classes: int = 4) -> Graph:
        """The mean over time, and scores."""
        mean = self.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), x)
        return self.done(self.dense(self.flat(mean), classes, Clamp()))

    def last(self, x: str, classes: int = 4) -> Graph:
        """Scores of the last column."""
        n, length, width, count = self.shape(x)
        a = SliceAttrs((0, length - 1, 0, 0), (1, 1, 1, 1), (n, 1, width, count))
        return self.done(self.dense(self.flat(self.node("Slice", a, x)), classes, Clamp()))


def padded() -> Graph:
    """Convolutions padded on both sides, of two strides, and a pool: a keyword net."""
    m = TimeMaker(1, (1, 25, 3, 4))
    x = m.over(m.x, 8, 5, (2, 2), strides=(2, 1))
    x = m.over(m.along(x, 3, (1, 1)), 8, 1, (0, 0))
    return m.judged(m.over(m.along(x, 3, (1, 1)), 8, 1, (0, 0)))


def valid() -> Graph:
    """No padding at all: a wake word net."""
    m = TimeMaker(2, (1, 24, 1, 6))
    x = m.over(m.along(m.x, 3, (0, 0)), 8, 1, (0, 0))
    x = m.over(m.along(x, 5, (0, 0)), 8, 1, (0, 0))
    return m.done(m.dense(m.flat(m.along(x, 18, (0, 0))), 3, Clamp()))


def causal() -> Graph:
    """A temporal convolutional net: dilated, padded before, with residual sums; the last column is judged."""
    m = TimeMaker(3, (1, 40, 1, 6))
    x = m.over(m.x, 8, 1, (0, 0))
    for dilation in (1, 2, 4, 8):
        x = m.sum_of(x, m.over(m.over(x, 8, 3, (2 * dilation, 0), dilations=(dilation, 1)), 8, 1, (0, 0)))
    return m.last(x)


def pools() -> Graph:
    """Pools with padding and with a last window beyond the end, and their concatenation."""
    m = TimeMaker(4, (1, 34, 2, 4))
    x = m.pooled("MaxPool", m.over(m.x, 8, 3, (1, 1)), 3, 2, (1, 0))
    a = m.pooled("AvgPool", x, 3, 1, (1, 1), count_include_pad=True)
    b = m.pooled("AvgPool", x, 3, 1, (1, 1))
    x = m.node("Concat", ConcatAttrs(3), a, b, x)
    return m.judged(m.pooled("AvgPool", m.over(x, 8, 3, (1, 1)), 4, 2))


def u_net() -> Graph:
    """Down, up and across, one score for each column."""
    m = TimeMaker(5, (1, 48, 1, 4))
    first = m.over(m.x, 6, 3, (1, 1))
    second = m.over(m.pooled("MaxPool", first, 2, 2), 8, 3, (1, 1))
    third = m.over(m.pooled("MaxPool", second, 2, 2), 8, 3, (1, 1))
    up = m.over(m.node("Concat", ConcatAttrs(3), m.doubled(third), second), 8, 3, (1, 1))
    up = m.over(m.node("Concat", ConcatAttrs(3), m.doubled(up, linear=True), first), 8, 3, (1, 1))
    return m.done(m.node("Unary", UnaryAttrs(UnaryFn.SIGMOID), m.over(up, 2, 1, (0, 0))))


def phases() -> Graph:
    """A transposed convolution as it is imported: phases as channels, interleaved, cropped."""
    m = TimeMaker(6, (1, 20, 1, 4))
    x = m.over(m.pooled("AvgPool", m.x, 2, 2), 12, 3, (1, 1))
    x = m.node("Reshape", ReshapeAttrs((1, 20, 1, 6)), x)
    x = m.node("Slice", SliceAttrs((0, 1, 0, 0), (1, 1, 1, 1), (1, 18, 1, 6)), x)
    return m.judged(m.over(x, 8, 3, (1, 1)))


def rows() -> Graph:
    """Channels first, a normalization of each column, fully connected layers over time: a voice activity detector."""
    m = TimeMaker(7, (1, 6, 30))
    x = m.node("Transpose", TransposeAttrs((0, 2, 1)), m.x)
    x = m.node("Normalize", NormalizeAttrs((2,)), x, m.const(m.rng.uniform(0.5, 2, (1, 1, 6))), m.normal(1, 1, 6))
    x = m.dense(m.node("Reshape", ReshapeAttrs((30, 6)), x), 8)
    x = m.node("Reshape", ReshapeAttrs((1, 30, 1, 8)), x)
    x = m.over(m.node("Pad", PadAttrs((0, 4, 0, 0), (0, 0, 0, 0)), x), 8, 5, (0, 0))
    x = m.dense(m.node("Reshape", ReshapeAttrs((30, 8)), x), 1, Clamp())
    return m.done(m.node("Unary", UnaryAttrs(UnaryFn.SIGMOID), x))


def gated() -> Graph:
    """A gate by the mean over time stops the stream: what follows it runs whole."""
    m = TimeMaker(8, (1, 24, 1, 6))
    x = m.over(m.x, 8, 3, (1, 1))
    mean = m.node("Reduce", ReduceAttrs(ReduceFn.MEAN, (1, 2)), x)
    x = m.times(x, m.node("Unary", UnaryAttrs(UnaryFn.SIGMOID), m.conv(mean, 8, size=1, clamp=Clamp())))
    return m.judged(m.over(x, 8, 3, (1, 1)))


def flattened() -> Graph:
    """A fully connected layer over the whole window, and the column that a gather takes."""
    m = TimeMaker(9, (1, 20, 1, 6))
    x = m.over(m.over(m.x, 8, 3, (1, 1)), 4, 3, (1, 1))
    picked = m.node("Gather", GatherAttrs(1), x, m.editor.const("i", np.array([19], np.int64)))
    return m.done(m.dense(m.flat(x), 5, Clamp()), m.dense(m.flat(picked), 3, Clamp()))


NETS: Mapping[str, tuple[Callable[[], Graph], int, tuple[int, ...]]] = {
    "padded": (padded, 1, (1, 2, 4, 6)),
    "valid": (valid, 1, (1, 2, 5)),
    "causal": (causal, 1, (1, 3, 8)),
    "pools": (pools, 1, (2, 4, 8)),
    "u_net": (u_net, 1, (2, 4, 8)),
    "phases": (phases, 1, (2, 4)),
    "rows": (rows, 2, (1, 3)),
    "gated": (gated, 1, (1, 4)),
    "flattened": (flattened, 1, (1, 2)),
}
"""Net, axis of time, and hops."""


def integers(name: str) -> Graph:
    """One of the nets in int8."""
    graph = NETS[name][0]()
    shape = graph.tensors[graph.inputs[0]].shape
    samples = np.random.default_rng(0).standard_normal((16, *shape)).astype(np.float32)
    options = QuantizeOptions(calibrator="minmax", rounding=Rounding.NEAREST)
    return quantize_model(graph, [samples], options)
