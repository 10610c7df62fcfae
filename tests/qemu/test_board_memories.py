"""Boards with several RAMs under QEMU, one of each core: arenas lie in the memories that stand in for the board's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from edgec.folder.read import open_folder
from edgec.targets.machine.bench import build_bench
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target, parse_size


@pytest.mark.parametrize("board", ["stm32f407", "stm32f746", "lpc55s69", "stm32n657", "ra8m1"])
def test_arenas_in_two_memories(edgec: Callable[..., Any], digits: Path, tmp_path: Path, board: str) -> None:
    target = load_target(board)
    if not available(target):
        pytest.skip(f"no compiler or emulator for {board}")
    first, second = (m.name for m in target.memories_of("ram")[:2])
    model, data = digits / "digits.onnx", digits / "calibration.npz"
    place = f"arena={first}:400,{second}"
    ran = edgec("convert", model, "--calibration", data, "-t", board, "--place", place, "-o", tmp_path / "out")
    assert ran.code == 0, ran.err
    ran = edgec("verify", tmp_path / "out", "--data", digits / "evaluation.npz", "--samples", 4, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["byte_equal"] == {"host": 4, "qemu": 4, "device": None}
    out = open_folder(tmp_path / "out")
    with build_bench(out.path, out.bench, out.target, tmp_path).open("rb") as stream:
        symbols = {s.name: int(s["st_value"]) for s in ELFFile(stream).get_section_by_name(".symtab").iter_symbols()}
    assert target.qemu is not None
    places = {s.memory: range(s.origin, s.origin + parse_size(s.size)) for s in target.qemu.stand_ins}
    assert {a.memory for a in out.bench.arenas} == {first, second}
    assert [m for m in (first, second) if symbols[f"bench_arena_{m}"] not in places[m]] == []
