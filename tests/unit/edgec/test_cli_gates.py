"""``report`` and ``verify`` with ``[gates]``: codes 5 and 6, every broken gate on a line, and what holds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import Exit
from tests.builders.codegen_models import need

Edgec = Callable[..., Any]


@pytest.fixture(scope="module")
def out(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("gcc")
    folder = tmp_path_factory.mktemp("gates") / "digits"
    options = ConvertOptions(target="host", calibration=str(digits / "calibration.npz"))
    return convert(digits / "digits.onnx", options, folder).folder


def settings(folder: Path, text: str) -> Path:
    file = folder / "edgec.toml"
    file.write_text(f"[gates]\n{text}")
    return file


def test_report_lists_all_broken_gates(edgec: Edgec, out: Path, tmp_path: Path) -> None:
    file = settings(tmp_path, 'max_flash = "1KB"\nmax_arena = 7\nmax_growth_pct = 0\nmin_accuracy = 0.9\n')
    ran = edgec("report", out, "--config", file, "--baseline", out)
    assert ran.code == Exit.SIZE_OR_SPEED == 6
    assert "2 of 5 gates broken:" in ran.err
    assert "\n  max_flash: " in ran.err and "\n  max_arena: " in ran.err
    assert "note: min_accuracy: not judged here" in ran.err
    assert "flash" in ran.out  # the report is shown all the same


def test_report_with_gates_that_hold(edgec: Edgec, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(tmp_path, 'max_flash = "64KB"\nmax_growth_pct = 0\nbaseline = "old"\n')
    (tmp_path / "old").mkdir()
    shutil.copy(out / "report.json", tmp_path / "old")
    monkeypatch.chdir(tmp_path)
    ran = edgec("report", out, "--json")
    assert ran.code == 0, ran.err
    assert "edgec.toml: all gates passed (" in ran.err
    assert "gates" not in json.loads(ran.out)


def test_growth_against_a_baseline(edgec: Edgec, out: Path, tmp_path: Path) -> None:
    file = settings(tmp_path, "max_growth_pct = 5\n")
    smaller = json.loads((out / "report.json").read_text())
    smaller["flash"]["total"] = round(smaller["flash"]["total"] / 1.06)
    (tmp_path / "old.json").write_text(json.dumps(smaller))
    ran = edgec("report", out, "--config", file, "--baseline", tmp_path / "old.json")
    assert ran.code == 6
    assert "max_growth_pct: flash " in ran.err and "(+6.0" in ran.err
    assert edgec("report", out, "--config", file, "--baseline", out).code == 0
    assert "name a folder or a report.json" in edgec("report", out, "--config", file).err


def test_an_unknown_schema_is_a_sentence(edgec: Edgec, out: Path, tmp_path: Path) -> None:
    file = settings(tmp_path, "max_growth_pct = 5\n")
    (tmp_path / "old.json").write_text(json.dumps({"schema": 99}))
    ran = edgec("report", out, "--config", file, "--baseline", tmp_path / "old.json")
    assert ran.code == 2
    assert "old.json: report.json has schema 99, this edgec reads" in ran.err
    assert edgec("report", out, "--config", file, "--baseline", tmp_path / "absent").code == 2


def test_verify_judges_accuracy(edgec: Edgec, out: Path, digits: Path, tmp_path: Path) -> None:
    data = ("--data", digits / "evaluation.npz", "--samples", "40", "--on", "host")
    file = settings(tmp_path, 'min_accuracy = 0.9\nmax_drop = 5\nmax_flash = "1M"\n')
    ran = edgec("verify", out, *data, "--config", file, "--json")
    assert ran.code == 0, ran.err
    assert [g["passed"] for g in json.loads(ran.out)["gates"]] == [True] * 3
    file = settings(tmp_path, "min_accuracy = 1.0\nmax_cycles = 5\nmax_arena = 1\n")
    ran = edgec("verify", out, *data[2:], "--config", file)
    assert ran.code == Exit.ACCURACY == 5
    assert "3 of 3 gates broken" in ran.err and "give --data FILE.npz:x:y" in ran.err and "under QEMU only" in ran.err


def test_signal_to_noise_is_judged_with_and_without_labels(
    edgec: Edgec, out: Path, digits: Path, tmp_path: Path
) -> None:
    """Whatever the usual bound is; without samples, and of a float model, nothing is known."""
    floats, unlabelled = tmp_path / "floats", tmp_path / "unlabelled.npz"
    assert edgec("convert", digits / "digits.onnx", "-t", "host", "-o", floats).code == 0
    with np.load(digits / "evaluation.npz") as file:
        np.savez(unlabelled, x=file["x"][:40])
    for data in (digits / "evaluation.npz", unlabelled):
        words = ("verify", out, "--data", data, "--samples", "40", "--on", "host", "--config")
        assert edgec(*words, settings(tmp_path, "min_sqnr = 15\n")).code == 0
        ran = edgec(*words, settings(tmp_path, "min_sqnr = 60\n"))
        assert ran.code == Exit.ACCURACY and "1 of 1 gates broken:\n  min_sqnr: SQNR " in ran.err
        assert "(--min-sqnr)" not in ran.err
    words = ("--samples", "2", "--on", "host", "--config", settings(tmp_path, "min_sqnr = 15\n"))
    for ran in (edgec("verify", out, *words), edgec("verify", floats, "--data", unlabelled, *words)):
        assert ran.code == Exit.ACCURACY and "min_sqnr: cannot be judged: SQNR needs an integer model" in ran.err
    words = ("report", out, "--format", "markdown", "--data", unlabelled, "--config")
    assert edgec(*words, settings(tmp_path, "min_sqnr = 60\n")).code == Exit.ACCURACY
    assert edgec(*words, settings(tmp_path, "min_sqnr = 15\n")).code == 0


def test_verify_counts_under_qemu_when_a_gate_asks(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    need("arm-none-eabi-gcc", "qemu-system-arm")
    folder = tmp_path / "digits"
    given = ("--calibration", digits / "calibration.npz", "-o", folder)
    assert edgec("convert", digits / "digits.onnx", *given).code == 0
    file = settings(tmp_path, "max_instructions = 40000\nmax_cycles = 1000\n")
    ran = edgec("verify", folder, "--samples", "2", "--on", "qemu", "--config", file, "--json")
    assert ran.code == 6, ran.err
    first, second = json.loads(ran.out)["gates"]
    assert first["passed"] and "counted" in first["sentence"]
    assert not second["passed"]
    assert "1 of 2 gates broken:\n  max_cycles: " in ran.err


def test_words_that_were_meant(edgec: Edgec, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[convert]\nmax_rma = 5\n")
    ran = edgec("convert", "x.onnx", "--config", tmp_path / "a.toml")
    assert ran.code == 2 and "did you mean 'max-ram'?" in ran.err
    (tmp_path / "b.toml").write_text("[gate]\nmax_flash = 5\n")
    ran = edgec("report", tmp_path, "--config", tmp_path / "b.toml")
    assert ran.code == 2 and "did you mean 'gates'?" in ran.err


def test_report_judges_accuracy_on_data(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    """In the simulator, which tells nothing of speed."""
    out, given = tmp_path / "int8", digits / "calibration.npz"
    assert edgec("convert", digits / "digits.onnx", "--calibration", given, "-o", out).code == 0
    words = ("report", out, "--format", "markdown", "--data", digits / "evaluation.npz", "--config")
    ran = edgec(*words, settings(tmp_path, "min_accuracy = 0.9\nmax_drop = 1.0\nmax_cycles = 1"))
    assert ran.code == 0
    assert "max_cycles: not judged here" in ran.err
    ran = edgec(*words, settings(tmp_path, "min_accuracy = 0.99"))
    assert ran.code == Exit.ACCURACY
    assert "min_accuracy" in ran.err
