"""Mistakes that are put into generated folders by hand, and what notices each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from tests.builders.onnx_models import model, node

SEED = 5


def _weights(*shape: int) -> np.ndarray:
    rng = np.random.default_rng((SEED, *shape))
    return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)


def convs_model() -> onnx.ModelProto:
    """Convolutions of odd sizes with padding and bias, a sum, a largest value."""
    nodes = [
        node("Conv", ["x", "w", "wb"], ["a"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["ar", "v", "vb"], ["b"], pads=[1, 1, 1, 1], group=7),
        node("Conv", ["b", "u", "ub"], ["c"]),
        node("Add", ["c", "ar"], ["s"]),
        node("MaxPool", ["s"], ["y"], kernel_shape=[2, 2], strides=[2, 2]),
    ]
    held = {"w": _weights(7, 3, 3, 3), "v": _weights(7, 1, 3, 3), "u": _weights(7, 7, 1, 1)}
    biases = {name: 0.3 * _weights(7) for name in ("wb", "vb", "ub")}
    return model(nodes, {"x": [1, 3, 5, 5]}, ["y"], {**held, **biases})


def mean_model() -> onnx.ModelProto:
    """A mean of three values, a classifier of odd size."""
    nodes = [
        node("GlobalAveragePool", ["x"], ["a"]),
        node("Flatten", ["a"], ["f"]),
        node("Gemm", ["f", "w", "b"], ["y"], transB=1),
    ]
    return model(nodes, {"x": [1, 9, 1, 3]}, ["y"], {"w": 4 * _weights(5, 9), "b": _weights(5)})


def shares_model() -> onnx.ModelProto:
    """A softmax of four values."""
    return model([node("Softmax", ["x"], ["y"], axis=1)], {"x": [1, 4]}, ["y"])


NETS: dict[str, Callable[[], onnx.ModelProto]] = {
    "convs": convs_model, "mean": mean_model, "shares": shares_model
}  # fmt: skip

M4, M3, M0, M55, RV32 = "cortex-m4", "cortex-m3", "cortex-m0plus", "cortex-m55", "rv32imc"
FORMS, CHECKS, HEADER, COMPILER, VERIFY, OUTSIDE = "forms", "argument checks", "header", "compiler", "verify", "outside"


@dataclass(frozen=True)
class Seed:
    """A change of one file of a net's folder, by a pattern that must occur, and who notices it.

    ``why``: of one that is outside, why nothing can notice it, or who has to.
    """

    what: str
    net: str
    target: str
    file: str
    old: str
    new: str
    by: str = FORMS
    why: str = ""

    def plant(self, folder: Path) -> None:
        """Change the folder."""
        path = folder / self.file
        text, count = re.subn(self.old, self.new, path.read_text(encoding="utf-8"))
        assert count, f"{self.file} does not hold {self.old}"
        path.write_text(text, encoding="utf-8")
