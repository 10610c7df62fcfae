"""Kernels in parts, for runs in slices: the bytes of the whole call, however many items are done at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.kernel_bench import run_trials
from benchmarks.kernel_program import Trial
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import DType
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.armv7em.grids import GRIDS, SHARED_GRIDS
from tests.kernels.armv7em.grids import grid as armv7em_grid

EVERY = [*GRIDS, *SHARED_GRIDS]
TOGETHER = (1, 3, 7, 1 << 20)  # items at once
CUT = tuple(k for k in kernels() if k.cut is not None and k.library.name in ("armv7em", "plain"))
needs_qemu = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def in_parts(name: str) -> Iterator[Trial]:
    """The trials of a grid whose kernel is done in parts, and the same nodes by others that are."""
    for i, trial in enumerate(armv7em_grid(name)):
        for kernel in CUT:
            call = trial.call if trial.call.kernel is kernel else _call(kernel, trial.view)
            if call is None or (trial.inplace and call is not trial.call):
                continue
            assert kernel.cut is not None
            cut = kernel.cut(trial.view, call)
            for k, one in enumerate((cut, cut.coarse if cut is not None else None)):
                if one is not None and one.items > 1:
                    yield replace(trial, call=call, cut=one, together=TOGETHER[(i + k) % len(TOGETHER)])


def _call(kernel: Kernel, view: NodeView):  # type: ignore[no-untyped-def]
    if kernel.library.name != "plain" or not kernel.takes(view) or view.x(0).dtype is not DType.I8:
        return None
    bound = kernel.calls(view)
    return None if isinstance(bound, Misfit) else bound[0]


def check(name: str, target: str, *, sanitize: bool = False, flags: tuple[str, ...] = (), between: str = "") -> int:
    trials = [replace(t, between=between) for t in in_parts(name)]
    outcomes = run_trials(trials, target, sanitize=sanitize, shared=True, flags=flags) if trials else []
    wrong = [
        f"{t.cut.symbol} {t.view.x(0).shape} {t.view.node.attrs} by {t.together}"
        for t, found in zip(trials, outcomes, strict=True)
        if t.cut is not None and not np.array_equal(found.output, t.expected)
    ]
    assert not wrong, f"{len(wrong)} of {len(trials)} differ:\n" + "\n".join(wrong[:20])
    return len(trials)


@needs_qemu
@pytest.mark.parametrize("name", EVERY)
def test_assembly(name: str) -> None:
    check(name, "cortex-m4")


FORGET_CODE = """{
            uint32_t *word = (void *)(scratch + GUARD);
            for (; (uint8_t *)word < scratch + sizeof scratch - GUARD; word++) {
                if (*word - (uint32_t)(uintptr_t)&edgec_gemm_s8_armv7em < 1024) {
                    *word = 0;
                }
            }
        }"""


@needs_qemu
@pytest.mark.parametrize("between", ["", FORGET_CODE], ids=["one image", "another image for each part"])
def test_tiles_for_speed(between: str) -> None:
    """Addresses of code that columns hold are those of the image that goes on, not of the one that made them."""
    check("rounds", "cortex-m4", flags=("-DEDGEC_FOR_SPEED=1",), between=between)


@pytest.mark.parametrize("name", EVERY)
def test_portable_form(name: str) -> None:
    check(name, "host", sanitize=True, flags=("-O0", "-g0"))


def test_each_kernel_in_parts_is_tried() -> None:
    tried = {t.call.kernel.name for name in EVERY for t in in_parts(name) if t.call.kernel is not None}
    assert tried == {k.name for k in CUT}
