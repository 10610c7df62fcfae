"""Promises of --optimize, on real builds: size is the smallest of all, ram needs no more than --max-ram finds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.ir import Graph
from edgec.reports import Report
from edgec.search.search import Search
from tests.builders.codegen_models import float_graph
from tests.builders.row_models import NETS
from tests.builders.search_models import ALL, int8_of, network, packed, report_of, with_compiler
from tests.suite.sample import WHOLE

pytestmark = with_compiler
REPO = Path(__file__).resolve().parents[2]
GRAPHS: dict[str, Callable[[], Graph]] = {
    "winograd": network,
    "float32": float_graph,
    **{net.__name__: lambda net=net: net(True) for net in NETS},  # type: ignore[misc]
}


@cache
def built(graph: str, optimize: str) -> Report:
    return report_of(GRAPHS[graph](), optimize=optimize)


@pytest.mark.parametrize("graph", GRAPHS)
def test_size_is_no_larger_than_any_other_mode(graph: str) -> None:
    sizes = {mode: built(graph, mode).flash.needed for mode in ALL}
    assert sizes["size"] == min(sizes.values())


@pytest.mark.parametrize("scheme", ["float32", "int8"])
def test_size_of_the_example(scheme: str, digits: Path, tmp_path: Path) -> None:
    sizes = {}
    for mode in ALL:
        calibration = str(digits / "calibration.npz") if scheme == "int8" else None
        options = ConvertOptions(quantize=scheme, calibration=calibration, optimize=mode)
        sizes[mode] = convert(digits / "digits.onnx", options, tmp_path / mode).report.flash.needed
    assert sizes["size"] == min(sizes.values())


def no_better(graph: Graph, ram: Report, beyond: tuple[int, ...]) -> None:
    """With so many bytes more, --max-ram finds no smaller arena, and at the same one nothing quicker."""
    for more in beyond:
        found = report_of(graph, max_ram=ram.ram.total + more)
        assert found.ram.arena >= ram.ram.arena
        if found.ram.arena == ram.ram.arena:
            assert found.instructions >= ram.instructions
    with pytest.raises(DoesNotFit, match=f"needs {ram.ram.total} bytes of RAM"):
        report_of(graph, max_ram=ram.ram.total - 1)


@pytest.mark.parametrize("graph", GRAPHS)
def test_ram_needs_no_more_than_a_limit_finds(graph: str) -> None:
    ram, speed = built(graph, "ram"), built(graph, "speed")
    assert ram.ram.arena <= speed.ram.arena
    no_better(GRAPHS[graph](), ram, (0, 16, 128, max(0, speed.ram.total - ram.ram.total) // 2))


@pytest.mark.slow
@pytest.mark.grids
@pytest.mark.skipif(not WHOLE, reason="ResNet-8 is held by the same; make grids")
def test_ram_of_mobilenet_v2(tmp_path: Path) -> None:
    model, data = tmp_path / "net.onnx", tmp_path / "random.npz"
    command = [sys.executable, "benchmarks/mobilenet_v2.py", str(model), "--size", "96", "--width", "0.35"]
    subprocess.run(command, cwd=REPO, check=True)
    np.savez(data, x=np.random.default_rng(1).random((8, 3, 96, 96)).astype(np.float32))
    graph = int8_of(model, data, channels_last=True)
    ram = report_of(graph, optimize="ram")
    assert ram.ram.arena <= 17_376
    no_better(graph, ram, (0, 512))


@pytest.mark.slow
def test_ram_of_resnet8(shared: Path) -> None:
    graph = int8_of(shared / "models" / "mlperf_resnet8_cifar.onnx", shared / "data" / "cifar10_calib.npz")
    ram = report_of(graph, optimize="ram")
    assert ram.ram.arena <= 17_740
    no_better(graph, ram, (0, 512))
    small = report_of(graph, optimize="ram", exchange_rate=200.0)
    assert small.ram.arena == ram.ram.arena and small.flash.needed < 0.6 * ram.flash.needed


def test_an_exchange_rate_between_the_modes(tmp_path: Path, digits: Path) -> None:
    graph = network()
    reports = [report_of(graph, exchange_rate=float(n)) for n in (0, 20, 50, 100, 200)]
    assert reports[0] == report_of(graph)
    flash, instructions = ([f(r) for r in reports] for f in (lambda r: r.flash.constants, lambda r: r.instructions))
    assert flash == sorted(flash, reverse=True) and instructions == sorted(instructions)
    assert reports[-1].layers == report_of(graph, optimize="balanced").layers
    assert len(set(flash)) == 3  # both Winograd layers, one, none


def test_the_exchange_rate_is_an_option_and_a_setting(
    edgec: Callable[..., object], digits: Path, tmp_path: Path
) -> None:
    from edgec.settings.values import ConvertOptions as Options
    from edgec.targets.reader import load_target

    target = load_target("cortex-m4")
    assert [Search(Options(optimize=m), target).exchange for m in ALL] == [0, 200, 1000, 0]
    assert Search(Options(optimize="balanced", exchange_rate=7.0), target).exchange == 7.0
    config = tmp_path / "own.toml"
    config.write_text("[convert]\nexchange-rate = 50\n")
    ran = edgec("convert", digits / "digits.onnx", "-o", tmp_path / "out", "--config", config)
    assert ran.code == 0, ran.err
    ran = edgec("convert", digits / "digits.onnx", "--exchange-rate", "-1")
    assert ran.code == 2


def test_packed_weights_grow_where_bytes_are_allowed() -> None:
    graph = packed(network())
    usual, roomy = report_of(graph), report_of(graph, max_flash=1 << 20)
    assert roomy.flash.constants > usual.flash.constants and roomy.instructions < usual.instructions
    assert roomy.layers == report_of(graph, exchange_rate=0.0).layers
    assert report_of(graph, max_flash=usual.flash.needed).flash.needed <= usual.flash.needed
