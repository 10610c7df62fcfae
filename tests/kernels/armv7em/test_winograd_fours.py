"""Winograd for input channels in fours: extreme values, outputs among wider ones, and the price that chooses it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernel_bench import Trial, run_trials, trial, weighted
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.armv7em.winograd import MOST_CHANNELS4
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.errors import Refusal
from edgec.converter.graph.ir import Clamp, Graph, constant
from edgec.converter.ops.conv import ConvAttrs
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.cores import run_on
from tests.builders.part_models import Branches
from tests.kernels.armv7em.grids import KERNELS
from tests.kernels.rates import BAND

TARGET = load_target("cortex-m4")
FOURS, SIXTEENS, DIRECT = "armv7em/winograd_s8_fours", "armv7em/winograd_s8", "armv7em/conv2d_s8"
LARGE = "armv7em/winograd4_s8"  # tiles of 4x4
NEAR = 0.03  # what a price of these layers may be off by
PADDED = ConvAttrs(pads=(1, 1, 1, 1))

needs_qemu = pytest.mark.skipif(not available(TARGET), reason="no toolchain for cortex-m4")


def kernel(name: str) -> Kernel:
    return next(k for k in KERNELS if k.name == name)


def layer(channels: int, outputs: int, size: int, zero: int = -128) -> NodeView:
    shapes = (1, size, size, channels), (outputs, 3, 3, channels)
    return weighted("Conv", PADDED, *shapes, np.random.default_rng(channels), in_zero=zero)


def trial_of(view: NodeView, name: str) -> Trial:
    bound = kernel(name).calls(view)
    assert not isinstance(bound, Misfit), bound.reason
    return trial(view, bound[0], np.random.default_rng(1))


def extreme_trials() -> list[Trial]:
    """Inputs of one value, weights of one value or of alternating ones: the largest points and sums that there are."""
    found = []
    for channels in (4, 8, 12, 36, 60):
        for zero, value in ((-128, 127), (127, -128), (0, -128), (-3, 127)):
            view = layer(channels, 4, 5, zero)
            w = view.x(1)
            assert w.data is not None
            data = np.full_like(w.data, -128)
            data[1], data[2] = 127, np.where(np.indices(data[2].shape).sum(axis=0) % 2, 127, -128)
            data[3, :, ::2] = 127
            changed = replace(view, ins=(view.ins[0], constant("w", data, w.quant), view.ins[2]))
            for one in (
                trial_of(changed, name) for name in (FOURS, LARGE) if channels <= MOST_CHANNELS4 or name == FOURS
            ):
                spread = np.where(np.indices(one.inputs[0].shape).sum(axis=0) % 2, 127, -128).astype(np.int8)
                found += [replace(one, inputs=(np.full_like(one.inputs[0], value),)), replace(one, inputs=(spread,))]
    return found


@pytest.mark.parametrize("target", ["host", pytest.param("cortex-m4", marks=needs_qemu)])
def test_extreme_values(target: str) -> None:
    trials = extreme_trials()
    for t, found in zip(trials, run_trials(trials, target, sanitize=target == "host", shared=True), strict=True):
        np.testing.assert_array_equal(found.output, t.expected, err_msg=f"{t.view.x(0).shape}")


def without_limits(graph: Graph) -> Graph:
    """The graph with convolutions whose outputs may be any of their type."""
    nodes = (replace(n, attrs=replace(n.attrs, clamp=Clamp())) if n.op == "Conv" else n for n in graph.nodes)
    return replace(graph, nodes=tuple(nodes))


@needs_qemu
@pytest.mark.parametrize("channels", [8, 20, 36])
def test_outputs_are_some_channels_of_a_wider_tensor(channels: int, tmp_path: Path) -> None:
    n = Branches(True, 1, (9, 7, channels))
    graph = without_limits(n.done(n.concat([n.conv(n.x, 6), n.conv(n.x, 8), n.conv(n.x, 4)], 3)))
    ran = run_on(TARGET, "net", graph, tmp_path)
    taken = {s.kernel for s in ran.report.layers if s.op == "Conv"}
    assert ran.equal and taken == {f"edgec_winograd{'4_s8' if channels <= MOST_CHANNELS4 else '_s8_fours'}_armv7em"}


@cache
def counted() -> dict[tuple[int, str], tuple[int, float]]:
    """Instructions of layers of 16x16 and as many outputs as inputs: (channels, kernel) -> (counted, estimated)."""
    keys = [(c, name) for c in (4, 8, 12, 20, 28, 36, 60) for name in (FOURS, DIRECT)]
    trials = [trial_of(layer(c, c, 16), name) for c, name in keys]
    found = {}
    for key, t, outcome in zip(keys, trials, run_trials(trials, "cortex-m4", alone=True), strict=True):
        assert t.call.kernel is not None
        estimated = TARGET.rates.price("armv7em", t.call.kernel.id, t.call.kernel.work(t.view, t.call))
        found[key] = outcome.instructions, estimated
    return found


@needs_qemu
@pytest.mark.xdist_group("winograd fours")
def test_it_takes_fewer_instructions_than_the_direct_form_and_the_price_says_so() -> None:
    found = counted()
    for c in {c for c, _ in found}:
        for each in range(2):  # counted, estimated
            assert found[c, FOURS][each] < found[c, DIRECT][each], c
    assert found[12, FOURS][0] < 0.725 * found[12, DIRECT][0] and found[28, FOURS][0] < 0.565 * found[28, DIRECT][0]


@needs_qemu
@pytest.mark.xdist_group("winograd fours")
def test_prices_are_near_and_a_wrong_one_is_seen() -> None:
    def off(factors: dict[str, float]) -> float:
        rates = {**TARGET.rates.terms["armv7em"]["winograd_s8_fours"]}
        rates = {term: rate * factors.get(term, 1) for term, rate in rates.items()}
        terms = {**TARGET.rates.terms, "armv7em": {**TARGET.rates.terms["armv7em"], "winograd_s8_fours": rates}}
        changed = replace(TARGET.rates, terms=terms)
        ratios = []
        for (c, name), (instructions, _) in counted().items():
            if name == FOURS:
                t = trial_of(layer(c, c, 16), name)
                work = kernel(name).work(t.view, t.call)
                ratios.append(changed.price("armv7em", "winograd_s8_fours", work) / instructions)
        return max(abs(r - 1) for r in ratios)

    assert off({}) < NEAR < 1 - BAND[0]
    for term in ("pair", "step", "input"):
        assert off({term: 0.7}) > NEAR and off({term: 1.3}) > NEAR, term


@pytest.mark.parametrize("channels", range(4, 68, 4))
def test_who_takes_which_channels(channels: int) -> None:
    both = (FOURS, SIXTEENS)
    taking = {name for name in both if not isinstance(kernel(name).calls(layer(channels, 4, 8)), Misfit)}
    assert taking == {FOURS if channels % 16 else SIXTEENS}
    odd = layer(channels, 3, 8)
    assert all(isinstance(kernel(name).calls(odd), Misfit) for name in both)


@pytest.mark.parametrize("channels", [8, 12, 20, 28, 36, 60])
def test_speed_takes_it_and_size_does_not(channels: int) -> None:
    view = layer(channels, channels, 16)
    fast, small = (Chooser(TARGET, Selection(exchange)).candidates(view) for exchange in (0.0, 1000.0))
    assert not isinstance(fast, Refusal) and not isinstance(small, Refusal)
    assert fast[0].calls[0].symbol == f"edgec_winograd{'4_s8' if channels <= MOST_CHANNELS4 else '_s8_fours'}_armv7em"
    assert "winograd" not in small[0].calls[0].symbol


def test_few_channels_of_many_outputs_are_no_work_for_tiles_of_2x2() -> None:
    """Work for each pair of outputs outweighs four channels: the direct form's copies are shared by all."""
    found = Chooser(TARGET, Selection(0.0)).candidates(layer(4, 16, 32))
    assert not isinstance(found, Refusal)
    symbols = [one.calls[0].symbol for one in found]
    assert symbols.index("edgec_winograd_s8_fours_armv7em") > symbols.index("edgec_conv2d_s8_armv7em")
