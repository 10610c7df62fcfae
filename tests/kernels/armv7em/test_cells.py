"""1x1 layers whose windows are not all cells of the input, and cells whose whole words end behind it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, trial, weighted
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.ops.conv import ConvAttrs
from tests.kernels.armv7em.test_guarded import check

NAMES = ("conv2d_s8_1x1", "conv2d_s8_1x1_shifts", "conv2d_s8_dot")
KERNELS = [k for k in kernels() if k.library.name == "armv7em" and k.op == "Conv" and k.id in NAMES]


def bound(attrs: ConvAttrs, x: tuple[int, ...], outputs: int, rng: np.random.Generator) -> list[Trial]:
    """A trial of each kernel that takes the layer."""
    view = weighted("Conv", attrs, x, (outputs, 1, 1, x[3]), rng, in_zero=int(rng.integers(-128, 128)), out_zero=3)
    calls = [kernel.calls(view) for kernel in KERNELS]
    return [trial(view, call[0], rng) for call in calls if not isinstance(call, Misfit)]


def test_strides_and_padding_to_one_channel(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    trials: list[Trial] = []
    for i in range(40):
        top, left, bottom, right = (int(v) for v in rng.integers(0, 3, 4))
        attrs = ConvAttrs((int(rng.integers(1, 4)), int(rng.integers(1, 4))), (top, left, bottom, right))
        size = (int(rng.integers(1, 7)), int(rng.integers(1, 14)))
        trials += bound(attrs, (1 + i % 2, *size, int(rng.integers(1, 20))), 1, rng)
    assert len(trials) > 20
    check(trials, tmp_path)


def test_the_only_window_lies_above_the_input(tmp_path: Path) -> None:
    """Input and output have the same size, but the cell is padding."""
    trials = bound(ConvAttrs((2, 2), (1, 0, 0, 0)), (1, 1, 1, 8), 1, np.random.default_rng(2))
    assert trials
    check(trials, tmp_path)


@pytest.mark.parametrize("channels", [1, 2, 3])
def test_words_of_the_last_cells_end_with_the_input(channels: int, tmp_path: Path) -> None:
    """Whole tiles read words of cells, of which those of few channels reach over several cells."""
    rng = np.random.default_rng(3)
    trials = [one for n in range(4, 14) for one in bound(ConvAttrs(), (1, 1, n, channels), 4, rng)]
    check(trials, tmp_path)
