"""``--prune`` and ``--max-instructions`` from the command line to the device."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.errors import DoesNotFit, Exit, UsageError
from edgec.converter.onnx.export import export_model
from edgec.quantize.prune.groups import Kind
from edgec.reports import Report, from_json
from edgec.search.flash_lower_bound import FlashLowerBound
from edgec.search.prune.prices import parse_budget
from tests.builders.prune_models import Maker, ending, framed, sharp
from tests.builders.search_models import with_compiler

Edgec = Callable[..., Any]


def made(digits: Path, folder: Path, **asked: Any) -> tuple[Report, list[str]]:
    """The report of a conversion, and what was said."""
    notes: list[str] = []
    options = {"calibration": str(digits / "calibration.npz"), "data": str(digits / "evaluation.npz")} | asked
    return convert(digits / "digits.onnx", ConvertOptions(**options), folder, True, notes.extend).report, notes


@pytest.fixture(scope="module")
def whole(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    return made(digits, tmp_path_factory.mktemp("whole") / "out", data=None)[0]


@with_compiler
@pytest.mark.parametrize("kind", list(Kind))
def test_shares_are_met_by_what_is_measured(whole: Report, digits: Path, tmp_path: Path, kind: Kind) -> None:
    report, notes = made(digits, tmp_path / "out", prune=f"{kind.value}=0.8", data=None)
    figure = {
        Kind.MACS: lambda r: r.macs,
        Kind.FLASH: lambda r: r.flash.needed,
        Kind.INSTRUCTIONS: lambda r: r.instructions,
    }[kind]
    assert 0.6 * figure(whole) < figure(report) <= 0.8 * figure(whole)
    assert report.pruning is not None
    assert report.pruning.kind == kind.value and report.pruning.share <= 0.8
    assert report.pruning.share == pytest.approx(figure(report) / figure(whole), abs=1e-6)
    assert any(g.after < g.before for g in report.pruning.groups)
    assert any(n.startswith(f"pruned to 0.{round(1000 * report.pruning.share)} of the {kind.value}") for n in notes)


def test_bytes_are_those_of_the_simulator(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    out, data = tmp_path / "out", digits / "calibration.npz"
    ran = edgec("convert", digits / "digits.onnx", "-o", out, "--calibration", data, "--prune", "macs=0.7")
    assert ran.code == 0, ran.err
    assert "pruned to 0." in ran.out and "channels of" in ran.out
    assert "pruned to 0." in edgec("report", out).out
    ran = edgec("verify", out, "--data", f"{digits / 'evaluation.npz'}:x:y", "--samples", "20", "--json")
    assert ran.code == 0, ran.err
    graph, _ = load_edge(out / "digits.edge")
    report = from_json(json.loads((out / "report.json").read_text()))
    assert report.pruning is not None
    layers = {n.name: n for n in graph.nodes}
    for group in report.pruning.groups:
        assert graph.tensors[layers[group.name].outputs[0]].channels == group.after


def test_without_borders_bytes_are_those_of_the_simulator(edgec: Edgec, tmp_path: Path) -> None:
    """The model still takes whole images; the report says what it does not look at."""
    model, data, out = tmp_path / "m.onnx", tmp_path / "x.npz", tmp_path / "out"
    model.write_bytes(export_model(sharp()))
    np.savez(data, x=framed(True)[0][:, 0])
    given = ("convert", model, "-o", out, "--calibration", data, "--prune", "macs=0.7")
    ran = edgec(*given)
    assert ran.code == 0, ran.err
    pruning = from_json(json.loads((out / "report.json").read_text())).pruning
    assert pruning is not None and pruning.borders is not None
    assert f"{pruning.borders.top} rows" in edgec("report", out).out
    ran = edgec("verify", out, "--data", data, "--samples", "20", "--json")
    assert ran.code == 0, ran.err
    ran = edgec(*given, "--force", "--no-crop")
    assert ran.code == 0, ran.err
    assert from_json(json.loads((out / "report.json").read_text())).pruning.borders is None


def test_two_conversions_give_the_same_folder(digits: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        made(digits, tmp_path / name, prune="macs=0.7", data=None, name="same")
    files = sorted(p.relative_to(tmp_path / "a") for p in (tmp_path / "a").rglob("*") if p.is_file())
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes(), file


@pytest.mark.parametrize(
    "text", ["0.6", "macs", "macs=", "macs=0", "flash=1.2", "instructions=-1", "ram=0.5", "macs=nan"]
)
def test_shares_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match=r"must be macs=SHARE, flash=SHARE or instructions=SHARE"):
        parse_budget(text)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--prune", "macs=2"), Exit.USAGE, "--prune macs=2: must be macs=SHARE"),
        (("--prune", "macs=0.5"), Exit.USAGE, "needs samples that show what channels do; give --calibration"),
        (("--calibration", "DATA", "--prune", "macs=0.001"), Exit.DOES_NOT_FIT, "the nearest is --prune macs=0."),
        (("--calibration", "DATA", "--prune", "auto"), Exit.USAGE, "--prune auto: prunes as far as a limit asks for"),
        (("--calibration", "DATA", "--quantize", "float32", "--prune", "macs=0.5"), Exit.USAGE, "become integers"),
        (("--calibration", "DATA", "--max-instructions", "1000"), Exit.DOES_NOT_FIT, "--max-instructions allows 1000"),
    ],
)
def test_refusals(
    edgec: Edgec, digits: Path, tmp_path: Path, arguments: tuple[str, ...], code: Exit, message: str
) -> None:
    given = [str(digits / "calibration.npz") if a == "DATA" else a for a in arguments]
    ran = edgec("convert", digits / "digits.onnx", "-o", tmp_path / "out", *given)
    assert ran.code == code, ran.err
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_quantized_models_are_refused(edgec: Edgec, tmp_path: Path) -> None:
    from tests.builders.onnx_models import model, node

    steps = {"s": np.float32(0.1), "z": np.int8(0), "w": np.ones((8, 4), np.int8)}
    nodes = [
        node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["d"]),
        node("DequantizeLinear", ["w", "s", "z"], ["v"]), node("MatMul", ["d", "v"], ["m"]),
        node("QuantizeLinear", ["m", "s", "z"], ["n"]), node("DequantizeLinear", ["n", "s", "z"], ["y"]),
    ]  # fmt: skip
    file = tmp_path / "m.onnx"
    file.write_bytes(model(nodes, {"x": (1, 8)}, ["y"], steps).SerializeToString())
    np.savez(tmp_path / "x.npz", x=np.ones((4, 8), np.float32))
    ran = edgec("convert", file, "-o", tmp_path / "out", "--calibration", tmp_path / "x.npz", "--prune", "macs=0.5")
    assert ran.code == Exit.USAGE, ran.err
    assert "--prune: the model is already quantized; give the float model instead" in ran.err


@with_compiler
def test_limits_ask_for_as_much_as_they_need(whole: Report, digits: Path, tmp_path: Path) -> None:
    """The unpruned model is above the limit; what loses least below it is taken, and what nothing meets is refused."""
    limit = round(0.85 * whole.instructions)
    report, notes = made(digits, tmp_path / "out", prune="auto", quantize="int8", max_instructions=limit)
    assert report.instructions <= limit and report.pruning is not None
    assert any(n.startswith("measured: instructions 0.") for n in notes)
    with pytest.raises(DoesNotFit, match="no pruned build meets the limits"):
        made(digits, tmp_path / "none", prune="auto", quantize="int8", max_instructions=limit // 20)


@with_compiler
def test_what_cannot_fit_is_left_out_at_once(whole: Report, digits: Path, tmp_path: Path) -> None:
    """Nothing is fitted, calibrated or compiled for shares whose constants alone are above the limit."""
    limit = whole.flash.weights // 20
    notes: list[str] = []
    options = ConvertOptions(calibration=str(digits / "calibration.npz"), prune="auto", max_flash=limit)
    sentence = rf"pruned to 0\.\d+ of the flash, the model takes \d+ bytes of flash or more, {limit} are allowed"
    with pytest.raises(DoesNotFit, match=sentence):
        convert(digits / "digits.onnx", options, tmp_path / "out", True, notes.extend)
    assert sum(n.startswith("left out: pruned to") for n in notes) > 1
    assert not any(n.startswith(("measured", "best choices", "pruned to")) for n in notes)


@with_compiler
def test_a_limit_on_ram_prunes(whole: Report, digits: Path, tmp_path: Path) -> None:
    least, _ = made(digits, tmp_path / "least", optimize="ram", data=None)
    limit = round(0.98 * least.ram.total)
    report, _ = made(digits, tmp_path / "out", prune="auto", quantize="int8", max_ram=limit, data=None)
    assert report.ram.total <= limit < whole.ram.total
    assert report.pruning is not None and report.pruning.kind == "macs"


@with_compiler
def test_bounds_are_below_builds(whole: Report, digits: Path, tmp_path: Path) -> None:
    """A graph's bound is below its build in any numbers, and follows builds that did not fit."""
    made(digits, tmp_path / "out", data=None)
    graph, _ = load_edge(tmp_path / "out" / "digits.edge")
    beside = whole.flash.needed - whole.flash.weights
    bound = FlashLowerBound(beside, packed=True)
    assert bound.of(graph) < FlashLowerBound(beside, packed=False).of(graph) < whole.flash.needed
    least = bound.of(graph) + 1000
    bound.learn(graph, least)
    assert least - 1000 < bound.of(graph) < least


