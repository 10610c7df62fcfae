"""A model in several memories under QEMU: arenas and constants lie where they should, and the bytes are the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

from edgec.converter.graph.errors import EdgecError
from edgec.folder.read import open_folder
from edgec.targets.machine.bench import BenchArena, build_bench, run_bench
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

BOARD = "stm32h743"


def addresses(program: Path) -> dict[str, int]:
    """Addresses at which the linker has put the symbols."""
    with program.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        return {s.name: int(s["st_value"]) for s in symbols if s.name}


@pytest.fixture
def folder(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> Path:
    if not available(load_target(BOARD)):
        pytest.skip(f"no compiler or emulator for {BOARD}")
    places = ("--place", "arena=dtcm:1400,axi_sram", "--place", "weights=dtcm,flash", "--place", "weights:conv2=sram4")
    calibration = digits / "calibration.npz"
    ran = edgec(
        "convert", digits / "digits.onnx", "--calibration", calibration, "-t", BOARD, *places, "-o", tmp_path / "out"
    )
    assert ran.code == 0, ran.err
    return tmp_path / "out"


def test_bytes_and_addresses(edgec: Callable[..., Any], digits: Path, folder: Path, tmp_path: Path) -> None:
    ran = edgec("verify", folder, "--data", digits / "evaluation.npz", "--samples", 40, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 40, "qemu": 40, "device": None}
    out = open_folder(folder)
    assert {a.memory for a in out.bench.arenas} == {"dtcm", "axi_sram"}
    assert out.target.qemu is not None
    found = addresses(build_bench(folder, out.bench, out.target, tmp_path))
    stand_ins = {s.memory: s for s in out.target.qemu.stand_ins}

    def memory_of(symbol: str) -> str:
        at = found[symbol]
        return next((m for m, s in stand_ins.items() if s.origin <= at < s.origin + 0x100000), "elsewhere")

    assert memory_of("bench_arena_dtcm") == "dtcm"
    assert memory_of("bench_arena_axi_sram") == "axi_sram"
    assert memory_of("digits_w_2_weights") == "sram4"
    assert "dtcm" in {memory_of(s) for s in found if s.startswith("digits_w_")}


def test_a_single_arena_lies_in_its_memory_too(
    edgec: Callable[..., Any], digits: Path, folder: Path, tmp_path: Path
) -> None:
    calibration = digits / "calibration.npz"
    edgec("convert", digits / "digits.onnx", "--calibration", calibration, "-t", BOARD, "-o", tmp_path / "one")
    out = open_folder(tmp_path / "one")
    assert [a.suffix for a in out.bench.arenas] == [""]
    found = addresses(build_bench(out.path, out.bench, out.target, tmp_path))
    assert found["bench_arena_dtcm"] >> 20 == 0x202


def test_a_byte_less_in_any_memory_is_seen(folder: Path, tmp_path: Path) -> None:
    """With one byte less, and a header that says so, the model writes past the end of that arena."""
    out = open_folder(folder)
    whole = (folder / "digits.h").read_text()
    for i, arena in enumerate(out.bench.arenas):
        short = [*out.bench.arenas]
        short[i] = BenchArena(arena.memory, arena.bytes - 1)
        macro = f"#define DIGITS_ARENA_{arena.memory.upper()}_SIZE "
        assert f"{macro}{arena.bytes}u" in whole
        (folder / "digits.h").write_text(whole.replace(f"{macro}{arena.bytes}u", f"{macro}{arena.bytes - 1}u"))
        with pytest.raises(EdgecError, match=f"past the end of the arena in {arena.memory}"):
            run_bench(folder, replace(out.bench, arenas=tuple(short)), out.target, [np.zeros((1, 64), np.int8)])
