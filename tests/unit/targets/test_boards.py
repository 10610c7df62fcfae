"""The shipped boards: each states a clock, its memories and where the figures are from, in one form."""

from __future__ import annotations

import re
from importlib import resources
from itertools import pairwise

import pytest

from edgec.targets.reader import load_target, parse_size
from edgec.targets.shipped import core_of, list_targets

BOARDS = [name for name in list_targets() if core_of(name) != name]
DESCRIPTION = re.compile(r"\S.* \((Cortex-[AM][0-9]+\+?|RV32[A-Z]+|AVR[a-z0-9]*) at ([0-9]+) MHz\)")
SOURCE = re.compile(r"data ?sheet|reference manual|user guide|[Uu]ser'?s? [Mm]anual|Specification|documentation", re.I)
KNOWN = {  # bytes of flash and RAM in KB, MHz; read off the makers' product tables
    "stm32f103": (128, 20, 72),
    "stm32f407": (1024, 192, 168),
    "stm32f446": (512, 128, 180),
    "stm32g0b1": (512, 144, 64),
    "stm32h743": (2048, 992, 480),
    "stm32l072": (192, 20, 32),
    "stm32l476": (1024, 128, 80),
    "stm32u575": (2048, 768, 160),
    "nrf52832": (512, 64, 64),
    "nrf52840": (1024, 256, 64),
    "nrf5340": (1024, 512, 128),
    "raspberry-pi-pico": (2048, 264, 133),
    "raspberry-pi-pico-2": (4096, 520, 150),
    "rp2350-riscv": (4096, 520, 150),
    "samd21": (256, 32, 48),
    "ra6m5": (2048, 512, 200),
    "max78000": (512, 128, 100),
    "esp32-c6": (8192, 512, 160),
    "gd32vf103": (128, 32, 108),
    "atmega328p": (32, 2, 16),
    "atmega2560": (256, 8, 16),
}


def comment_of(board: str) -> str:
    """The lines of a board's file before its first key, as one."""
    text = resources.files("edgec.targets").joinpath(f"boards/{board}.toml").read_text(encoding="utf-8")
    return " ".join(line.lstrip("# ") for line in text.partition("inherits")[0].splitlines())


def test_there_are_boards_of_every_maker_people_ask_for() -> None:
    makers = ("stm32", "nrf", "mimxrt", "samd", "ra6", "max", "apollo", "esp32", "raspberry-pi-pico", "raspberry-pi-4")
    assert [maker for maker in makers if not any(board.startswith(maker) for board in BOARDS)] == []


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_states_clock_and_memories_and_names_its_source(board: str) -> None:
    target, core = load_target(board), load_target(core_of(board))
    described = DESCRIPTION.fullmatch(target.description)
    assert described is not None
    assert target.clock_hz == int(described[2]) * 1_000_000
    assert described[1].lower().replace("+", "plus") == re.sub("-no(fpu|dsp)$", "", core.name)
    assert SOURCE.search(comment_of(board)) is not None
    assert target.memory_bytes("ram") is not None
    linux = target.qemu is not None and target.qemu.user
    assert (target.memory_bytes("flash") is None) == linux


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_its_core_with_memories(board: str) -> None:
    """Nothing else changes, so that code for a board is code for its core, and what runs it is the core's."""
    target, core = load_target(board), load_target(core_of(board))
    assert (target.toolchain, target.features, target.rates) == (core.toolchain, core.features, core.rates)
    ram = target.memories_of("ram")
    costs = {m.name: m.cost for m in target.memories}
    assert all(m.room > 0 for m in target.memories)
    assert costs.get("dtcm", 0.0) <= min(m.cost for m in ram), "tightly coupled memory is the fastest"


@pytest.mark.parametrize("board", [b for b in BOARDS if len(load_target(b).memories_of("ram")) > 1])
def test_several_memories_have_places_in_the_emulated_machine(board: str) -> None:
    """Each RAM lies where no other does and has room for all of it, or for 4 MB at least."""
    target = load_target(board)
    assert target.qemu is not None
    places = {s.memory: (s.origin, parse_size(s.size)) for s in target.qemu.stand_ins}
    assert set(places) == {m.name for m in target.memories_of("ram")}
    assert all(places[m.name][1] >= min(m.bytes, 4 << 20) for m in target.memories_of("ram"))
    ordered = sorted(places.values())
    assert all(a + size <= b for (a, size), (b, _) in pairwise(ordered))


@pytest.mark.parametrize("board", KNOWN)
def test_figures_of_well_known_boards(board: str) -> None:
    target = load_target(board)
    kilobytes = tuple((target.memory_bytes(kind) or 0) >> 10 for kind in ("flash", "ram"))
    assert (*kilobytes, target.clock_hz // 1_000_000) == KNOWN[board]
