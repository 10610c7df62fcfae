"""Recurrent layers of four gates at a time: few instructions, and the reference's bytes at the ends of all ranges."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials
from edgec.codegen.kernels.armv7em.params import RecurrentFours
from edgec.codegen.kernels.armv7em.recurrent_fours import KERNELS
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.codegen.kernels.plain.recurrent_int import default_attrs, layer_of
from edgec.converter.arithmetic.gates import GATE_BITS
from edgec.converter.graph.ir import DType
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, made_of, make
from tests.kernels.rates import count_layers

TARGET = "cortex-m4"
MOST = 1.3  # instructions for a product of the smallest layer of docs/recurrent.md
GRU, LSTM = KERNELS

needs_qemu = pytest.mark.skipif(not available(load_target(TARGET)), reason=f"no toolchain for {TARGET}")


def layer(kernel: Kernel, size: tuple[int, int, int, int], clip: float = 0.0) -> GridLayer:
    attrs = replace(default_attrs(kernel.op), before_reset=kernel is GRU, clip=clip)
    return replace(layer_of(kernel.op, DType.I8, size, attrs), state=GATE_BITS if kernel is GRU else None)


def at_the_ends(made: Made, rng: np.random.Generator) -> list[Trial]:
    """A layer with inputs and first states that are the lowest, the highest, either."""
    t = made.trial
    ends = [np.array([np.iinfo(x.dtype).min, np.iinfo(x.dtype).max], x.dtype) for x in t.inputs]
    low, high = ([np.full_like(x, end[k]) for x, end in zip(t.inputs, ends, strict=True)] for k in (0, 1))
    mixed = [rng.choice(end, x.shape) for x, end in zip(t.inputs, ends, strict=True)]
    return [replace(t, inputs=tuple(values)) for values in (t.inputs, low, high, mixed)]


def trials() -> list[Trial]:
    rng = np.random.default_rng(5)
    made = [m for kernel in KERNELS for m in made_of(kernel)]
    made += [make(kernel, layer(kernel, (3, 2, 33, 2)), 50) for kernel in KERNELS]  # one unit behind whole rounds
    made += [make(LSTM, layer(LSTM, (3, 1, 9, 5), clip=1.5), 51), make(GRU, layer(GRU, (1, 1, 9, 6), clip=1.5), 52)]
    return [t for m in made for t in at_the_ends(m, rng)]


def wrong(found_on: str, flags: tuple[str, ...], sanitize: bool = False) -> list[str]:
    tried = trials()
    assert {t.call.params_of(RecurrentFours).up for t in tried} >= {0, 1}
    found = run_trials(tried, found_on, shared=True, sanitize=sanitize, flags=flags)
    pairs = zip(tried, found, strict=True)
    return [f"{t.call.symbol} {t.view.x(0).shape}" for t, o in pairs if not np.array_equal(o.output, t.expected)]


@needs_qemu
@pytest.mark.parametrize("flags", [("-O2",), ("-Os",), ("-O0",)])
def test_bytes_at_the_ends_of_ranges(flags: tuple[str, ...]) -> None:
    assert not wrong(TARGET, flags)


def test_portable_form() -> None:
    assert not wrong("host", ("-O0", "-g0"), sanitize=True)


@needs_qemu
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.op)
def test_a_small_layer_takes_few_instructions_for_a_product(kernel: Kernel) -> None:
    """Its gates' ends and cells are a third of it: 1.53 and 1.69 where two gates share a row and cells are C."""
    (one,) = count_layers([make(kernel, layer(kernel, (20, 1, 16, 32)))], TARGET, 1)
    assert one.right
    assert one.instructions <= MOST * one.made.trial.call.macs
