"""A folder for Linux is a package: CMake builds and installs it, and programs find it by CMake and by pkg-config."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.codegen import generate
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.targets.machine.emulator import command_of
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.codegen_models import aimed, int8_graph, options

CONSUMER = """\
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(digits 0.1 CONFIG REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE digits::digits -static)
"""
MAIN = """\
#include <digits.h>
#include <stdio.h>

DIGITS_DEFINE_ARENA(arena);
static const int8_t in[DIGITS_INPUT0_SIZE] = {%s};

int main(void)
{
    int8_t out[DIGITS_OUTPUT0_SIZE];
    digits_t model;
    unsigned i;
    if (digits_init(&model, arena, sizeof arena) != DIGITS_OK || digits_run(&model, in, out) != DIGITS_OK) {
        return 1;
    }
    for (i = 0u; i < DIGITS_OUTPUT0_SIZE; i++) {
        (void)printf("%%d ", out[i]);
    }
    return 0;
}
"""


NOTHING = """#include "digits.h"\nint main(void) { return digits_init(0, 0, 0) != DIGITS_ERROR_NULL; }\n"""


def cmake(*arguments: object) -> str:
    if shutil.which("cmake") is None:
        pytest.skip("cmake is absent")
    done = subprocess.run(["cmake", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def numbers(command: Sequence[str]) -> list[int]:
    done = subprocess.run(list(command), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


@pytest.mark.parametrize("name", ["cortex-a53", "cortex-a7", "host"])
def test_a_program_finds_the_installed_library(
    name: str, edgec: Callable[..., Any], digits: Path, tmp_path: Path
) -> None:
    target = load_target(name)
    if not available(target):
        pytest.skip(f"no compiler or emulator for {name}")
    compiler = next(c for c in target.toolchain.compilers if shutil.which(c))
    out, place, user = tmp_path / "out", tmp_path / "place", tmp_path / "user"
    data = digits / "calibration.npz"
    ran = edgec("convert", digits / "digits.onnx", "--calibration", data, "-t", name, "-o", out)
    assert ran.code == 0, ran.err
    machine = [f"-DCMAKE_C_COMPILER={compiler}", *(["-DCMAKE_SYSTEM_NAME=Linux"] if target.qemu else [])]
    cmake("-S", out, "-B", tmp_path / "build", f"-DCMAKE_INSTALL_PREFIX={place}", *machine)
    told = cmake("--build", tmp_path / "build", "--verbose")
    own = [f for f in target.toolchain.flags if f.startswith(("-m", "-O"))]
    assert own and all(f" {flag} " in told for flag in own)
    cmake("--install", tmp_path / "build")
    assert sorted(p.name for p in place.rglob("*") if p.suffix in (".a", ".h", ".pc")) == [
        "digits.h", "digits.pc", "libdigits.a",
    ]  # fmt: skip

    x = np.random.default_rng(1).integers(-128, 128, (1, 64)).astype(np.int8)
    graph = open_folder(out).graph
    wanted = simulate(graph, [x.reshape(1, *graph.tensors[graph.inputs[0]].shape)])[0].ravel().tolist()
    user.mkdir()
    (user / "main.c").write_text(MAIN % ", ".join(map(str, x.ravel())))
    (user / "CMakeLists.txt").write_text(CONSUMER)
    cmake("-S", user, "-B", tmp_path / "use", f"-DCMAKE_PREFIX_PATH={place}", "-DCMAKE_FIND_ROOT_PATH=", *machine)
    cmake("--build", tmp_path / "use")
    assert numbers(command_of(target, tmp_path / "use" / "consumer")) == wanted

    (library,) = place.rglob("libdigits.a")
    shared = [compiler, "-shared", "-Wl,-z,defs,-z,text,--whole-archive", library, "-Wl,--no-whole-archive", "-lm"]
    done = subprocess.run([*shared, "-o", tmp_path / "plugin.so"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    if shutil.which("pkg-config"):
        asked = ["pkg-config", "--cflags", "--libs", f"--with-path={library.parent / 'pkgconfig'}", "digits"]
        flags = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        program = tmp_path / "program"
        subprocess.run([compiler, user / "main.c", *flags, "-static", "-o", program], check=True)
        assert numbers(command_of(target, program)) == wanted


def test_inside_of_another_project_nothing_is_installed(
    edgec: Callable[..., Any], digits: Path, tmp_path: Path
) -> None:
    if not available(load_target("host")):
        pytest.skip("no native compiler")
    (tmp_path / "digits").mkdir()
    ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", tmp_path / "digits" / "net")
    assert ran.code == 0, ran.err
    text = CONSUMER.replace("find_package(digits 0.1 CONFIG REQUIRED)", "add_subdirectory(net)").replace(" -static", "")
    (tmp_path / "digits" / "CMakeLists.txt").write_text(text)
    (tmp_path / "digits" / "main.c").write_text(NOTHING)
    cmake("-S", tmp_path / "digits", "-B", tmp_path / "build", f"-DCMAKE_INSTALL_PREFIX={tmp_path / 'place'}")
    cmake("--build", tmp_path / "build")
    cmake("--install", tmp_path / "build")
    assert not list((tmp_path / "place").rglob("*.a"))


@pytest.mark.parametrize(
    ("name", "installed"),
    [("cortex-m4", False), ("stm32l4r5", False), ("rv32imc", False), ("cortex-a53", True), ("raspberry-pi-4", True),
     ("generic-c", True)],
)  # fmt: skip
def test_only_what_runs_in_processes_is_installed(name: str, installed: bool) -> None:
    made = generate(int8_graph(), replace(options(), target=load_target(name)))
    text = dict(made.files)["CMakeLists.txt"].decode()
    assert ("install(" in text) == ("_COMPILE_OPTIONS" in text) == installed


def test_files_made_for_size_are_compiled_for_it() -> None:
    base = aimed(replace(options(), target=load_target("cortex-a53")), "size")
    text = dict(generate(int8_graph(), base).files)["CMakeLists.txt"].decode()
    assert '"-mcpu=cortex-a53;-ffunction-sections;-fdata-sections;-Os"' in text
