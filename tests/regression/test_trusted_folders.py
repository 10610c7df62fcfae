"""Folders from others and folders for one's own board: what is named, what is run, and what never is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import Exit, UsageError
from edgec.folder.read import open_folder
from edgec.reports import from_json, seal_of
from edgec.targets.reader import load_target
from edgec.targets.recorded import recalled, recorded
from edgec.targets.shipped import list_targets
from tests.builders.onnx_models import conv_model, save

Edgec = Callable[..., Any]
BOARD = """
inherits = "stm32h743"
description = "my board"
clock_hz = 64_000_000
[[memories]]
name = "flash"
kind = "flash"
size = "1M"
[[memories]]
name = "ram"
kind = "ram"
size = "256K"
reserve = "8K"
[qemu]
stand_ins = [{ memory = "ram", origin = 0x60800000, size = "1M" }]
[rates.terms.plain.conv]
tap = 7
"""


@pytest.fixture
def made(edgec: Edgec, tmp_path: Path) -> Callable[[str], Path]:
    """Converts a small model for a target whose file has this text."""

    def convert(text: str) -> Path:
        (tmp_path / "own.toml").write_text(text)
        model = save(conv_model(), tmp_path)
        ran = edgec("convert", model, "-t", tmp_path / "own.toml", "-o", tmp_path / "out", "--keep-model")
        assert ran.code == 0, ran.err
        return tmp_path / "out"

    return convert


def edited(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes a report and seals it again, as somebody does who knows how."""
    path = folder / "report.json"
    report = json.loads(path.read_text())
    change(report)
    report["seal"] = seal_of(report)
    path.write_text(json.dumps(report))


@pytest.mark.parametrize("name", list_targets())
def test_a_report_keeps_all_of_a_target(name: str) -> None:
    target = load_target(name)
    back = recalled(recorded(target), name)
    assert back == target and back.rates == target.rates


