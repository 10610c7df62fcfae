"""The AArch64 recurrent layers: few instructions, functions of all kinds, and the bytes at the ends of all ranges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.kernels.neon.params_ops import RecurrentS8Neon
from edgec.codegen.kernels.neon.recurrent import taken_forms
from edgec.codegen.kernels.plain.recurrent_int import layer_of
from edgec.converter.arithmetic.gates import GATE_BITS
from edgec.converter.ops.gates import GateFn
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, make
from tests.kernels.rates import count_layers

TARGET = "cortex-a53"
SMALL = (20, 1, 16, 32)  # the smallest layer of docs/recurrent.md
MOST = {"gru_s8": 0.35, "lstm_s8": 0.35, "gru_s16": 0.56, "lstm_s16": 0.56}
"""Instructions for a product."""
FALLING = (GateFn.HARD_SIGMOID, -0.7, 0.5)
STEEP = (GateFn.HARD_SIGMOID, 5.0, 0.5)

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def kernel_of(name: str) -> Kernel:
    (kernel,) = (k for k in kernels_of(load_target(TARGET)) if k.name == f"neon/{name}")
    return kernel


def layer(kernel: Kernel, size: tuple[int, int, int, int], *functions: tuple[GateFn, float, float]) -> GridLayer:
    """A layer of a size, with its usual functions or others."""
    (dtype,) = kernel.dtypes
    attrs = taken_forms(kernel.op)[0]
    if functions:
        fns, alphas, betas = zip(*functions, strict=True)
        attrs = replace(attrs, activations=fns, alphas=alphas, betas=betas)
    made = layer_of(kernel.op, dtype, size, attrs, weights=kernel.grid[0].weights)
    return replace(made, state=GATE_BITS if kernel.op == "Gru" else None)


def at_the_ends(made: Made, rng: np.random.Generator) -> list[Trial]:
    """A layer with inputs and first states that are the lowest, the highest, either."""
    t = made.trial
    ends = [np.array([np.iinfo(x.dtype).min, np.iinfo(x.dtype).max], x.dtype) for x in t.inputs]
    low, high = ([np.full_like(x, end[k]) for x, end in zip(t.inputs, ends, strict=True)] for k in (0, 1))
    mixed = [rng.choice(end, x.shape) for x, end in zip(t.inputs, ends, strict=True)]
    return [replace(t, inputs=tuple(values)) for values in (t.inputs, low, high, mixed)]


def trials() -> list[Trial]:
    """Layers with functions that rise, fall and are steep, of sizes that are no whole eights."""
    rng, made = np.random.default_rng(7), []
    for name in ("rnn_s8", "gru_s8", "lstm_s8", "rnn_s16", "gru_s16", "lstm_s16", "gru_s4", "lstm_s4"):
        kernel = kernel_of(name)
        count = len(taken_forms(kernel.op)[0].activations)
        made.append(make(kernel, layer(kernel, (3, 2, 19, 13)), 60))
        for k, function in enumerate((FALLING, STEEP)):
            made.append(make(kernel, layer(kernel, (3, 1, 33, 9), *[function] * count), 61 + k))
    return [t for m in made for t in at_the_ends(m, rng)]


@needs_qemu
@pytest.mark.parametrize("name", MOST)
def test_a_small_layer_takes_few_instructions_for_a_product(name: str) -> None:
    """Its gates' ends and cells are as many as its products: 0.39 where a GRU's gates are stored before its cells."""
    kernel = kernel_of(name)
    (one,) = count_layers([make(kernel, layer(kernel, SMALL), 1)], TARGET, 1)
    assert one.right
    assert one.instructions <= MOST[name] * one.made.trial.call.macs


@needs_qemu
@pytest.mark.parametrize("flags", [("-O2",), ("-O0",)])
def test_functions_of_all_kinds(flags: tuple[str, ...]) -> None:
    tried = trials()
    assert {t.call.params_of(RecurrentS8Neon).usual for t in tried} == {0, 1}
    found = run_trials(tried, TARGET, shared=True, flags=flags)
    pairs = zip(tried, found, strict=True)
    wrong = [f"{t.call.symbol} {t.view.x(0).shape}" for t, o in pairs if not np.array_equal(o.output, t.expected)]
    assert not wrong
    assert len(tried) == 96


def test_sums_of_int16_that_may_leave_32_bits_are_refused() -> None:
    kernel = kernel_of("lstm_s16")
    with pytest.raises(ValueError, match="a sum of products may leave 32 bits"):
        make(kernel, layer(kernel, (1, 1, 1200, 8)))
