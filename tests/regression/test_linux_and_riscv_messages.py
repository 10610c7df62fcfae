"""Targets of Linux and RISC-V: an unknown key, a missing tool and a board too small each have a sentence and a code."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import Exit
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

RAM = "bytes of RAM, computed row by row, and target 'small' has 400"
CORES = ("cortex-a53", "cortex-a7", "armv8-i8mm", "raspberry-pi-4", "rv32imc", "rv32imafc", "esp32-c3")


def sentence(ran: Any) -> str:
    """Return what was said, which is one sentence after the notes."""
    (line,) = [line for line in ran.err.splitlines() if not line.startswith("edgec: note: ")]
    assert line.startswith("edgec: error: ")
    return str(line)


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("speed = 3\n", "unknown key 'speed' (known: "),
        ("descripton = 'x'\n", "unknown key 'descripton'; did you mean 'description'?"),
        ("[toolchain]\ncompiler = ['x']\n", "key 'toolchain': unknown key 'compiler'; did you mean 'compilers'?"),
        ("[qemu]\nuzer = true\n", "key 'qemu': unknown key 'uzer'; did you mean 'user'?"),
        ("features = ['neon', 'sdot']\n", "unknown feature 'sdot' (known: "),
    ],
)
def test_an_unknown_key(
    core: str, text: str, told: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'inherits = "{core}"\n{text}')
    ran = edgec("convert", digits / "digits.onnx", "-t", file, "-o", tmp_path / "out")
    assert ran.code == Exit.USAGE and f"target '{file}': {told}" in sentence(ran)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "package", "emulator"),
    [
        ("cortex-a53", "gcc-aarch64-linux-gnu", "qemu-aarch64"),
        ("cortex-a9", "gcc-arm-linux-gnueabihf", "qemu-arm"),
        ("rv32imac", "gcc-riscv64-unknown-elf", "qemu-system-riscv32"),
    ],
)
def test_a_missing_tool(
    name: str, package: str, emulator: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    compiler = load_target(name).toolchain.compilers[0]
    found = {tool: shutil.which(tool) for tool in (compiler, "gcc")}
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    out, data = tmp_path / "out", digits / "calibration.npz"
    ran = edgec("convert", digits / "digits.onnx", "--calibration", data, "-t", name, "-o", out)
    assert ran.code == Exit.DONE  # the code needs no compiler, its size does
    assert f"apt-get install {package} " in ran.err
    for command in (("verify", out, "--on", "qemu"), ("profile", out)):
        ran = edgec(*command)
        assert ran.code == Exit.TOOLCHAIN and f"apt-get install {package} " in sentence(ran)
        assert f"no compiler for target '{name}'" in ran.err
    if found[compiler] is None or not load_target(name).toolchain.required_files:
        return
    monkeypatch.setenv("PATH", str(Path(str(found[compiler])).parent))
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == emulator else found.get(tool))
    for command in (("verify", out, "--on", "qemu"), ("profile", out)):
        ran = edgec(*command)
        assert ran.code == Exit.TOOLCHAIN and f"'{emulator}', which runs target '{name}', is not on PATH" in sentence(
            ran
        )


@pytest.mark.parametrize("command", ["convert", "check"])
@pytest.mark.parametrize(
    ("core", "memories", "told"),
    [
        ("cortex-a53", {"ram": 400}, RAM),
        ("cortex-a9", {"ram": 400}, RAM),
        ("rv32imc", {"flash": 4096, "ram": 4096}, "bytes of flash and target 'small' has 4096"),
        ("rv32imafc", {"flash": 1 << 20, "ram": 400}, RAM),
        ("esp32-c3", {"flash": 1 << 20, "ram": 400}, RAM),
    ],
)
def test_a_board_too_small(
    command: str, core: str, memories: dict[str, int], told: str, edgec: Callable[..., Any], digits: Path,
    tmp_path: Path,
) -> None:  # fmt: skip
    board, out = tmp_path / "small.toml", tmp_path / "out"
    text = "".join(f'[[memories]]\nname = "{k}"\nkind = "{k}"\nsize = {size}\n' for k, size in memories.items())
    board.write_text(f'inherits = "{core}"\n{text}')
    more = ["--calibration", digits / "calibration.npz"]
    ran = edgec(command, digits / "digits.onnx", "-t", board, *more, *(["-o", out] if command == "convert" else []))
    assert ran.code == Exit.DOES_NOT_FIT and told in sentence(ran), ran.err
    assert not out.exists()


@pytest.mark.parametrize("name", ["cortex-a53", "cortex-a9", "rv32imc"])
def test_functions_of_libm_link_where_sizes_are_measured(
    name: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path
) -> None:
    """GNU ld ended with a segmentation fault on AArch64's expf, whose errno is thread-local, without the C library."""
    if not available(load_target(name)):
        pytest.skip(f"no compiler or emulator for {name}")
    ran = edgec("convert", digits / "digits.onnx", "-t", name, "-o", tmp_path / "out")
    assert ran.code == Exit.DONE, ran.err
