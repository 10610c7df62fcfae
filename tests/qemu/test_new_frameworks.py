"""``edgec new`` for Zephyr, the Pico SDK and Arduino: projects compile against stand-ins of what they call.

Where ZEPHYR_BASE (with ZEPHYR_MODULES, the folder of its module cmsis) or PICO_SDK_PATH name the real ones, these do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.arduino import write_stub

SAME = "all output bytes are those of edgec's simulator"
CPU = ("-mcpu=cortex-m3", "-mthumb")
WARN = ("-Wall", "-Wextra", "-Werror")
pytestmark = pytest.mark.skipif(not available(load_target("cortex-m3")), reason="the Arm toolchain is missing")

ZEPHYR = """
add_library(zephyr_interface INTERFACE)
target_include_directories(zephyr_interface INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)
add_library(app STATIC)
target_link_libraries(app PUBLIC zephyr_interface)
"""
KERNEL_H = """
#include <stdint.h>
static inline uint32_t k_cycle_get_32(void) { return 0; }
static inline uint32_t k_cyc_to_us_near32(uint32_t cycles) { return cycles; }
"""
PICO = """
macro(pico_sdk_init)
    add_library(pico_stdlib INTERFACE)
    target_include_directories(pico_stdlib INTERFACE ${PICO_SDK_PATH}/include)
endmacro()
function(pico_enable_stdio_usb)
endfunction()
function(pico_enable_stdio_uart)
endfunction()
function(pico_add_extra_outputs)
endfunction()
"""
CROSS = (
    "-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_CXX_COMPILER=arm-none-eabi-g++", "-DCMAKE_SYSTEM_NAME=Generic",
    "-DCMAKE_ASM_COMPILER=arm-none-eabi-gcc", "-DCMAKE_EXE_LINKER_FLAGS=--specs=nosys.specs",
    "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
)  # fmt: skip


@pytest.fixture
def project(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> Callable[..., Path]:
    """A project of a kind around the digits net, for a target."""

    def made(kind: str, target: str) -> Path:
        out, folder = tmp_path / "digits", tmp_path / "hello"
        calibration = digits / "calibration.npz"
        ran = edgec("convert", digits / "digits.onnx", "--calibration", calibration, "-t", target, "-o", out)
        assert ran.code == 0, ran.err
        ran = edgec("new", folder, out, "--data", digits / "evaluation.npz", "--sample", 2, "--for", kind)
        assert ran.code == 0, ran.err
        return folder

    return made


def files(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_H", ".h")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def run(*command: object, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, env=os.environ | environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_sketch_compiles(project: Callable[..., Path], tmp_path: Path) -> None:
    """A sketch compiles as by Arduino: it is C++, its name is the folder's, C below src is found."""
    made = project("arduino", "cortex-m3")
    stub = write_stub(tmp_path / "stub")
    assert (made / "hello.ino").is_file() and (made / "src" / "digits" / "digits.h").is_file()
    sources = sorted(made.rglob("*.c"))
    assert {"main.c", "digits.c"} <= {p.name for p in sources}
    for source in sources:
        run("arm-none-eabi-gcc", *CPU, *WARN, "-Os", f"-I{stub}", "-c", source, "-o", tmp_path / "one.o")
    for source in (made / "hello.ino", made / "console.cpp"):
        with_header = ("-include", "Arduino.h", "-x", "c++")
        run(
            "arm-none-eabi-g++", *CPU, *WARN, "-Os", f"-I{stub}", *with_header, "-c", source, "-o", tmp_path / "one.o"
        )  # fmt: skip


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
def test_a_zephyr_application_compiles(project: Callable[..., Path], tmp_path: Path) -> None:
    made, build = project("zephyr", "cortex-m3"), tmp_path / "build"
    modules = os.environ.get("ZEPHYR_MODULES")
    if modules and os.environ.get("ZEPHYR_BASE"):
        run("cmake", "-S", made, "-B", build, "-DBOARD=mps2_an385", f"-DZEPHYR_MODULES={modules}")
        run("cmake", "--build", build)
        kernel = build / "zephyr" / "zephyr.elf"
        command = ("timeout", "20", "qemu-system-arm", "-M", "mps2-an385", "-nographic", "-kernel", str(kernel))
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        assert SAME in said, said
        return
    package = tmp_path / "zephyr"
    files(package, include__zephyr__kernel_H=KERNEL_H, include__zephyr__sys__printk_H="int printk(const char *, ...);")
    (package / "ZephyrConfig.cmake").write_text(ZEPHYR)
    cpu = " ".join((*CPU, *WARN))
    options = (*CROSS, f"-DZephyr_DIR={package}", f"-DCMAKE_C_FLAGS={cpu}")
    run("cmake", "-S", made, "-B", build, *options, ZEPHYR_BASE=str(package))
    run("cmake", "--build", build)
    assert {"main.c.obj", "console.c.obj", "digits.c.obj"} <= {p.name for p in build.rglob("*.obj")}


def test_a_zephyr_application_asks_for_the_unit_that_its_code_needs(project: Callable[..., Path]) -> None:
    made = project("zephyr", "cortex-m4")
    assert "CONFIG_FPU=y" in (made / "prj.conf").read_text()
    assert SAME in (made / "sample.yaml").read_text()


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
@pytest.mark.parametrize(("target", "board"), [("raspberry-pi-pico", "pico"), ("cortex-m33", "pico2")])
def test_a_pico_program_builds(target: str, board: str, project: Callable[..., Path], tmp_path: Path) -> None:
    made, build = project("pico", target), tmp_path / "build"
    assert f"set(PICO_BOARD {board} " in (made / "CMakeLists.txt").read_text()
    sdk = os.environ.get("PICO_SDK_PATH")
    if sdk:
        run("cmake", "-S", made, "-B", build, "-DPICO_NO_PICOTOOL=1")
    else:
        stand_in = tmp_path / "sdk"
        timer = "#include <stdint.h>\nstatic inline uint32_t time_us_32(void) { return 0; }\n"
        stdlib = "#include <stdint.h>\nstatic inline int stdio_init_all(void) { return 0; }\n"
        stdlib += "static inline void sleep_ms(uint32_t ms) { (void)ms; }\n"
        files(stand_in, include__pico__time_H=timer, include__pico__stdlib_H=stdlib)
        (stand_in / "pico_sdk_init.cmake").write_text(PICO)
        flags = " ".join((*(f for f in load_target(target).toolchain.compile_flags if f.startswith("-m")), *WARN))
        options = (*CROSS, f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}", f"-DCMAKE_ASM_FLAGS={flags}")
        run("cmake", "-S", made, "-B", build, *options, PICO_SDK_PATH=str(stand_in))
    run("cmake", "--build", build)
    assert (build / "app").is_file() or (build / "app.elf").is_file()


def test_refusals(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "digits"
    for target, kind, sentence in (
        ("cortex-m4", "pico", "is no processor of the Pico SDK; convert with '-t raspberry-pi-pico'"),
        ("cortex-a53", "zephyr", "has an operating system of its own"),
        ("cortex-a53", "arduino", "has an operating system of its own"),
    ):
        assert edgec("convert", digits / "digits.onnx", "-t", target, "-o", out, "--force").code == 0
        ran = edgec("new", tmp_path / "p", out, "--for", kind)
        assert ran.code == 2 and sentence in ran.err, ran.err
    assert not (tmp_path / "p").exists()