@with_compiler
def test_bytes_for_speed_are_told(tmp_path: Path) -> None:
    """Winograd's weights are 3.4 or 7.7 times the others: without them nothing else goes for 0.3 of the flash."""
    m = Maker(2, (1, 12, 12, 3))
    model, data = tmp_path / "m.onnx", tmp_path / "x.npz"
    model.write_bytes(export_model(ending(m, m.conv(m.conv(m.conv(m.x, 32), 32), 32))))
    np.savez(data, x=np.random.default_rng(0).standard_normal((40, 12, 12, 3)).astype(np.float32))
    options, notes = ConvertOptions(target="cortex-m4", calibration=str(data), no_crop=True), []
    pruned = convert(model, replace(options, prune="flash=0.3"), tmp_path / "a", True, notes.extend).report.pruning
    assert pruned is not None and pruned.share <= 0.3 and any(g.after < g.before for g in pruned.groups)
    limit = int(next(n for n in notes if "gives such kernels up" in n).split("--max-flash ")[1].split()[0])
    options = replace(options, prune="auto", max_flash=limit)
    report = convert(model, options, tmp_path / "b", True).report
    assert report.flash.needed <= limit and report.pruning is None
    assert not any("winograd" in layer.kernel for layer in report.layers)


@with_compiler
def test_no_bytes_for_speed(whole: Report, digits: Path, tmp_path: Path) -> None:
    _, notes = made(digits, tmp_path / "out", prune="flash=0.8", data=None, optimize="size")
    assert not any("gives such kernels up" in n for n in notes)
