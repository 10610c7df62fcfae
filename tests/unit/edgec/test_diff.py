"""``edgec diff``: figures, layers, accuracy where it is known, Markdown and JSON, gates."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgec.commands.diff import Verdict, compared, read_verdict
from edgec.converter.graph.errors import UsageError
from edgec.reports import Report, to_json
from edgec.reports.checks import Check
from tests.builders.figured_reports import report_of

Edgec = Callable[..., Any]
BEFORE, AFTER = Verdict("top1", 0.91, ()), Verdict("top1", 0.9, (Check("min_accuracy", True, "top-1 0.9"),))


def write(path: Path, report: Report) -> Path:
    path.write_text(json.dumps(to_json(report)))
    return path


def changed_layers(report: Report) -> Report:
    first, _, *others = report.layers
    renamed = replace(others[-1], name="a|b`<i>@name")
    return replace(report, layers=(replace(first, kernel="edgec_other", instructions=7), *others[:-1], renamed))


def test_figures_and_what_is_not_known() -> None:
    found = compared(report_of(flash=10_000), report_of(flash=10_600, stack=None), (BEFORE, AFTER))
    rows = {f.name.strip(): f.cells for f in found.figures}
    assert rows["flash"] == ("flash", "10,000", "10,600", "+600 (+6.00 %)")
    assert rows["arena"][3] == "="
    assert rows["stack"][1:] == ("200", "-", "unknown")
    assert rows["RAM"][3] == "unknown"
    assert rows["top-1"] == ("top-1", "0.9100", "0.9000", "-1.00 points")
    assert [f.name for f in compared(report_of(), report_of(), (BEFORE, Verdict("sqnr_db", 30.0, ()))).figures] == [
        f.name for f in compared(report_of(), report_of()).figures
    ]
    decibels = compared(report_of(), report_of(), (Verdict("sqnr_db", 31.0, ()), Verdict("sqnr_db", 30.5, ())))
    assert decibels.figures[-1].cells == ("SQNR dB", "31.0", "30.5", "-0.5")


def test_equal_reports_have_no_difference() -> None:
    found = compared(report_of(), report_of())
    assert found.layers == () and found.facts == () and found.counts == "none changed"
    assert all(f.cells[3] == "=" for f in found.figures)


def test_layers_that_changed_came_and_went() -> None:
    old = report_of()
    found = compared(old, changed_layers(old))
    assert [(c.change, c.name) for c in found.layers] == [
        ("changed", old.layers[0].name),
        ("added", "a|b`<i>@name"),
        ("removed", old.layers[1].name),
        ("removed", old.layers[-1].name),
    ]
    assert f"{old.layers[0].kernel} -> edgec_other" in found.text()
    assert "layers: 1 changed, 1 added, 2 removed" in found.text()


def test_two_layers_of_one_name() -> None:
    old = report_of()
    twice = replace(old, layers=(*old.layers, old.layers[0]))
    assert [(c.change, c.name) for c in compared(old, twice).layers] == [("added", old.layers[0].name)]


def test_markdown_is_marked_and_names_are_code() -> None:
    old = report_of()
    text = compared(old, changed_layers(report_of(flash=10_600)), (BEFORE, AFTER)).markdown(
        [Check("max_growth_pct", False, "flash grows")]
    )
    lines = text.splitlines()
    assert lines[0] == "<!-- edgec diff: tiny host -->"
    assert "| &nbsp;&nbsp;arena | 2,000 | 2,000 | = |" in lines
    assert "| flash | 10,000 | 10,600 | +600 (+6.00 %) |" in lines
    assert "| max_growth_pct | **broken** | flash grows |" in lines
    assert r"| added | `a\|b'<i>@name` |" in text
    assert text.index("<details>") < text.index("`a\\|b'") < text.index("</details>")


def test_narrow_terminals_keep_the_layers() -> None:
    old = report_of()
    text = compared(old, replace(old, layers=(replace(old.layers[0], name="x" * 70),))).text(60)
    assert max(map(len, text.splitlines())) <= 60
    assert text.count("x") >= 70
    assert "scratch" not in text


def test_the_command(edgec: Edgec, tmp_path: Path) -> None:
    old, new = write(tmp_path / "old.json", report_of()), write(tmp_path / "new.json", report_of(flash=10_600))
    for name, score in (("a.json", 0.91), ("b.json", 0.92)):
        gates = [{"name": "min_accuracy", "passed": True, "sentence": "top-1 is enough"}]
        text = {"metric": "top1", "accuracy": {"onnxruntime": 0.5, "host": score, "qemu": None}, "gates": gates}
        (tmp_path / name).write_text(json.dumps(text))
    (tmp_path / "edgec.toml").write_text("[gates]\nmax_growth_pct = 5\n")
    given = ("--verified", tmp_path / "a.json", tmp_path / "b.json")
    ran = edgec("diff", old, new, "--json", *given)
    assert ran.code == 0, ran.err
    figures = {f["name"]: (f["old"], f["new"]) for f in json.loads(ran.out)["figures"]}
    assert figures["flash"] == (10_000, 10_600) and figures["top-1"] == (0.91, 0.92)
    ran = edgec("diff", old, new, "--format", "markdown", *given, "--config", tmp_path / "edgec.toml")
    assert ran.code == 6
    assert "max_growth_pct: flash 10,000 -> 10,600 bytes (+6.00 %); at most 5 % are allowed" in ran.err
    assert "| min_accuracy | holds | top-1 is enough |" in ran.out and "**broken**" in ran.out
    assert edgec("diff", old, old, "--config", tmp_path / "edgec.toml").code == 0


def test_gates_that_verify_judged_count(edgec: Edgec, tmp_path: Path) -> None:
    old = write(tmp_path / "old.json", report_of())
    verified = {"metric": "top1", "accuracy": {"host": 0.8}, "gates": [
        {"name": "min_accuracy", "passed": False, "sentence": "top-1 0.8000; required: 0.9"},
        {"name": "max_growth_pct", "passed": False, "sentence": "against another baseline"},
    ]}  # fmt: skip
    (tmp_path / "v.json").write_text(json.dumps(verified))
    ran = edgec("diff", old, old, "--verified", tmp_path / "v.json", tmp_path / "v.json")
    assert ran.code == 5
    assert "1 of 1 gates broken:\n  min_accuracy: top-1 0.8000" in ran.err


def test_what_is_no_report_is_named(edgec: Edgec, tmp_path: Path) -> None:
    (tmp_path / "new.json").write_text(json.dumps(to_json(report_of()) | {"schema": 99}))
    ran = edgec("diff", tmp_path / "new.json", tmp_path / "new.json")
    assert ran.code == 2 and "new.json: report.json has schema 99" in ran.err
    assert edgec("diff", tmp_path / "absent", tmp_path / "new.json").code == 2
    for text in ("{}", "[]", "no JSON", '{"metric": "top1", "accuracy": {"host": "x"}}', '{"accuracy": 3}'):
        (tmp_path / "v.json").write_text(text)
        with pytest.raises(UsageError, match=r"v\.json: is not what 'edgec verify --json' writes"):
            read_verdict(tmp_path / "v.json")
    with pytest.raises(UsageError, match="cannot be read"):
        read_verdict(tmp_path / "w.json")
