"""Nets over a window of time as frameworks export them, [1, channels, time]: what users stream."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding
from edgec.quantize.rewrite.rewrites import simplified
from tests.builders.onnx_models import model, node

TIME, CHANNELS, UNITS = 32, 6, 8


class Layers:
    """A model under construction."""

    def __init__(self, seed: int, *shape: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.shape = shape or (1, CHANNELS, TIME)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, NDArray[Any]] = {}

    def add(self, op: str, *ins: str, **attrs: Any) -> str:
        """A node; its output."""
        name = f"t{len(self.nodes)}"
        self.nodes.append(node(op, list(ins), [name], **attrs))
        return name

    def weight(self, *shape: int) -> str:
        """A random weight, [out, in, ...]."""
        return self.value(self.rng.normal(0.0, 1.2 / np.sqrt(np.prod(shape[1:])), shape))

    def value(self, values: NDArray[Any]) -> str:
        """A constant."""
        name = f"c{len(self.constants)}"
        self.constants[name] = values.astype(np.int64 if values.dtype.kind == "i" else np.float32)
        return name

    def conv(self, x: str, count: int, width: int, kernel: int, pads: tuple[int, int], **attrs: Any) -> str:
        """A convolution over time."""
        inner = width // attrs.get("group", 1)
        return self.add("Conv", x, self.weight(count, inner, kernel), pads=list(pads), **attrs)

    def relu(self, x: str) -> str:
        """A rectifier."""
        return self.add("Relu", x)

    def scores(self, x: str, width: int = UNITS, classes: int = 4) -> str:
        """A fully connected layer over [1, width, 1]."""
        return self.add("MatMul", self.add("Flatten", x), self.weight(width, classes))

    def mean(self, x: str) -> str:
        """The mean over time."""
        return self.add("GlobalAveragePool", x)

    def last(self, x: str, axis: int = 2) -> str:
        """The last column."""
        ends = [self.value(np.array([v])) for v in (-1, 2**31 - 1, axis)]
        return self.add("Slice", x, *ends)

    def done(self, *outputs: str) -> onnx.ModelProto:
        """The model."""
        return model(self.nodes, {"x": list(self.shape)}, list(outputs), self.constants)


def tdnn() -> onnx.ModelProto:
    """Dilated convolutions without padding, and the mean over time: speaker embeddings."""
    m = Layers(1)
    x = m.relu(m.conv("x", UNITS, CHANNELS, 5, (0, 0)))
    x = m.relu(m.conv(x, UNITS, UNITS, 3, (0, 0), dilations=[2]))
    return m.done(m.scores(m.mean(m.relu(m.conv(x, UNITS, UNITS, 3, (0, 0), dilations=[3])))))


def matchbox() -> onnx.ModelProto:
    """Separable convolutions with residual sums: keywords."""
    m = Layers(2)
    x = m.relu(m.conv("x", UNITS, CHANNELS, 5, (2, 2)))
    for _ in range(2):
        y = m.conv(m.conv(x, UNITS, UNITS, 5, (2, 2), group=UNITS), UNITS, UNITS, 1, (0, 0))
        x = m.relu(m.add("Add", x, y))
    return m.done(m.scores(m.mean(x)))


def wavenet() -> onnx.ModelProto:
    """Gated causal convolutions, dilated, whose skips are added; the last column is judged."""
    m = Layers(3)
    x, skips = m.conv("x", UNITS, CHANNELS, 1, (0, 0)), []
    for dilation in (1, 2, 4):
        pads = (2 * dilation, 0)
        a = m.add("Tanh", m.conv(x, UNITS, UNITS, 3, pads, dilations=[dilation]))
        b = m.add("Sigmoid", m.conv(x, UNITS, UNITS, 3, pads, dilations=[dilation]))
        gated = m.add("Mul", a, b)
        skips.append(m.conv(gated, UNITS, UNITS, 1, (0, 0)))
        x = m.add("Add", x, m.conv(gated, UNITS, UNITS, 1, (0, 0)))
    return m.done(m.scores(m.last(m.relu(m.add("Add", m.add("Add", *skips[:2]), skips[2])))))


def ecg() -> onnx.ModelProto:
    """Residual blocks of stride 2: heartbeats."""
    m = Layers(4, 1, 2, 64)
    x = m.relu(m.conv("x", UNITS, 2, 7, (3, 3), strides=[2]))
    y = m.conv(m.relu(m.conv(x, UNITS, UNITS, 3, (1, 1), strides=[2])), UNITS, UNITS, 3, (1, 1))
    x = m.relu(m.add("Add", m.conv(x, UNITS, UNITS, 1, (0, 0), strides=[2]), y))
    return m.done(m.scores(m.mean(x)))


def squeezed() -> onnx.ModelProto:
    """A gate by the mean over time between convolutions: what follows it runs whole."""
    m = Layers(5)
    x = m.relu(m.conv("x", UNITS, CHANNELS, 3, (1, 1)))
    gate = m.relu(m.conv(m.mean(x), 4, UNITS, 1, (0, 0)))
    x = m.add("Mul", x, m.add("Sigmoid", m.conv(gate, UNITS, 4, 1, (0, 0))))
    return m.done(m.scores(m.mean(m.relu(m.conv(x, UNITS, UNITS, 3, (1, 1))))))


def recurrent(m: Layers, op: str, rows: int, x: str, width: int) -> str:
    """A recurrent layer over [1, width, time]: [time, 1, units]."""
    x = m.add("Transpose", x, perm=[2, 0, 1])
    w, r = m.weight(1, rows * UNITS, width), m.weight(1, rows * UNITS, UNITS)
    more = {"linear_before_reset": 1} if op == "GRU" else {}
    y = m.add(op, x, w, r, hidden_size=UNITS, **more)
    return m.add("Squeeze", y, m.value(np.array([1])))


def crnn() -> onnx.ModelProto:
    """Convolutions, a GRU over their columns, and scores of its last output."""
    m = Layers(6)
    x = m.relu(m.conv(m.relu(m.conv("x", UNITS, CHANNELS, 5, (2, 2))), UNITS, UNITS, 3, (1, 1), strides=[2]))
    return m.done(m.scores(m.last(recurrent(m, "GRU", 3, x, UNITS), 0)))


def vad_lstm() -> onnx.ModelProto:
    """A convolution, an LSTM, and a probability for each column: voice activity."""
    m = Layers(7)
    x = m.relu(m.conv("x", UNITS, CHANNELS, 3, (2, 0)))
    y = m.add("MatMul", recurrent(m, "LSTM", 4, x, UNITS), m.weight(UNITS, 1))
    return m.done(m.add("Sigmoid", y))


def conformer() -> onnx.ModelProto:
    """Feed-forward, self-attention over all columns, a convolution module with a gated linear unit, normalizations."""
    m = Layers(8, 1, TIME, UNITS)

    def normal(x: str) -> str:
        return m.add("LayerNormalization", x, m.value(np.ones(UNITS)), m.value(np.zeros(UNITS)), axis=-1)

    def dense(x: str, count: int = UNITS) -> str:
        return m.add("MatMul", x, m.weight(UNITS, count))

    x = m.add("Add", "x", dense(m.relu(dense(normal("x")))))
    y = m.add("Transpose", normal(x), perm=[0, 2, 1])
    a, b = (m.conv(y, UNITS, UNITS, 1, (0, 0)) for _ in range(2))
    y = m.conv(m.add("Mul", a, m.add("Sigmoid", b)), UNITS, UNITS, 5, (2, 2), group=UNITS)
    y = m.conv(m.relu(y), UNITS, UNITS, 1, (0, 0))
    x = m.add("Add", x, m.add("Transpose", y, perm=[0, 2, 1]))
    z = normal(x)
    q, k, v = (dense(z) for _ in range(3))
    shares = m.add("Softmax", m.add("MatMul", q, m.add("Transpose", k, perm=[0, 2, 1])), axis=-1)
    return m.done(m.add("ReduceMean", m.add("Add", x, m.add("MatMul", shares, v)), axes=[1], keepdims=0))


def two_heads() -> onnx.ModelProto:
    """Mean, sum and largest value over time beside each other."""
    m = Layers(9)
    x = m.relu(m.conv(m.relu(m.conv("x", UNITS, CHANNELS, 3, (1, 1))), UNITS, UNITS, 3, (1, 1)))
    return m.done(
        m.scores(m.mean(x)),
        m.add("ReduceSum", x, m.value(np.array([2])), keepdims=0),
        m.add("ReduceMax", x, axes=[2], keepdims=0),
    )


def autoencoder() -> onnx.ModelProto:
    """Convolutions of stride 2, and transposed ones back to the window."""
    m = Layers(10)
    x = m.relu(m.conv(m.relu(m.conv("x", UNITS, CHANNELS, 4, (1, 1), strides=[2])), 4, UNITS, 3, (1, 1)))
    return m.done(m.add("ConvTranspose", x, m.weight(4, CHANNELS, 4), strides=[2], pads=[1, 1]))


def spectrogram() -> onnx.ModelProto:
    """An image [1, 1, bands, time] whose last axis is time, and a mean over both: keywords."""
    m = Layers(11, 1, 1, 10, 24)
    x = m.relu(m.add("Conv", "x", m.weight(UNITS, 1, 4, 5), pads=[1, 2, 1, 2], strides=[2, 1]))
    x = m.relu(m.add("Conv", x, m.weight(UNITS, 1, 3, 3), pads=[1, 1, 1, 1], group=UNITS))
    x = m.relu(m.add("Conv", x, m.weight(UNITS, UNITS, 1, 1)))
    return m.done(m.scores(m.mean(x)))


MODELS: Mapping[str, tuple[Callable[[], onnx.ModelProto], int, int]] = {
    "tdnn": (tdnn, 2, 1),
    "matchbox": (matchbox, 2, 2),
    "wavenet": (wavenet, 2, 1),
    "ecg": (ecg, 2, 8),
    "squeezed": (squeezed, 2, 2),
    "crnn": (crnn, 2, 2),
    "vad_lstm": (vad_lstm, 2, 1),
    "conformer": (conformer, 1, 2),
    "two_heads": (two_heads, 2, 2),
    "autoencoder": (autoencoder, 2, 2),
    "spectrogram": (spectrogram, 3, 2),
}
"""Net, axis of time, and a hop."""


@cache
def integers(name: str) -> Graph:
    """One of the nets in int8."""
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(MODELS[name][0](), path := Path(folder) / "net.onnx")
        graph = simplified(import_model(path).graph)
    shape = graph.tensors[graph.inputs[0]].shape
    samples = np.random.default_rng(0).standard_normal((16, *shape)).astype(np.float32)
    return quantize_model(graph, [samples], QuantizeOptions(calibrator="minmax", rounding=Rounding.NEAREST))
