"""``edgec prove`` of forms beside convolutions: rows of groups, parts, int16 and int4, products of matrices, resampling.

Each is proven, and is not when a kernel, a constant or the place of a value is another.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.folder import open_checked
from edgec.proof.findings import Proof
from edgec.proof.forms import prove_forms
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save

pytestmark = pytest.mark.skipif(
    not available(load_target("cortex-m4")), reason="the Arm toolchain or QEMU is missing (CI installs both)"
)


def weights(*shape: int) -> np.ndarray:
    rng = np.random.default_rng(shape)
    return (rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)


def joined_model() -> onnx.ModelProto:
    """Two convolutions into channels of one tensor, two more into its rows, a pooling."""
    nodes = [
        node("Conv", ["x", "w"], ["a"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["x", "v"], ["b"], pads=[1, 1, 1, 1]),
        node("Relu", ["b"], ["br"]),
        node("Concat", ["ar", "br"], ["c"], axis=1),
        node("Conv", ["c", "u"], ["d"]),
        node("Conv", ["c", "t"], ["e"]),
        node("Concat", ["d", "e"], ["f"], axis=2),
        node("MaxPool", ["f"], ["y"], kernel_shape=[2, 2], strides=[2, 2]),
    ]
    held = {"w": weights(8, 4, 3, 3), "v": weights(4, 4, 3, 3), "u": weights(8, 12, 1, 1), "t": weights(8, 12, 1, 1)}
    return model(nodes, {"x": [1, 4, 8, 8]}, ["y"], held)


def rows_model() -> onnx.ModelProto:
    """Convolutions and a residual sum that little memory computes row by row."""
    nodes = [
        node("Conv", ["x", "w"], ["a"], pads=[1, 1, 1, 1]),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["ar", "v"], ["b"], pads=[1, 1, 1, 1]),
        node("Add", ["ar", "b"], ["s"]),
        node("Conv", ["s", "u"], ["c"], strides=[2, 2], pads=[1, 1, 1, 1]),
        node("GlobalAveragePool", ["c"], ["y"]),
    ]
    held = {"w": weights(12, 3, 3, 3), "v": weights(12, 12, 3, 3), "u": weights(4, 12, 3, 3)}
    return model(nodes, {"x": [1, 3, 12, 12]}, ["y"], held)


def sums_model() -> onnx.ModelProto:
    """A product, a sum and a difference of computed tensors."""
    nodes = [
        node("Conv", ["x", "w"], ["a"]),
        node("Conv", ["x", "v"], ["b"]),
        node("Mul", ["a", "b"], ["m"]),
        node("Add", ["m", "a"], ["s"]),
        node("Sub", ["s", "b"], ["y"]),
    ]
    return model(nodes, {"x": [1, 4, 3, 3]}, ["y"], {"w": weights(6, 4, 1, 1), "v": weights(6, 4, 1, 1) * 2})


def attention_model() -> onnx.ModelProto:
    """Products of computed matrices with a softmax of several rows between them."""
    nodes = [
        node("MatMul", ["x", "w"], ["a"]),
        node("MatMul", ["x", "v"], ["b"]),
        node("Transpose", ["b"], ["t"], perm=[0, 2, 1]),
        node("MatMul", ["a", "t"], ["s"]),
        node("Softmax", ["s"], ["p"], axis=-1),
        node("MatMul", ["p", "b"], ["y"]),
    ]
    return model(nodes, {"x": [1, 5, 8]}, ["y"], {"w": weights(8, 8), "v": weights(8, 8)})


def resized_model() -> onnx.ModelProto:
    """Nearest neighbours, and bilinear sampling."""
    nodes = [
        node("Resize", ["x", "", "s"], ["a"], mode="nearest"),
        node("Conv", ["a", "w"], ["b"]),
        node("Resize", ["b", "", "s"], ["y"], mode="linear"),
    ]
    held = {"s": np.array([1, 1, 2, 2], np.float32), "w": weights(4, 3, 1, 1)}
    return model(nodes, {"x": [1, 3, 3, 3]}, ["y"], held)


@dataclass(frozen=True)
class Mutant:
    """What is changed in which file of a folder (a pattern), and the operators that must not be proven any more."""

    file: str
    old: str
    new: str
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Net:
    """A model, the options it is converted with, forms that must be among those proven, and changes."""

    build: Callable[[], onnx.ModelProto]
    options: tuple[str, ...]
    forms: tuple[str, ...]
    mutants: tuple[Mutant, ...] = ()


DIFFERENCE = Mutant("edgec_elementwise_s16", "scaled >> (p->shift - 32u)", "scaled >> (p->shift - 31u)", ("Binary",))
NETS = {
    "parts": Net(joined_model, (), ("largest value", "requantization"), (
        Mutant("m.c", r"CONCAT_0_(\d+) \+ 256", r"CONCAT_0_\1 + 255", ("Conv", "MaxPool", "Transpose", "everything")),
        Mutant("edgec_pool_s8", r'"usub8 ', r'"ssub8 ', ("MaxPool",)),
    )),
    "rows": Net(rows_model, ("--optimize", "ram"), ("elementwise",), (
        Mutant("m.c", r"(edgec_rows_move\(M_AT\(ROWS_\d+\), M_AT\(ROWS_\d+ \+ )(\d+)0\)", r"\g<1>\g<2>1)", ("",)),
        Mutant("edgec_gemm", r"asr #1\\n", r"asr #2\\n", ("Conv",)),
    )),
    "int16 sums": Net(sums_model, ("--quantize", "int16x8"), ("elementwise",), (
        Mutant("edgec_elementwise_s16", r"\(p->shift - 33u\)", "(p->shift - 34u)", ("Binary",)),
        Mutant("edgec_elementwise_s16", r"\(int32_t\)under >> 16", "(int32_t)(under >> 16)", ("Binary",)),
        Mutant("edgec_elementwise_s16", r"\(p->shift - 17u\)", "(p->shift - 18u)", ("Binary",)),
    )),
    "int16 sums in C": Net(sums_model, ("--quantize", "int16x8", "-t", "host"), ("elementwise",), (
        Mutant("edgec_elementwise_s16", r"\(p->shift - 1u\)", "(p->shift - 2u)", ("Binary",)),
        Mutant("m.c", r"\.m_b = (-?\d+),", r".m_b = \1 + 1,", ("Binary",)),
    )),
    "matrices": Net(attention_model, (), ("product of matrices", "softmax"), (
        Mutant("edgec_armv7em", r"smlad r7, r2, r11, r7", "smlad r7, r2, r10, r7", ("MatMul",)),
        Mutant("edgec_matmul_s8", r"smlad r7, r2, r11, r7", "smlad r7, r2, r10, r7", ("MatMul",)),
        Mutant("m.c", r"\.a_zero = (-?\d+),", r".a_zero = \1 + 1,", ("MatMul",)),
    )),
    "matrices of int16": Net(attention_model, ("--quantize", "int16x8"), ("product of matrices",), ()),
    "resampling": Net(resized_model, (), ("resampling", "values moved"), (
        Mutant("m_weights.c", r"4096", "4097", ("Resample",)),
        Mutant("edgec_resample_s8", r"sums\[2\] = edgec_smlad\(edgec_highs", "sums[2] = edgec_smlad(edgec_lows", ("Resample",)),
    )),
    "int4": Net(rows_model, ("--quantize", "int4"), ("requantization",), ()),
}  # fmt: skip
