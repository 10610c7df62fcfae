"""Finding and running tools: what a user without them reads."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from edgec.converter.graph.errors import EdgecError, Exit, ToolchainMissing
from edgec.targets.machine.toolchain import available, find_compiler, find_qemu, first_diagnostic, run_tool
from edgec.targets.reader import load_target


def test_missing_tools_name_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    target = load_target("cortex-m4")
    with pytest.raises(ToolchainMissing, match="apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi") as error:
        find_compiler(target)
    assert error.value.exit_code is Exit.TOOLCHAIN
    with pytest.raises(ToolchainMissing, match="apt-get install qemu-system-arm"):
        find_qemu(target)
    with pytest.raises(ToolchainMissing, match="'clang' is not on PATH"):
        find_compiler(load_target("host"), "clang")
    assert not available(target)
    assert not available(load_target("host"))


@pytest.mark.parametrize(
    ("name", "compiler", "emulator"),
    [
        ("cortex-a53", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross", "qemu-user"),
        ("cortex-a9", "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross", "qemu-user"),
        ("rv32imac", "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf", "qemu-system-misc"),
        ("cortex-m23", "gcc-arm-none-eabi libnewlib-arm-none-eabi", "qemu-system-arm"),
    ],
)
def test_each_core_names_its_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, compiler: str, emulator: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainMissing, match=f"apt-get install {compiler} ") as error:
        find_compiler(load_target(name))
    assert error.value.exit_code is Exit.TOOLCHAIN
    with pytest.raises(ToolchainMissing, match=f"apt-get install {emulator} "):
        find_qemu(load_target(name))


def test_a_compiler_without_its_library_is_not_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "arm-none-eabi-gcc"
    fake.write_text("#!/bin/sh\necho nano.specs\n")  # what GCC prints for a file it does not know
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(ToolchainMissing, match=r"lacks 'nano.specs'.*libnewlib-arm-none-eabi"):
        find_compiler(load_target("cortex-m4"))


def test_compilers_are_tried_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    host = load_target("host")
    target = replace(host, toolchain=replace(host.toolchain, compilers=("zero", "second", "first")))
    assert find_compiler(target) == str(tmp_path / "second")


def test_a_run_that_hangs_is_stopped(tmp_path: Path) -> None:
    with pytest.raises(EdgecError, match=r"^the loop did not end within 0.3 s"):
        run_tool([sys.executable, "-c", "while True: pass"], tmp_path, "the loop", 0.3)


def test_a_tool_that_cannot_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EdgecError, match="cannot be started"):
        run_tool([str(tmp_path / "nothing")], tmp_path, "the tool")


def test_the_first_diagnostic_is_found() -> None:
    text = "In file included from a.c:1:\na.c:2:1: warning: x\na.c:3:4: error: y \x1b[0m\na.c:5:1: error: z\n"
    assert first_diagnostic(text) == "a.c:3:4: error: y \\u001b[0m"
    assert first_diagnostic("note\n") == "note"
    assert first_diagnostic("") == "no message"
