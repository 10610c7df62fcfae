"""Kept objects: taken when all that the compiler reads is the same, and only then."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from edgec.targets.machine.toolchain import run_tool
from tests.builders.codegen_models import need
from tests.suite.objects import Objects


class Compiler:
    """A source with a header, compiled in a folder of its own each time; counts how often a compiler ran."""

    def __init__(self, folder: Path) -> None:
        need("gcc")
        self.folder, self.runs = folder, 0
        self.run = Objects(folder / "objects").running(self._run)

    def _run(self, command: Sequence[str], cwd: Path, what: str, *more: float) -> subprocess.CompletedProcess[str]:
        self.runs += 1
        return run_tool(command, cwd, what, *more)

    def compiled(self, name: str, header: str, *flags: str, source: str = "int f(void) { return K; }\n") -> Path:
        """The object."""
        place = self.folder / name
        (place / "build").mkdir(parents=True)
        (place / "k.h").write_text(header)
        (place / "f.c").write_text(f'#include "k.h"\n{source}')
        out = place / "build" / "f.o"
        done = self.run(["gcc", *flags, "-I.", "-c", "f.c", "-o", str(out)], place, "compiling f.c")
        assert (done.returncode == 0) == out.is_file()
        return out


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    return Compiler(tmp_path)


def test_the_same_text_in_another_folder_is_not_compiled_again(compiler: Compiler) -> None:
    first = compiler.compiled("a", "#define K 3\n", "-O2", "-fcallgraph-info=su")
    second = compiler.compiled("b", "#define K 3\n", "-O2", "-fcallgraph-info=su")
    assert compiler.runs == 1 and first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".ci").read_text() == second.with_suffix(".ci").read_text() != ""


def test_a_header_an_option_or_a_source_that_changes_is_seen(compiler: Compiler) -> None:
    base = compiler.compiled("a", "#define K 3\n", "-O2").read_bytes()
    assert compiler.compiled("b", "#define K 4\n", "-O2").read_bytes() != base
    assert compiler.compiled("c", "#define K 3\n", "-O2", "-DEXTRA", "-fPIC", "-g").read_bytes() != base
    assert compiler.compiled("d", "#define K 3\n", "-O2", source="int g(void) { return K; }\n").read_bytes() != base
    assert compiler.runs == 4
    assert compiler.compiled("e", "#define K 4\n", "-O2").read_bytes() != base and compiler.runs == 4


def test_what_fails_or_warns_is_compiled_each_time(compiler: Compiler) -> None:
    for name, source in (("a", "int f(void) { K }\n"), ("b", "int f(void) { int x; return 0; }\n")):
        for turn in "12":
            compiler.compiled(name + turn, "#define K 3\n", "-Wall", source=source)
    assert compiler.runs == 4


def test_a_full_folder_loses_the_oldest(compiler: Compiler) -> None:
    compiler.compiled("a", "#define K 3\n")
    Objects(compiler.folder / "objects").shrink(0)
    compiler.compiled("b", "#define K 3\n")
    assert compiler.runs == 2
