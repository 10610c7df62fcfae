"""Targets of one's own by name: where they are looked for, what is checked of them, what to begin from."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import UsageError
from edgec.targets.own import files_of, own_targets, places
from edgec.targets.reader import load_target

BOARD = 'inherits = "{0}"\ndescription = "{1}"\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, beside folders of EDGEC_TARGETS, ``a`` before ``b``, and the user's own."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("EDGEC_TARGETS", os.pathsep.join((str(tmp_path / "a"), "", str(tmp_path / "b"))))
    return tmp_path


def put(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(text)
    return folder / f"{name}.toml"


def test_the_first_place_counts(home: Path) -> None:
    spots = places()
    assert spots[:3] == (home / "a", home / "b", Path("targets"))
    for number in range(len(spots) - 1, -1, -1):
        file = put(spots[number], "node", BOARD.format("cortex-m3", f"place {number}"))
        assert own_targets() == {"node": file}
        found = load_target("node")
        assert (found.name, found.description) == ("node", f"place {number}")


def test_a_target_of_edgecs_is_never_another(home: Path) -> None:
    put(home / "a", "cortex-m4", BOARD.format("cortex-m3", "a trap"))
    assert own_targets() == {}
    assert load_target("cortex-m4").description.startswith("Arm Cortex-M4")
    put(home / "a", "node", BOARD.format("cortex-m4", "a board"))
    assert "dsp" in load_target("node").features


def test_own_targets_inherit_from_each_other(home: Path) -> None:
    first = put(home / "a", "base", BOARD.format("cortex-m3", "base") + "clock_hz = 5\n")
    second = put(home / "b", "node", BOARD.format("base", "node"))
    assert load_target("node").clock_hz == 5
    assert files_of("node") == (second, first)
    put(home / "a", "base", BOARD.format("node", "a circle"))
    with pytest.raises(UsageError, match="inherits from itself"):
        load_target("node")


def test_convert_takes_the_name(edgec: Callable[..., Any], digits: Path, home: Path) -> None:
    put(home / "work" / "targets", "node", BOARD.format("generic-c", "Our node"))
    ran = edgec("check", digits / "digits.onnx", "--target", "node")
    assert ran.code == 0, ran.err
    ran = edgec("check", digits / "digits.onnx", "--target", "nodes")
    assert ran.code == 2 and "its name where EDGEC_TARGETS names its folder" in ran.err


def test_a_file_to_begin_from_is_a_target(edgec: Callable[..., Any], home: Path) -> None:
    for name in ("stm32l4r5", "cortex-m55"):
        ran = edgec("targets", name, "--toml")
        assert ran.code == 0, ran.err
        file = put(home / "work" / "targets", f"my-{name}", ran.out)
        assert load_target(f"my-{name}").memories and load_target(f"my-{name}").clock_hz
        ran = edgec("targets", f"my-{name}", "--toml")
        assert ran.out == file.read_text()
    assert edgec("targets", "nothing", "--toml").code == 2
    ran = edgec("targets", "cortex-m4", "cortex-m3", "--toml")
    assert ran.code == 2 and "--toml takes the name of one target" in ran.err


def test_check_says_what_is_understood(edgec: Callable[..., Any], home: Path) -> None:
    bare = put(home / "work", "node", BOARD.format("cortex-m3", "Our node"))
    ran = edgec("targets", "--check", bare)
    assert ran.code == 0 and "Our node" in ran.out, ran.err
    for note in (
        "no memories",
        "no clock_hz",
        "no nanojoules_per_cycle, no run_milliamperes",
        "its folder is not searched",
    ):
        assert note in ran.out
    memory = '[[memories]]\nname = "sram"\nkind = "ram"\nsize = "64K"\nreserve = "16K"\n'
    figures = 'clock_hz = 64_000_000\nnanojoules_per_cycle = 0.5\nenergy_source = "measured"\n'
    full = put(home / "a", "node", BOARD.format("cortex-m3", "Our node") + figures + memory)
    ran = edgec("targets", "--check", full)
    assert ran.code == 0 and "ram, 49152 bytes for models of 65536" in ran.out and "64 MHz" in ran.out
    assert "no " not in ran.out.replace("not installed", "")
    wrong = put(home / "a", "wrong", BOARD.format("cortex-m3", "x") + "clok_hz = 1\n")
    ran = edgec("targets", "--check", wrong)
    assert ran.code == 2 and "unknown key 'clok_hz'" in ran.err
    shadow = put(home / "a", "cortex-m4", BOARD.format("cortex-m3", "x"))
    assert "by that name the file is never found" in edgec("targets", "--check", shadow).out


def test_energy_of_a_current(edgec: Callable[..., Any], home: Path) -> None:
    """12 mA at 3 V and 64 MHz are 0.5625 nJ a cycle."""
    text = BOARD.format("cortex-m3", "Our node") + "clock_hz = 64_000_000\n"
    stated = "run_milliamperes = 12\nsupply_volts = 3.0\n"
    board = put(home / "a", "node", text + stated + 'energy_source = "measured"\n')
    assert load_target("node").cycle_nanojoules == pytest.approx(0.5625)
    ran = edgec("targets", "--check", board)
    assert "12 mA at 3 V" in ran.out and "no energy" not in ran.out
    for lines, sentence in (
        ("run_milliamperes = 12.0\n", "keys 'run_milliamperes' and 'supply_volts' state energy together"),
        (stated + "nanojoules_per_cycle = 1.0\n", "both state energy; keep one"),
        (stated.replace("12", "-1"), "key 'run_milliamperes' must be above 0"),
        ("nanojoules_per_cycle = inf\n", "key 'nanojoules_per_cycle' must be above 0"),
        (stated + "clock_hz = 0\n", "needs clock_hz, at which the current was measured"),
    ):
        start = text.replace("clock_hz = 64_000_000\n", "") if "clock_hz" in lines else text
        ran = edgec("targets", "--check", put(home / "a", "bad", start + lines))
        assert ran.code == 2 and sentence in ran.err, ran.err


def test_the_list_has_them_and_names_files_that_are_none(edgec: Callable[..., Any], home: Path) -> None:
    file = put(home / "a", "node", BOARD.format("cortex-m3", "Our node"))
    put(home / "b", "pyproject", "[project]\nname = 'x'\n")
    ran = edgec("targets")
    assert ran.code == 0 and f"node is {file}" in " ".join(ran.out.split())
    assert "pyproject.toml is no target" in ran.out
    assert edgec("targets", "our", "node").code == 0
