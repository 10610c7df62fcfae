"""Convolutions in groups whose windows are read from planes, against the integer references and between guard pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.kernel_bench import Trial, trial, weighted
from edgec.codegen.kernels.armv7em.grouped import LINES
from edgec.codegen.kernels.armv7em.params import Gconv2dS8Armv7em
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.grids import conv
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.reader import load_target
from tests.kernels.armv7em import test_guarded
from tests.kernels.armv7em.test_armv7em import check, needs_qemu
from tests.kernels.layers import make
from tests.kernels.rates import count_layers, wrong_prices

CLAMPS = Clamp(), Clamp(0.0), Clamp(-1.0, 1.0)


def planes() -> list[Trial]:
    """Groups of 1 to 9 channels, windows of 1 to 5 columns, apart and with gaps; planes of several bands."""
    kernel = next(k for k in kernels() if k.name == "armv7em/gconv2d_s8")
    rng = np.random.default_rng(23)
    trials: list[Trial] = []
    for i in range(60):
        count, c, o = int(rng.integers(2, 4)), 1 + i % 9, int(rng.choice([2, 4, 6]))
        window = (int(rng.integers(1, 5)), 1 + i % 5)
        strides, dilations = ((int(a), int(b)) for a, b in rng.choice([1, 1, 2, 3], (2, 2)))
        reach = [(k - 1) * d + 1 for k, d in zip(window, dilations, strict=True)]
        top, left, bottom, right = (int(rng.integers(0, reach[j % 2])) for j in range(4))
        width = reach[1] + strides[1] * int(rng.integers(3, 8)) * dilations[1]
        height = reach[0] + int(rng.integers(0, 30 if i % 3 == 0 else 6))
        a = ConvAttrs(strides, (top, left, bottom, right), dilations, count, CLAMPS[i % 3])
        x = (1 + i % 7 // 6, height, width, count * c)
        view = weighted("Conv", a, x, (count * o, *window, c), rng, in_zero=int(rng.integers(-128, 128)), out_zero=3)
        bound = kernel.calls(view)
        if not isinstance(bound, Misfit):
            trials.append(trial(view, bound[0], rng))
    return trials


def test_layers_of_all_blocks_fit() -> None:
    """Each block takes part, and planes of several bands do."""
    params = [t.call.params_of(Gconv2dS8Armv7em) for t in planes()]
    assert {p.taps for p in params} == set(LINES)
    assert any(p.band < p.geo.out_h for p in params)


@needs_qemu
def test_assembly() -> None:
    check(planes(), "cortex-m4")


def test_portable_form() -> None:
    check(planes(), "host", sanitize=True, flags=("-O0", "-g0"))


def test_guard_pages(tmp_path: Path) -> None:
    test_guarded.check(planes()[::3], tmp_path)


@needs_qemu
def test_copied_cells_of_groups_are_not_said_too_cheap() -> None:
    """1x1 layers in groups took copied windows, which were estimated at .57 of their count, instead of planes."""
    rates = load_target("cortex-m4").rates
    named = {k.name: k for k in kernels() if k.op == "Conv"}
    prices: dict[str, list[float]] = {}
    for name in ("armv7em/conv2d_s8_patch", "armv7em/gconv2d_s8"):
        layers = [make(named[name], conv((1, 12, 12, 4 * n), 6 * n, groups=n), n) for n in (2, 4, 8)]
        found = count_layers(layers, "cortex-m4")
        assert all(one.right for one in found) and not wrong_prices(found, rates)
        prices[name] = [one.estimated(rates) for one in found]
    copied, planes_of = prices.values()
    assert all(a > b for a, b in zip(copied, planes_of, strict=True))
