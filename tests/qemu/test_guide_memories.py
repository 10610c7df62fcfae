"""Examples of docs/guide/memory.md about arenas compile, link and run: a union, an arena for each memory."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

MAIN = """
#include "kws.h"
#include "vww.h"
#include <string.h>
static kws_t kws;
static vww_t vww;
{declared}
static int8_t in[KWS_INPUT0_SIZE], a[KWS_OUTPUT0_SIZE], b[VWW_OUTPUT0_SIZE], again[KWS_OUTPUT0_SIZE];
int main(void)
{{
    size_t i;
    for (i = 0; i < sizeof in; i++) in[i] = (int8_t)(i * 29u % 127u);
    {called}
    if (sizeof arena != (KWS_ARENA_SIZE > VWW_ARENA_SIZE ? KWS_ARENA_SIZE : VWW_ARENA_SIZE)) return 1;
    if (kws_run(&kws, in, a) || vww_run(&vww, in, b) || kws_run(&kws, in, again)) return 2;
    if (memcmp(a, b, sizeof a) || memcmp(a, again, sizeof a)) return 3; /* one net, made in two ways: equal bytes */
    return 0;
}}
"""


def guide(repo: Path, title: str) -> str:
    """The code blocks of a section of the guide."""
    section = re.split(r"^#+ ", (repo / "docs/guide/memory.md").read_text(), flags=re.MULTILINE)
    text = next(s for s in section if s.startswith(title))
    return "\n".join(re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL))


def test_two_models_in_one_union(edgec: Callable[..., Any], repo: Path, digits: Path, tmp_path: Path) -> None:
    calibration = digits / "calibration.npz"
    for name, kind in (("kws", "speed"), ("vww", "ram")):
        ran = edgec(
            "convert", digits / "digits.onnx", "--calibration", calibration, "--name", name, "--optimize", kind,
            "-t", "host", "-o", tmp_path / name,
        )  # fmt: skip
        assert ran.code == 0, ran.err
    declared, called = guide(repo, "Several models, one arena").split("\n\n", 1)
    (tmp_path / "main.c").write_text(MAIN.format(declared=declared, called=called))
    files = [str(p.relative_to(tmp_path)) for n in ("kws", "vww") for p in (tmp_path / n).rglob("*.c")]
    command = ["gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Ikws", "-Ivww", "main.c", *files, "-o", "both", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "both"]).returncode == 0


SCRIPT = """
MEMORY
{{
    FLASH (rx) : ORIGIN = 0x08000000, LENGTH = 2M
    DTCM (rwx) : ORIGIN = 0x20000000, LENGTH = 128K
    AXI (rwx) : ORIGIN = 0x24000000, LENGTH = 512K
}}
SECTIONS
{{
    .text : {{ *(.text .text.*) }} > FLASH
    {lines}
    .rodata : {{ *(.rodata .rodata.*) }} > FLASH
    .data : {{ *(.data .data.*) }} > AXI AT > FLASH
    .bss (NOLOAD) : {{ *(.bss .bss.* COMMON) }} > AXI
    end = .;
}}
"""


def test_the_lines_for_a_linker_script(edgec: Callable[..., Any], repo: Path, digits: Path, tmp_path: Path) -> None:
    target = load_target("stm32h743")
    if not available(target):
        pytest.skip("no cross compiler")
    places = ("--place", "arena=dtcm:1400,axi_sram", "--place", "weights=dtcm,flash")
    calibration = digits / "calibration.npz"
    ran = edgec(
        "convert", digits / "digits.onnx", "--calibration", calibration, "--name", "kws", "-t", "stm32h743", *places,
        "-o", tmp_path / "out",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    blocks = guide(repo, "Several memories").splitlines()
    code = "\n".join(line for line in blocks if line.startswith("KWS_DEFINE"))
    init = next(line for line in blocks if line.startswith("kws_init"))
    body = f"{init}\nreturn kws_run(&model, NULL, NULL);"
    (tmp_path / "main.c").write_text(f'#include "kws.h"\nstatic kws_t model;\n{code}\nint main(void)\n{{\n{body}\n}}\n')
    lines = "\n    ".join(line for line in blocks if line.startswith(".edgec"))
    (tmp_path / "board.ld").write_text(SCRIPT.format(lines=lines))
    subprocess.run(
        [*target.toolchain.compilers, *target.toolchain.compile_flags, *target.toolchain.link_flags, "-Iout",
         "-Wl,--entry=main", "-T", "board.ld", "main.c", "out/kws.c", "out/kws_weights.c",
         *(str(p.relative_to(tmp_path)) for p in (tmp_path / "out" / "edgec_kernels").glob("*.c")),
         "-o", "board.elf"],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    with (tmp_path / "board.elf").open("rb") as stream:
        elf = ELFFile(stream)
        at = {s.name: int(s["st_value"]) for s in elf.get_section_by_name(".symtab").iter_symbols()}
        copied = [s for s in elf.iter_segments() if s["p_type"] == "PT_LOAD" and s["p_vaddr"] >> 24 == 0x20]
        assert any(s["p_paddr"] >> 24 == 0x08 and s["p_filesz"] for s in copied)
    assert (at["fast"] >> 24, at["slow"] >> 24) == (0x20, 0x24)
