"""--package: for CMSIS packs, Zephyr, Make, PlatformIO, ESP-IDF and Arduino, and builds as these make them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.arduino import write_stub
from tests.cmsis_nn.folder import write_standin

Edgec = Callable[..., Any]
M4 = load_target("cortex-m4")
CPU = "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb"
NAME = re.compile(r"[A-Za-z0-9_-]+")  # of vendors and packs; components have spaces too
APPLICATION = """\
cmake_minimum_required(VERSION 3.20)
project(application C)
add_library(zephyr_interface INTERFACE)
target_compile_options(zephyr_interface INTERFACE {cpu} -Og)
add_library(app STATIC main.c)
target_link_libraries(app PUBLIC zephyr_interface)
set(CONFIG_EDGEC_DIGITS {on})
set(ZEPHYR_CMSIS_NN_MODULE_DIR {cmsis_nn})
add_subdirectory({module}/{cmake} ${{CMAKE_BINARY_DIR}}/modules/digits)
"""
MAIN = '#include "digits.h"\nint entry(digits_t *net, void *arena);\n'
MAIN += "int entry(digits_t *net, void *arena) { return digits_init(net, arena, DIGITS_ARENA_SIZE); }\n"

needs_compiler = pytest.mark.skipif(not available(M4), reason="no Arm compiler or QEMU")


@pytest.fixture(scope="module")
def standin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_standin(tmp_path_factory.mktemp("arm") / "nn")


@pytest.fixture
def folder(
    edgec: Edgec, digits: Path, standin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Path]:
    """Convert with options; the folder."""
    monkeypatch.setenv("CMSIS_NN_DIR", str(standin))

    def made(*options: str) -> Path:
        out, data = tmp_path / "net", digits / "calibration.npz"
        ran = edgec("convert", digits / "digits.onnx", "--calibration", data, "-o", out, *options)
        assert ran.code == 0, ran.err
        return out

    return made


@needs_compiler
@pytest.mark.parametrize("kernels", ["own", "cmsis-nn"])
def test_the_pack_lists_the_folder(kernels: str, folder: Callable[..., Path], edgec: Edgec, digits: Path) -> None:
    out = folder("--package", "cmsis-pack", "--kernels", kernels)
    root = ElementTree.fromstring((out / "edgec.digits.pdsc").read_text(encoding="ascii"))
    told = {name: root.findtext(name) or "" for name in ("vendor", "name", "description", "url")}
    assert root.find("url") is not None and NAME.fullmatch(told["vendor"]) and NAME.fullmatch(told["name"])
    assert f"{told['vendor']}.{told['name']}.pdsc" == "edgec.digits.pdsc" and told["description"]
    (release,) = root.findall("releases/release")
    (component,) = root.findall("components/component")
    assert component.get("Cclass") == "Machine Learning" and component.get("Csub") == "digits"
    assert component.get("Cversion") == release.get("version") and component.findtext("description")
    listed = {str(file.get("name")): str(file.get("category")) for file in component.findall("files/file")}
    assert listed.pop("LICENSE.txt") == "doc"
    there = {str(p.relative_to(out)) for p in out.rglob("*.[ch]")}
    assert set(listed) == there
    assert all(category == ("source" if name.endswith(".c") else "header") for name, category in listed.items())
    needed = [(r.get("Cclass"), r.get("Cgroup")) for r in root.findall("conditions/condition/require")]
    asked = [p.get("name") for p in root.findall("requirements/packages/package")]
    calls = kernels == "cmsis-nn"
    assert (needed, asked) == (([("CMSIS", "NN Lib")], ["CMSIS-NN"]) if calls else ([], []))
    assert (component.get("condition") == root.find("conditions/condition").get("id")) if calls else True
    assert not (out / "zephyr").exists()
    same = ("--calibration", digits / "calibration.npz", "-o", out, "--kernels", kernels, "--check")
    assert edgec("convert", digits / "digits.onnx", *same, "--package", "cmsis-pack").code == 0
    assert edgec("convert", digits / "digits.onnx", *same).code == 6


@needs_compiler
@pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")
def test_zephyr_compiles_the_module_with_its_options(
    folder: Callable[..., Path], standin: Path, tmp_path: Path
) -> None:
    out = folder("--package", "zephyr", "--kernels", "cmsis-nn")
    module = yaml.safe_load((out / "zephyr" / "module.yml").read_text(encoding="ascii"))
    assert module["name"] == "digits" and (out / module["build"]["kconfig"]).is_file()
    assert (out / module["build"]["cmake"] / "CMakeLists.txt").is_file()
    kconfig = (out / module["build"]["kconfig"]).read_text(encoding="ascii").splitlines()
    names = [line.removeprefix("config ") for line in kconfig if line.startswith("config ")]
    assert names == ["EDGEC_DIGITS", "EDGEC_DIGITS_ARENA_SECTION"]
    assert all(line.startswith(("#", "config ", "\t")) or not line for line in kconfig)
    for on in ("y", "n"):
        place = tmp_path / on
        place.mkdir()
        (place / "main.c").write_text(MAIN if on == "y" else "typedef int nothing;\n")
        values = {"cpu": CPU, "on": on, "cmsis_nn": standin, "module": out, "cmake": module["build"]["cmake"]}
        (place / "CMakeLists.txt").write_text(APPLICATION.format(**values))
        options = ["-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_SYSTEM_NAME=Generic"]
        options += ["-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY"]
        for arguments in (["-S", place, "-B", place / "b", *options], ["--build", place / "b"]):
            done = subprocess.run(["cmake", *map(str, arguments)], capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
        objects = {p.name for p in (place / "b").rglob("*.obj")}
        assert ("digits.c.obj" in objects) == ("arm_convolve_s8.c.obj" in objects) == (on == "y")


def test_both_may_be_asked_for_and_come_without_asking_never(folder: Callable[..., Path]) -> None:
    out = folder("--package", "zephyr", "--package", "cmsis-pack", "--package", "zephyr", "--force")
    assert (out / "edgec.digits.pdsc").is_file() and (out / "zephyr" / "module.yml").is_file()
    out = folder()
    assert not (out / "edgec.digits.pdsc").exists() and not (out / "zephyr").exists()


def test_a_package_for_firmware_is_none_for_linux(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    ran = edgec("convert", digits / "digits.onnx", "-t", "cortex-a53", "--package", "zephyr", "-o", tmp_path / "net")
    assert ran.code == 2 and "--package zephyr: target 'cortex-a53' runs programs" in ran.err
    assert not (tmp_path / "net").exists()


@needs_compiler
def test_a_makefile_includes_the_sources(folder: Callable[..., Path], standin: Path, tmp_path: Path) -> None:
    """With the vendor's files, from any folder; without that folder one sentence."""
    out = folder("--package", "make", "--kernels", "cmsis-nn")
    (tmp_path / "Makefile").write_text(
        f"include net/sources.mk\nall: $(DIGITS_SOURCES:%.c=%.o)\n"
        f"%.o: %.c\n\tarm-none-eabi-gcc {CPU} $(DIGITS_CFLAGS) -c $< -o build/$(notdir $@)\n"
    )
    (tmp_path / "build").mkdir()
    command = ["make", "-s", "-C", str(tmp_path)]
    done = subprocess.run([*command, f"CMSIS_NN_DIR={standin}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    made = {p.stem for p in (tmp_path / "build").iterdir()}
    assert {p.stem for p in out.rglob("*.c")} < made and "arm_convolve_s8" in made
    environment = {k: v for k, v in os.environ.items() if k != "CMSIS_NN_DIR"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode != 0 and "set CMSIS_NN_DIR to the folder of its sources" in done.stderr


@needs_compiler
def test_an_arduino_library_is_one_file_with_equal_bytes(
    folder: Callable[..., Path], edgec: Edgec, digits: Path, tmp_path: Path
) -> None:
    out = folder("--package", "arduino", "-t", "cortex-m4")
    library = out / "arduino"
    files = [p for p in library.rglob("*") if p.is_file()]
    assert len(files) <= 10
    told = dict(line.split("=", 1) for line in (library / "library.properties").read_text().splitlines())
    needed = "name version author maintainer sentence paragraph category url architectures"  # Arduino's specification
    assert set(needed.split()) <= set(told) and re.fullmatch(r"\d+\.\d+\.\d+-m[0-9a-f]{8}", told["version"])
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{,62}", told["name"]) and not told["name"].startswith("Arduino")
    kinds = [line.split("\t") for line in (library / "keywords.txt").read_text().splitlines()]
    assert {kind for _, kind in kinds} <= {"KEYWORD1", "KEYWORD2", "LITERAL1"}
    source = (library / "src" / "digits.c").read_text()
    assert re.findall(r'^#\s*include\s+"(.*)"', source, re.MULTILINE) == ["digits.h"]
    stub = write_stub(tmp_path / "stub")
    flags = [*CPU.split(), "-Wall", "-Wextra", "-Werror", f"-I{stub}", f"-I{library / 'src'}", "-o", tmp_path / "x.o"]
    for sketch in library.rglob("*.ino"):
        assert sketch.stem == sketch.parent.name
        language = ("-include", "Arduino.h", "-x", "c++", "-c", sketch)
        subprocess.run(["arm-none-eabi-g++", *flags, *language], check=True)
    project = tmp_path / "project"
    assert edgec("new", project, out, "--data", digits / "evaluation.npz").code == 0
    shutil.rmtree(project / "digits")
    shutil.copytree(library / "src", project / "digits")
    done = subprocess.run(["make", "-s", "-C", project, "run"], capture_output=True, text=True, check=False)
    assert "all output bytes are those of edgec's simulator" in done.stdout and not done.stderr, done.stderr


@needs_compiler
def test_a_package_that_holds_all_c_has_no_vendor(
    edgec: Edgec, digits: Path, standin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMSIS_NN_DIR", str(standin))
    options = ("--kernels", "cmsis-nn", "--calibration", digits / "calibration.npz")
    ran = edgec("convert", digits / "digits.onnx", *options, "-o", tmp_path / "net", "--package", "arduino")
    assert ran.code == 2 and "--package arduino: holds all of the C, and part of this model's is" in ran.err


def test_manifests_of_registries(folder: Callable[..., Path]) -> None:
    out = folder("--package", "platformio", "--package", "esp-idf")
    library = json.loads((out / "library.json").read_text())
    there = {f"+<{p.relative_to(out)}>" for p in out.rglob("*.c")}
    assert set(library["build"]["srcFilter"]) == {"-<*>", *there}
    assert (out / library["headers"]).is_file() and "-O3" in library["build"]["flags"]
    component = yaml.safe_load((out / "idf_component.yml").read_text())
    assert re.fullmatch(r"\d+\.\d+\.\d+-m[0-9a-f]{8}", component["version"]) and "idf" in component["dependencies"]
    kconfig = (out / "Kconfig").read_text()
    (option,) = re.findall(r"^config (\w+)$", kconfig, re.MULTILINE)
    assert f"CONFIG_{option}" in (out / "CMakeLists.txt").read_text()
