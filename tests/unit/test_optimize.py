"""What --optimize chooses: kernels by estimated instructions and bytes, within the flash, and the same output bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from codegen_models import FakeTarget, options, reference, run, write
from row_models import Net

from edgec.codegen import GenerateOptions, generate, make_model_plan
from edgec.codegen.choice import Choice, Optimize, choose_all
from edgec.codegen.report import make_report, render, to_json
from edgec.converter.ir import Graph
from edgec.fitting import sized

DSP = FakeTarget("cortex-m4", ("dsp",))
WINOGRAD = "edgec_winograd_s8__dsp"


def network() -> Graph:
    """3x3 of 16 and of 32 channels, with a layer of stride 2 between: both may be done by Winograd."""
    net = Net(True, 5, (16, 16, 16))
    x = net.conv(net.x, 16)
    x = net.conv(x, 32, stride=2)
    x = net.conv(x, 32)
    return net.done(x)


def kernels(choices: tuple[Choice, ...]) -> list[str]:
    return [c.cost.kernel for c in choices if c.cost is not None]


def test_speed_takes_winograd_where_it_wins_and_balanced_does_not() -> None:
    graph = network()
    fast = choose_all(graph, DSP.features, Optimize.SPEED)
    assert [k == WINOGRAD for k in kernels(fast)] == [True, False, True]
    for choice in fast:
        assert choice.cost is not None
        assert all(choice.cost.instructions < other.instructions for other in choice.alternatives)
    for mode in (Optimize.BALANCED, Optimize.SIZE, Optimize.RAM):
        assert WINOGRAD not in kernels(choose_all(graph, DSP.features, mode))


def test_a_target_without_the_instructions_gets_none_of_it() -> None:
    assert all(k.endswith("__ref") for k in kernels(choose_all(network(), (), Optimize.SPEED)))


def test_within_the_flash_the_better_trade_stays() -> None:
    graph = network()
    fast = choose_all(graph, DSP.features, Optimize.SPEED)
    total = sum(c.cost.flash for c in fast if c.cost)
    assert choose_all(graph, DSP.features, Optimize.SPEED, total) == fast
    fewer = choose_all(graph, DSP.features, Optimize.SPEED, total - 1)
    assert [k == WINOGRAD for k in kernels(fewer)] == [True, False, False]  # more instructions for a byte: 16 channels
    none = choose_all(graph, DSP.features, Optimize.SPEED, 0)
    assert WINOGRAD not in kernels(none)


@pytest.mark.parametrize("mode", list(Optimize))
def test_the_bytes_are_the_same_in_every_mode(mode: Optimize, tmp_path: Path) -> None:
    graph = network()
    x = np.random.default_rng(3).integers(-128, 128, (2, 1, 16, 16, 16)).astype(np.int8)
    made = generate(graph, replace(options(), optimize=mode.value, target=DSP))
    found = run(made, write(made, tmp_path), [x])
    for i in range(2):
        assert np.array_equal(found[0][i].reshape(-1), reference(graph, [x[i]])[0].reshape(-1))


def test_the_report_says_what_else_was_weighed() -> None:
    plan = make_model_plan(network(), replace(options(), optimize="speed", target=DSP))
    value = to_json(make_report(plan, None))
    first = value["layers"][0]
    assert value["optimize"] == "speed"
    assert (first["kernel"], first["alternatives"][0]["kernel"]) == (WINOGRAD, "edgec_conv2d_s8__dsp")
    assert first["instructions"] < first["alternatives"][0]["instructions"]
    assert first["alternatives"][0]["flash"] < first["weight_bytes"]
    assert "exact integers" in first["why"]
    assert "kernels that were weighed" in render(value)


def test_files_made_for_size_ask_the_compiler_for_it() -> None:
    files = {m: dict(generate(network(), replace(options(), optimize=m)).files) for m in ("size", "speed")}
    assert b'#pragma GCC optimize("Os")' in files["size"]["tiny.c"]
    assert b"-Os" in files["size"]["CMakeLists.txt"]
    assert b"Os" not in files["speed"]["tiny.c"] + files["speed"]["CMakeLists.txt"]


def _measured(code: Mapping[str, int], tried: list[GenerateOptions]) -> Any:
    """Builds of ``code`` bytes by level, "plain" for the plain kernels, which take 90,000 instructions more."""

    def attempt(settings: GenerateOptions) -> Mapping[str, Any]:
        tried.append(settings)
        weights = 500 if settings.max_constants is None else min(500, settings.max_constants)
        total = code["plain" if settings.plain else settings.level or "Os"] + weights
        count = 100_000 if settings.plain else 10_000
        layers = [{"instructions": count, "kernel": f"{WINOGRAD}, conv__ref", "alternatives": []}]
        flash = {"total": total, "weights": weights, "tables": 0}
        return {"flash": flash, "layers": layers, "level": settings.level or "Os", "level_instructions": 0}

    return attempt


@pytest.mark.parametrize(
    ("plain", "level", "total"),
    [(100, "plain", 600), (101, "O2", 690), (199, "O2", 690)],
    ids=["wins", "dear", "larger"],
)
def test_for_size_the_smallest_code_is_kept_unless_it_is_much_slower(plain: int, level: str, total: int) -> None:
    tried: list[GenerateOptions] = []
    attempt = _measured({"Os": 195, "O2": 190, "O3": 200, "plain": plain - 1}, tried)
    report = sized(replace(options(), optimize="size"), None, attempt)
    assert report["flash"]["total"] == total - (level == "plain")
    assert tried[-1].level == ("" if level == "plain" else level)
    assert tried[-1].plain is (level == "plain")


def test_more_than_the_flash_is_tried_again_with_less() -> None:
    tried: list[GenerateOptions] = []
    attempt = _measured({"Os": 100}, tried)
    assert sized(replace(options(), optimize="speed"), 600, attempt)["flash"]["total"] == 600
    assert len(tried) == 1
    assert sized(replace(options(), optimize="speed"), 400, attempt, slower=False)["flash"]["total"] == 400
    assert [t.max_constants for t in tried] == [None, None, 300]


def test_ram_at_speed_is_paid_with_winograd_and_the_report_says_so() -> None:
    graph = network()
    fast = make_model_plan(graph, replace(options(), optimize="speed", target=DSP))
    plan = make_model_plan(graph, replace(options(), optimize="speed", target=DSP, max_arena=fast.arena_size - 1))
    assert plan.arena_size < fast.arena_size
    (saving,) = plan.savings
    weighed = fast.choices[saving.layers[0]]
    assert weighed.cost is not None and weighed.cost.kernel == WINOGRAD
    assert saving.instructions == weighed.alternatives[0].instructions - weighed.cost.instructions
    assert plan.layers[saving.layers[0]].calls[0].symbol == weighed.alternatives[0].kernel
    assert plan.macs == fast.macs
    value = to_json(make_report(plan, None))
    assert value["savings"][0]["instructions"] == saving.instructions
    assert f"{saving.arena:,}" in render(value).partition("RAM saved and its price")[2]


def test_the_report_names_the_kernels_that_compute_rows() -> None:
    plan = make_model_plan(network(), replace(options(), optimize="speed", target=DSP, max_arena=0))
    assert [layer.calls[0].symbol for layer in plan.layers] == ["edgec_conv2d_s8__dsp"] * 3
    assert plan.macs == make_model_plan(network(), replace(options(), target=DSP)).macs
