"""Int4 weights on cores without SIMD: blocks whose sums fit 16 bits, the stream of weights, and sums at their ends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from benchmarks.kernel_program import Trial
from edgec.codegen.kernels.catalog import kernels_of
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.scalar import LIBRARY
from edgec.codegen.kernels.scalar.s4 import KERNELS, TapBlocks, blocks_of, stream
from edgec.codegen.kernels.scalar.s4_dense import KERNELS as DENSE_KERNELS
from edgec.codegen.kernels.scalar.s4_dense import words
from edgec.converter.graph.ir import Array, DType
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import expected_of, make
from tests.kernels.rates import agrees, count_layers

CONV, DENSE = KERNELS[0], DENSE_KERNELS[0]
INT8 = (("conv2d_s8", "Conv"), ("winograd_s8", "Conv"), ("dense_s8", "Dense"))
TARGETS = ("cortex-m0plus", "cortex-m3", "rv32imc", "host")


def filters(value: int, taps: int) -> Array:
    return np.full((3, taps), value, np.int64)


@pytest.mark.parametrize(
    ("w", "blocks"),
    [
        (filters(1, 64), TapBlocks(16, 16, 1)),
        (filters(7, 36), TapBlocks(9, 10, 1)),  # an odd number of units is one block, the first
        (filters(7, 40), TapBlocks(4, 6, 2)),
        (filters(-8, 32), TapBlocks(4, 4, 2)),  # 32 * 8 * 128 is one more than fits
        (filters(-8, 4), TapBlocks(1, 2, 1)),
        (filters(-8, 576), TapBlocks(6, 6, 24)),
    ],
)
def test_blocks_are_as_long_as_16_bits_allow(w: Array, blocks: TapBlocks) -> None:
    assert blocks_of(w) == blocks


def test_no_sum_of_a_block_leaves_16_bits() -> None:
    rng = np.random.default_rng(30)
    for _ in range(100):
        units = int(rng.integers(1, 60))
        w = rng.integers(-8, 8, (int(rng.integers(1, 6)), 4 * units))
        found = blocks_of(w)
        ends = [4 * (found.first + i * found.block) for i in range(found.count)]
        assert ends[-1] == w.shape[1]
        for part in np.split(w, ends[:-1], axis=1):
            assert (-128 * np.maximum(part, 0) + 127 * np.minimum(part, 0)).sum(axis=1).min() >= -(2**15)
            assert (127 * np.maximum(part, 0) - 128 * np.minimum(part, 0)).sum(axis=1).max() < 2**15


def test_a_byte_holds_two_channels() -> None:
    w = np.array([[-8, 7, 0, 1], [1, -1, 2, 3], [4, 5, 6, 7]])
    assert stream(w).tolist() == [0x90, 0x7F, 0xA8, 0xB9, 0x8C, 0x8D, 0x8E, 0x8F]


def test_a_word_holds_eight_outputs() -> None:
    """The even ones in its lower half; outputs that are not there are 0, which is never looked at."""
    w = np.array([[-8, -8], [-7, 7], [-6, 0], [-5, 0], [-4, 0], [-3, 0], [-2, 0], [-1, 0], [1, 2]])
    assert [hex(v) for v in words(w)] == ["0x75316420", "0x888f8880", "0x88888889", "0x8888888a"]


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_at_their_ends(target: str) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    trials: list[Trial] = []
    expected: list[Array] = []
    for kernel, index in ((CONV, 3), (CONV, 11), (CONV, 20), (DENSE, 0), (DENSE, 7), (DENSE, 8)):
        made = make(kernel, kernel.grid[index], index)
        view = made.trial.view
        weights = [t.data for t in view.ins[1:] if t is not None]
        for value in (-128, 127):
            x = np.full_like(made.trial.inputs[0], value)
            trials.append(replace(made.trial, inputs=(x,)))
            expected += expected_of(view, [x, *weights])
    found = run_trials(trials, target)
    assert all(agrees(one.output, want.reshape(one.output.shape)) for one, want in zip(found, expected, strict=True))


@pytest.mark.parametrize(
    ("kernel", "index", "target", "most"),
    [
        (CONV, 0, "cortex-m0plus", 0.65),
        (CONV, 14, "cortex-m0plus", 1.05),  # Winograd is what is beside it
        (CONV, 15, "cortex-m0plus", 0.55),
        (DENSE, 0, "cortex-m0plus", 0.78),
        (DENSE, 0, "cortex-m3", 0.82),
        (DENSE, 0, "rv32imc", 0.9),
    ],
)
def test_int4_is_quicker_than_int8(kernel: Kernel, index: int, target: str, most: float) -> None:
    if not available(load_target(target)):
        pytest.skip(f"no toolchain for {target}")
    layer = kernel.grid[index]
    narrow = make(kernel, layer, index)
    wide = [k for k in kernels_of(load_target(target)) if k.library == LIBRARY and (k.id, k.op) in INT8]
    others = []
    for other in (k for k in wide if k.op == kernel.op):
        try:
            others.append(make(other, replace(layer, weights=DType.I8), index))
        except ValueError:  # no Winograd of it
            continue
    four, *eight = (one.instructions for one in count_layers([narrow, *others], target))
    assert four <= most * min(eight)
