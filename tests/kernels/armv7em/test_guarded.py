"""Kernels between pages that nothing may touch: what lies behind a tensor is neither read nor written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, trial, weighted
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.ops.conv import ConvAttrs
from tests.kernels.armv7em.grids import GRIDS, SHARED_GRIDS, grid
from tests.kernels.guarded import outputs


def check(trials: Sequence[Trial], folder: Path) -> None:
    for one, found in zip(trials, outputs(trials, "host", folder), strict=True):
        np.testing.assert_array_equal(found, one.expected.reshape(-1).view(np.int8), err_msg=str(one.view.node.attrs))


@pytest.mark.parametrize("name", [*GRIDS, *SHARED_GRIDS])
def test_grids(name: str, tmp_path: Path) -> None:
    check([t for t in grid(name) if not t.inplace][::4], tmp_path)


def test_windows_of_few_bytes_by_fours(tmp_path: Path) -> None:
    """Words of a line's end take up to three bytes more: of the last windows of a row they lie behind the image."""
    rng = np.random.default_rng(1)
    kernel = next(k for k in kernels() if k.name == "armv7em/conv2d_s8_dot")
    trials: list[Trial] = []
    for channels in (1, 2, 3):
        for columns in range(12, 20):
            for taps in ((2, 5), (1, 3), (1, 2)):
                for stride in (1, 2):
                    attrs = ConvAttrs(strides=(stride, stride))
                    view = weighted("Conv", attrs, (1, 3, columns, channels), (1, *taps, channels), rng)
                    bound = kernel.calls(view)
                    assert not isinstance(bound, Misfit)
                    trials.append(trial(view, bound[0], rng))
    check(trials, tmp_path)
