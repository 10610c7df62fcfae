"""Small nets at random: odd channels, windows, strides, padding, dilation, groups, sums of two scales, pools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import onnx

from edgec.converter.graph.ir import Array
from tests.builders.onnx_models import model, node

CALIBRATION, SAMPLES, LAYERS = 24, 8, 4
Shape = tuple[int, int, int]  # channels, rows, columns


@dataclass
class Nets:
    """Nets beside each other in one model, each with an input and an output of its own."""

    rng: np.random.Generator
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, Array] = field(default_factory=dict)

    def number(self, low: int, high: int) -> int:
        """A whole number, both ends among them."""
        return int(self.rng.integers(low, high + 1))

    def name(self) -> str:
        """A name that nothing has."""
        return f"t{len(self.nodes)}_{len(self.constants)}"

    def constant(self, shape: tuple[int, ...], scale: float = 1.0) -> str:
        """Random values, of another size in every output channel."""
        sizes = np.exp(self.rng.uniform(-1.5, 1.0, (shape[0], *(1,) * (len(shape) - 1))))
        name = self.name()
        self.constants[name] = (self.rng.standard_normal(shape) * sizes * scale).astype(np.float32)
        return name

    def add(self, op: str, *inputs: str, **attrs: object) -> str:
        """A node; its output."""
        name = self.name()
        self.nodes.append(node(op, inputs, [name], **attrs))
        return name

    def window(self, size: int, most: int, padded: bool = True) -> tuple[int, int, int, int, int, int]:
        """Along an axis: taps, stride, dilation, padding before and behind, size of the output."""
        taps, dilation = self.number(1, min(most, size)), self.number(1, 2)
        reach = dilation * (taps - 1) + 1
        if reach > size:
            dilation, reach = 1, taps
        stride = self.number(1, 3)
        before, behind = (self.number(0, taps - 1) if padded else 0 for _ in range(2))
        return taps, stride, dilation, before, behind, (size + before + behind - reach) // stride + 1

    def conv(self, x: str, shape: Shape) -> tuple[str, Shape]:
        """A convolution, in groups or not, or a depthwise one."""
        c, h, w = shape
        groups = c if self.number(0, 2) == 0 else int(self.rng.choice([g for g in (1, 1, 1, 2, 3) if c % g == 0]))
        out = groups * self.number(1, 3 if groups > 1 else 19)
        rows, columns = self.window(h, 5), self.window(w, 5)
        taps = (rows[0], columns[0])
        weights = self.constant((out, c // groups, *taps), 1.0 / np.sqrt(c // groups * taps[0] * taps[1]))
        y = self.add(
            "Conv", x, weights, self.constant((out,), 0.2), group=groups, kernel_shape=taps,
            strides=(rows[1], columns[1]), dilations=(rows[2], columns[2]),
            pads=(rows[3], columns[3], rows[4], columns[4]),
        )  # fmt: skip
        return (self.add("Relu", y) if self.number(0, 1) else y), (out, rows[5], columns[5])

    def pair(self, x: str, shape: Shape) -> tuple[str, Shape]:
        """Two 1x1 convolutions of other scales, added, subtracted or multiplied."""
        out = self.number(1, 9)
        first, second = (
            self.add("Conv", x, self.constant((out, shape[0], 1, 1), scale / np.sqrt(shape[0]))) for scale in (1.0, 3.7)
        )
        return self.add(str(self.rng.choice(["Add", "Add", "Sub", "Mul"])), first, second), (out, *shape[1:])

    def pool(self, x: str, shape: Shape) -> tuple[str, Shape]:
        """A pool."""
        op = str(self.rng.choice(["MaxPool", "AveragePool"]))
        rows, columns = self.window(shape[1], 3), self.window(shape[2], 3)
        rows, columns = ((t, s, 1, b, e, (n + b + e - t) // s + 1) for (t, s, _, b, e, _), n in
                         zip((rows, columns), shape[1:], strict=True))  # fmt: skip
        y = self.add(
            op, x, kernel_shape=(rows[0], columns[0]), strides=(rows[1], columns[1]),
            pads=(rows[3], columns[3], rows[4], columns[4]),
        )  # fmt: skip
        return y, (shape[0], rows[5], columns[5])

    def net(self, x: str, shape: Shape) -> str:
        """A net; its output."""
        steps: tuple[Callable[[str, Shape], tuple[str, Shape]], ...] = (self.conv, self.conv, self.pair, self.pool)
        for i in range(LAYERS):
            x, shape = (self.conv if i == 0 else steps[self.number(0, len(steps) - 1)])(x, shape)
        taps, outputs = shape[0] * shape[1] * shape[2], self.number(1, 13)
        weights = self.constant((outputs, taps), 1.0 / np.sqrt(taps))
        return self.add("Gemm", self.add("Flatten", x), weights, self.constant((outputs,), 0.3), transB=1)


def nets(seed: int, count: int) -> tuple[onnx.ModelProto, dict[str, Array], dict[str, Array]]:
    """``count`` nets in one model, samples to calibrate it with, others to run it on, by input."""
    made = Nets(np.random.default_rng(seed))
    shapes = {
        f"x{i}": (made.number(1, 9), 1 if made.number(0, 5) == 0 else made.number(5, 13), made.number(5, 15))
        for i in range(count)
    }
    outputs = [made.net(name, shape) for name, shape in shapes.items()]
    inputs = {name: (1, *shape) for name, shape in shapes.items()}
    calibration, samples = (
        {name: made.rng.standard_normal((n, *shape)).astype(np.float32) for name, shape in shapes.items()}
        for n in (CALIBRATION, SAMPLES)
    )
    return model(made.nodes, inputs, outputs, made.constants), calibration, samples
