"""The register-blocked float32 kernels and the reference kernels they stand in front of, over grids of shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen.kernels.blocked_f32.params import Dwconv2dF32Blocked
from edgec.codegen.kernels.catalog import kernels as all_kernels
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.spec import Case
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.program import Trial, run_trials
from tests.kernels.trials import Rng, float_trial

TARGETS = [
    pytest.param(name, marks=pytest.mark.skipif(not available(load_target(name)), reason=f"no toolchain for {name}"))
    for name in ("host", "cortex-m4")
]
CLAMPS = (Clamp(), Clamp(0.0), Clamp(0.0, 6.0), Clamp(-3.0, 3.0))


def _conv(rng: Rng, i: int) -> Case:
    """Every channel count of 1 to 20, then larger ones; positions of every remainder modulo 4."""
    c, o = (1 + i % 20, 2 + i % 19) if i < 60 else tuple(int(v) for v in rng.integers(20, 71, 2))
    kernel = ((1, 1), (3, 3), (1, 4), (5, 2), (2, 3))[i % 5]
    pads = tuple(int(v) for v in rng.integers(0, 3, 4)) if kernel != (1, 1) and i % 3 else (0, 0, 0, 0)
    strides = (1, 1) if i % 2 else tuple(int(v) for v in rng.integers(1, 4, 2))
    dilations = (1, 1) if i % 4 else tuple(int(v) for v in rng.integers(1, 3, 2))
    h, w = (int(v) for v in rng.integers(9, 13, 2)) if i < 60 else (9, 9)
    attrs = ConvAttrs(strides, pads, dilations, 1, CLAMPS[i % 4])
    return Case(f"conv_{i}", attrs, ((1 + i % 2, h, w, c), (o, *kernel, c), (o,)), (1, 2))


def _depthwise(rng: Rng, i: int) -> Case:
    c = 1 + i % 9
    o = c * (1, 1, 1, 2, 3)[i % 5]
    pads = tuple(int(v) for v in rng.integers(0, 2, 4)) if i % 5 else (0, 2, 1, 0)
    strides = ((1, 1), (2, 2), (1, 2), (2, 1), (3, 2), (3, 1))[i % 6]
    h, w = (int(v) for v in rng.integers(3, 12, 2))
    attrs = ConvAttrs(strides, pads, (1, 1), c, CLAMPS[i // 2 % 4])
    return Case(f"dw_{i}", attrs, ((1 + i % 2, h, w, c), (o, 3, 3, 1), (o,)), (1, 2))


def _depthwise_any(rng: Rng, i: int) -> Case:
    c = 2 + i % 13
    o = c * (1, 2, 1, 3, 4)[i % 5]
    kernel = ((1, 1), (3, 3), (5, 5), (3, 1), (1, 7), (2, 4))[i % 6]
    pads = tuple(int(v) for v in rng.integers(0, 4, 4)) if kernel != (1, 1) else (0, 0, 0, 0)
    dilations = (1, 1) if i % 3 else tuple(int(v) for v in rng.integers(1, 3, 2))
    strides = tuple(int(v) for v in rng.integers(1, 4, 2))
    attrs = ConvAttrs(strides, pads, dilations, c, CLAMPS[i % 4])
    return Case(f"dw_any_{i}", attrs, ((1 + i % 2, 9, 10, c), (o, *kernel, 1), (o,)), (1, 2))


def _grouped(rng: Rng, i: int) -> Case:
    """Groups of 1 to 9 channels and 2 to 9 filters; rows of more than one strip; dilations beyond the stride."""
    groups, c, o = 2 + i % 3, 1 + i % 9, 2 + i % 8
    kernel = ((1, 1), (3, 3), (1, 4), (3, 1), (2, 3))[i % 5]
    pads = tuple(int(v) for v in rng.integers(0, 3, 4)) if kernel != (1, 1) and i % 3 else (0, 0, 0, 0)
    strides = tuple(int(v) for v in rng.integers(1, 4, 2))
    dilations = (1, 1) if i % 4 else tuple(int(v) for v in rng.integers(1, 4, 2))
    attrs = ConvAttrs(strides, pads, dilations, groups, CLAMPS[i % 4])
    w = 40 if i % 7 == 1 else int(rng.integers(10, 14))
    return Case(f"grouped_{i}", attrs, ((1 + i % 2, 7, w, groups * c), (groups * o, *kernel, c), (groups * o,)), (1, 2))


def _column(rng: Rng, i: int) -> Case:
    """An image one column wide, full or depthwise."""
    c, o = 4 + i, (4 + i if i % 2 else 7)
    pads, dilations = (int(rng.integers(3)), 0, int(rng.integers(3)), 0), (1 + i % 3 // 2, 1)
    attrs = ConvAttrs((1 + i % 2, 1 + i % 4), pads, dilations, c if i % 2 else 1, CLAMPS[i % 4])
    return Case(f"column_{i}", attrs, ((1 + i % 2, 13, 1, c), (o, 3 + i % 3, 1, 1 if i % 2 else c), (o,)), (1, 2))


def _dense(i: int) -> Case:
    rows, k, o = (1, 1, 1, 2, 4, 5, 9)[i % 7], 1 + i * 3 % 41, 4 + i % 20
    return Case(f"dense_{i}", DenseAttrs(CLAMPS[i % 4]), ((rows, k), (o, k), (o,)), (1, 2))


def _pool(rng: Rng, i: int) -> tuple[str, Case]:
    """Windows of 9 cells and more, inside or reaching into the padding; a mean or maximum over rows and columns."""
    c, h, w = (4 + i % 9) if i % 2 else (8, 12, 8, 7)[i // 4 % 4], *(int(v) for v in rng.integers(9, 13, 2))
    if i % 5 == 4:
        axes = ((1, 2), (1,), (2,), (0, 1, 2))[i // 5 % 4]
        attrs = ReduceAttrs((ReduceFn.MEAN, ReduceFn.MAX)[i % 2], axes, keepdims=i % 3 == 0)
        return "Reduce", Case(f"reduce_{i}", attrs, ((2, h, w, c),))
    op, kernel = ("MaxPool", "AvgPool")[i % 2], ((3, 3), (2, 5), (5, 3))[i % 3]
    pads = tuple(int(v) for v in rng.integers(0, 2, 4)) if i % 4 else (0, 0, 0, 0)
    dilations, strides = (1 + i % 7 // 6, 1), tuple(int(v) for v in rng.integers(1, 4, 2))
    out = tuple(
        (size + pads[k] + pads[k + 2] - (kernel[k] - 1) * dilations[k] - 1) // strides[k] + 1
        for k, size in enumerate((h, w))
    )
    attrs_of = PoolAttrs(kernel, out, strides, pads, dilations, op == "AvgPool" and i % 3 == 1)
    return op, Case(f"pool_{i}", attrs_of, ((1 + i % 2, h, w, c),))


def every_trial() -> list[Trial]:
    """The whole grid on the blocked kernels."""
    return _trials(BLOCKED)


def _trials(kernels: tuple[Kernel, ...]) -> list[Trial]:
    """All cases on the first of the kernels that takes them."""
    rng = np.random.default_rng(11)
    cases = [("Conv", _conv(rng, i)) for i in range(66)] + [("Conv", _depthwise(rng, i)) for i in range(72)]
    cases += [("Conv", _depthwise_any(rng, i)) for i in range(39)]
    cases += [("Conv", _grouped(rng, i)) for i in range(40)]
    cases += [("Conv", _column(rng, i)) for i in range(12)]
    cases += [_pool(rng, i) for i in range(64)]
    cases += [("Dense", _dense(i)) for i in range(28)]
    found = []
    for op, case in cases:
        trial = float_trial(op, case, rng)
        assert trial is not None
        view = NodeView.of(trial.graph, trial.graph.nodes[0])
        bound = (k.calls(view) for k in kernels if k.takes(view))
        calls = next((b for b in bound if not isinstance(b, Misfit)), None)
        if calls is not None:
            found.append(replace(trial, calls=calls))
    return found


OPERATORS = ("Conv", "Dense", "MaxPool", "AvgPool", "Reduce")
REAL = tuple(k for k in all_kernels() if DType.F32 in k.dtypes and k.op in OPERATORS)
BLOCKED = tuple(k for k in REAL if k.library.name == "blocked_f32")
PLAIN = tuple(k for k in REAL if k.plain)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernels", [BLOCKED, PLAIN], ids=["blocked", "reference"])
def test_grid(kernels: tuple[Kernel, ...], target: str, tmp_path: Path) -> None:
    trials = _trials(kernels)
    assert len(trials) > 150
    run_trials(trials, tmp_path, target)


def test_grid_is_clean_under_sanitizers(tmp_path: Path) -> None:
    run_trials(_trials(BLOCKED), tmp_path, sanitize=True)


@pytest.mark.parametrize("target", TARGETS)
def test_specialized(target: str, tmp_path: Path) -> None:
    run_trials(_trials(BLOCKED)[::7], tmp_path, target, specialize=True)


def test_every_kernel_is_tried() -> None:
    calls = [call for trial in _trials(BLOCKED) for call in trial.calls]
    assert {c.kernel for c in calls} == set(BLOCKED)
    assert len({c.symbol for c in calls}) == 10


def test_both_walks_of_the_depthwise_kernel_are_tried() -> None:
    walks = set()
    for trial in _trials(tuple(k for k in BLOCKED if k.id == "dwconv2d_f32_3x3")):
        p = trial.calls[0].params_of(Dwconv2dF32Blocked)
        walks.add((p.stride_along, p.x_along * p.multiplier == p.channels, p.bounds))
    assert len(walks) == 2 * 2 * 3
