"""Builds are values: made in memory, once for equal settings, compiled once for equal C, written as they are."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from edgec import ConvertOptions, convert
from edgec.folder.manifest import files_in
from edgec.reports import from_json
from edgec.reports.measure import measure
from edgec.search import build as building
from edgec.search.build import selected
from tests.builders.codegen_models import float_graph
from tests.builders.search_models import engine_for, network, with_compiler

pytestmark = with_compiler


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows with each compilation."""
    found: list[str] = []

    def counted(prefix: str, *rest: object) -> object:
        found.append(prefix)
        return measure(prefix, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "measure", counted)
    return found


def test_equal_settings_are_one_build(compiled: list[str]) -> None:
    engine, start = engine_for(network())
    first = engine.builder.build(start)
    again = engine_for(network())[1]
    assert again == start and hash(again) == hash(start)
    assert engine.builder.build(again) is first and len(compiled) == 1


def test_settings_that_give_the_same_c_are_compiled_once(compiled: list[str]) -> None:
    engine, start = engine_for(network())
    report = engine.report(start)
    same = selected(start, max_constants=1 << 20)
    assert engine.report(same) == report and len(compiled) == 1
    level = selected(start, level="Os")
    assert engine.report(level).flash.total != report.flash.total and len(compiled) == 2


def test_builds_that_are_not_kept_are_made_again_without_a_compiler(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "MAX_KEPT_BYTES", 0)
    engine, start = engine_for(network())
    first = engine.builder.build(start)
    engine.builder.build(selected(start, level="Os"))
    again = engine.builder.build(start)
    assert again is not first and again.files == first.files and again.report == first.report
    assert len(compiled) == 2


def test_constants_are_known_without_a_compiler(compiled: list[str]) -> None:
    engine, start = engine_for(network())
    known = engine.builder.constants(start)
    assert not compiled
    flash = engine.report(start).flash
    assert 0 <= flash.constants - known < 200  # tables of the kernels' own


def test_the_folder_is_the_build(tmp_path: Path, digits: Path) -> None:
    done = convert(digits / "digits.onnx", ConvertOptions(), tmp_path / "out")
    assert files_in(done.folder) == {*done.report.files, "report.json"}
    assert from_json(json.loads((done.folder / "report.json").read_text())) == done.report
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "out.model"]
    hashes = {h.path: h.sha256 for h in done.report.hashes}
    assert tuple(hashes) == done.report.files and "model.onnx" not in hashes
    for path, sha256 in hashes.items():
        assert hashlib.sha256((done.folder / path).read_bytes()).hexdigest() == sha256, path


def test_float_layers_are_priced_too() -> None:
    engine, start = engine_for(float_graph())
    report = engine.report(start)
    assert report.instructions == sum(layer.instructions or 0 for layer in report.layers) > 0
