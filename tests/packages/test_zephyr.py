"""--package zephyr: what the configuration must have, and the module's own test and sample, here on this computer."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cmsis_nn.folder import write_standin

KERNEL_H = """
#include <stdint.h>
static inline uint32_t k_cycle_get_32(void) { return 0; }
static inline uint32_t k_cyc_to_us_near32(uint32_t cycles) { return cycles; }
"""
PRINTK_H = "#include <stdio.h>\n#define printk printf\n"
DSP = "(CPU_CORTEX_M4 || CPU_CORTEX_M7 || ARMV8_M_DSP) || EDGEC_DIGITS_PORTABLE"


@pytest.mark.parametrize(
    ("options", "needs", "fpu"),
    [
        (("-t", "cortex-m3"), [], False),
        (("-t", "cortex-m33"), [DSP], False),
        (("-t", "cortex-m55"), ["FPU && ARMV8_1_M_MVEI", DSP], True),
        (("-t", "cortex-m55", "--kernels", "cmsis-nn"), ["FPU && ARMV8_1_M_MVEI", DSP], True),
        (("-t", "cortex-m3", "--kernels", "cmsis-nn"), ["!(FPU && ARMV8_1_M_MVEI)"], False),
        (("-t", "cortex-m4", "--quantize", "float32"), [], True),
    ],
)
def test_the_configuration_must_have_what_the_kernels_need(
    options: tuple[str, ...], needs: list[str], fpu: bool, edgec: Callable[..., Any], digits: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("CMSIS_NN_DIR", str(write_standin(tmp_path / "nn")))
    data = () if "float32" in options else ("--calibration", digits / "calibration.npz")
    ran = edgec("convert", digits / "digits.onnx", *data, *options, "-o", tmp_path / "net", "--package", "zephyr")
    assert ran.code == 0, ran.err
    kconfig = (tmp_path / "net" / "zephyr" / "Kconfig").read_text()
    model = kconfig.split("\nconfig ")[1]
    found = [line.removeprefix("\tdepends on ") for line in model.splitlines() if line.startswith("\tdepends on ")]
    assert set(found) <= set(needs) and (found or not needs)
    if "cmsis-nn" in options:
        assert needs[0] in found
    for application in ("samples/run", "tests/bytes"):
        assert ("CONFIG_FPU=y" in (tmp_path / "net/zephyr" / application / "prj.conf").read_text()) == fpu
    left_out = "is left out" in (tmp_path / "net/zephyr/CMakeLists.txt").read_text()
    assert left_out == bool(found), "a model that Kconfig turns off is named"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("tests/bytes", "digits: all output bytes are those of edgec's simulator\n"),
        ("samples/run", "digits: 0 microseconds\n"),
    ],
)
def test_programs_of_the_module_run(program: str, said: str, packed: Path, tmp_path: Path) -> None:
    """Against a stand-in of the kernel's headers, and by the portable C of the kernels."""
    for name, text in (("kernel.h", KERNEL_H), ("sys/printk.h", PRINTK_H)):
        path = tmp_path / "include" / "zephyr" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    main = tmp_path / "main.c"
    shutil.copy(packed / "zephyr" / program / "src" / "main.c", main)
    sources = [main, *packed.glob("*.c"), *packed.glob("edgec_kernels/*.c")]
    flags = [
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"-I{tmp_path / 'include'}",
        f"-I{packed}",
        "-o",
        str(tmp_path / "app"),
    ]
    command = ["cc", *flags, *map(str, sources), "-lm"]
    subprocess.run(command, check=True)
    assert subprocess.run([tmp_path / "app"], capture_output=True, text=True, check=True).stdout == said
    if program == "tests/bytes":
        text = main.read_text()
        number = text.index("expected0[DIGITS_OUTPUT0_SIZE] = {")
        digit = next(i for i in range(number + 30, len(text)) if text[i].isdigit() and text[i + 1] == ",")
        main.write_text(text[:digit] + ("1" if text[digit] != "1" else "2") + text[digit + 1 :])
        subprocess.run(command, check=True)
        done = subprocess.run([tmp_path / "app"], capture_output=True, text=True, check=True)
        assert done.stdout == "digits: output 0 differs from edgec's simulator\n"
