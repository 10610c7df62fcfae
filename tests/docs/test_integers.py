"""The formulas on docs/reference/integers.md give the bytes of the arithmetic that they describe."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from edgec.converter.arithmetic import fixed_point
from edgec.converter.graph.ir import DType, Quant
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import IntCall
from tests.conftest import REPO
from tests.docs.blocks import blocks

PAGE = "docs/reference/integers.md"
RNG = np.random.default_rng(4)


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    """The functions of the page."""
    names: dict[str, Any] = {}
    for block in blocks((REPO / PAGE).read_text(encoding="utf-8"), PAGE):
        exec(block.text, names)
    return names


def quant() -> Quant:
    return Quant.per_tensor(float(np.float32(2.0 ** RNG.uniform(-12, 3))), int(RNG.integers(-128, 128)))


def run(op: str, attrs: Any, ins: list[np.ndarray], quants: list[Quant], out: Quant) -> list[int]:
    """The integer reference's result, flat."""
    reference = OPS[op].run_int
    assert reference is not None
    shapes = OPS[op].infer(attrs, [_tensor(i, q) for i, q in zip(ins, quants, strict=True)])
    return [int(v) for v in reference(IntCall(attrs, ins, quants, [out], shapes))[0].reshape(-1)]


def _tensor(data: np.ndarray, of: Quant) -> Any:
    from edgec.converter.graph.ir import Tensor

    return Tensor("t", data.shape, DType.I8, quant=of)


def test_factors(said: dict[str, Any]) -> None:
    for real in [0.0, 1.0, 0.5, 2.0**29, 2.0**-40, *(2.0 ** RNG.uniform(-34, 29, 500))]:
        found = fixed_point.multiplier(float(real))
        assert said["multiplier"](float(real)) == (found.m, found.shift)


def test_requantization(said: dict[str, Any]) -> None:
    for _ in range(500):
        total, real = int(RNG.integers(-(2**31), 2**31)), float(2.0 ** RNG.uniform(-28, 2))
        zero = int(RNG.integers(-128, 128))
        one = fixed_point.requantize(np.array([total]), fixed_point.multiplier(real), zero, -128, 127)
        assert said["requantize"](total, real, zero) == one[0]


def test_means_and_sums(said: dict[str, Any]) -> None:
    for fn in (ReduceFn.MEAN, ReduceFn.SUM):
        for same in (True, False):
            for count in (2, 3, 4, 8, 64):
                x, q = RNG.integers(-128, 128, (40, count)).astype(np.int8), quant()
                out = q if same else quant()
                have = run("Reduce", ReduceAttrs(fn, (1,)), [x], [q], out)
                real = q.s / (out.s * (count if fn is ReduceFn.MEAN else 1))
                assert have == [said["mean"]([int(v) for v in row], q.z, real, out.z) for row in x]


def test_additions(said: dict[str, Any]) -> None:
    for _ in range(20):
        a, b = (RNG.integers(-128, 128, 64).astype(np.int8) for _ in range(2))
        base = quant()
        qa, qb = (Quant.per_tensor(float(np.float32(base.s * 2.0 ** RNG.uniform(-4, 4))), quant().z) for _ in range(2))
        have = run("Binary", BinaryAttrs(BinaryFn.ADD), [a, b], [qa, qb], base)
        scales = (qa.s, qb.s, base.s, qa.z, qb.z, base.z)
        assert have == [said["add"](int(x), int(y), *scales) for x, y in zip(a, b, strict=True)]


def test_softmax(said: dict[str, Any]) -> None:
    for _ in range(20):
        x, q = RNG.integers(-128, 128, (3, 10)).astype(np.int8), quant()
        have = run("Softmax", SoftmaxAttrs(1), [x], [q], Quant.per_tensor(1 / 256, -128))
        assert have == [v for row in x for v in said["softmax"]([int(i) for i in row], q.s)]
