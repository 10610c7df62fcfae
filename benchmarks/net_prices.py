"""Prices of whole nets that no grid has: ten of random layers in int8, estimated beside what QEMU counts.

    python benchmarks/net_prices.py [--target cortex-m55] [--nets 10] [--seed 1]

A net has convolutions of windows of 1x1 to 5x5, depthwise ones, sums of two branches, largest values, a mean, a fully
connected layer and a softmax, of odd and even numbers of channels.  Of each net the instructions of its layers, counted
and estimated, and the furthest of its layers of 5,000 instructions and more.  Exit code 1: a net or such a layer is
outside of 0.8 to 1.25.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec import convert, profile  # noqa: E402
from tests.builders.onnx_models import model, node  # noqa: E402
from tests.kernels.rates import BAND, LEAST  # noqa: E402

STEPS = (5, 9)  # layers before the mean, least and most
CONV, DEPTHWISE, SUM, LARGEST = "conv", "depthwise", "sum", "largest"


class Net:
    """A net as it grows, channels first."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.shape = [int(rng.integers(1, 5)), int(rng.integers(16, 41)), int(rng.integers(16, 41))]
        self.input, self.at = [1, *self.shape], "x"
        self.nodes: list[onnx.NodeProto] = []
        self.weights: dict[str, np.ndarray] = {}

    def put(self, op: str, inputs: list[str], **attrs: object) -> str:
        """Another node, by the name of its output."""
        name = f"t{len(self.nodes)}"
        self.nodes.append(node(op, inputs, [name], **attrs))
        return name

    def convolved(self, side: int, outputs: int, stride: int = 1, groups: int = 1) -> str:
        """A convolution with padding, and perhaps a ReLU."""
        c, h, w = self.shape
        shape, name = (outputs, c // groups, side, side), f"w{len(self.nodes)}"
        self.weights[name] = self.rng.normal(0, (2 / np.prod(shape[1:])) ** 0.5, shape).astype(np.float32)
        pads = [side // 2] * 4
        found = self.put("Conv", [self.at, name], strides=[stride, stride], pads=pads, group=groups)
        self.shape = [outputs, -(-h // stride), -(-w // stride)]
        return self.put("Relu", [found]) if self.rng.random() < 0.7 else found

    def step(self, kind: str) -> None:
        """A layer of a kind, of random sizes."""
        stride = 2 if min(self.shape[1:]) >= 16 and self.rng.random() < 0.4 else 1
        if kind == CONV:
            self.at = self.convolved(int(self.rng.choice([1, 1, 3, 5])), int(self.rng.integers(3, 65)), stride)
        elif kind == DEPTHWISE:
            self.at = self.convolved(int(self.rng.choice([3, 3, 5])), self.shape[0], stride, self.shape[0])
        elif kind == SUM:
            before = self.at
            self.at = self.put("Add", [before, self.convolved(3, self.shape[0])])
        elif min(self.shape[1:]) >= 8:
            self.at = self.put("MaxPool", [self.at], kernel_shape=[2, 2], strides=[2, 2])
            self.shape[1:] = [n // 2 for n in self.shape[1:]]

    def made(self) -> onnx.ModelProto:
        """The net, with a classifier behind it."""
        self.step(CONV)
        for _ in range(int(self.rng.integers(*STEPS))):
            self.step(str(self.rng.choice([CONV, CONV, DEPTHWISE, SUM, LARGEST])))
        mean = self.put("Flatten", [self.put("GlobalAveragePool", [self.at])])
        outputs = int(self.rng.integers(2, 21))
        self.weights["last"] = self.rng.normal(0, 0.2, (self.shape[0], outputs)).astype(np.float32)
        self.nodes.append(node("Softmax", [self.put("Gemm", [mean, "last"])], ["y"]))
        return model(self.nodes, {"x": self.input}, ["y"], self.weights)


def row(number: int, seed: int, target: str, folder: Path) -> tuple[str, bool]:
    """A line of the table, and whether all is within the band."""
    rng = np.random.default_rng([seed, number])
    net = Net(rng)
    proto = net.made()
    np.savez(folder / "x.npz", x=rng.standard_normal((8, *net.input[1:])).astype(np.float32))
    out = folder / str(number)
    result = convert(
        proto.SerializeToString(), target=target, calibration=str(folder / "x.npz"), output=out, name="net"
    )
    layers, counted = result.report.layers, profile(out).profile.layers
    both = [(c.instructions, a.instructions or 0) for a, c in zip(layers, counted, strict=True)]
    count, price = (sum(each) for each in zip(*both, strict=True))
    ratios = [p / c for c, p in both if c >= LEAST] or [1.0]
    worst = max(ratios, key=lambda r: max(r, 1 / r))
    good = all(BAND[0] <= r <= BAND[1] for r in (price / count, worst))
    return f"| {number} | {len(layers)} | {count:,} | {price:,} | {price / count:.2f} | {worst:.2f} |", good


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cortex-m55")
    parser.add_argument("--nets", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| net | layers | counted | estimated | ratio | furthest layer |\n|--:|--:|--:|--:|--:|--:|")
    good = True
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        for number in range(options.nets):
            text, inside = row(number, options.seed, options.target, Path(temp))
            good &= inside
            print(text, flush=True)
    return int(not good)


if __name__ == "__main__":
    raise SystemExit(main())
