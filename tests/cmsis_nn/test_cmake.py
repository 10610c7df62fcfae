"""CMake builds of folders that call CMSIS-NN: where the library is found, and what is said when it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from edgec import ConvertOptions, convert
from edgec.codegen.kernels.cmsis_nn import PACKED_SOURCES, SOURCES
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.cmsis_nn.folder import write_standin

M4 = load_target("cortex-m4")
pytestmark = pytest.mark.skipif(
    not available(M4) or shutil.which("cmake") is None, reason="no cross compiler or no CMake"
)
CPU = "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb"
HEAD = "cmake_minimum_required(VERSION 3.13)\nproject(app C)\n"
NET = "add_subdirectory(net)\n"
OWN = "add_library({0} STATIC {1})\ntarget_include_directories({0} PUBLIC {2}/Include)\n"


@pytest.fixture(scope="module")
def standin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_standin(tmp_path_factory.mktemp("arm") / "nn")


@pytest.fixture(scope="module")
def net(digits: Path, standin: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = ConvertOptions(target="cortex-m4", calibration=str(digits / "calibration.npz"), kernels="cmsis-nn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CMSIS_NN_DIR", str(standin))
        return convert(digits / "digits.onnx", options, tmp_path_factory.mktemp("net") / "net").folder


def configure(net: Path, text: str, place: Path, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
    place.mkdir()
    (place / "CMakeLists.txt").write_text(text)
    shutil.copytree(net, place / "net")
    known = {k: v for k, v in os.environ.items() if not k.startswith("CMSIS_")}
    command = [
        "cmake", "-S", place, "-B", place / "b", "-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_SYSTEM_NAME=Generic",
        "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY", f"-DCMAKE_C_FLAGS={CPU}", *options,
    ]  # fmt: skip
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, env=known | more)


def objects(place: Path) -> set[str]:
    """The library's files that a build compiles, after it went well."""
    done = subprocess.run(["cmake", "--build", str(place / "b"), "--verbose"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    levels = {line.rpartition(" -O")[2].split()[0] for line in done.stdout.splitlines() if " -c " in line}
    assert "3" in levels
    return {p.name for p in (place / "b").rglob("arm_*.obj")}


@pytest.mark.parametrize("how", ["option", "environment", "pack", "zephyr"])
def test_sources_are_found(how: str, net: Path, standin: Path, tmp_path: Path) -> None:
    options, text, more = [], HEAD + NET, {}
    if how == "option":
        options = [f"-DCMSIS_NN_DIR={standin}"]
    elif how == "environment":
        more = {"CMSIS_NN_DIR": str(standin)}
    elif how == "zephyr":
        text = HEAD + f"set(ZEPHYR_CMSIS_NN_MODULE_DIR {standin})\n" + NET
    else:
        for older in ("1.0.0", "7.0.0", "9.1.0"):
            (tmp_path / "packs" / "ARM" / "CMSIS-NN" / older).mkdir(parents=True)
        (tmp_path / "packs" / "ARM" / "CMSIS-NN" / "10.0.0").symlink_to(standin)
        more = {"CMSIS_PACK_ROOT": str(tmp_path / "packs")}
    done = configure(net, text, tmp_path / "app", *options, **more)
    assert done.returncode == 0, done.stderr
    assert objects(tmp_path / "app") == {f"{Path(s).name}.obj" for s in (*SOURCES, *PACKED_SOURCES)}


@pytest.mark.parametrize("name", ["cmsis-nn", "cmsis_nn", "CMSIS_NN"])
def test_a_target_of_the_project_is_linked(name: str, net: Path, standin: Path, tmp_path: Path) -> None:
    """Its headers are the ones that are used, and none of its sources is compiled twice."""
    text = HEAD + OWN.format(name, standin / SOURCES[0], standin) + NET
    text += "get_target_property(LINKED digits LINK_LIBRARIES)\nmessage(STATUS linked=${LINKED})\n"
    done = configure(net, text, tmp_path / "app", "-DCMSIS_NN_DIR=/nowhere")
    assert done.returncode == 0, done.stderr
    assert f"linked={name}" in done.stdout
    assert objects(tmp_path / "app") == {f"{Path(SOURCES[0]).name}.obj"}


def test_two_models_share_one_library(digits: Path, net: Path, standin: Path, tmp_path: Path) -> None:
    """All objects of the project link into one program, with options that come by an INTERFACE target."""
    options = ConvertOptions(
        target="cortex-m4", calibration=str(digits / "calibration.npz"), kernels="cmsis-nn", name="other"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CMSIS_NN_DIR", str(standin))
        other = convert(digits / "digits.onnx", options, tmp_path / "other").folder
    text = f"add_library(flags INTERFACE)\ntarget_compile_options(flags INTERFACE {CPU})\n"
    text = f"{HEAD}{text}set(EDGEC_LINK_LIBRARIES flags)\n{NET}add_subdirectory({other} other)\n"
    done = configure(net, text, tmp_path / "app", f"-DCMSIS_NN_DIR={standin}", "-DCMAKE_C_FLAGS=")
    assert done.returncode == 0, done.stderr
    assert objects(tmp_path / "app") == {f"{Path(s).name}.obj" for s in (*SOURCES, *PACKED_SOURCES)}
    found = [str(p) for p in (tmp_path / "app" / "b").rglob("*.obj")]
    linked = ["arm-none-eabi-gcc", *CPU.split(), "-nostdlib", "-Wl,-r", *found, "-o", str(tmp_path / "all.o")]
    subprocess.run(linked, check=True)


def test_a_library_that_is_nowhere_is_named(net: Path, tmp_path: Path) -> None:
    done = configure(net, HEAD + NET, tmp_path / "app")
    told = " ".join(done.stderr.split())
    assert done.returncode != 0
    assert "digits calls CMSIS-NN, and it is not known where it lies; name the folder of its sources" in told
    assert "-DCMSIS_NN_DIR=..., or define a target cmsis-nn before this folder" in told


def test_a_folder_of_something_else_is_named(net: Path, tmp_path: Path) -> None:
    done = configure(net, HEAD + NET, tmp_path / "app", f"-DCMSIS_NN_DIR={tmp_path}")
    told = " ".join(done.stderr.split())
    assert done.returncode != 0 and f"has no {SOURCES[0]}" in told
