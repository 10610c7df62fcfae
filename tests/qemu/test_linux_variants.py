"""One folder for several processors: the program takes what it runs on, and the bytes are the same."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.targets.machine.emulator import command_of
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

VARIANTS = {"cortex-a53": "neon", "cortex-a76": "dotprod", "armv8-i8mm": "i8mm"}
BASE, *OTHERS = VARIANTS
MAIN = """\
#include <digits.h>
#include <stdio.h>

DIGITS_DEFINE_ARENA(arena);
static const int8_t in[DIGITS_INPUT0_SIZE] = {%s};

int main(void)
{
    int8_t out[DIGITS_OUTPUT0_SIZE];
    digits_t model = {0};
    unsigned i;
    if (digits_variant(&model) != NULL || digits_run(&model, in, out) != DIGITS_ERROR_NOT_INITIALIZED ||
        digits_init(&model, arena, sizeof arena - 1u) != DIGITS_ERROR_ARENA_SIZE ||
        digits_init(&model, arena + 1, sizeof arena) != DIGITS_ERROR_ARENA_ALIGN ||
        digits_init(&model, NULL, sizeof arena) != DIGITS_ERROR_NULL || digits_variant(&model) != NULL ||
        digits_init(&model, arena, sizeof arena) != DIGITS_OK || digits_run(&model, NULL, out) != DIGITS_ERROR_NULL ||
        digits_run(&model, in, out) != DIGITS_OK) {
        return 1;
    }
    (void)printf("%%s", digits_variant(&model));
    for (i = 0u; i < DIGITS_OUTPUT0_SIZE; i++) {
        (void)printf(" %%d", out[i]);
    }
    return 0;
}
"""


@dataclass(frozen=True)
class Several:
    """The folder, a program that runs one sample, and the simulator's bytes for it."""

    folder: Path
    program: Path
    wanted: list[int]


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Several:
    """The digits example for all variants; CMake builds the library and the program."""
    if not available(load_target(BASE)) or shutil.which("cmake") is None:
        pytest.skip("no cross compiler, no emulator or no cmake")
    digits, place = Path(__file__).resolve().parents[2] / "examples" / "digits", tmp_path_factory.mktemp("several")
    options = ConvertOptions(BASE, calibration=str(digits / "calibration.npz"), also=tuple(OTHERS))
    folder = convert(digits / "digits.onnx", options, place / "net").folder
    graph = open_folder(folder).graph
    x = np.random.default_rng(3).integers(-128, 128, (1, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    (place / "main.c").write_text(MAIN % ", ".join(map(str, x.ravel())))
    (place / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.13)\nproject(user C)\nadd_subdirectory(net)\n"
        "add_executable(user main.c)\ntarget_link_libraries(user PRIVATE digits::digits -static)\n"
    )
    build = place / "build"
    machine = ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc"]
    for command in (["-S", str(place), "-B", str(build), *machine], ["--build", str(build)]):
        done = subprocess.run(["cmake", *command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return Several(folder, build / "user", simulate(graph, [x])[0].ravel().tolist())


@pytest.mark.parametrize("name", VARIANTS)
def test_a_processor_gets_its_variant_and_the_bytes_of_all(name: str, several: Several) -> None:
    done = subprocess.run(command_of(load_target(name), several.program), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    variant, *found = done.stdout.split()
    assert variant == VARIANTS[name]
    assert [int(n) for n in found] == several.wanted


def test_each_variant_has_its_own_instructions(several: Several) -> None:
    """SDOT and SMMLA are where their names say, and the program's own flags (-mcpu=cortex-a53) do not keep them out."""
    text = subprocess.run(
        ["aarch64-linux-gnu-objdump", "-d", "--no-show-raw-insn", several.program],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    code: dict[str, str] = {}
    for block in text.split("\n\n"):
        head, _, body = block.partition(">:\n")
        code[head.rpartition("<")[2]] = body
    used = {
        mnemonic: {name for name, body in code.items() if f"\t{mnemonic}\t" in body} for mnemonic in ("sdot", "smmla")
    }
    assert used["sdot"] and used["smmla"]
    assert not any(name.startswith("digits_neon") for names in used.values() for name in names)


def test_the_commands_take_the_folder_as_any_other(several: Several, edgec: Callable[..., Any]) -> None:
    counts = []
    for name in VARIANTS:
        ran = edgec("verify", several.folder, "-t", name, "--on", "qemu", "--samples", 2, "--json")
        assert ran.code == 0 and json.loads(ran.out)["byte_equal"]["qemu"] == 2, ran.err
        ran = edgec("profile", several.folder, "-t", name, "--json")
        assert ran.code == 0, ran.err
        counts.append(json.loads(ran.out)["instructions"])
    assert counts[0] > counts[1] > counts[2]
    report = json.loads(edgec("report", several.folder, "--json").out)
    assert [v["name"] for v in report["variants"]] == list(VARIANTS.values())
    assert report["flash"]["weights"] + report["flash"]["tables"] >= sum(v["constants"] for v in report["variants"])
    assert "dotprod (for cortex-a76)" in edgec("report", several.folder).out


def test_clang_compiles_every_variant(several: Several, tmp_path: Path) -> None:
    if shutil.which("clang") is None:
        pytest.skip("clang is absent")
    text = (several.folder / "CMakeLists.txt").read_text()
    for variant in VARIANTS.values():
        source = f"edgec_kernels/digits_{variant}.c"
        _, found, rest = text.partition(f"set_source_files_properties({source} ")
        own = [rest.partition("Clang>:")[2].partition(">")[0]] if found else []
        command = ["clang", "--target=aarch64-linux-gnu", "-mcpu=cortex-a53", "-O1", "-std=c99", *own]
        done = subprocess.run(
            [*command, "-c", several.folder / source, "-o", tmp_path / "x.o"], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("-t", "cortex-a53", "--also", "cortex-m4"), "target 'cortex-m4' is none of AArch64 under Linux"),
        (("-t", "cortex-m4", "--also", "cortex-a76"), "target 'cortex-m4' is none of AArch64 under Linux"),
        (("-t", "cortex-a7", "--also", "cortex-a76"), "target 'cortex-a7' is none of AArch64 under Linux"),
        (("-t", "cortex-a53", "--also", "cortex-a72"), "'cortex-a72' has no instructions beside those"),
        (("-t", "cortex-a53", "--also", "cortex-a76", "--also", "cortex-a55"), "no instructions beside those"),
        (("-t", "armv8-i8mm", "--also", "cortex-a53"), "'cortex-a53' has no instructions beside those"),
        (("-t", "cortex-a53", "--also", "cortex-a77"), "unknown target 'cortex-a77'"),
        (("-t", "cortex-a53", "--also", "cortex-a76", "--max-flash", "100K"), "--max-flash chooses for one target"),
    ],
)
def test_what_cannot_be_chosen_is_refused(
    given: tuple[str, ...], message: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path
) -> None:
    ran = edgec("convert", digits / "digits.onnx", *given, "-o", tmp_path / "out")
    assert ran.code == 2 and message in ran.err
    assert not (tmp_path / "out").exists()


def test_several_memories_are_refused(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    memory = '[[memories]]\nname = "{}"\nkind = "ram"\nsize = "1M"\n'
    board.write_text('inherits = "cortex-a76"\n' + memory.format("dram") + memory.format("sram"))
    ran = edgec("convert", digits / "digits.onnx", "-t", "cortex-a53", "--also", board, "-o", tmp_path / "out")
    assert ran.code == 2 and "'board' has several memories for arenas" in ran.err
