"""R20: no kernel casts against the rules of aliasing, and a layer's comment tells a bias from a weight."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate
from tests.builders.codegen_models import need, options
from tests.builders.row_models import bottleneck

RUNTIME = Path(__file__).resolve().parents[2] / "runtime_c"
M4, M55 = "arm-none-eabi-gcc -mthumb -mcpu=cortex-m4", "arm-none-eabi-gcc -mthumb -mcpu=cortex-m55 -mfloat-abi=hard"
A64 = "aarch64-linux-gnu-gcc -march=armv8.2-a+i8mm+dotprod"
A7 = "arm-linux-gnueabihf-gcc -mcpu=cortex-a7 -mfpu=neon-vfpv4 -mfloat-abi=hard"
LIBRARIES = {
    "plain": "gcc", "blocked_f32": "gcc", "scalar": "gcc", "half": "gcc", "armv7em": M4, "mve": M55, "neon": A64,
    "neon_f32": A64, "avr": "gcc", "neon_dot": A64, "neon_i8mm": A64, "neon_v7": A7, "neon_f32_v7": A7, "mve_f32": M55,
}  # fmt: skip


def test_every_library_is_looked_at() -> None:
    found = {folder.name for folder in RUNTIME.iterdir() if any(folder.glob("*.h"))}
    assert found - {"include", "cmsis_nn"} == set(LIBRARIES)


def looked_at(compiler: str, text: str, folder: Path, folders: list[Path]) -> str:
    """Compile a text and return what the least trusting level of the warning says."""
    (folder / "all.c").write_text(text, encoding="ascii")
    command = [*compiler.split(), "-std=c99", "-O2", "-Wstrict-aliasing=1", "-DEDGEC_OWN_BLOCKS", "-fsyntax-only"]
    command += [*(f"-I{f}" for f in folders), "all.c"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


@pytest.mark.parametrize("library", LIBRARIES)
def test_no_kernel_casts_against_aliasing(library: str, tmp_path: Path) -> None:
    need(LIBRARIES[library].split()[0])
    headers = sorted((RUNTIME / library).glob("*.h"), key=lambda h: ("EDGEC_TAGGED(" not in h.read_text("ascii"), h))
    text = "".join(f'#include "{h.name}"\n' for h in headers)
    folders = [RUNTIME / library, *(f for f in sorted(RUNTIME.iterdir()) if f.is_dir() and f.name != library)]
    assert looked_at(LIBRARIES[library], text, tmp_path, folders) == ""


def test_the_warning_sees_such_a_cast(tmp_path: Path) -> None:
    need("gcc")
    text = "int f(short *x);\nint f(short *x)\n{\n    return *(int *)&x[1];\n}\n"
    assert "will break strict-aliasing" in looked_at("gcc", text, tmp_path, []).replace("might break", "will break")


def test_comments_of_layers_tell_biases_from_weights() -> None:
    text = dict(generate(bottleneck(True), options()).files)["tiny.c"].decode("ascii")
    constants = re.findall(r"^ +\* (weight|bias|const) +\[([\d,]+)\] (\w+)", text, re.M)
    assert {kind for kind, _, _ in constants} == {"weight", "bias"}
    for kind, shape, dtype in constants:
        rank = int(np.size(shape.split(",")))
        assert (kind == "bias") == (rank == 1 and dtype == "int32")
    assert not re.search(r"\b1 (input|output) channels", text)
