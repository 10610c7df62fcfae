"""--release: what packages say of the model, and the archive of a CMSIS pack."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from edgec.codegen.emit.release import CODE_LICENSE, release_of
from edgec.converter.graph.errors import UsageError

HASH = "0123456789abcdef"


def test_models_that_differ_have_versions_that_differ() -> None:
    assert release_of((), HASH).version == "0.0.0-m01234567"
    assert release_of((), "f" * 16).version != release_of((), HASH).version


def test_all_keys() -> None:
    pairs = ("version=1.2.0-rc.1", "date=2024-02-29", "url=https://a.b/c?d=e", "license=MIT", "author=A B", "vendor=V")
    found = release_of(pairs, HASH)
    assert (found.version, found.date, found.url) == ("1.2.0-rc.1", "2024-02-29", "https://a.b/c?d=e")
    assert found.licenses == f"({CODE_LICENSE}) AND (MIT)" and (found.author, found.vendor) == ("A B", "V")
    assert release_of((), HASH).licenses == CODE_LICENSE and release_of((), HASH).any_url.endswith(".invalid/")


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        ("version=1.2", "version must be a version such as 1.2.0"),
        ("version=01.2.0", "version must be"),
        ("date=2026-02-30", "date must be a date such as"),
        ("url=ftp://x", "url must be a URL"),
        ('url=https://x/"<', "url must be a URL"),
        ("license=<MIT>", "license must be an SPDX expression"),
        ("author=&x", "author must be"),
        ("vendor=a b", "vendor must be"),
        ("maker=x", "must be KEY=VALUE with version, date, url, license, author, vendor"),
        ("version", "version must be"),
    ],
)
def test_refusals(pair: str, sentence: str) -> None:
    with pytest.raises(UsageError) as raised:
        release_of((pair,), HASH)
    assert sentence.replace("'", "") in str(raised.value).replace("'", "")


def test_a_key_is_told_once() -> None:
    with pytest.raises(UsageError, match="version is given twice"):
        release_of(("version=1.0.0", "version=1.0.1"), HASH)


def test_a_bad_release_is_refused_before_any_work(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    ran = edgec("convert", digits / "digits.onnx", "-o", tmp_path / "o", "--release", "version=1")
    assert ran.code == 2 and "--release version=1: version must be" in ran.err and not (tmp_path / "o").exists()


def test_every_manifest_states_the_models_version(packed: Path) -> None:
    assert json.loads((packed / "library.json").read_text())["version"] == "1.2.0"
    assert yaml.safe_load((packed / "idf_component.yml").read_text())["version"] == "1.2.0"
    assert "\nversion=1.2.0\n" in (packed / "arduino" / "library.properties").read_text()
    assert '\nversion = "1.2.0"\n' in (packed / "rust" / "Cargo.toml").read_text()
    for manifest in ("library.json", "idf_component.yml", "arduino/library.properties", "rust/Cargo.toml"):
        assert "https://example.com/digits" in (packed / manifest).read_text(), manifest


def test_the_pack_holds_the_model(packed: Path) -> None:
    archive = (packed / "edgec.digits.1.2.0.pack").read_bytes()
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        names = zipped.namelist()
        description = zipped.read("edgec.digits.pdsc")
        assert all(zipped.read(name) == (packed / name).read_bytes() for name in names)
        assert {info.date_time for info in zipped.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    root = ElementTree.fromstring(description)
    files = {str(f.get("name")): f for f in root.iterfind("components/component/files/file")}
    assert set(files) | {"edgec.digits.pdsc"} == set(names)
    public = [name for name, f in files.items() if f.get("category") == "header" and f.get("scope") != "private"]
    assert public == ["digits.h"] and any(name.startswith("edgec_kernels/") for name in files)
    (release,) = root.findall("releases/release")
    assert release.attrib == {"version": "1.2.0", "date": "2026-01-31"}
    assert root.findtext("url") == "https://example.com/digits" and root.findtext("license") in files
    (text,) = root.findall("licenseSets/licenseSet/license")
    assert text.get("spdx") == CODE_LICENSE and CODE_LICENSE in (packed / str(text.get("name"))).read_text()


def test_the_report_lists_what_is_compiled(packed: Path) -> None:
    sources = json.loads((packed / "report.json").read_text())["sources"]
    own = [*packed.glob("*.c"), *packed.glob("edgec_kernels/*.c")]
    assert [s["path"] for s in sources] == sorted(str(p.relative_to(packed)) for p in own)
    assert all(s["variable"] == "" for s in sources)
