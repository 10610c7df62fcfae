"""The portable kernels as source: every warning on each header alone, no double, no library but memory and math."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from edgec.targets.machine.compile import STRICT_WARNINGS
from tests.suite.kept import contents, kept
from tests.suite.objects import compiled

RUNTIME = Path(__file__).resolve().parents[2] / "runtime_c"
HEADERS = sorted(h for folder in ("include", "plain", "blocked_f32") for h in (RUNTIME / folder).glob("*.h"))
INCLUDES = [f"-I{folder}" for folder in sorted({h.parent for h in HEADERS})]
INTEGER_ONLY = ("edgec_fixed", "edgec_move", "edgec_gather", "edgec_requantize", "edgec_where", "edgec_integers")
IN_A_MODEL = ("__GNUC__=12", "__ELF__")
IN_A_LIBRARY = (*IN_A_MODEL, "EDGEC_LIBRARY")
"""Macros of compilers that headers ask for, in a file of a model and in one that holds bodies."""
COMPILERS = ("gcc", "clang", "arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb", "arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_each_header_stands_alone(compiler: str, tmp_path: Path) -> None:
    name, *flags = compiler.split()
    if shutil.which(name) is None:
        pytest.skip(f"{name} is absent")
    for header in HEADERS:
        source = tmp_path / f"{header.stem}.c"
        # "static inline" as plain functions, so that the compiler warns about their insides
        source.write_text(f'#define inline\n#include "{header.name}"\n#include "{header.name}"\n', encoding="utf-8")
        command = [
            name,
            *flags,
            "-std=c99",
            "-O2",
            *STRICT_WARNINGS,
            "-Wno-unused-function",
            *INCLUDES,
            "-c",
            source.name,
            "-o",
            f"{header.stem}.o",
        ]
        done = compiled(command, tmp_path)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("compiler", "libraries"),
    [
        (COMPILERS[0], ("armv7em",)),
        (COMPILERS[2], ("armv7em",)),
        ("arm-none-eabi-gcc -mcpu=cortex-m55 -mfloat-abi=hard -mthumb -O3", ("armv7em", "mve")),
        ("arm-linux-gnueabihf-gcc -mcpu=cortex-a7 -mfpu=neon -O3", ("neon_v7", "neon_f32_v7")),
        ("aarch64-linux-gnu-gcc -march=armv8.2-a+dotprod+i8mm -O3", ("neon", "neon_dot", "neon_i8mm", "neon_f32")),
    ],
)
def test_all_headers_stand_together(compiler: str, libraries: tuple[str, ...], tmp_path: Path) -> None:
    """A model may need any of them in one file, those of shared blocks first: no function is defined twice."""
    name, *flags = compiler.split()
    if shutil.which(name) is None:
        pytest.skip(f"{name} is absent")
    folders = ("include", "plain", "blocked_f32", *libraries)
    headers = [h for folder in folders for h in sorted((RUNTIME / folder).glob("*.h"))]
    headers.sort(key=lambda h: "EDGEC_TAGGED(" not in h.read_text(encoding="ascii"))
    (tmp_path / "all.c").write_text("".join(f'#include "{h.name}"\n' for h in headers), encoding="utf-8")
    bases = ("neon", "neon_f32") if "neon_v7" in libraries else ()  # of which they include what Armv7-A has too
    searched = (f"-I{RUNTIME / folder}" for folder in (*folders, *bases))
    command = [name, *flags, "-std=c99", *searched, "-DEDGEC_OWN_BLOCKS", "-fsyntax-only", "all.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_names_are_unique_and_prefixed() -> None:
    names = [h.name for h in HEADERS]
    assert len(set(names)) == len(names)
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="ascii"), flags=re.DOTALL)
        for match in re.finditer(r"static inline [\w *]*?(\w+)\(", text):
            assert match[1].startswith(("edgec_", "name", "symbol")), f"{header.name}: {match[1]}"


def test_integer_kernels_hold_no_real_number() -> None:
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="ascii"), flags=re.DOTALL)
        assert not re.search(r"\bstdio\b|\bstdlib\b|\bmalloc\b|\bprintf\b", text), header.name
        assert header.stem.endswith("_f64") or not re.search(r"\bdouble\b", text), header.name
        if "_s8" in header.stem or header.stem.endswith("_int") or header.stem in INTEGER_ONLY:
            assert not re.search(r"\bfloat\b|math\.h", text), header.name


def one_by_one(headers: Sequence[Path], folder: Path) -> list[str]:
    """A file for each header: its includes are read for it alone, as in a model that needs no other."""
    for header in headers:
        (folder / f"{header.stem}.c").write_text(f'#include "{header.name}"\n', encoding="utf-8")
    return [str(folder / f"{header.stem}.c") for header in headers]


def cppcheck(headers: Sequence[Path], includes: Sequence[str], folder: Path, macros: Sequence[str]) -> str:
    """Return what cppcheck has to say of each header, "" for nothing; kept while no header changes.

    The configuration is that of ``macros``: cppcheck's own guesses take ten times as long, and leave most out.
    """
    if shutil.which("cppcheck") is None:
        pytest.skip("cppcheck is absent")
    suppressed = [f"--suppress={s}" for s in ("missingIncludeSystem", "unusedFunction", "unmatchedSuppression")]
    words = ["--enable=all", "--std=c99", "--inline-suppr", "--error-exitcode=1", "-q", *suppressed]
    words += [f"-D{macro}" for macro in macros]

    def said() -> str:
        command = ["cppcheck", *words, *includes, *one_by_one(headers, folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr or f"ended with {done.returncode}" if done.returncode else ""

    read = [h for include in includes for h in Path(include.removeprefix("-I")).glob("*.h")]
    return kept("cppcheck", contents("cppcheck", [*words, *(h.name for h in headers)], read), said)


@pytest.mark.parametrize("macros", [IN_A_MODEL, IN_A_LIBRARY], ids=["model", "library"])
def test_cppcheck(macros: tuple[str, ...], tmp_path: Path) -> None:
    assert not cppcheck(HEADERS, INCLUDES, tmp_path, macros)


def test_cppcheck_sees_what_is_wrong(tmp_path: Path) -> None:
    header = tmp_path / "edgec_wrong.h"
    body = "#ifdef EDGEC_LIBRARY\n    return a[2];\n#endif\n    return a[1];"
    text = f"static inline int f(void)\n{{\n    const int a[2] = {{1, 2}};\n{body}\n}}\n"
    header.write_text(text, encoding="ascii")
    for _ in "12":
        assert "arrayIndexOutOfBounds" in cppcheck([header], [f"-I{tmp_path}"], tmp_path, IN_A_LIBRARY)
    assert not cppcheck([header], [f"-I{tmp_path}"], tmp_path, IN_A_MODEL)
    header.write_text(text.replace("return a[2]", "return a[1]"), encoding="ascii")
    assert not cppcheck([header], [f"-I{tmp_path}"], tmp_path, IN_A_LIBRARY)


def test_clang_format() -> None:
    if shutil.which("clang-format") is None:
        pytest.skip("clang-format is absent")
    command = ["clang-format", "--dry-run", "-Werror", *(str(h) for h in HEADERS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
