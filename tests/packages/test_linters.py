"""The tools of ecosystems report nothing on the packages.  Schemas that are not installed are named by variables."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from tests.packages.tools import named, python, run, tool

LICENSES = """
import sys
from packaging.licenses._spdx import LICENSES
from platformio.package.manifest.schema import ManifestSchema
ManifestSchema.load_spdx_licenses = staticmethod(
    lambda: {"licenses": [{"licenseId": one["id"]} for one in LICENSES.values()]}
)
from platformio.__main__ import main
sys.exit(main(["pio", *sys.argv[1:]]))
"""
"""PlatformIO, whose look-up of licences over the network is that of an installed list."""
MODULE = """
import sys
sys.path.insert(0, sys.argv[1])
import yaml, zephyr_module
from pykwalify.core import Core
schema = yaml.safe_load(zephyr_module.METADATA_SCHEMA)
Core(source_data=yaml.safe_load(open(sys.argv[2])), schema_data=schema).validate()
"""


def test_the_pack_fits_its_schema(packed: Path) -> None:
    schema = named("EDGEC_PACK_XSD", "PACK.xsd of Open-CMSIS-Pack-Spec")
    done = run(tool("xmlschema-validate"), "--schema", schema, packed / "edgec.digits.pdsc")
    assert done.returncode == 0 and "is valid" in done.stdout, done.stdout + done.stderr


def test_platformio_packs_the_library(packed: Path, tmp_path: Path) -> None:
    done = python(LICENSES, "pkg", "pack", packed, "-o", tmp_path / "out.tar.gz", cwd=tmp_path,
                  PLATFORMIO_CORE_DIR=str(tmp_path / "core"))  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    with tarfile.open(tmp_path / "out.tar.gz") as packed_files:
        names = {name.removeprefix("./") for name in packed_files.getnames()}
    assert {"library.json", "digits.h", "digits.c"} <= names
    assert not any(name.endswith((".edge", ".pack")) or name.startswith(("rust", "zephyr")) for name in names)


def test_the_component_manager_packs_the_component(packed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "digits"
    shutil.copytree(packed, folder)
    (folder / "user").mkdir()
    (folder / "user" / "secret.h").touch()
    done = run(tool("compote"), "component", "pack", "--name", "digits", cwd=folder)
    assert done.returncode == 0 and "WARNING" not in done.stdout + done.stderr, done.stdout + done.stderr
    held = {str(p.relative_to(folder / "dist/digits_1.2.0")) for p in (folder / "dist/digits_1.2.0").rglob("*")}
    assert {"digits.c", "Kconfig", "CMakeLists.txt"} <= held and not any("user" in name for name in held)
    assert not any(name.endswith((".edge", ".pack")) or name.startswith(("rust", "arduino")) for name in held)


def test_twister_and_west_take_the_module(packed: Path) -> None:
    base = named("ZEPHYR_BASE", "tree of Zephyr")
    schema = base / "scripts/schemas/twister/testsuite-schema.yaml"
    for file in ("samples/run/sample.yaml", "tests/bytes/testcase.yaml"):
        done = run(tool("pykwalify"), "-d", packed / "zephyr" / file, "-s", schema)
        assert done.returncode == 0 and "validation.valid" in done.stdout + done.stderr, done.stdout + done.stderr
    done = python(MODULE, base / "scripts", packed / "zephyr" / "module.yml")
    assert done.returncode == 0, done.stderr
