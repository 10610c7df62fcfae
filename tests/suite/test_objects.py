"""Kept objects: taken when all that the compiler reads is the same, and only then."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.kernel_bench import run_trials
from edgec.codegen.kernels.catalog import kernels_of
from edgec.targets.machine import compile as compiling
from edgec.targets.machine.toolchain import run_tool
from edgec.targets.reader import load_target
from tests.builders.codegen_models import need
from tests.kernels.layers import made_of
from tests.suite import precompiled
from tests.suite.objects import Objects, folder_of_objects, users_folder
from tests.suite.precompiled import Precompiled


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
        (place / "build").mkdir(parents=True, exist_ok=True)
        (place / "k.h").write_text(header)
        (place / "f.c").write_text(f'#include "k.h"\n{source}')
        out = place / "build" / "f.o"
        done = self.run(["gcc", *flags, "-I.", "-c", "f.c", "-o", str(out)], place, "compiling f.c")
        assert (done.returncode == 0) == out.is_file()
        return out


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    return Compiler(tmp_path)


def test_checkouts_share_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDGEC_TEST_OBJECTS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    users_folder.cache_clear()
    assert folder_of_objects() == tmp_path / "edgec" / "test-objects"
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))  # where nothing can be made
    users_folder.cache_clear()
    assert folder_of_objects() == Path(__file__).parents[2] / "build" / "objects"
    monkeypatch.setenv("EDGEC_TEST_OBJECTS", "off")
    assert folder_of_objects() is None
    users_folder.cache_clear()


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


def test_a_header_that_hides_another_is_seen(compiler: Compiler) -> None:
    """A quoted one lies in the folder, or in one that is searched later; the system's lie in none of them."""
    source, folders = "#include <limits.h>\nint f(void) { return INT_MAX; }\n", ("-Ibuild", "-I.")
    base = compiler.compiled("a", "", *folders, source=source).read_bytes()
    own = compiler.folder / "own.h"
    own.write_text("#undef INT_MAX\n#define INT_MAX 3\n")
    for name, header in (("b", "limits.h"), ("c", "build/limits.h"), ("d", "build/other.h")):
        (compiler.folder / name / "build").mkdir(parents=True)
        (compiler.folder / name / header).write_text(own.read_text())
        assert (compiler.compiled(name, "", *folders, source=source).read_bytes() == base) == (name == "d")
    assert compiler.runs == 3
    (compiler.folder / "e" / "build").mkdir(parents=True)
    (compiler.folder / "e" / "build" / "k.h").write_text("#define K 5\n")
    compiler.compiled("e", "", *folders, source=source)  # "k.h" of the folder comes first
    assert compiler.runs == 4, "which file is read is not worked out, only whether it could be another"


def test_what_fails_or_warns_is_compiled_each_time(compiler: Compiler) -> None:
    for name, source in (("a", "int f(void) { K }\n"), ("b", "int f(void) { int x; return 0; }\n")):
        for turn in "12":
            compiler.compiled(name + turn, "#define K 3\n", "-Wall", source=source)
    assert compiler.runs == 4


def test_a_plugin_is_kept(compiler: Compiler) -> None:
    """Whatever headers lie beside it: it reads none of them."""
    for name in "ab":
        (compiler.folder / name).mkdir()
        (compiler.folder / name / f"{name}.h").touch()
        (compiler.folder / name / "f.c").write_text("int f(void) { return 1; }\n")
        done = compiler.run(["gcc", "-shared", "-fPIC", "f.c", "-o", "f.so"], compiler.folder / name, "compiling f.c")
        assert done.returncode == 0 and (compiler.folder / name / "f.so").is_file()
    assert compiler.runs == 1


def test_a_full_folder_loses_the_oldest(compiler: Compiler) -> None:
    compiler.compiled("a", "#define K 3\n")
    Objects(compiler.folder / "objects").shrink(0)
    compiler.compiled("b", "#define K 3\n")
    assert compiler.runs == 2


def test_a_folder_is_looked_through_once_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(Objects, "shrink", lambda _self: looks.append(1))
    for turn in range(3):
        Objects(tmp_path).shrink_seldom()
        if turn == 1:
            os.utime(tmp_path / "shrunk", (0, 0))
    assert len(looks) == 2


@pytest.mark.parametrize(
    ("core", "library"), [("armv8-i8mm", "neon_i8mm"), ("cortex-a7", "neon_v7")], ids=precompiled.COMPILERS
)
def test_a_precompiled_header_changes_no_byte(core: str, library: str, tmp_path: Path) -> None:
    target = load_target(core)
    need(Path(target.toolchain.compilers[0]).name)
    kernel = next(k for k in kernels_of(target) if k.library.name == library)
    trials = [m.trial for m in islice(made_of(kernel), 2)]
    commands = []

    def seen(command: Sequence[str], *more: Any) -> subprocess.CompletedProcess[str]:
        commands.append(list(command))
        return run_tool(command, *more)

    objects = {}
    for name, run in (("plain", run_tool), ("precompiled", Precompiled(tmp_path / "headers").running(seen))):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiling, "run_tool", run)
            run_trials(trials, target.name, alone=True, level="Os", keep=tmp_path / name)
        objects[name] = {o.name: o.read_bytes() for o in sorted((tmp_path / name).glob("*.o"))}
    assert objects["plain"] == objects["precompiled"]
    taken = [c for c in commands if "-include" in c]
    assert len(taken) > len(trials) and sum("c-header" in c for c in commands) == 1
    work = tmp_path / "precompiled"
    for command in taken:
        done = run_tool([*command, "-H", "-Winvalid-pch"], work, "compiling")
        assert f"! {tmp_path}" in done.stderr, "the header was read itself"


def test_a_header_that_is_made_for_a_build_is_known_again(compiler: Compiler, tmp_path: Path) -> None:
    """It lies beside the object, and is named by its place (``-include``): marks of the profiler are."""
    source, objects = tmp_path / "source", []
    source.mkdir()
    (source / "f.c").write_text("int f(void) { return K; }\n")
    for name, value in (("a", 3), ("b", 3), ("c", 4)):
        build = tmp_path / name
        build.mkdir()
        (build / "k.h").write_text(f"#define K {value}\n")
        command = ["gcc", "-include", str(build / "k.h"), "-c", "f.c", "-o", str(build / "f.o")]
        assert compiler.run(command, source, "compiling f.c").returncode == 0
        objects.append((build / "f.o").read_bytes())
    assert compiler.runs == 2 and objects[0] == objects[1] != objects[2]
