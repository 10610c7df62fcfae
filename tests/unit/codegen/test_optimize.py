"""Choices of --optimize: kernels by estimated instructions and bytes, within the flash, and the same output bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate, make_model_plan
from edgec.converter.graph.ir import Graph
from edgec.reports import render
from edgec.reports.model import make_report
from edgec.search.requirements import Objective
from tests.builders.chosen import target_with
from tests.builders.codegen_models import aimed, options, reference, run, write
from tests.builders.row_models import Net

DSP = target_with("dsp", name="cortex-m4")
WINOGRAD = "edgec_winograd4_s8_armv7em"


def network() -> Graph:
    """3x3 of 16 and of 32 channels, with a layer of stride 2 between: both may be done by Winograd."""
    net = Net(True, 5, (16, 16, 16))
    x = net.conv(net.x, 16)
    x = net.conv(x, 32, stride=2)
    x = net.conv(x, 32)
    return net.done(x)


@pytest.mark.parametrize("mode", list(Objective))
def test_the_bytes_are_the_same_in_every_mode(mode: Objective, tmp_path: Path) -> None:
    graph = network()
    x = np.random.default_rng(3).integers(-128, 128, (2, 1, 16, 16, 16)).astype(np.int8)
    made = generate(graph, replace(aimed(options(), mode.value), target=DSP))
    found = run(made, write(made, tmp_path), [x])
    for i in range(2):
        assert np.array_equal(found[0][i].reshape(-1), reference(graph, [x[i]])[0].reshape(-1))


def test_the_report_says_what_else_was_weighed() -> None:
    plan = make_model_plan(network(), replace(aimed(options(), "speed"), target=DSP))
    report = make_report(plan, None)
    first = report.layers[0]
    assert report.optimize == "speed"
    assert (first.kernel, first.alternatives[0].kernel) == (WINOGRAD, "edgec_winograd_s8_armv7em")
    assert first.instructions is not None and first.instructions < first.alternatives[0].instructions
    assert first.alternatives[0].flash < first.weight_bytes
    assert "exact integers" in first.why
    assert "kernel alternatives considered" in render(report)


def test_files_made_for_size_ask_the_compiler_for_it() -> None:
    files = {m: dict(generate(network(), aimed(options(), m)).files) for m in ("size", "speed")}
    assert b'#pragma GCC optimize("Os")' in files["size"]["tiny.c"]
    assert b"-Os" in files["size"]["CMakeLists.txt"]
    assert b"Os" not in files["speed"]["tiny.c"] + files["speed"]["CMakeLists.txt"]


@pytest.mark.parametrize(("less", "kept"), [(1, True), (3000, False)])
def test_ram_at_speed_is_paid_with_winograd_and_the_report_says_so(less: int, kept: bool) -> None:
    """A little of it by rows with the kernels as they were; more of it by Winograd with smaller tiles too."""
    graph = network()
    fast = make_model_plan(graph, replace(aimed(options(), "speed"), target=DSP))
    plan = make_model_plan(graph, replace(aimed(options(), "speed"), target=DSP, max_arena=fast.arena_size - less))
    assert plan.arena_size < fast.arena_size
    (saving,) = plan.savings
    weighed = fast.choices[saving.layers[0]]
    assert weighed.cost is not None and (kept or weighed.cost.kernel == WINOGRAD)
    lost = weighed.alternatives[0].instructions - weighed.cost.instructions
    assert saving.instructions >= (1 if kept else lost)
    kernel = weighed.cost.kernel if kept else weighed.alternatives[0].kernel
    assert plan.layers[saving.layers[0]].calls[0].symbol == kernel
    assert plan.macs == fast.macs
    report = make_report(plan, None)
    assert report.savings[0].instructions == saving.instructions
    assert report.instructions == make_report(fast, None).instructions + saving.instructions
    assert f"{saving.arena:,}" in render(report).partition("RAM saved and its price")[2]


def test_the_report_names_the_kernels_that_compute_rows() -> None:
    plan = make_model_plan(network(), replace(aimed(options(), "speed"), target=DSP, max_arena=0))
    assert [layer.calls[0].symbol for layer in plan.layers] == ["edgec_conv2d_s8_armv7em"] * 3
    assert plan.macs == make_model_plan(network(), replace(options(), target=DSP)).macs
