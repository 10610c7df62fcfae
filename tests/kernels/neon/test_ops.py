"""The NEON kernels of other operators than convolutions: extreme inputs, one buffer for input and output, -O2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.price import price
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.ir import DType
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, made_of
from tests.kernels.rates import count, wrong_prices

TARGET = "cortex-a53"
PRODUCTS = ("Conv", "Dense")  # whose weights decide: test_neon.py

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def layers() -> Iterator[Made]:
    for kernel in kernels_of(load_target(TARGET)):
        if kernel.library.name == "neon" and kernel.op not in PRODUCTS and DType.I16 not in kernel.dtypes:
            yield from made_of(kernel)


def compared(trials: list[Trial]) -> list[str]:
    """The calls whose bytes are not the reference's, with parameters that are known at run time only."""
    found = run_trials(trials, TARGET, shared=True, flags=("-O2",))
    pairs = zip(trials, found, strict=True)
    return [f"{t.call.symbol} {t.view.x(0).shape}" for t, o in pairs if not np.array_equal(o.output, t.expected)]


@needs_qemu
def test_extreme_inputs() -> None:
    rng, trials = np.random.default_rng(3), []
    for made in layers():
        t = made.trial
        ends = [np.array([np.iinfo(x.dtype).min, np.iinfo(x.dtype).max], x.dtype) for x in t.inputs]
        low, high = ([np.full_like(x, end[k]) for x, end in zip(t.inputs, ends, strict=True)] for k in (0, 1))
        mixed = [rng.choice(end, x.shape) for x, end in zip(t.inputs, ends, strict=True)]
        trials += [replace(t, inputs=tuple(values)) for values in (t.inputs, low, high, mixed)]
    assert len(trials) > 400
    assert not compared(trials)


@needs_qemu
def test_the_output_may_be_the_inputs_buffer() -> None:
    trials = [replace(m.trial, inplace=True) for m in layers() if 0 in m.trial.call.inplace and not m.trial.more]
    assert {t.view.node.op for t in trials} == {"Binary", "Normalize", "Requantize", "Softmax", "Unary"}
    assert not compared(trials)


@needs_qemu
def test_plain_sums_are_priced_so_that_those_of_neon_are_taken() -> None:
    """GCC makes vectors of whole rows of plain sums, and single steps of what is left."""
    target = load_target(TARGET)
    (plain,) = (k for k in kernels_of(target) if k.name == "plain/binary_s8")
    (ours,) = (k for k in kernels_of(target) if k.name == "neon/add_s8")
    found = count([plain], TARGET)
    assert not wrong_prices(found, target.rates)
    taken = 0
    for one in found:
        calls = ours.calls(one.made.trial.view)
        if not isinstance(calls, Misfit):
            view = one.made.trial.view
            assert price(view, calls, target).instructions < price(view, one.made.trial.calls, target).instructions
            taken += 1
    assert taken >= 3
