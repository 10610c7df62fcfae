"""Reports for CI systems and spreadsheets: each format by its own rules, whatever names a model brings."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgec.console.file import write_whole
from edgec.converter.graph.errors import UsageError
from edgec.reports import Report
from edgec.reports.checks import Check
from edgec.reports.formats.badge import badge
from edgec.reports.formats.junit import junit
from edgec.reports.formats.layers_csv import COLUMNS, layers_csv
from edgec.reports.formats.markdown import MOST_LAYERS, markdown
from edgec.reports.formats.outcomes import outcomes
from edgec.reports.records import MemoryUse
from edgec.reports.results import Results, Scores, read_results
from tests.builders.onnx_models import conv_model, save
from tests.builders.reports import CHECKS, NASTY, SCRIPT, chain_report, chain_results, nasty_report, nasty_results

Edgec = Callable[..., Any]

# The attributes that the schema of Jenkins' JUnit plugin knows, and the children in their order.
JUNIT = {
    "testsuites": ({"name", "time", "tests", "failures", "disabled", "errors"}, ("testsuite",)),
    "testsuite": (
        {"name", "tests", "failures", "errors", "time", "skipped", "timestamp", "hostname", "id", "package"},
        ("properties", "testcase", "system-out", "system-err"),
    ),
    "properties": (set(), ("property",)),
    "property": ({"name", "value"}, ()),
    "testcase": ({"name", "assertions", "time", "classname", "status"}, ("skipped", "error", "failure", "system-out")),
    "failure": ({"type", "message"}, ()),
    "system-out": (set(), ()),
}


def valid_junit(text: str) -> ET.Element:
    root = ET.fromstring(text)
    for element in root.iter():
        attributes, children = JUNIT[element.tag]
        assert set(element.attrib) <= attributes, element.tag
        found = [child.tag for child in element]
        assert found == sorted(found, key=children.index), element.tag
    for suite in (root, *root.findall("testsuite")):
        cases = list(suite.iter("testcase"))
        assert suite.get("tests") == str(len(cases)) != "0"
        assert suite.get("failures") == str(sum(c.find("failure") is not None for c in cases))
    names = [(c.get("classname"), c.get("name")) for c in root.iter("testcase")]
    assert len(set(names)) == len(names)
    return root


def measured() -> Report:
    uses = (MemoryUse("flash", "flash", 10_000, 0, 6_000, code=3_000), MemoryUse("ram", "ram", 1_000, 2_000, 0))
    return replace(chain_report(12), memories=uses)


def test_junit() -> None:
    report = measured()
    repeated = (*outcomes(report), *CHECKS, CHECKS[0])
    root = valid_junit(junit(report, repeated))
    cases = {c.get("name"): c for c in root.iter("testcase")}
    assert set(cases) == {"report", "memory flash", "memory ram", "max_flash (1)", "max_drop", "max_flash (2)"}
    assert cases["memory flash"].find("failure") is None
    failure = cases["memory ram"].find("failure")
    assert failure is not None and failure.get("message") == "2,000 of 1,000 bytes are taken"
    drop = cases["max_drop"].find("failure")
    assert drop is not None and drop.text == SCRIPT
    values = {p.get("name"): p.get("value") for p in root.iter("property")}
    assert values["flash"] == str(report.flash.total) and values["arena"] == str(report.ram.arena)


def test_junit_of_hostile_text() -> None:
    checks = tuple(Check(f"a\x00{name}\x1b", False, f"]]>{name}\ud800&") for name in NASTY)
    root = valid_junit(junit(nasty_report(), checks))
    assert [c.get("name") for c in root.iter("testcase")] == [f"a\\u0000{n}\\u001b" for n in NASTY]


def test_runs_are_test_cases() -> None:
    scores = Scores(
        8, "top1", {"host": 0.5}, {}, {"host": 8, "qemu": 7}, {"simulator": None, "host": 8, "qemu": 7}, 0.1,
        ("qemu: 1 of 8 samples differ", "the integer model does not follow the float model"), (Check("g", True, "s"),),
    )  # fmt: skip
    found = {c.name: c for c in outcomes(chain_report(4), Results((scores,)))}
    assert {n: c.passed for n, c in found.items()} == {
        "report": True, "verify on host": True, "verify on qemu": False, "verify": False, "g": True,
    }  # fmt: skip
    assert found["verify on qemu"].sentence == "qemu: 1 of 8 samples differ"


def test_badge() -> None:
    report = chain_report(8)
    found = badge(report)
    assert found["schemaVersion"] == 1 and found["color"] == "blue" and found["isError"] is False
    assert found["message"] == f"flash {report.flash.needed / 1024:.1f} KB, RAM {report.ram.total / 1024:.1f} KB"
    broken = badge(report, CHECKS)
    assert broken["color"] == "red" and broken["isError"] and "1 of 2 checks failed" in broken["message"]


def test_csv_holds_every_layer() -> None:
    report = chain_report(9)
    rows = list(csv.DictReader(io.StringIO(layers_csv(report), newline="")))
    assert [r["layer"] for r in rows] == [layer.name for layer in report.layers]
    assert [int(r["macs"]) for r in rows] == [layer.macs for layer in report.layers]
    assert [r["instructions"] for r in rows] == [str(layer.instructions) for layer in report.layers]
    assert tuple(rows[0]) == COLUMNS


@pytest.mark.parametrize("start", ["=", "+", "-", "@", " =", "\t=", "\r="])
def test_csv_holds_no_formula(start: str) -> None:
    report = chain_report(2)
    hostile = replace(report.layers[0], name=f'{start}HYPERLINK("x";"y")\n', kernel="@f", op="-1")
    text = layers_csv(replace(report, layers=(hostile, *report.layers[1:])))
    row = list(csv.reader(io.StringIO(text, newline="")))[1]
    assert len(row) == len(COLUMNS)
    assert not any(cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


def cells(line: str) -> int:
    return len(re.findall(r"(?<!\\)\|", line)) - 1


def test_markdown() -> None:
    report = measured()
    text = markdown(report, chain_results(report), (*outcomes(report), *CHECKS))
    assert f"| flash | {report.flash.needed:,} bytes | code 4,000" in text
    assert "| **no** | `memory ram` |" in text and "| yes | `memory flash` |" in text
    assert "| `simulator` | 0.9050 | 0.1 |" in text
    for layer in report.layers:
        assert f"`{layer.name}`" in text
    assert "<details>" not in markdown(chain_report(4)) and "<details>" in markdown(chain_report(16))


def test_markdown_of_hostile_names() -> None:
    report = nasty_report()
    names = ("a|b", "`x`", "``", "[l](javascript:1)", "\\|", "@team", "", "\n# h")
    layers = tuple(replace(report.layers[0], name=n) for n in (*names, *NASTY))
    text = markdown(replace(report, layers=layers), nasty_results(), CHECKS)
    bare = re.sub(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)", "", text)
    assert not re.search(r"<script|<img|onerror|javascript|@team", bare), bare
    tables = re.split(r"\n\n", text)
    for table in (t.splitlines() for t in tables if t.startswith("| ")):
        assert len({cells(line) for line in table}) == 1, table


def test_markdown_fits_a_job_summary() -> None:
    report = chain_report(8)
    many = replace(report, layers=report.layers * 1000)
    text = markdown(many)
    assert len(text.encode()) < 1 << 20
    assert f"{8000 - MOST_LAYERS:,} layers of fewer instructions are left out" in text


def test_results_are_read_back(tmp_path: Path) -> None:
    report = chain_report(4)
    file = tmp_path / "r.json"
    file.write_text(json.dumps({
        "samples": 3, "byte_equal": {"host": 3, "qemu": None}, "agree": {"simulator": None, "host": 3, "qemu": None},
        "metric": "sqnr_db", "accuracy": {"onnxruntime": None, "simulator": 40}, "max_error": {"host": 0.1},
        "agreement": None, "mismatches": [], "a_later_key": 1,
    }))  # fmt: skip
    (scores,) = read_results(file, report).scores
    assert scores.accuracy["simulator"] == 40.0 and scores.byte_equal["host"] == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "is no result of"),
        ("{}", "is no result of"),
        ("{", "is not JSON"),
        ('{"byte_equal": NaN}', "is not JSON"),
        ('{"byte_equal": 1e999}', "is not JSON"),
        ('{"byte_equal": {}}', "is missing"),
        ('{"samples": 1, "layers": [{"name": "a", "op": "b", "sqnr_db": 1, "saturation": 0, "range_use": 1}]}',
         "names none of the layers"),
    ],
)  # fmt: skip
def test_other_files_are_no_results(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text(content)
    with pytest.raises(UsageError, match=said):
        read_results(file, chain_report(4))
    with pytest.raises(UsageError, match="cannot be read"):
        read_results(tmp_path / "none.json", chain_report(4))


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "r.md"
    write_whole(file, "old")
    write_whole(file, "a\r\nb\n")
    assert file.read_bytes() == b"a\r\nb\n" and file.stat().st_mode & 0o444

    def fails(self: Path, other: Path) -> None:
        raise OSError(28, "No space left on device", str(other))

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, "new")
    assert file.read_bytes() == b"a\r\nb\n" and [p.name for p in tmp_path.iterdir()] == ["r.md"]


def test_the_command_writes_every_format(edgec: Edgec, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert edgec("convert", save(conv_model(), tmp_path), "-t", "host", "-o", out).code == 0
    starts = {"markdown": "### `", "junit": "<?xml", "badge": "{", "csv": "number,", "json": "{", "html": "<!DOCTYPE"}
    for form, start in starts.items():
        ran = edgec("report", out, "--format", form)
        assert ran.code == 0 and ran.out.startswith(start), ran.err
        file = tmp_path / form
        assert edgec("report", out, "--format", form, "-o", file).code == 0
        assert file.read_bytes().decode() == ran.out
    valid_junit((tmp_path / "junit").read_text())
    assert json.loads((tmp_path / "json").read_text()) == json.loads((out / "report.json").read_text())
    assert edgec("report", out, "--json").out == edgec("report", out, "--format", "json").out


def test_what_a_format_cannot_show_is_refused(edgec: Edgec, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert edgec("convert", save(conv_model(), tmp_path), "-t", "host", "-o", out).code == 0
    ran = edgec("report", out, "--format", "csv", "--data", "x.npz")
    assert ran.code == 2 and "not by csv" in ran.err
    ran = edgec("report", out, out, "--format", "html")
    assert ran.code == 2 and "one folder" in ran.err
    ran = edgec("report", out, "--format", "html", "-o", tmp_path / "none" / "page.html")
    assert ran.code == 2 and "No such file" in ran.err and not ran.out
