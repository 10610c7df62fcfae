"""A net whose layers have zero weights: whole blocks of four input channels, single ones, or two of each four."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx

from tests.builders.onnx_models import model, node, save
from tests.kernels.layers import without_blocks

Array = np.ndarray
Thinned = Callable[[Array, np.random.Generator], Array]
"""Takes weights [O, ..., C] and sets some to zero."""


def zero_blocks(share: float) -> Thinned:
    """A share of the blocks."""
    return lambda w, rng: without_blocks(w, share, rng)


def zero_weights(share: float) -> Thinned:
    """A share of single weights, wherever they lie."""
    return lambda w, rng: np.where(rng.random(w.shape) < share, np.float32(0), w)


def two_of_four(w: Array, rng: np.random.Generator) -> Array:
    """The smaller two of four neighbouring input channels, where there are four."""
    if w.shape[-1] % 4:
        return w
    fours = w.reshape(-1, 4)
    rank = np.abs(fours).argsort(axis=1).argsort(axis=1)
    return np.where(rank < 2, np.float32(0), fours).reshape(w.shape).astype(np.float32)


def thin_net(thin: Thinned, seed: int = 0) -> onnx.ModelProto:
    """3x3, 3x3 of stride 2, 1x1 to an odd number of channels, 1x1 from it, a classifier; 12 x 12 x 3 inputs."""
    rng = np.random.default_rng(seed)

    def weights(first: bool, *shape: int) -> Array:
        w = rng.standard_normal(shape).astype(np.float32) / np.sqrt(np.prod(shape[1:]))
        thinned = w if first else np.moveaxis(thin(np.moveaxis(w, 1, -1), rng), -1, 1)
        return np.ascontiguousarray(thinned, np.float32)

    constants = {
        "w0": weights(True, 24, 3, 3, 3), "w1": weights(False, 32, 24, 3, 3), "w2": weights(False, 33, 32, 1, 1),
        "w3": weights(False, 20, 33, 3, 3), "w4": weights(False, 10, 20), "b": rng.standard_normal(10).astype("f"),
    }  # fmt: skip
    pads = [1, 1, 1, 1]
    nodes = [
        node("Conv", ["x", "w0"], ["a0"], pads=pads), node("Relu", ["a0"], ["r0"]),
        node("Conv", ["r0", "w1"], ["a1"], strides=[2, 2], pads=[0, 0, 1, 1]), node("Relu", ["a1"], ["r1"]),
        node("Conv", ["r1", "w2"], ["a2"]), node("Relu", ["a2"], ["r2"]),
        node("Conv", ["r2", "w3"], ["a3"], pads=pads), node("GlobalAveragePool", ["a3"], ["p"]),
        node("Flatten", ["p"], ["f"]), node("Gemm", ["f", "w4", "b"], ["y"], transB=1),
    ]  # fmt: skip
    return model(nodes, {"x": [1, 3, 12, 12]}, ["y"], constants)


def write_thin_net(folder: Path, thin: Thinned, seed: int = 0) -> tuple[Path, Path]:
    """The net as ONNX, and samples for its calibration."""
    path, data = save(thin_net(thin, seed), folder), folder / "data.npz"
    rng = np.random.default_rng(seed + 1)
    np.savez(data, x=rng.standard_normal((16, 1, 3, 12, 12)).astype(np.float32))
    return path, data
