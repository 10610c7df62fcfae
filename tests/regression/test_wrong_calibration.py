"""Integers that were calibrated on another scale: ``verify`` fails on the user's data, and names the cause."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.commands.simulated_accuracy import simulated_results
from edgec.converter.graph.errors import Exit
from edgec.folder.read import open_folder
from edgec.reports.results import read_results
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

Edgec = Callable[..., Any]
Made = Callable[..., Path]
HOST = pytest.mark.skipif(not available(load_target("host")), reason="no compiler")


@pytest.fixture
def made(digits: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Converts the example with calibration samples that are multiplied by a factor."""

    def convert_with(factor: float, **options: Any) -> Path:
        with np.load(digits / "calibration.npz") as file:
            x = file["x"].astype(np.float32) * np.float32(factor)
        np.savez(tmp_path / "calibration.npz", x=x)
        wanted = ConvertOptions(target="host", calibration=str(tmp_path / "calibration.npz"), **options)
        return convert(digits / "digits.onnx", wanted, tmp_path / "out").folder

    return convert_with


@pytest.fixture
def unlabelled(digits: Path, tmp_path: Path) -> Path:
    with np.load(digits / "evaluation.npz") as file:
        np.savez(tmp_path / "unlabelled.npz", x=file["x"])
    return tmp_path / "unlabelled.npz"


@HOST
def test_ten_times_too_small(edgec: Edgec, digits: Path, made: Made, unlabelled: Path, tmp_path: Path) -> None:
    out = made(0.1)
    cause = "the calibration samples of input 'image' are too small by a factor of about 10"
    for data, fact in ((digits / "evaluation.npz", "points below ONNX Runtime's"), (unlabelled, "10 dB (--min-sqnr)")):
        ran = edgec("verify", out, "--data", data, "--on", "host", "--json")
        found = json.loads(ran.out)
        assert ran.code == Exit.ACCURACY and found["byte_equal"]["host"] == 500
        assert fact in ran.err and f"likely cause: {cause}" in ran.err and "10 times larger" in ran.err
        (image,) = found["saturation"]["inputs"]
        assert image["name"] == "image" and image["share"] > 0.2 and len(found["mismatches"]) == 1
    (tmp_path / "verify.json").write_text(ran.out)
    (scores,) = read_results(tmp_path / "verify.json", open_folder(out).report).scores
    assert scores.saturation is not None and scores.saturation.inputs[0].share == image["share"]
    page = edgec("report", out, "--format", "html", "--results", tmp_path / "verify.json").out
    assert "Saturated" in page and "likely cause" in page
    allowed = edgec("verify", out, "--data", unlabelled, "--on", "host", "--min-sqnr", -9, "--min-agreement", -1)
    assert allowed.code == 0, allowed.err
    assert "saturated values on these data" in allowed.err


@HOST
def test_sound_integers_pass(edgec: Edgec, digits: Path, made: Made, unlabelled: Path) -> None:
    out = made(1)
    ran = edgec("verify", out, "--data", digits / "evaluation.npz", "--on", "host", "--max-drop", 0.5)
    assert ran.code == 0 and "times" not in ran.err, ran.err
    refused = edgec("verify", out, "--data", unlabelled, "--on", "host", "--min-sqnr", 90)
    assert refused.code == Exit.ACCURACY and "not the scale of the inputs" in refused.err


@pytest.mark.parametrize("scheme", ["int8", "int4", "int16x8"])
def test_few_sound_samples_pass(digits: Path, made: Made, tmp_path: Path, scheme: str) -> None:
    out = open_folder(made(1, quantize=scheme))
    with np.load(digits / "evaluation.npz") as file:
        x, y = file["x"], file["y"]
    for count in (1, 2, 5, 10):
        for start in (0, 40):
            for labels in ({"y": y[start : start + count]}, {}):
                np.savez(tmp_path / "few.npz", x=x[start : start + count], **labels)
                (scores,) = simulated_results(out, str(tmp_path / "few.npz")).scores
                assert not scores.mismatches


@pytest.mark.parametrize(
    ("factor", "words"),
    [(0.25, "too small by a factor of about 4"), (4, "too large by a factor of about 4"), (100, "too large")],
)
def test_factors_from_four_on_are_told(digits: Path, made: Made, factor: float, words: str) -> None:
    notes: list[str] = []
    simulated_results(open_folder(made(factor)), str(digits / "evaluation.npz"), notes.extend)
    assert sum(words in note for note in notes) == 1


def test_a_sound_scale_is_not_told(digits: Path, made: Made) -> None:
    for factor in (0.5, 1, 2):
        notes: list[str] = []
        simulated_results(open_folder(made(factor)), str(digits / "evaluation.npz"), notes.extend)
        assert not any("times" in note for note in notes)


def test_convert_tells_it_where_data_are_given(edgec: Edgec, digits: Path, made: Made, tmp_path: Path) -> None:
    made(0.1)
    words = ("--calibration", tmp_path / "calibration.npz", "--data", digits / "evaluation.npz", "--max-drop", 1)
    ran = edgec("convert", digits / "digits.onnx", *words, "-t", "host", "-o", tmp_path / "again")
    assert "too small by a factor of about 10" in ran.err
