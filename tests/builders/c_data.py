"""Arrays of test programs as C that compilers read quickly: bytes of a string, a twentieth of the time of a list."""

from __future__ import annotations

import numpy as np

from edgec.codegen.emit.literals import array_lines
from edgec.converter.graph.ir import Array

LISTED_ELEMENTS = 64
"""Arrays up to this size are lists of numbers, which a person can read."""
BYTES_PER_LINE = 24
BYTE_TYPES = ("int8_t", "uint8_t")
ITEM_BYTES = {**dict.fromkeys(BYTE_TYPES, 1), "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "float": 4}

OCTAL = np.array([f"\\{byte:03o}" for byte in range(256)], "S4")
"""Every byte as an escape of a C string."""

ALLOW_LONG_STRINGS = '#pragma GCC diagnostic ignored "-Woverlength-strings"\n'
"""Stands at the head of a file with arrays: ISO C99 asks of compilers to read 4,095 characters."""


def array_text(name: str, ctype: str, data: Array, align: int) -> str:
    """Return the C that defines the constant array ``name``; the machine that runs it is little-endian."""
    aligned = f"__attribute__((aligned({align})))"
    if data.size <= LISTED_ELEMENTS or ITEM_BYTES.get(ctype) != data.dtype.itemsize:
        body = "\n".join(array_lines(data))
        return f"static const {ctype} {name}[{max(data.size, 1)}] {aligned} = {{\n{body}\n}};\n"
    text = _string(data.tobytes())
    if ctype in BYTE_TYPES:
        return f"static const {ctype} {name}[{data.size}] {aligned} =\n{text};\n"
    members = f"uint8_t bytes[{data.nbytes}]; {ctype} values[{data.size}];"
    return (
        f"static const union {{ {members} }} {name}_data {aligned} = {{\n{text}}};\n#define {name} {name}_data.values\n"
    )


def _string(raw: bytes) -> str:
    text = OCTAL[np.frombuffer(raw, np.uint8)].tobytes().decode("ascii")
    width = OCTAL.itemsize * BYTES_PER_LINE
    return "\n".join(f'"{text[at : at + width]}"' for at in range(0, len(text), width))
