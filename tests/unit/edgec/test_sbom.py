"""The bill of materials: valid CycloneDX, every file with its hash, equal bytes for equal folders."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from edgec.codegen.kernels.library import Vendor
from edgec.commands.sbom import Component, sbom
from edgec.folder.read import OutputFolder
from edgec.folder.source import copy_folder
from tests.builders.onnx_models import conv_model, save

Edgec = Callable[..., Any]


@pytest.fixture
def folder(edgec: Edgec, tmp_path: Path) -> Path:
    ran = edgec("convert", save(conv_model(), tmp_path), "-t", "host", "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    return tmp_path / "out"


def by_ref(bill: dict[str, Any]) -> dict[str, Any]:
    return {c["bom-ref"]: c for c in bill["components"]}


def test_it_is_valid_cyclonedx(edgec: Edgec, folder: Path) -> None:
    validation = pytest.importorskip("cyclonedx.validation.json")
    from cyclonedx.schema import SchemaVersion

    validator = validation.JsonStrictValidator(SchemaVersion.V1_6)
    text = edgec("sbom", folder).out
    assert validator.validate_str(text) is None
    broken = json.loads(text)
    broken["components"][0]["type"] = "model"
    assert validator.validate_str(json.dumps(broken)) is not None


def test_every_file_has_its_hash(folder: Path) -> None:
    bill = sbom(folder)
    parts = by_ref(bill)
    files = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()} - {"report.json"}
    assert {c["name"] for c in parts.values() if c["type"] == "file"} == files
    for name in files:
        part = parts[f"file:{name}"]
        assert part["hashes"] == [
            {"alg": "SHA-256", "content": hashlib.sha256((folder / name).read_bytes()).hexdigest()}
        ]
        made = name.endswith((".c", ".h", "CMakeLists.txt")) and "_weights." not in name
        assert part.get("licenses") == ([{"expression": "Apache-2.0 WITH LLVM-exception"}] if made else None)
        assert part["scope"] == ("required" if name.endswith((".c", ".h")) else "excluded")
    source = parts["source:model"]
    assert (
        source["hashes"][0]["content"] == hashlib.sha256((copy_folder(folder) / "model.onnx").read_bytes()).hexdigest()
    )


def test_every_part_is_what_the_model_depends_on(folder: Path) -> None:
    bill = sbom(folder)
    whole = bill["metadata"]["component"]["bom-ref"]
    edges = {d["ref"]: d.get("dependsOn", []) for d in bill["dependencies"]}
    assert edges[whole] == [c["bom-ref"] for c in bill["components"]]
    assert set(edges) == {whole, *by_ref(bill)}
    (tool,) = bill["metadata"]["tools"]["components"]
    assert (tool["name"], tool["licenses"]) == ("edgec", [{"expression": "Apache-2.0 WITH LLVM-exception"}])


def test_equal_folders_give_equal_bytes(edgec: Edgec, folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "again")
    first, second = (edgec("sbom", f).out for f in (folder, tmp_path / "again"))
    assert first == second
    assert str(tmp_path) not in first


def test_another_model_has_another_serial_number(edgec: Edgec, folder: Path, tmp_path: Path) -> None:
    model = save(conv_model(seed=1), tmp_path, "n.onnx")
    assert edgec("convert", model, "-t", "host", "-o", tmp_path / "other").code == 0
    assert sbom(folder)["serialNumber"] != sbom(tmp_path / "other")["serialNumber"]


def test_it_is_written_beside_the_folder_only(edgec: Edgec, folder: Path, tmp_path: Path) -> None:
    assert edgec("sbom", folder, "-o", tmp_path / "bill.json").code == 0
    assert json.loads((tmp_path / "bill.json").read_text()) == sbom(folder)
    inside = edgec("sbom", folder, "-o", folder / "bill.json")
    assert (inside.code, (folder / "bill.json").exists()) == (2, False)
    assert "lies in the generated folder" in inside.err
    away = edgec("sbom", folder, "-o", tmp_path / "none" / "bill.json")
    assert (away.code, "cannot be written" in away.err) == (2, True)


def test_a_changed_file_is_refused_or_hashed_as_it_is(edgec: Edgec, folder: Path) -> None:
    (folder / "m.c").write_text((folder / "m.c").read_text() + "\n")
    assert edgec("sbom", folder).code == 2
    part = by_ref(sbom(folder, allow_edited=True))["file:m.c"]
    assert part["hashes"][0]["content"] == hashlib.sha256((folder / "m.c").read_bytes()).hexdigest()


def test_functions_and_sources_from_elsewhere(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.c").write_text("int a;\n")
    external = Vendor("VENDOR", tmp_path, sources=("a.c", "gone.c"))
    library = SimpleNamespace(name="vendor", vendor=external)
    monkeypatch.setattr(OutputFolder, "libraries", (library,))
    calls = ("__aeabi_ldivmod", "memcpy")
    opened = __import__("edgec.commands.sbom", fromlist=["open_checked"]).open_checked
    monkeypatch.setattr(
        "edgec.commands.sbom.open_checked",
        lambda *a: replace(out := opened(*a), report=replace(out.report, library_calls=calls)),
    )
    parts = by_ref(sbom(folder))
    assert parts["needs:compiler"]["properties"] == [{"name": "edgec:function", "value": "__aeabi_ldivmod"}]
    assert parts["needs:c"]["properties"] == [{"name": "edgec:function", "value": "memcpy"}]
    assert "hashes" in parts["library:vendor/a.c"]
    assert "hashes" not in parts["library:vendor/gone.c"]


def test_a_component_leaves_out_what_it_does_not_have() -> None:
    assert Component("r", "file", "n").as_json() == {"type": "file", "bom-ref": "r", "name": "n", "scope": "required"}
