"""Classes of kept mutants: by rule, and unexplained where no rule holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx import helper

from tests.fuzz.causes import UNEXPLAINED, cause, main
from tests.fuzz.mutants import GATE

UNLIKE = "simulator: 1 of 4 samples differ in output 0, first at sample 0 element 1: {} must be within 0.0001 of it, {}"


@pytest.mark.parametrize(
    ("pair", "kind"),
    [(("nan", "1"), "infinity"), (("1", "-inf"), "infinity"), (("1e38", "2"), "float32"), (("1", "2"), "no rule")],
)
def test_values(pair: tuple[str, str], kind: str) -> None:
    assert kind in cause(f"no finding: edgec: error: {UNLIKE.format(*pair)}; host: it too\n", None)


@pytest.mark.parametrize(
    ("op", "attribute", "pair", "kind"),
    [
        ("TopK", {"sorted": 0}, ("1", "2"), "any order"),
        ("TopK", {"sorted": 1}, ("1", "2"), "no rule"),
        ("Attention", {"qk_matmul_output_mode": 2}, ("-inf", "-3.40282e+38"), "masked scores"),
        ("Attention", {"qk_matmul_output_mode": 2}, ("-3.40282e+38", "-inf"), "infinity"),
        ("Attention", {"qk_matmul_output_mode": 1}, ("-inf", "-3.40282e+38"), "infinity"),
        ("Sub", {}, ("0", "-2.98023e-08"), "cancel"),
        ("Sub", {}, ("0", "-2.98023e-06"), "no rule"),
    ],
)
def test_operators(op: str, attribute: dict[str, int], pair: tuple[str, str], kind: str) -> None:
    model = helper.make_model(helper.make_graph([helper.make_node(op, ["x"], ["y"], **attribute)], "g", [], []))
    assert kind in cause(f"no finding: edgec: error: {UNLIKE.format(*pair)}; host: it too\n", None, model)


def test_calibration_sets(tmp_path: Path) -> None:
    samples = tmp_path / "mutant-1.npz"
    assert "own scales" in cause(f"edgec: error: {GATE}", None)
    np.savez(samples, a=np.ones((3, 2), np.float32), b=np.zeros((3, 2), np.float32))
    assert "zeros" in cause(f"edgec: error: {GATE}", samples)
    np.savez(samples, a=np.ones((3, 2), np.float32), b=np.zeros((3, 2), np.int64))
    assert "noise" in cause(f"edgec: error: {GATE}", samples)


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mutant-7.txt").write_text(f"edgec: error: {GATE}", encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    (tmp_path / "mutant-8.txt").write_text(f"edgec: error: {UNLIKE.format('1', '2')}", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    assert f"    1  {UNEXPLAINED} (8)" in capsys.readouterr().out