def test_a_folder_for_an_own_board_is_complete(edgec: Edgec, made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = made(BOARD)
    own = load_target(str(tmp_path / "own.toml"))
    (tmp_path / "own.toml").unlink()
    found = open_folder(folder).target
    assert found == own and found.rates == own.rates
    assert edgec("verify", folder, "--on", "host").code == 0


TOOLS = [
    '[toolchain]\ncompilers = ["TOOL"]',
    '[qemu]\ncommand = "TOOL"',
    '[toolchain]\nextra_flags = ["-wrapper", "TOOL"]',
]


@pytest.mark.parametrize("table", TOOLS)
def test_a_program_that_only_a_report_names_is_not_run(edgec: Edgec, tmp_path: Path, table: str) -> None:
    tool, proof = tmp_path / "tool.sh", tmp_path / "proof"
    tool.write_text(f'#!/bin/sh\ntouch {proof}\nexec "$@"\n')
    tool.chmod(0o755)
    model, target = save(conv_model(), tmp_path), tmp_path / "own.toml"
    target.write_text(f'inherits = "cortex-m4"\n{table.replace("TOOL", str(tool))}\n')
    edgec("convert", model, "-t", target, "-o", tmp_path / "out")
    if not (tmp_path / "out").exists():  # the compiler that measures is the tool: convert for another, record this one
        assert edgec("convert", model, "-t", "cortex-m4", "-o", tmp_path / "out").code == 0
        kept = json.loads(json.dumps(recorded(load_target(str(target))), default=lambda d: vars(d)))
        edited(tmp_path / "out", lambda r: r.update(target="own", machine=kept))
    proof.unlink(missing_ok=True)
    for command in ("verify", "profile"):
        ran = edgec(command, tmp_path / "out")
        assert ran.code == Exit.USAGE and "never run" in ran.err and "-t" in ran.err, ran.err
    assert not proof.exists()
    assert edgec("report", tmp_path / "out").code == 0


@pytest.mark.parametrize("arena", [0, 1, 1 << 40])
def test_an_arena_that_is_not_the_header_s_is_damage(edgec: Edgec, made: Callable[[str], Path], arena: int) -> None:
    folder = made('inherits = "cortex-m4"')
    edited(folder, lambda r: r["ram"].update(arena=arena))
    for command in ("verify", "profile"):
        ran = edgec(command, folder)
        assert ran.code == Exit.USAGE and "is damaged (its arena is not the" in ran.err, ran.err


def test_a_target_in_a_report_is_no_path(edgec: Edgec, made: Callable[[str], Path], tmp_path: Path) -> None:
    folder = made(BOARD)
    edited(folder, lambda r: r.update(target=str(tmp_path / "own.toml"), machine=None))
    ran = edgec("verify", folder, "--on", "host")
    assert ran.code == Exit.USAGE and "not installed here" in ran.err and "-t" in ran.err
    assert edgec("verify", folder, "--on", "host", "-t", tmp_path / "own.toml").code == 0
    with pytest.raises(UsageError, match="rates_from"):
        recalled(replace(recorded(load_target("cortex-m4")), rates_from="../boards/stm32l4r5"), "x")
    assert recalled(replace(recorded(load_target("cortex-m4")), libraries=("/tmp/x",)), "x").libraries == ()


def test_keys_of_a_newer_target_are_left_out(made: Callable[[str], Path]) -> None:
    value = json.loads((made(BOARD) / "report.json").read_text())
    value["machine"]["novelty"] = value["machine"]["toolchain"]["novelty"] = 1
    assert from_json(value).machine == from_json(json.loads(json.dumps(value))).machine


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda f: (f / "m.c").write_text((f / "m.c").read_text() + "/**/"), "m.c was changed"),
        (lambda f: (f / "m_weights.h").unlink(), "m_weights.h is missing"),
        (lambda f: (f / "more.c").write_text(""), "more.c was added"),
        (lambda f: (f / "sub").mkdir() or (f / "sub" / "stdint.h").write_text(""), "sub/stdint.h was added"),
        (lambda f: (f / "bits").symlink_to("/usr"), "bits was added"),
        (lambda f: (f / "edgec.toml").write_text(""), "edgec.toml was added"),
        (lambda f: (f / "model.onnx").open("ab").write(b"\x0a\x00"), "model.onnx was changed"),
        (lambda f: (f / "report.json").write_text((f / "report.json").read_text().replace('"arena": ', '"arena": 1')),
         "report.json was edited"),
        (lambda f: edited(f, lambda r: r.update(hashes=[])), "holds no hashes"),
    ],
)  # fmt: skip
def test_what_changed_is_named(
    edgec: Edgec, made: Callable[[str], Path], change: Callable[[Path], Any], named: str
) -> None:
    folder = made('inherits = "cortex-m4"')
    change(folder)
    for command in ("verify", "profile", "report"):
        ran = edgec(command, folder)
        assert ran.code == Exit.USAGE and named in ran.err and "--allow-edited" in ran.err, ran.err
    assert edgec("report", folder, "--allow-edited").code in (Exit.DONE, Exit.USAGE)


def test_edits_are_allowed_on_request(edgec: Edgec, made: Callable[[str], Path]) -> None:
    folder = made('inherits = "cortex-m4"')
    (folder / "build").mkdir()
    (folder / "build" / "probe.c").write_text("int x;")  # of a build system: no compilation of the folder reads it
    assert edgec("verify", folder, "--on", "host").code == 0
    (folder / "user").mkdir()
    (folder / "user" / "mine.h").write_text("int x;")  # the user's place
    assert edgec("verify", folder, "--on", "host").code == 0
    (folder / "m.c").write_text((folder / "m.c").read_text() + "/* mine */\n")
    ran = edgec("verify", folder, "--on", "host", "--allow-edited")
    assert ran.code == 0 and "m.c was changed" in ran.err
    (folder / "m.c").write_text("#error mine\n")
    ran = edgec("verify", folder, "--on", "host", "--allow-edited")
    assert ran.code == Exit.USAGE and "was edited" in ran.err


@pytest.mark.parametrize("text", ["[" * 100_000, '{"schema": 1e999}', '{"schema": 1, "macs": 9' + "9" * 50 + "}"])
def test_hostile_json(edgec: Edgec, made: Callable[[str], Path], text: str) -> None:
    folder = made('inherits = "cortex-m4"')
    (folder / "report.json").write_text(text)
    assert edgec("report", folder).code == Exit.USAGE


def test_hashes_of_files_elsewhere_are_not_taken(edgec: Edgec, made: Callable[[str], Path]) -> None:
    folder = made('inherits = "cortex-m4"')
    edited(folder, lambda r: r["hashes"].append({"path": "../../etc/passwd", "sha256": ""}))
    ran = edgec("verify", folder, "--on", "host")
    assert ran.code == Exit.USAGE and "outside of the folder" in ran.err
