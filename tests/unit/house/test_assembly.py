"""House rules of the kernels' assembly: templates hold it, and neither they nor macros escape the rules of length."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conftest import REPO

MADE_FROM_TEMPLATE = "/* Made from asm/"
MAX_MACRO = 40
_MACRO = re.compile(r"^#define (\w+)(?:[^\n]*\\\n)*[^\n]*$", re.MULTILINE)
_PART = re.compile(r"^\{% (macro|call assembly)\b.*?^\{% end(?:macro|call) %\}", re.MULTILINE | re.DOTALL)
_STRING_OF_ASSEMBLY = re.compile(r'"[^"\n]*\\n[^"\n]*"')


def hand_written() -> list[Path]:
    """C that people write."""
    files = sorted(p for f in ("runtime_c", "targets") for p in (REPO / f).rglob("*.[ch]"))
    return [p for p in files if MADE_FROM_TEMPLATE not in p.read_text(encoding="utf-8")]


def macros() -> list[tuple[int, str]]:
    """Lines of all macros, and their places; the longest first."""
    sizes = [
        (macro[0].count("\n") + 1, f"{path.relative_to(REPO)} {macro[1]}")
        for path in hand_written()
        for macro in _MACRO.finditer(path.read_text(encoding="utf-8"))
    ]
    return sorted(sizes, reverse=True)


def test_macros_are_short() -> None:
    sizes = macros()
    print("longest macros:", *(f"  {n} {f}" for n, f in sizes[:5]), sep="\n")
    assert not [(n, f) for n, f in sizes if n > MAX_MACRO]


def test_parts_of_templates_are_short() -> None:
    """Macros of Jinja and blocks of assembly."""
    templates = sorted((REPO / "runtime_c").rglob("*.j2"))
    sizes = [
        (part[0].count("\n") + 1, f"{path.relative_to(REPO)}: {part[0].splitlines()[0]}")
        for path in templates
        for part in _PART.finditer(path.read_text(encoding="utf-8"))
    ]
    sizes.sort(reverse=True)
    print("longest parts:", *(f"  {n} {f}" for n, f in sizes[:5]), sep="\n")
    assert sizes and not [(n, f) for n, f in sizes if n > MAX_MACRO]


def strings_of_assembly() -> list[str]:
    """Lines of hand-written headers with several instructions in a string."""
    return [
        f"{path.relative_to(REPO)}:{i}: {line.strip()}"
        for path in hand_written()
        for i, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if path.is_relative_to(REPO / "runtime_c") and path.suffix == ".h" and _STRING_OF_ASSEMBLY.search(line)
    ]


def test_no_assembly_is_written_as_strings() -> None:
    """One instruction in a string is C's form of an intrinsic; lines of it belong into a template."""
    assert not strings_of_assembly()


def test_clang_format_is_nowhere_off() -> None:
    assert not [p for p in hand_written() if "clang-format off" in p.read_text(encoding="utf-8")]
