"""Targets: the shipped TOML files load, inherit and refuse what breaks a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from edgec.converter.graph.errors import UsageError
from edgec.targets import shipped
from edgec.targets.reader import load_target, parse_size, support_text
from edgec.targets.shipped import core_of, list_targets


def test_every_shipped_target_loads_and_its_support_files_exist() -> None:
    assert {"host", "cortex-m4", "stm32l4r5"} <= set(list_targets())
    for name in list_targets():
        target = load_target(name)
        assert target.name == name
        if target.toolchain.size_script:
            assert "SECTIONS" in support_text(target.toolchain.size_script)
        if target.qemu:
            assert support_text(target.qemu.core_header)
            assert target.qemu.user or "SECTIONS" in support_text(target.qemu.linker_script)
            assert all(support_text(source) for source in target.qemu.sources)


def test_cores_are_listed_before_boards() -> None:
    names = list_targets()
    assert names.index("stm32l4r5") > max(names.index("cortex-m4"), names.index("host"))


def test_a_board_inherits_from_its_core_and_adds_memories() -> None:
    core, board = load_target("cortex-m4"), load_target("stm32l4r5")
    assert board.toolchain == core.toolchain
    assert board.qemu == core.qemu
    assert board.has("dsp")
    assert board.clock_hz == 120_000_000
    assert (board.memory_bytes("flash"), board.memory_bytes("ram")) == (2 << 20, 640 << 10)
    assert core.memory_bytes("flash") is None


def test_a_table_of_the_core_may_be_taken_away() -> None:
    core, other = load_target("cortex-m4"), load_target("cortex-m55")
    assert core.cycles is not None
    assert other.cycles is None
    assert other.toolchain.libraries == core.toolchain.libraries


def test_memories_are_listed_fastest_first_and_keep_a_reserve() -> None:
    board = load_target("stm32h743")
    assert [m.name for m in board.memories_of("ram")] == ["dtcm", "axi_sram", "sram123", "sram4"]
    assert board.memories_of("ram")[0].room == (128 - 16) << 10


def test_host_runs_natively() -> None:
    host = load_target("host")
    assert host.qemu is None
    assert not host.has("dsp")


def test_a_user_file_is_a_target_and_tables_merge_key_by_key(tmp_path: Path) -> None:
    file = tmp_path / "my-board.toml"
    file.write_text('inherits = "cortex-m4"\n[toolchain]\nextra_flags = ["-DX=1"]\n[cycles]\ndiv = 12\n')
    target = load_target(str(file))
    assert target.name == "my-board"
    assert target.toolchain.compile_flags == (*load_target("cortex-m4").toolchain.compile_flags, "-DX=1")
    assert target.cycles is not None
    assert (target.cycles.div, target.cycles.load) == (12.0, 2.0)


def test_a_table_of_library_stacks_states_what_differs_from_another_core() -> None:
    base, own = (shipped.library_stack(f"newlib-{core}") for core in ("cortex-m33", "cortex-m4"))
    assert list(base) == list(own) and base != own
    assert {s.name: s.bytes for s in load_target("cortex-m4").toolchain.library_stack} == own


def test_a_user_file_may_list_library_stacks(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('inherits = "cortex-m4"\n[toolchain]\nlibrary_stack = [{ name = "expf", bytes = 24 }]\n')
    assert [(s.name, s.bytes) for s in load_target(str(file)).toolchain.library_stack] == [("expf", 24)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('inherits = "cortex-m4"\nclokc_hz = 1\n', "unknown key 'clokc_hz'; did you mean 'clock_hz'"),
        ('inherits = "cortex-m4"\n[qemu]\nmachine = "x"\n', "unknown key 'machine'"),
        ('inherits = "cortex-m4"\nfeatures = ["dps"]\n', "unknown feature 'dps'"),
        ('inherits = "cortex-m4"\n[toolchain]\nlibrary_stack = "glibc"\n', "there is no table called 'glibc'"),
        ('inherits = "cortex-m4"\nfeatures = "dsp"\n', "key 'features' must be a list"),
        ('inherits = "cortex-m4"\nclock_hz = "fast"\n', "key 'clock_hz' must be int, not str"),
        ('inherits = "cortex-m4"\nalignment = 12\n', "power of two"),
        ('inherits = "cortex-m4"\n[[memories]]\nname = "a"\nkind = "rom"\nsize = 1\n', "not flash or ram"),
        ('inherits = "cortex-m4"\n[[memories]]\nname = "a"\nkind = "ram"\nsize = "lots"\n', "needs a size"),
        ('inherits = "cortex-m4"\n[[memories]]\nname = "a"\nkind = "ram"\nsize = 1.5\n', "must be str or int"),
        ('inherits = "cortex-m4"\n[[memories]]\nname = "a"\nkind = "ram"\nsize = 1\nreserve = 2\n', "a reserve within"),
        ('inherits = "cortex-m4"\n[[memories]]\nname = "a"\nkind = "ram"\nsize = 1\ncost = 0\n', "a positive cost"),
        ('inherits = "cortex-m4"\n[[memories]]\nname = "A b"\nkind = "ram"\nsize = 1\n', "lower case letters"),
        ('inherits = "stm32h743"\n[qemu.x]\n', "unknown key 'x'"),
        ('inherits = "cortex-m4"\n[qemu]\nstand_ins = [{ memory = "a", origin = 0, size = 1 }]\n', "no memory 'a'"),
        ('inherits = "cortex-m4"\n' + 2 * '[[memories]]\nname = "a"\nkind = "ram"\nsize = 1\n', "two memories"),
        ('inherits = "cortex-m4"\nmemories = [1]\n', "memories'[0] must be a table"),
        ('inherits = "cortex-m3"\n[qemu]\nregions = []\n', "a machine has CODE, RAM, BULK"),
        ('inherits = "rv32imc"\n[qemu]\nstands_four = "x"\n', "unknown key 'stands_four'; did you mean 'stands_for'"),
        ('inherits = "nowhere"\n', "unknown target 'nowhere'"),
        ("inherits = 3\n", "key 'inherits' must be"),
        ('description = "x"\n', "key 'alignment' is missing"),
        ("= 3\n", "cannot be read"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as error:
        load_target(str(file))
    assert message in str(error.value)


def test_inheritance_in_a_circle_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "loop.toml"
    file.write_text(f'inherits = "{file}"\n')
    with pytest.raises(UsageError, match="inherits from itself"):
        load_target(str(file))


@pytest.mark.parametrize("name", ["cortex-m5", "", "../host", "missing.toml"])
def test_unknown_targets_are_refused(name: str) -> None:
    with pytest.raises(UsageError):
        load_target(name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("cortexm4", "; did you mean 'cortex-m4'?"),
        ("STM32F4", "; did you mean 'stm32f401', 'stm32f407', 'stm32f411', 'stm32f429' or 'stm32f446'?"),
        ("ra4m1", "; did you mean 'uno-r4'?"),
        ("RP2040", "; did you mean 'raspberry-pi-pico'?"),
        ("stm32l4r6", "; did you mean 'stm32l4r5'?"),
        ("i8086", " ("),
        ("", " ("),
    ],
)
def test_targets_that_may_be_meant_are_named(name: str, meant: str) -> None:
    """The message names targets of nearly this name, with it in name or description, or close to it."""
    with pytest.raises(UsageError) as error:
        load_target(name)
    assert str(error.value).startswith(f"unknown target '{name}'{meant}")


def test_reading_a_target_twice_gives_the_same() -> None:
    """Files are read once: nobody changes what was read."""
    assert load_target("nano-33-ble") == load_target("nano-33-ble")
    assert core_of("nano-33-ble") == core_of("nrf52840") == core_of("cortex-m4") == "cortex-m4"


def test_cores_that_the_emulator_lacks_say_what_runs_in_their_place() -> None:
    places = {n: t.qemu.stands_for for n in list_targets() if (t := load_target(n)).qemu and not t.memories}
    for name, core in (("cortex-m0plus", "Cortex-M3"), ("cortex-m23", "Cortex-M33"), ("cortex-m85", "Cortex-M55")):
        assert f"a {core}" in places[name]
    assert not any(places[n] for n in ("cortex-m3", "cortex-m4", "cortex-m33", "cortex-m55", "cortex-a53", "rv32imc"))


@pytest.mark.parametrize("name", ["cortex-m0", "cortex-m3", "cortex-a53", "cortex-a7", "rv32imc"])
def test_rates_are_of_all_portable_kernels(name: str) -> None:
    own, full = load_target(name).rates, load_target("cortex-m4").rates
    for library in ("plain", "blocked_f32"):
        assert own.terms[library].keys() == full.terms[library].keys()  # terms that cost nothing are left out
    others = {library for library in own.terms if library.startswith(("neon", "cmsis_nn"))}
    portable = {"plain", "blocked_f32"} | ({"scalar"} if "neon" not in load_target(name).features else set())
    assert set(own.terms) - others == portable
    for factors in own.levels.values():
        assert {name.partition("/")[0] for name in factors} - others == portable


def test_sizes() -> None:
    assert [parse_size(s) for s in ("64K", "2M", "100", 7)] == [65536, 2097152, 100, 7]


@pytest.mark.parametrize("name", ["esp32", "ESP32-S3", "esp8266", "attiny85"])
def test_chips_without_a_target_are_sent_to_portable_c(name: str) -> None:
    with pytest.raises(UsageError, match="take 'generic-c'"):
        load_target(name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("esp32-c4", "esp32-c6"), ("cortexm44", "cortex-m4"), ("arduino_uno", "atmega328p"), ("atmega8", "avr")],
)
def test_near_names_are_proposed(name: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"did you mean.*'{meant}'"):
        load_target(name)
