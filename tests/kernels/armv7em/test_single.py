"""Depthwise convolutions to a single position, against the integer references and between guard pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.kernel_bench import Trial, trial, weighted
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import ConvAttrs
from tests.kernels.armv7em import test_guarded
from tests.kernels.armv7em.test_armv7em import check, needs_qemu

CLAMPS = Clamp(), Clamp(0.0), Clamp(-1.0, 1.0)
WINDOWS = ((5, 1), (1, 7), (3, 3), (15, 1), (1, 1), (4, 2))


def singles() -> list[Trial]:
    """Channels of whole fours and others, columns, rows with gaps and images as windows, several images."""
    kernel = next(k for k in kernels() if k.name == "armv7em/dwconv2d_s8_single")
    rng = np.random.default_rng(29)
    trials: list[Trial] = []
    for i in range(36):
        (kh, kw), c = WINDOWS[i % 6], 4 + i
        gap = 1 + i % 3 if 1 in (kh, kw) else 1
        a = ConvAttrs(dilations=(gap, gap), groups=c, clamp=CLAMPS[i % 3])
        x = (1 + i % 2, (kh - 1) * gap + 1, (kw - 1) * gap + 1, c)
        view = weighted("Conv", a, x, (c, kh, kw, 1), rng, in_zero=int(rng.integers(-128, 128)), out_zero=3)
        bound = kernel.calls(view)
        assert not isinstance(bound, Misfit), bound
        trials.append(trial(view, bound[0], rng))
    return trials


@needs_qemu
def test_on_the_core() -> None:
    check(singles(), "cortex-m4")


def test_on_the_host() -> None:
    check(singles(), "host", sanitize=True, flags=("-O0", "-g0"))


def test_guard_pages(tmp_path: Path) -> None:
    test_guarded.check(singles(), tmp_path)
