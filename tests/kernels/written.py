"""Writes the C structs of records (``codegen.kernels.params``) into their headers: ``python -m tests.kernels.written``.

A header holds the place of a struct: ``typedef struct { ... } NAME;`` of the name that the record gives; what lies
between is the record's.  So are the values of ``#define`` lines that a class of ``Defined`` names, and an ``enum`` that
has constants of such a class.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from edgec.codegen.kernels.catalog import asked_kernels, kernels
from edgec.codegen.kernels.params import COLUMNS, Defined, Record, enum_text, records, struct_text
from tests.conftest import REPO

STRUCT = re.compile(r"^typedef struct \{\n(?:(?!\}).*\n)*\} (\w+);", re.M)
IN_MACRO = re.compile(r"^    typedef struct \{ +\\\n(?:(?!    \}).*\\\n)*    \} ([\w#]+); +\\$", re.M)
ENUM = re.compile(r"^enum \{([^}]*)\};", re.M)
DEFINE = re.compile(r"^#define (\w+) (\d+)\b", re.M)


@cache
def every_record() -> Mapping[str, type[Record]]:
    """The records of all libraries by the names of their structs."""
    assert kernels() and asked_kernels()  # imports all bindings
    return records()


@cache
def constants() -> Mapping[str, int]:
    """The constants that C gets from classes of ``Defined``."""
    assert every_record()
    return {name: constant.value for kind in Defined.__subclasses__() for name, constant in kind.__members__.items()}


def in_macro(text: str) -> str:
    """Lines as they stand in a macro."""
    return "\n".join(f"    {line}".ljust(COLUMNS - 1) + "\\" for line in text.split("\n"))


def enum(found: re.Match[str]) -> str:
    """The enum of the class that has one of these constants."""
    names = set(re.findall(r"\w+", found[1]))
    return next((enum_text(kind) for kind in Defined.__subclasses__() if names & set(kind.__members__)), found[0])


def rendered(header: str) -> str:
    """The text of a header with the structs and constants that records say."""
    known = every_record()
    text = STRUCT.sub(lambda m: struct_text(known[m[1]]) if m[1] in known else m[0], header)
    text = IN_MACRO.sub(lambda m: in_macro(struct_text(known[m[1]])) if m[1] in known else m[0], text)
    text = ENUM.sub(enum, text)
    return DEFINE.sub(lambda m: f"#define {m[1]} {constants()[m[1]]}" if m[1] in constants() else m[0], text)


def headers() -> dict[str, str]:
    """All headers of ``runtime_c`` by their paths in the repository."""
    found = sorted((REPO / "runtime_c").rglob("*.h"))
    return {path.relative_to(REPO).as_posix(): path.read_text(encoding="ascii") for path in found}


def stale() -> dict[str, str]:
    """The headers that are to be written again, and their new texts."""
    return {path: rendered(text) for path, text in headers().items() if rendered(text) != text}


if __name__ == "__main__":
    for file, new in stale().items():
        (REPO / file).write_text(new, encoding="ascii")
        print(file)
