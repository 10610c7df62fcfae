"""The loss that pruning states: on samples held back, with an interval, and a warning where these cannot tell."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.cli import run
from edgec.console.messages import Warned
from edgec.converter.graph.errors import DoesNotFit, Exit
from edgec.converter.graph.ir import Array, Clamp, Graph
from edgec.converter.onnx.export import export_model
from edgec.quantize.prune.groups import Budget, Kind, Weighed
from edgec.quantize.prune.prune import Pruner
from edgec.samples.data import Samples, distinct
from edgec.samples.loss import Loss, Lost, Measure
from edgec.search.prune.holdout_loss import BOUNDS, Assessed, cross_validated
from tests.builders.prune_models import Maker
from tests.builders.search_models import with_compiler


def classifier(seed: int = 0) -> Graph:
    """A small net whose classes follow from what its hidden layers give."""
    m = Maker(seed, (1, 6, 6, 2))
    return m.done(m.dense(m.dense(m.flat(m.conv(m.x, 12)), 24), 4, Clamp()))


def drawn(count: int, seed: int = 1) -> Array:
    return np.random.default_rng(seed).standard_normal((count, 1, 6, 6, 2)).astype(np.float32)


def assessed(graph: Graph, samples: Samples, share: float) -> tuple[Assessed, Graph]:
    pruner = Pruner(graph, samples.inputs)
    pruned = pruner.to(Budget(Kind.MACS, share), Weighed(Kind.MACS))
    return cross_validated(pruner, pruned, samples), pruned.graph


@pytest.mark.parametrize("count", [40, 160, 600])
def test_the_estimate_is_what_unseen_samples_show_or_a_warning_stands_beside_it(count: int) -> None:
    """Fitted samples alone would promise far less."""
    graph = classifier()
    found, small = assessed(graph, Samples((drawn(count),)), 0.35)
    unseen = Loss(graph, Samples((drawn(2000, seed=2),)))
    true = unseen.lost(unseen.outputs(small)).value
    near = abs(found.held_back.value - true) <= max(2.0, 0.2 * true)
    assert near or found.warnings()
    assert found.fitted is not None and found.fitted < found.held_back.value
    assert found.held_back.low <= true <= found.held_back.high
    assert found.held_back.count == count
    assert all(isinstance(text, Warned) for text in found.warnings())


def test_labels_make_points_of_top_1() -> None:
    graph, x = classifier(), drawn(200)
    labels = Loss(graph, Samples((x,))).reference.argmax(axis=1)
    found, _ = assessed(graph, Samples((x,), labels), 0.7)
    assert found.measure is Measure.TOP1
    unlabelled, _ = assessed(graph, Samples((x,)), 0.7)
    assert unlabelled.held_back.value == pytest.approx(
        found.held_back.value
    )  # the labels are the float model's classes


def test_copies_of_samples_tell_nothing_more() -> None:
    """A sample whose copy was fitted to is not held back."""
    graph, x = classifier(), drawn(40)
    found, _ = assessed(graph, Samples((np.tile(x, (5, 1, 1, 1, 1)),)), 0.5)
    assert found.held_back.count == 40 and found.held_back.vague
    assert list(distinct((np.tile(x, (5, 1, 1, 1, 1)),))) == list(range(40))


def test_what_loses_nothing_says_so() -> None:
    found, small = assessed(classifier(), Samples((drawn(200),)), 1.0)
    assert small == classifier() or found.held_back.value == 0.0
    assert found.held_back.value == 0.0 and found.fitted == 0.0 and not found.warnings()


@pytest.mark.parametrize(
    ("lost", "gain", "said"),
    [
        (Lost(1.0, 0.5, 3.5, 80), 1.0, "80 samples held back cannot tell well"),
        (Lost(9.0, 8.5, 9.5, 5000), 0.05, "the repair of the filters gains nothing"),
        (Lost(30.0, 29.0, 31.0, 5000), 1.0, "much is lost: 30.0 %"),
        (Lost(1.0, 0.5, 2.5, 500), 1.0, None),
    ],
)
def test_warnings(lost: Lost, gain: float, said: str | None) -> None:
    found = Assessed(Measure.CLASS, lost, 0.0, gain).warnings()
    assert [said in text for text in found] == ([True] if said else [])


def written(folder: Path, x: Array) -> list[str]:
    """A model and its samples as files; the arguments that name them."""
    (folder / "m.onnx").write_bytes(export_model(classifier()))
    np.savez(folder / "x.npz", x=x)
    return [str(folder / "m.onnx"), "--calibration", str(folder / "x.npz")]


SENSELESS = [
    (drawn(40) * 0, "are all zero"),
    (np.ones_like(drawn(40)), "hold one value only, 1"),
    (np.ones_like(drawn(40)) * np.arange(40, dtype=np.float32).reshape(-1, 1, 1, 1, 1), "hold one value each"),
    (np.repeat(drawn(1), 40, axis=0), "are all the same"),
    (drawn(40) * np.float32(1e-42), "are denormal"),
    (drawn(1), "the calibration set has 1 sample:"),
    (drawn(7), "the calibration set has 7 samples:"),
    (np.tile(drawn(3), (20, 1, 1, 1, 1)), "has 3 samples that differ, of 60"),
]


@pytest.mark.parametrize(("x", "said"), SENSELESS, ids=[s[1] for s in SENSELESS])
def test_samples_that_tell_nothing_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], x: Array, said: str
) -> None:
    given = written(tmp_path, x)
    for command in (["prune", *given, "-o", str(tmp_path / "out")], ["convert", *given, "-o", str(tmp_path / "out")]):
        assert run([*command, "--prune", "macs=0.6"]) == Exit.USAGE
        assert "edgec: error: --prune: the calibration s" in (err := capsys.readouterr().err) and said in err
        assert not (tmp_path / "out").exists()


def test_the_last_line_says_what_was_taken_and_what_it_loses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = written(tmp_path, drawn(40))
    assert run(["prune", *given, "--prune", "macs=0.6", "-o", str(tmp_path / "small.onnx")]) == 0
    out, err = capsys.readouterr()
    last = out.splitlines()[-1]
    assert "% of the macs, macs=0.6 asked for" in last
    assert "on 40 samples held back" in last and "on those fitted to" in last
    assert "edgec: warning: 40 samples held back cannot tell well what is lost" in err
    assert run(["prune", *given, "--prune", "macs=0.6", "-o", str(tmp_path / "b.onnx"), "--json"]) == 0
    lost = json.loads(capsys.readouterr().out)["lost"]
    assert lost["samples"] == 40 and lost["low"] <= lost["held_back"] <= lost["high"]


@with_compiler
def test_a_conversion_says_what_its_integers_lose(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = written(tmp_path, drawn(40))
    assert run(["convert", *given, "--prune", "macs=0.6", "-o", str(tmp_path / "out")]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("taken: pruned to 0.") and "asked for: macs=0.6" in out.splitlines()[-1]
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["pruning"]["lost"]["samples"] == 40 and report["choice"] == out.splitlines()[-1]
    assert "edgec: warning: " in err


@with_compiler
def test_a_share_that_loses_more_than_allowed_is_refused(tmp_path: Path) -> None:
    written(tmp_path, drawn(80))
    options = ConvertOptions(calibration=str(tmp_path / "x.npz"), prune="macs=0.3", max_drop=0.5)
    with pytest.raises(DoesNotFit, match=r"--max-drop"):
        convert(tmp_path / "m.onnx", options, tmp_path / "out", True)


@with_compiler
def test_auto_does_not_lose_much_without_a_word(tmp_path: Path) -> None:
    """A tenth of the classes is the bound by default; the sentence names what would do, and that does."""
    written(tmp_path, drawn(120))
    options = ConvertOptions(calibration=str(tmp_path / "x.npz"), quantize="int8", optimize="size", prune="auto")
    whole = convert(tmp_path / "m.onnx", ConvertOptions(calibration=options.calibration, optimize="size"),
                    tmp_path / "whole").report  # fmt: skip
    limit = whole.flash.needed - round(0.8 * whole.flash.weights)
    settings = {**vars(options), "max_flash": limit}
    with pytest.raises(DoesNotFit) as refused:
        convert(tmp_path / "m.onnx", ConvertOptions(**settings), tmp_path / "out", True)
    text = str(refused.value)
    assert f"{BOUNDS[Measure.CLASS]:g} are allowed by default (--max-drop); the nearest are --max-drop" in text
    nearest = int(text.split(" or --max-flash ")[1].split(";")[0])
    notes: list[str] = []
    made = convert(tmp_path / "m.onnx", ConvertOptions(**{**settings, "max_flash": nearest}), tmp_path / "out", True,
                   notes.extend).report  # fmt: skip
    assert limit < made.flash.needed <= nearest
    assert made.choice.startswith("taken: ") and "of the " in made.choice


@with_compiler
def test_of_equals_the_fewest_instructions(digits: Path, tmp_path: Path) -> None:
    """Nothing is lost unpruned, and nothing by fewer channels: then these."""
    whole = convert(digits / "digits.onnx", calibrated := ConvertOptions(calibration=str(digits / "calibration.npz")),
                    tmp_path / "whole").report  # fmt: skip
    options = ConvertOptions(
        calibration=calibrated.calibration, data=f"{digits / 'evaluation.npz'}:x", quantize="int8", prune="auto",
        max_flash=whole.flash.needed,
    )  # fmt: skip
    notes: list[str] = []
    report = convert(digits / "digits.onnx", options, tmp_path / "out", True, notes.extend).report
    measured = [n.removeprefix("measured: ") for n in notes if n.startswith(("measured: unpruned", "measured: flash"))]
    figures = [(float(n.split(": ")[1].split(" ")[0]), int(n.split(", ")[1].split(" ")[0].replace(",", "")))
               for n in measured]  # fmt: skip
    assert len(figures) > 1
    assert report.instructions == min(figures)[1]
