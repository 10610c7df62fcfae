"""--package cmake: several models of a project share one library of kernels, and one of each vendor's."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cmsis_nn.folder import write_standin
from tests.packages.tools import run

pytestmark = [
    pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler"),
]
PROJECT = """\
cmake_minimum_required(VERSION 3.13)
project(app C)
add_compile_options(-Wall -Wextra -Werror)
add_subdirectory(one/cmake models)
add_executable(app main.c)
target_link_libraries(app PRIVATE edgec_models)
"""
MAIN = """\
#include "one.h"
#include "two.h"
#include <string.h>
#define LARGER (ONE_ARENA_SIZE > TWO_ARENA_SIZE ? ONE_ARENA_SIZE : TWO_ARENA_SIZE)
static _Alignas(16) unsigned char arena[LARGER]; /* nothing of it is needed between runs */
static int8_t in[ONE_INPUT0_SIZE], a[ONE_OUTPUT0_SIZE], b[TWO_OUTPUT0_SIZE];
int main(void)
{
    one_t one;
    two_t two;
    int failed = one_init(&one, arena, sizeof arena) | two_init(&two, arena, sizeof arena);
    failed |= one_run(&one, in, a) | two_run(&two, in, b);
    return failed || memcmp(a, b, sizeof a) != 0;
}
"""


@pytest.fixture
def models(edgec: Callable[..., Any], digits: Path, tmp_path: Path) -> Callable[..., Path]:
    """A project of the digits net twice, under two names."""

    def made(*options: str) -> Path:
        data = ("--calibration", digits / "calibration.npz", "-t", "cortex-m4")
        for name in ("one", "two"):
            ran = edgec("convert", digits / "digits.onnx", *data, "--name", name, "-o", tmp_path / name, *options)
            assert ran.code == 0, ran.err
        (tmp_path / "CMakeLists.txt").write_text(PROJECT)
        (tmp_path / "main.c").write_text(MAIN)
        return tmp_path

    return made


def built(project: Path, *options: str) -> Counter[str]:
    """Names of the objects of a build."""
    for command in (["-S", project, "-B", project / "b", *options], ["--build", project / "b"]):
        done = run("cmake", *command)
        assert done.returncode == 0, done.stdout + done.stderr
    return Counter(p.name.split(".")[0].partition("_k")[0] for p in (project / "b").rglob("*.o"))


def test_models_share_kernels_and_an_arena(models: Callable[..., Path]) -> None:
    """The program is run on this computer, by the portable C of the kernels, which gives equal bytes."""
    project = models("--package", "cmake")
    objects = built(project)
    assert objects["edgec_armv7em"] == 1 and objects["one"] == objects["two"] == 1
    assert subprocess.run([project / "b" / "app"], check=False).returncode == 0
    assert run("cmake", "--build", project / "b").returncode == 0


def test_a_vendors_library_is_compiled_once(
    models: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path_factory.mktemp("arm") / "nn")))
    objects = built(models("--package", "cmake", "--kernels", "cmsis-nn"))
    assert objects["arm_convolve_s8"] == 1


def test_a_folder_that_is_none_of_edgecs_is_named(models: Callable[..., Path]) -> None:
    project = models("--package", "cmake")
    (project / "three").mkdir()
    (project / "three" / "report.json").write_text("{}")
    done = run("cmake", "-S", project, "-B", project / "b", "-DEDGEC_MODELS=one;three")
    assert done.returncode != 0 and "three is no folder that edgec made" in " ".join(done.stderr.split())
