"""One buffer for an input and an output may give wrong bytes: compilers warn of it, and the header says why."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from edgec.codegen import generate
from tests.builders.codegen_models import int8_graph, need, options, write

CALL = '#include "tiny.h"\nint f(tiny_t *, int8_t *, int8_t *);\nint f(tiny_t *m, int8_t *a, int8_t *b)\n{\n%s\n}\n'
APART = "    return tiny_run(m, a, b);"
SHARED = "    (void)b;\n    return tiny_run(m, a, a);"


def said(folder: Path, compiler: str, body: str, *flags: str) -> str:
    name = "app.cpp" if "++" in compiler else "app.c"
    (folder / name).write_text(CALL % body, encoding="ascii")
    command = [compiler, "-Wall", "-Wextra", "-Wpedantic", "-c", *flags, name, "-o", "/dev/null"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


@pytest.mark.parametrize("compiler", ["gcc", "g++", "arm-none-eabi-gcc"])
def test_a_compiler_warns_of_one_buffer_for_two_ports(compiler: str, tmp_path: Path) -> None:
    need(compiler)
    write(generate(int8_graph(), options()), tmp_path)
    assert said(tmp_path, compiler, APART) == ""
    assert "aliases with argument 2 [-Wrestrict]" in said(tmp_path, compiler, SHARED)


@pytest.mark.parametrize("compiler", ["clang", "clang++"])
def test_other_compilers_read_the_header(compiler: str, tmp_path: Path) -> None:
    need(compiler)
    write(generate(int8_graph(), options()), tmp_path)
    assert said(tmp_path, compiler, APART, *(() if "++" in compiler else ("-std=c99",))) == ""


def test_the_header_and_the_page_of_states_say_so(tmp_path: Path) -> None:
    write(generate(int8_graph(), options()), tmp_path)
    header = " ".join((tmp_path / "tiny.h").read_text(encoding="ascii").replace("\n *", "").split())
    assert "Buffers must not overlap each other or the arena: outputs are written while inputs are still read" in header
    assert "An output that is fed back needs two buffers that change places." in header
