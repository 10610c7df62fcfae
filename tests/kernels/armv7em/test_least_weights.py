"""Weights of -128, which files of some quantizers hold: every kernel that takes them gives the reference's bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials, trial, weighted
from edgec.codegen.kernels.catalog import kernels, kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import Array, Attrs, constant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

LAYERS: tuple[tuple[str, Attrs, tuple[int, ...], tuple[int, ...]], ...] = (
    ("Conv", ConvAttrs(), (1, 3, 3, 16), (6, 1, 1, 16)),
    ("Conv", ConvAttrs(pads=(1, 1, 1, 1)), (1, 6, 5, 16), (4, 3, 3, 16)),
    ("Conv", ConvAttrs((2, 2)), (1, 7, 7, 3), (5, 3, 3, 3)),
    ("Conv", ConvAttrs(pads=(1, 1, 1, 1), groups=4), (1, 5, 5, 8), (8, 3, 3, 2)),
    ("Conv", ConvAttrs(pads=(1, 1, 1, 1), groups=8), (1, 9, 9, 8), (8, 3, 3, 1)),
    ("Conv", ConvAttrs((2, 2), (1, 1, 1, 1), groups=8), (1, 9, 9, 8), (8, 3, 3, 1)),
    ("Conv", ConvAttrs(pads=(2, 1, 2, 1), groups=5), (1, 7, 7, 5), (5, 5, 3, 1)),
    ("Dense", DenseAttrs(), (2, 24), (7, 24)),
)
FILLS = {
    "all": lambda w, rng: np.full_like(w, -128),
    "some": lambda w, rng: np.where(rng.random(w.shape) < 0.1, -128, w),
    "apart": lambda w, _: _apart(w),
}
ON_M4 = kernels_of(load_target("cortex-m4"))  # portable ones and those of the DSP extension
PAIRS = ("conv2d_s8_1x1", "conv2d_s8_patch", "conv2d_s8", "dense_s8", "dense_bytes_s8")


def _apart(w: Array) -> Array:
    """Even channels -128 where the odd ones, whose words they share, are not negative."""
    w = np.abs(w)
    w[0:-1:2] = -128
    return w


def views(fill: str, precision: str) -> Iterator[NodeView]:
    rng = np.random.default_rng(3)
    for op, attrs, x, w in LAYERS:
        view = weighted(op, attrs, x, w, rng, in_zero=int(rng.integers(-128, 128)), out_zero=0, precision=precision)
        old = view.x(1)
        assert old.data is not None
        data = FILLS[fill](old.data.copy(), rng).astype(np.int8)
        b = constant("b", rng.integers(-2000, 2000, w[0]).astype(np.int32))
        yield replace(view, ins=(view.ins[0], constant("w", data, old.quant), b))


def trials(precision: str) -> list[Trial]:
    rng, found = np.random.default_rng(1), []
    for view in (v for fill in FILLS for v in views(fill, precision)):
        taking = [(k, b) for k in ON_M4 if k.takes(view) and not isinstance(b := k.calls(view), Misfit)]
        assert any(k.library.name == "armv7em" for k, _ in taking)
        for _, calls in taking:
            made = trial(view, calls[0], rng)
            least = np.full_like(made.inputs[0], np.iinfo(made.inputs[0].dtype).min)
            found += [made, Trial(view, calls[0], (least,))]
    return found


@pytest.mark.parametrize("precision", ["int8", "int16"])
@pytest.mark.parametrize("target", ["host", "cortex-m4"])
def test_the_bytes_of_every_kernel(target: str, precision: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    made = trials(precision)
    for t, found in zip(made, run_trials(made, target, sanitize=target == "host", shared=True), strict=True):
        np.testing.assert_array_equal(found.output, t.expected, err_msg=f"{t.call.symbol} {t.view.node.attrs}")


def test_pairs_are_refused_only_where_a_word_does_not_hold_both() -> None:
    def taking(fill: str) -> Counter[str]:
        found = [k for v in views(fill, "int8") for k in kernels() if k.takes(v) and _binds(k, v)]
        return Counter(k.id for k in found if k.library.name == "armv7em")

    some, apart = taking("some"), taking("apart")
    assert not any(some[name] for name in PAIRS) and some["conv2d_s8_dot"] and some["winograd_s8"]
    assert apart["conv2d_s8_1x1"] and apart["dense_s8"] and apart["conv2d_s8_patch"]


def _binds(kernel: Kernel, view: NodeView) -> bool:
    return not isinstance(kernel.calls(view), Misfit)
