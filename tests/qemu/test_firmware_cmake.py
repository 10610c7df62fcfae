"""The generated CMakeLists.txt in firmware projects: level and processor of the objects, as the projects state them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmarks.clang import headers_of_gcc, installed
from edgec import ConvertOptions, convert
from edgec.folder.read import OutputFolder, open_folder
from edgec.targets.machine.bench import BenchOptions, count_instructions
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

M4 = load_target("cortex-m4")
GCC = "arm-none-eabi-gcc"
CPU = "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb"
pytestmark = pytest.mark.skipif(
    not available(M4) or shutil.which("cmake") is None, reason="no cross compiler, no QEMU or no CMake"
)
BARE = (
    f"-DCMAKE_C_COMPILER={GCC}", "-DCMAKE_SYSTEM_NAME=Generic", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
    "-DCMAKE_BUILD_TYPE=Debug",
)  # fmt: skip
HEAD = "cmake_minimum_required(VERSION 3.13)\nproject(app C)\n"
PLAIN = HEAD + "add_subdirectory(net)\n"
ZEPHYR = (
    HEAD
    + f"""\
add_library(zephyr_interface INTERFACE)
target_compile_options(zephyr_interface INTERFACE {CPU} -O0 -ffunction-sections)
add_subdirectory(net)
"""
)
NAMED = (
    HEAD
    + f"""\
add_library(flags INTERFACE)
target_compile_options(flags INTERFACE {CPU})
set(EDGEC_LINK_LIBRARIES flags)
add_subdirectory(net)
"""
)
ESP = (
    HEAD
    + f"""\
set(ESP_PLATFORM 1)
set(COMPONENT_LIB __idf_net)
add_compile_options({CPU} -Og)
function(idf_component_register)
  cmake_parse_arguments(the "" "" "SRCS;INCLUDE_DIRS" ${{ARGN}})
  add_library(${{COMPONENT_LIB}} STATIC ${{the_SRCS}})
  target_include_directories(${{COMPONENT_LIB}} PUBLIC ${{the_INCLUDE_DIRS}})
