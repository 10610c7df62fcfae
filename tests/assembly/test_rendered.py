"""Headers of assembly are what their templates say, and templates say what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from tests.assembly.render import RUNTIME, SUFFIX, TemplateError, assembly, header_of, named, registers, render

TEMPLATES = sorted(RUNTIME.glob(f"*/asm/*{SUFFIX}"))
TABLE = registers("""
    x        r0        input
    a0..a2   v16..v18  sums
""")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: t.name.removesuffix(SUFFIX))
def test_the_header_is_current(template: Path) -> None:
    text = header_of(template).read_text(encoding="ascii") if header_of(template).is_file() else None
    assert text == render(template), "make written writes it"


def test_no_header_outlives_its_template() -> None:
    made = {p for p in RUNTIME.glob("*/*.h") if "/* Made from asm/" in p.read_text(encoding="utf-8")}
    assert made == {header_of(template) for template in TEMPLATES}


def test_names_become_registers_in_operands_only() -> None:
    line = "  x x, a1.4s, a2:q, %[x], %w[x], `x`, 1x // x\n"
    assert named(line, TABLE) == "  x r0, v17.4s, q18, %[x], %w[x], `x`, 1x // x\n"


def test_a_block_is_a_macro_of_strings() -> None:
    lines = '  `EDGEC_ENTER`\n\n1:\n  ldr x, `CELL(a, "0")` // first\n  // alone\n  fmov a0.4s, #1.0\n'
    assert assembly("CODE", TABLE, lambda: lines).splitlines() == [
        "#define CODE \\",
        "    EDGEC_ENTER \\",
        '    "1:\\n\\t" \\',
        '    "ldr r0, " CELL(a, "0") "\\n\\t" /* first */ \\',
        "    /* alone */ \\",
        '    "fmov v16.4s, #1.0\\n\\t"',
    ]


def test_a_table_is_checked_and_printed() -> None:
    assert str(TABLE) == "/* Registers:\n *   x       r0        input\n *   a0..a2  v16..v18  sums\n */"
    assert registers("y  r1  output", TABLE).of_names == {"x": "r0", "a0": "v16", "a1": "v17", "a2": "v18", "y": "r1"}
    assert list(registers("a1_9..a1_11  v9..v11  sums").of_names) == ["a1_9", "a1_10", "a1_11"]
    for wrong in ("x  r0", "x y  r0  two names", "x  r0  once\nx  r1  twice", "a0..b2  r0..r2  no range"):
        with pytest.raises(TemplateError):
            registers(wrong)


def test_wrong_templates_are_refused(tmp_path: Path) -> None:
    (tmp_path / "lib" / "asm").mkdir(parents=True)
    for i, (text, error) in enumerate(
        (
            ('{% call assembly("A", registers("")) %}\n{% endcall %}', TemplateError),
            ('{% call assembly("A", registers("")) %}\n"nop"\n{% endcall %}', TemplateError),
            ("{{ nothing }}", UndefinedError),
        )
    ):
        template = tmp_path / "lib" / "asm" / f"edgec_{i}{SUFFIX}"
        template.write_text(f"/* licence */\n{text}\n", encoding="ascii")
        with pytest.raises(error):
            render(template)
