"""Smaller, slower builds: what costs least is given up, limits are met wherever something meets them."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import DoesNotFit
from edgec.reports import render
from edgec.reports.model import make_report
from edgec.search.build import selected
from edgec.search.size_fallback import SizeFallback
from tests.builders.onnx_models import model, node
from tests.builders.search_models import engine_for, network, report_of, with_compiler

pytestmark = with_compiler
LEVELS = ("Os", "O2", "")
LIMITS = (100, 98, 90, 80, 70, 60, 50, 40)  # percent of the quick build


@cache
def every_build() -> list[tuple[int, int]]:
    """Flash and instructions of all builds: kernels given up, levels, with and without the trade for constants."""
    engine, start = engine_for(network())
    found = []
    full = engine.builder.constants(start)
    for begun in (start, *(selected(start, max_constants=n) for n in (full - 1, 0))):
        kernels = SizeFallback(engine.builder, begun, LEVELS).kernels()
        for some in chain.from_iterable(combinations(kernels, n) for n in range(len(kernels) + 1)):
            for level in LEVELS:
                report = engine.report(selected(begun, given_up=frozenset(some), level=level))
                found.append((report.flash.needed, report.instructions))
    return found


def test_limits_are_met_at_nearly_the_lowest_price() -> None:
    every = every_build()
    quick, smallest = report_of(network()), min(flash for flash, _ in every)
    before = 0
    for percent in LIMITS:
        limit = max(smallest, quick.flash.needed * percent // 100)
        notes: list[str] = []
        report = report_of(network(), notes, max_flash=limit)
        assert report.flash.needed <= limit
        best = min(price for flash, price in every if flash <= limit)
        assert report.instructions <= 1.1 * best
        assert report.instructions >= before
        before = report.instructions
        for lost in report.given_up:
            assert {report.layers[i].kernel for i in lost.layers} == {lost.taken} != {lost.kernel}


def test_what_was_given_up_is_said() -> None:
    notes: list[str] = []
    smallest = min(flash for flash, _ in every_build())
    report = report_of(network(), notes, max_flash=smallest)
    (said,) = [n for n in notes if n.startswith("smaller build")]
    assert f"{report.flash.needed} bytes of flash instead of" in said and "instructions more" in said
    assert all(layer.id not in said for layer in report.layers if layer.plain)
    assert report.given_up and ("without armv7em/" in said or "compiled with" in said)


def test_hopeless_limits_take_few_builds_and_name_the_nearest() -> None:
    engine, start = engine_for(network(), max_flash=3000)
    report = engine.report(engine.best(start))
    assert len(engine.builder.measurements.measurements) <= 7
    with pytest.raises(
        DoesNotFit, match=f"smallest build needs {report.flash.needed} bytes.*raise it to {report.flash.needed}"
    ):
        engine.requirements.check_flash(report)
    assert report_of(network(), max_flash=report.flash.needed).flash.needed <= report.flash.needed


def test_slower_builds_are_made_only_when_welcome() -> None:
    smallest = min(flash for flash, _ in every_build())
    engine, start = engine_for(network(), max_flash=smallest)
    quick = engine.best(start, slower=False)
    assert not quick.selection.given_up and quick.selection.level == "" and not engine.fits(quick)
    assert engine.fits(engine.best(start))


def test_kernels_given_up_and_their_price_are_in_the_report() -> None:
    engine, start = engine_for(network(), optimize="balanced")
    fast = engine.report(start)
    build = engine.builder.build(selected(start, given_up=frozenset({fast.layers[0].id}), level="Os"))
    own = engine.report(selected(start, level="Os"))
    report = build.report
    assert all(layer.plain for layer in report.layers)
    (lost,) = report.given_up
    assert lost.layers == (0, 1, 2) and lost.instructions > 0
    assert report.instructions == own.instructions + lost.instructions
    assert report.level == "Os" and report.level_instructions > fast.instructions
    text = render(make_report(build.plan, None))
    assert "compiled with -Os" in text and "kernels given up for less flash" in text


def test_another_layers_kernel_takes_the_place_when_it_is_faster() -> None:
    engine, start = engine_for(network())
    fast = [layer.id for layer in engine.report(start).layers]
    assert fast[0] == fast[2] != fast[1]
    report = engine.report(selected(start, given_up=frozenset({fast[0]})))
    assert [layer.id for layer in report.layers] == [fast[1]] * 3


@pytest.mark.parametrize("percent", [55, 70, 85])
def test_constants_fill_the_room_beside_the_code_of_the_build_that_is_taken(percent: int) -> None:
    limit = report_of(network()).flash.needed * percent // 100
    engine, start = engine_for(network(), max_flash=limit)
    taken = engine.best(start, slower=False)
    report = engine.report(taken)
    assert engine.fits(taken)
    room = limit - (report.flash.needed - engine.builder.constants(taken))
    filled = selected(start, max_constants=room)
    assert not engine.fits(filled) or report.instructions <= engine.report(filled).instructions


def test_size_takes_the_arena_of_ram_where_that_is_smallest(tmp_path: Path) -> None:
    """Layers computed for the least arena may have the least code too; no limit of RAM asked for that."""
    rng = np.random.default_rng(0)
    shapes = {"w": (1, 32, 19), "r": (1, 32, 8), "b": (1, 64)}
    weights = {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}
    net = model([node("LSTM", ["x", *shapes], ["y"], hidden_size=8)], {"x": [5, 1, 19]}, ["y"], weights)
    onnx.save(net, tmp_path / "net.onnx")
    np.savez(tmp_path / "data.npz", x=rng.normal(0, 1, (20, 5, 1, 19)).astype(np.float32))
    options = ConvertOptions(target="cortex-m4", calibration=str(tmp_path / "data.npz"), optimize="size")
    assert convert(tmp_path / "net.onnx", options, tmp_path / "out").report.flash.needed > 0
