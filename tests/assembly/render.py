"""Headers of assembly from their templates: ``python -m tests.assembly.render`` writes those that are not current.

``runtime_c/LIBRARY/asm/NAME.h.j2`` gives ``runtime_c/LIBRARY/NAME.h``, which is committed and ships.  A template is C
with blocks of plain assembly; ``asm/NAME.j2`` holds macros for several templates, which take them by
``{% from "LIBRARY/NAME.j2" import ... %}``.

Tables of registers: ``{% set r = registers(text) %}``, a line for each row with names, registers and what they hold,
columns two blanks apart; ``a0..a2  r7..r9  sums`` names three, so does ``a1_0..a1_2``.
``registers(text, r)`` adds rows to another table.
``{{ r }}`` prints it as a comment.

Blocks: ``{% call assembly("MACRO", r) %}`` ... ``{% endcall %}`` becomes ``#define MACRO`` with a C string for each
line.  Names of the table become registers, also with a suffix (``acc0.4s``); ``acc0:q`` is the same register by another
letter.  Text in backquotes is C between strings (``ldr r1, `EDGEC_ASM_SLOT(self, "0")` ``), ``// text`` a comment,
``%[x]`` or ``%w[x]`` an operand of the C statement that takes the macro.  ``{% filter named(t) %}`` ...
``{% endfilter %}`` names a part's registers first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jinja2

RUNTIME = Path(__file__).resolve().parents[2] / "runtime_c"
SUFFIX = ".h.j2"
_RANGE = re.compile(r"([A-Za-z_]\w*?)(\d+)\.\.([A-Za-z_]\w*?)(\d+)")
_OPERAND = re.compile(r"`[^`]*`|%\w?\[\w+\]|(?<!\w)(?P<name>[A-Za-z_]\w*)(?::(?P<letter>[a-z])\b)?")


class TemplateError(Exception):
    """A template that says something that cannot be."""


@dataclass(frozen=True)
class Registers:
    """A table: rows (names, registers, what they hold)."""

    rows: tuple[tuple[str, str, str], ...]

    @property
    def of_names(self) -> Mapping[str, str]:
        """Name -> register."""
        found: dict[str, str] = {}
        for left, right, _ in self.rows:
            names, numbers = list(_expanded(left)), list(_expanded(right))
            if len(names) != len(numbers):
                raise TemplateError(f"'{left}' are not as many as '{right}'")
            for name, register in zip(names, numbers, strict=True):
                if name in found:
                    raise TemplateError(f"'{name}' stands in the table twice")
                found[name] = register
        return found

    def __str__(self) -> str:
        """The table as a comment of C."""
        widths = [max(len(row[i]) for row in self.rows) for i in range(2)]
        lines = [f" *   {n:<{widths[0]}}  {r:<{widths[1]}}  {what}".rstrip() for n, r, what in self.rows]
        return "\n".join(["/* Registers:", *lines, " */"])


def registers(text: str, more: Registers | None = None) -> Registers:
    """A table from its text, behind the rows of ``more``."""
    rows = []
    for line in filter(None, map(str.strip, text.splitlines())):
        columns = re.split(r"\s{2,}", line, maxsplit=2)
        if len(columns) != 3:
            raise TemplateError(f"a row is 'names  registers  what they hold', not '{line}'")
        rows.append((columns[0], columns[1], columns[2]))
    table = Registers((*(more.rows if more else ()), *rows))
    _ = table.of_names  # checks it
    return table


def named(text: str, table: Registers) -> str:
    """Lines of assembly with registers in the place of the table's names."""
    names = table.of_names

    def register(found: re.Match[str]) -> str:
        name, letter = found["name"], found["letter"]
        if name not in names:
            return found[0]
        return names[name] if letter is None else re.sub(r"^[a-z]+", letter, names[name])

    lines = []
    for line in text.splitlines():
        code, slashes, comment = line.partition("//")
        mnemonic = re.match(r"\s*\S*", code)
        end = mnemonic.end() if mnemonic else 0
        lines.append(code[:end] + _OPERAND.sub(register, code[end:]) + slashes + comment)
    return "\n".join(lines) + "\n"


def assembly(macro: str, table: Registers, caller: Callable[[], str]) -> str:
    """A macro of C with the strings of the block that is called."""
    lines = [line for line in map(_string, named(caller(), table).splitlines()) if line]
    if not lines:
        raise TemplateError(f"{macro} is empty")
    return f"#define {macro} \\\n" + " \\\n".join(f"    {line}" for line in lines) + "\n"


def render_all(runtime: Path = RUNTIME) -> dict[Path, str]:
    """Header -> its text, of all templates."""
    templates = sorted(runtime.glob(f"*/asm/*{SUFFIX}"))
    return {header_of(template): render(template) for template in templates}


def header_of(template: Path) -> Path:
    """The header that is made from a template."""
    return template.parent.parent / template.name.removesuffix(".j2")


def render(template: Path) -> str:
    """The text of a template's header: its licence, what it is made from, a guard, its text."""
    runtime = template.parents[2]
    text = _environment(runtime).get_template(f"{template.parent.parent.name}/{template.name}").render()
    licence, _, body = text.partition("\n")
    guard = template.name.removesuffix(SUFFIX).upper() + "_H"
    made = f"/* Made from asm/{template.name} by tests/assembly/render.py; do not edit. */\n/* clang-format off */"
    body = re.sub(r"\n{3,}", "\n\n", body.strip("\n"))
    return f"{licence}\n{made}\n#ifndef {guard}\n#define {guard}\n\n{body}\n\n#endif\n"


def _expanded(names: str) -> Iterator[str]:
    for name in names.split():
        found = _RANGE.fullmatch(name)
        if found is None:
            yield name
        elif found[1] != found[3] or int(found[4]) < int(found[2]):
            raise TemplateError(f"'{name}' is no range")
        else:
            yield from (f"{found[1]}{i}" for i in range(int(found[2]), int(found[4]) + 1))


def _string(line: str) -> str:
    """A line of assembly as C: strings, C in backquotes between them, a comment."""
    code, _, comment = line.partition("//")
    parts = re.split(r"`([^`]*)`", code.strip())
    is_c_alone = len(parts) == 3 and not parts[0] and not parts[2]
    if any('"' in part or "\\" in part for part in parts[::2]):
        raise TemplateError(f"'{line.strip()}': only C in backquotes has strings")
    if not is_c_alone and parts != [""]:
        parts[-1] += "\\n\\t"
    pieces = [part if i % 2 else f'"{part}"' for i, part in enumerate(parts) if part]
    return " ".join([*pieces, *([f"/* {comment.strip()} */"] if comment else [])])


@cache
def _environment(runtime: Path) -> jinja2.Environment:
    def source(name: str) -> tuple[str, str, None] | None:
        library, _, file = name.partition("/")
        path = runtime / library / "asm" / file
        return (path.read_text(encoding="ascii"), str(path), None) if path.is_file() else None

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(source),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(registers=registers, assembly=assembly)
    environment.filters["named"] = named
    return environment


def main() -> None:
    """Writes the headers that are not current, and says which."""
    for header, text in render_all().items():
        if not header.is_file() or header.read_text(encoding="ascii") != text:
            header.write_text(text, encoding="ascii")
            print(header.relative_to(RUNTIME.parent))


if __name__ == "__main__":
    main()