endfunction()
add_subdirectory(net)
"""
)


def converted(digits: Path, out: Path, optimize: str = "speed") -> OutputFolder:
    options = ConvertOptions(target="cortex-m4", calibration=str(digits / "calibration.npz"), optimize=optimize)
    return open_folder(convert(digits / "digits.onnx", options, out).folder)


@pytest.fixture(scope="module")
def net(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> OutputFolder:
    return converted(digits, tmp_path_factory.mktemp("firmware") / "net")


def build(net: OutputFolder, text: str, place: Path, *options: str, refused: bool = False) -> tuple[list[Path], str]:
    """The objects of the folder in a project, and what the build said; ``refused``: it does not compile."""
    place.mkdir()
    (place / "CMakeLists.txt").write_text(text)
    shutil.copytree(net.path, place / "net")
    said = ""
    for arguments in (["-S", place, "-B", place / "b", *BARE, *options], ["--build", place / "b", "--verbose"]):
        done = subprocess.run(["cmake", *map(str, arguments)], capture_output=True, text=True)
        assert (done.returncode == 0) != (refused and arguments[0] == "--build"), done.stdout + done.stderr
        said += done.stdout + done.stderr
    return sorted((place / "b").rglob("*.c.obj")), said


def architecture(model: Path) -> str:
    told = subprocess.run(["arm-none-eabi-readelf", "-A", model], capture_output=True, text=True, check=True).stdout
    return " ".join(re.findall(r"Tag_(?:CPU_arch|CPU_arch_profile|ABI_VFP_args): (.*)", told))


def levels(said: str) -> set[str]:
    """The optimization that counts, the last one, of every file of the folder that was compiled."""
    lines = [line for line in said.splitlines() if " -c " in line and "/net/" in line]
    assert len(lines) >= 2
    return {re.findall(r" -O\w*", line)[-1].strip() for line in lines}


@pytest.mark.parametrize(
    ("text", "options"),
    [(PLAIN, [f"-DCMAKE_C_FLAGS={CPU}"]), (ZEPHYR, []), (NAMED, []), (ESP, [])],
    ids=["plain", "zephyr", "named", "esp"],
)
def test_a_debug_build_has_the_projects_processor_and_our_level(
    net: OutputFolder, text: str, options: list[str], tmp_path: Path
) -> None:
    objects, said = build(net, text, tmp_path / "app", *options)
    assert {architecture(o) for o in objects} == {"v7E-M Microcontroller VFP registers"}
    assert levels(said) == {"-O3"}
    assert "#warning" not in said and "EDGEC_BUILD_LEVEL" not in said


def test_a_library_that_got_no_processor_says_so(net: OutputFolder, tmp_path: Path) -> None:
    said = build(net, PLAIN, tmp_path / "app", refused=True)[1]
    assert (
        "digits, made for cortex-m4, has kernels for the DSP extension, which this build is without: name the " in said
    )
    objects, said = build(net, PLAIN, tmp_path / "allowed", "-DCMAKE_C_FLAGS=-DEDGEC_ALLOW_NO_DSP -Werror")
    assert {architecture(o) for o in objects} == {"v4T"}


def test_the_level_may_be_left_to_the_build(net: OutputFolder, tmp_path: Path) -> None:
    said = build(net, PLAIN, tmp_path / "app", f"-DCMAKE_C_FLAGS={CPU} -O0", "-DDIGITS_OPTIMIZE=")[1]
    assert levels(said) == {"-O0"} and "-DEDGEC_BUILD_LEVEL" in said
    assert "digits.c is compiled without optimization" in said
    silent = f"-DCMAKE_C_FLAGS={CPU} -O0 -Werror -DEDGEC_UNOPTIMIZED"
    assert "#warning" not in build(net, PLAIN, tmp_path / "silent", silent, "-DDIGITS_OPTIMIZE=")[1]


@pytest.mark.parametrize("clang", installed())
def test_clang_gets_the_flags_of_its_processor(clang: str, net: OutputFolder, tmp_path: Path) -> None:
    """Words at any address on Arm; the same folder compiles for this computer."""
    headers = " ".join(f"-isystem {place}" for place in headers_of_gcc(tmp_path))
    cross = ("-DCMAKE_C_COMPILER_TARGET=arm-none-eabi", f"-DCMAKE_C_FLAGS={CPU} {headers}")
    objects, said = build(net, PLAIN, tmp_path / "cross", f"-DCMAKE_C_COMPILER={clang}", *cross)
    assert " -munaligned-access " in said and {architecture(o).split()[0] for o in objects} == {"v7E-M"}
    own = [f"-DCMAKE_C_COMPILER={clang}", "-DCMAKE_C_FLAGS=-Werror"]
    assert "unaligned" not in build(net, PLAIN, tmp_path / "own", *own)[1]


def test_a_target_that_is_none_is_named(net: OutputFolder, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="EDGEC_LINK_LIBRARIES: flags is not a target"):
        build(net, HEAD + "set(EDGEC_LINK_LIBRARIES flags)\nadd_subdirectory(net)\n", tmp_path / "app")


def test_the_level_of_small_files_stays(digits: Path, tmp_path: Path) -> None:
    made = converted(digits, tmp_path / "net", "size")
    level = f"-{made.report.level}"
    assert [f for f in made.report.flags if f.startswith("-O")] == [level] != ["-"]
    assert levels(build(made, PLAIN, tmp_path / "app", f"-DCMAKE_C_FLAGS={CPU}")[1]) == {level}


def test_instructions_of_a_debug_build_are_those_of_the_report(net: OutputFolder, tmp_path: Path) -> None:
    """Counted under QEMU: the library of a Debug build at -O0, as CMake makes it, beside the bench's own build."""
    place = tmp_path / "app"
    build(net, PLAIN, place, f"-DCMAKE_C_FLAGS={CPU} -O0 -ffunction-sections")
    wrapper = tmp_path / "from-the-library"
    library = next(place.rglob("libdigits.a"))
    parts = tmp_path / "parts"
    parts.mkdir()
    subprocess.run(["arm-none-eabi-ar", "x", library], cwd=parts, check=True)
    # a compiler that takes the objects of that library where the bench would compile the same files
    wrapper.write_text(
        f'#!/bin/sh\ncase " $* " in *" -c "*)\n'
        '  for a; do case $a in *.c) f=$a;; esac; [ "$p" != -o ] || o=$a; p=$a; done\n'
        f'  [ ! -f "{parts}/$(basename "$f").obj" ] || {{ cp "{parts}/$(basename "$f").obj" "$o"; exit; }} ;;\nesac\n'
        f'exec {GCC} "$@"\n'
    )
    wrapper.chmod(0o755)
    x = np.random.default_rng(0).integers(-128, 128, (1, 64)).astype(np.int8)
    own, debug = (
        count_instructions(net.path, net.bench, net.target, [x], options)[0]
        for options in (BenchOptions(), BenchOptions(compiler=str(wrapper)))
    )
    assert debug <= 1.1 * own
