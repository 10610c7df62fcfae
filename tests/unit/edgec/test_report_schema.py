"""The published JSON Schema: it is made from the dataclasses, allows every report, and refuses damaged ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from edgec.codegen import make_model_plan
from edgec.reports import to_json
from edgec.reports.model import make_report
from edgec.reports.schema import report_schema
from tests.builders.codegen_models import float_graph, int8_graph, options

jsonschema = pytest.importorskip("jsonschema")
from tests.builders.report_schema import faults  # noqa: E402


def report() -> dict[str, Any]:
    return to_json(make_report(make_model_plan(int8_graph(), options()), None))


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(report_schema())


@pytest.mark.parametrize("graph", [int8_graph(), float_graph()])
def test_reports_are_valid(graph: Any) -> None:
    value = to_json(make_report(make_model_plan(graph, options()), None))
    assert not faults(value)
    assert not list(jsonschema.Draft202012Validator(report_schema()).iter_errors(value))  # the whole of it, too
    assert not faults(value | {"a_later_key": 1})


@pytest.mark.parametrize(
    "damage",
    [
        {"schema": 2},
        {"prefix": None},
        {"macs": "many"},
        {"layers": [{}]},
        {"blocks": [{"name": "x"}]},
        {"steps": [0]},
        {"ram": {"arena": 1.5, "input_output": 1, "stack": None}},
    ],
)
def test_damage_is_seen(damage: dict[str, Any]) -> None:
    assert faults(report() | damage)


@pytest.mark.parametrize("key", ["flash", "layers", "schema"])
def test_a_missing_key_is_seen(key: str) -> None:
    value = report()
    del value[key]
    assert faults(value)


def test_an_item_of_another_form_is_seen_behind_many() -> None:
    value = report()
    value["layers"] = [*value["layers"] * 50, value["layers"][0] | {"macs": "x"}]
    assert faults(value)


def test_a_conversion_that_writes_an_invalid_report_would_fail(
    edgec: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of all tests' conversions is in force."""
    from edgec.folder import contents
    from tests.builders.onnx_models import conv_model, save

    plain = contents.to_json
    monkeypatch.setattr(contents, "to_json", lambda report: plain(report) | {"macs": "many"})
    ran = edgec("convert", save(conv_model(), tmp_path), "-t", "host", "-o", tmp_path / "out")
    assert ran.code != 0 and "$.macs" in ran.err


def test_another_schema_is_refused_in_a_sentence(edgec: Any, tmp_path: Path) -> None:
    from tests.builders.onnx_models import conv_model, save

    out = tmp_path / "out"
    assert edgec("convert", save(conv_model(), tmp_path), "-t", "host", "-o", out).code == 0
    old = tmp_path / "old.json"
    value = json.loads((out / "report.json").read_text()) | {"schema": 2}
    old.write_text(json.dumps(value))
    for arguments in (("report", old), ("report", out, "--format", "html", "--baseline", old)):
        ran = edgec(*arguments)
        assert ran.code == 2 and "schema 2, this edgec reads 1" in ran.err and str(old) in ran.err
        assert not ran.out
