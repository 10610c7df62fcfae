"""Small image nets as ONNX whose channels are tied in the ways of known families, with seeded weights.

Batch normalizations are folded into the convolutions, as exporters leave them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx

from tests.builders.onnx_models import model, node

SIZE, CLASSES = 14, 10


class _Net:
    """Nodes over N, C, H, W; each method returns the name of a tensor."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, np.ndarray] = {}
        self.channels = {"x": 1}

    def add(self, op: str, inputs: list[str], channels: int, **attrs: object) -> str:
        """A node."""
        name = f"{op.lower()}{len(self.nodes)}"
        self.nodes.append(node(op, inputs, [name], **attrs))
        self.channels[name] = channels
        return name

    def const(self, value: np.ndarray) -> str:
        """A constant."""
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def filters(self, count: int, inside: int, size: int) -> list[str]:
        """Weights and bias."""
        scale = (2 / (inside * size * size)) ** 0.5
        weights = self.rng.normal(0, scale, (count, inside, size, size)).astype(np.float32)
        return [self.const(weights), self.const(self.rng.normal(0, 0.1, count).astype(np.float32))]

    def conv(self, x: str, count: int, size: int = 1, stride: int = 1, groups: int = 1, act: str = "Relu") -> str:
        """A convolution and its activation."""
        constants = self.filters(count, self.channels[x] // groups, size)
        pads = [size // 2] * 4
        y = self.add("Conv", [x, *constants], count, group=groups, pads=pads, strides=[stride] * 2)
        return self.add(act, [y], count) if act else y

    def depthwise(self, x: str, size: int = 3, stride: int = 1, act: str = "", multiplier: int = 1) -> str:
        """A filter or more for each channel."""
        count = self.channels[x]
        return self.conv(x, count * multiplier, size, stride, count, act)

    def both(self, op: str, a: str, b: str) -> str:
        """A sum or a product, broadcast."""
        return self.add(op, [a, b], max(self.channels[a], self.channels[b]))

    def shuffled(self, x: str, groups: int, size: int) -> str:
        """Channels of all groups in turn."""
        count = self.channels[x]
        apart = self.const(np.array([1, groups, count // groups, size, size], np.int64))
        whole = self.const(np.array([1, count, size, size], np.int64))
        turned = self.add("Transpose", [self.add("Reshape", [x, apart], count)], count, perm=[0, 2, 1, 3, 4])
        return self.add("Reshape", [turned, whole], count)

    def halves(self, x: str) -> list[str]:
        """A split of the channels."""
        half, name = self.channels[x] // 2, f"split{len(self.nodes)}"
        self.nodes.append(node("Split", [x, self.const(np.array([half, half], np.int64))], [name, f"{name}b"], axis=1))
        self.channels |= {name: half, f"{name}b": half}
        return [name, f"{name}b"]

    def joined(self, *x: str) -> str:
        """A concatenation of channels."""
        return self.add("Concat", list(x), sum(self.channels[i] for i in x), axis=1)

    def done(self, x: str) -> onnx.ModelProto:
        """A classifier behind a mean."""
        flat = self.add("Flatten", [self.add("GlobalAveragePool", [x], self.channels[x])], self.channels[x])
        count = self.channels[x]
        w = self.rng.normal(0, count**-0.5, (CLASSES, count)).astype(np.float32)
        y = self.add("Gemm", [flat, self.const(w), self.const(np.zeros(CLASSES, np.float32))], CLASSES, transB=1)
        return model(self.nodes, {"x": [1, 1, SIZE, SIZE]}, [self.add("Softmax", [y], CLASSES)], self.constants)


def resnext(seed: int = 0) -> onnx.ModelProto:
    """Bottlenecks of 8 groups of 4 channels."""
    net = _Net(seed)
    x = net.conv("x", 32, 3, 2)
    for _ in range(2):
        y = net.conv(net.conv(net.conv(x, 32), 32, 3, groups=8), 32, act="")
        x = net.add("Relu", [net.both("Add", x, y)], 32)
    return net.done(x)


def few_groups(seed: int = 0) -> onnx.ModelProto:
    """Two groups of many channels, one behind the other, and a depthwise layer of two filters for each channel."""
    net = _Net(seed)
    x = net.conv(net.conv("x", 16, 3, 2), 24, 3, groups=2)
    x = net.conv(net.depthwise(x, act="Relu", multiplier=2), 24)
    return net.done(net.conv(x, 32, 3, groups=4))


def shufflenet(seed: int = 0) -> onnx.ModelProto:
    """Units of ShuffleNetV2: half of the channels pass, all are shuffled."""
    net = _Net(seed)
    x = net.conv("x", 16, 3, 2)
    down = net.conv(net.depthwise(x, stride=2), 16)
    deep = net.conv(net.depthwise(net.conv(x, 16), stride=2), 16)
    x = net.shuffled(net.joined(down, deep), 2, 4)
    for _ in range(3):
        passed, y = net.halves(x)
        y = net.conv(net.depthwise(net.conv(y, 16)), 16)
        x = net.shuffled(net.joined(passed, y), 2, 4)
    return net.done(net.conv(x, 48))


def shuffled_groups(seed: int = 0) -> onnx.ModelProto:
    """Units of ShuffleNetV1: pointwise convolutions in 3 groups, a shuffle and a depthwise layer between them."""
    net = _Net(seed)
    x = net.conv("x", 36, 3, 2)
    for _ in range(2):
        y = net.shuffled(net.conv(x, 36, groups=3), 3, 7)
        y = net.conv(net.depthwise(y), 36, groups=3, act="")
        x = net.add("Relu", [net.both("Add", x, y)], 36)
    return net.done(x)


def mobilenet(seed: int = 0) -> onnx.ModelProto:
    """Inverted bottlenecks with squeeze and excitation, hard swish."""
    net = _Net(seed)
    x = net.conv("x", 12, 3, 2, act="HardSwish")
    for _ in range(2):
        y = net.depthwise(net.conv(x, 36, act="HardSwish"), act="HardSwish")
        mean = net.add("GlobalAveragePool", [y], 36)
        y = net.both("Mul", y, net.conv(net.conv(mean, 12), 36, act="HardSigmoid"))
        x = net.both("Add", x, net.conv(y, 12, act=""))
    return net.done(net.conv(x, 48, act="HardSwish"))


def cbam(seed: int = 0) -> onnx.ModelProto:
    """Attention over channels (one small net over means and maxima), then over positions (over mean and maximum)."""
    net = _Net(seed)
    x = net.conv("x", 16, 3, 2)
    for _ in range(2):
        y = net.conv(net.conv(x, 24, 3), 16, 3)
        first, second = net.filters(8, 16, 1), net.filters(16, 8, 1)
        ends = []
        for pool in ("GlobalAveragePool", "GlobalMaxPool"):
            hidden = net.add("Conv", [net.add(pool, [y], 16), *first], 8)
            ends.append(net.add("Conv", [net.add("Relu", [hidden], 8), *second], 16))
        y = net.both("Mul", y, net.add("Sigmoid", [net.both("Add", *ends)], 16))
        mean = net.add("ReduceMean", [y], 1, axes=[1], keepdims=1)
        largest = net.add("ReduceMax", [y], 1, axes=[1], keepdims=1)
        y = net.both("Mul", y, net.conv(net.joined(mean, largest), 1, 7, act="Sigmoid"))
        x = net.add("Relu", [net.both("Add", x, y)], 16)
    return net.done(x)


NETS: dict[str, Callable[[int], onnx.ModelProto]] = {
    f.__name__: f for f in (resnext, few_groups, shufflenet, shuffled_groups, mobilenet, cbam)
}
