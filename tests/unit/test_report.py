"""The report: its stable keys, its sums, and what it says without a compiler."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from codegen_models import float_graph, generated_folder, int8_graph, need, options

from edgec.codegen import make_model_plan
from edgec.codegen.build.target import load_target
from edgec.codegen.report import from_json, make_report, measure, render, to_json
from edgec.converter.errors import UsageError

STABLE = {
    "": ("schema", "edgec", "model", "target", "scheme", "macs", "parameters", "flash", "ram", "layers", "files"),
    "model": ("name", "sha256"),
    "flash": ("code", "tables", "weights", "total"),
    "ram": ("arena", "input_output", "stack"),
}
LAYER = ("name", "op", "kernel", "output_shape", "macs", "weight_bytes", "scratch_bytes")


def test_measured_report(tmp_path: Path) -> None:
    need("gcc")
    made, folder = generated_folder(int8_graph(), tmp_path)
    report = measure(made.plan, folder, load_target("host"))
    for part, keys in STABLE.items():
        found = report[part] if part else report
        assert all(k in found for k in keys), part
    assert all(set(LAYER) <= set(layer) for layer in report["layers"])
    flash = report["flash"]
    assert flash["total"] == flash["code"] + flash["tables"] + flash["weights"]
    assert flash["weights"] >= made.plan.weight_bytes
    assert flash["tables"] >= made.plan.table_bytes >= 256
    assert report["macs"] == 9 * 8 + 8 * 5
    assert report["parameters"] == 9 * 8 + 8 + 8 * 5 + 5
    assert report["ram"]["input_output"] == 9 + 5
    assert [layer["op"] for layer in report["layers"]] == ["Dense", "Unary", "Dense", "Unary"]
    assert report["files"] == sorted(path for path, _ in made.files)
    assert from_json(json.loads(json.dumps(report))) == from_json(report)
    assert render(report) == render(json.loads(json.dumps(report)))


def test_cortex_m4_report_has_code_and_stack(tmp_path: Path) -> None:
    need("arm-none-eabi-gcc")
    made, folder = generated_folder(int8_graph(), tmp_path)
    report = measure(made.plan, folder, load_target("cortex-m4"))
    assert report["flash"]["measured"]
    assert 0 < report["flash"]["code"] < 4096
    assert 0 < report["ram"]["stack"] < 512


def test_without_a_compiler(tmp_path: Path) -> None:
    made, folder = generated_folder(int8_graph(), tmp_path)
    target = load_target("host")
    missing = replace(target, toolchain=replace(target.toolchain, compilers=("no-such-compiler",)))
    notes: list[str] = []
    report = measure(made.plan, folder, missing, notes.extend)
    assert report["flash"]["code"] is report["flash"]["total"] is report["ram"]["stack"] is None
    assert report["flash"]["measured"] is False
    assert report["flash"]["weights"] == made.plan.weight_bytes
    assert "no-such-compiler" in notes[0]
    assert "not measured" in render(report)


def test_text_names_every_layer_and_no_control_characters() -> None:
    graph = float_graph(("x", "\x1b[31mconv", "a" * 200, "dense"))
    text = render(make_report(make_model_plan(graph, options(model_name="\x1b[2J")), None))
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) < 200
    assert all(op in text for op in ("Conv", "Unary", "Binary", "Dense"))
    assert "Reshape" not in text


@pytest.mark.parametrize("damage", [{"schema": 99}, {"flash": {}}, {"layers": [{}]}, {"model": None}])
def test_damaged_json_is_refused(damage: dict[str, object]) -> None:
    report = to_json(make_report(make_model_plan(float_graph(), options()), None)) | damage
    with pytest.raises(UsageError, match=r"report\.json"):
        render(report)
