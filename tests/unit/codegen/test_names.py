"""Identifiers, comments and literals made from untrusted text and extreme numbers."""

from __future__ import annotations

import math
import re
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgec.codegen.emit.literals import array_lines, double_literal, float_literal, int_literal
from edgec.codegen.emit.names import MAX_LENGTH, RESERVED, comment_text, identifier
from tests.builders.codegen_models import HOSTILE

VALID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("kws_dscnn", "kws_dscnn"),
        ("My-Model v2", "my_model_v2"),
        ("int", "model_int"),
        ("class", "model_class"),
        ("int8", "model_int8"),
        ("size", "model_size"),
        ("aux", "model_aux"),
        ("main", "model_main"),
        ("stdint", "model_stdint"),
        ("Stdio", "model_stdio"),
        ("math", "model_math"),
        ("freertos", "model_freertos"),
        ("atomic", "model_atomic"),
        ("edgec_conv", "model_edgec_conv"),
        ("3net", "model_3net"),
        ("__x__", "x"),
        ("naïve", "naive"),
        ("模型", "model"),
        ("", "model"),
        ("*/ int evil(){} /*", "int_evil"),
    ],
)
def test_identifier(name: str, wanted: str) -> None:
    assert identifier(name) == wanted


@pytest.mark.parametrize("compiler", ["arm-none-eabi-gcc", "riscv64-unknown-elf-gcc"])
def test_no_header_of_a_toolchain_is_hidden(compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    asked = subprocess.run([compiler, "-xc", "-E", "-v", "-"], input="", capture_output=True, text=True, check=True)
    folders = re.findall(r"^ (/\S+)$", asked.stderr, re.MULTILINE)
    assert any(Path(folder, "stdint.h").is_file() for folder in folders)
    owned = [f for f in folders if not any(package in f for package in ("/usr/include", "/usr/local"))]
    stems = {header.stem for folder in owned for header in Path(folder).glob("*.h")}
    assert {"float", "stdarg"} <= stems
    assert not [stem for stem in stems if identifier(stem) == stem]


def test_long_names_stay_different() -> None:
    a, b = identifier("a" * 300), identifier("a" * 299 + "b")
    assert a != b
    assert max(len(a), len(b)) <= MAX_LENGTH


@given(st.text(max_size=80) | st.sampled_from([*HOSTILE, *RESERVED]))
def test_identifier_is_valid_and_stable(name: str) -> None:
    made = identifier(name)
    assert VALID.fullmatch(made)
    assert made not in RESERVED
    assert len(made) <= MAX_LENGTH
    assert identifier(made) == made


@given(st.text(alphabet=st.sampled_from("*/?\\x\n'"), max_size=40) | st.text(max_size=200))
def test_comment_text_cannot_leave_a_comment(text: str) -> None:
    safe = comment_text(text)
    assert all(" " <= c <= "~" for c in safe)
    assert not any(bad in safe for bad in ("*/", "/*", "??"))
    assert not safe.endswith(("\\", " "))


@given(st.integers(-(2**63), 2**64 - 1))
def test_int_literals(value: int) -> None:
    text = int_literal(value)
    plain = text.replace("INT32_MIN", str(-(2**31))).replace("INT64_MIN", str(-(2**63)))
    assert int(plain.rstrip("uUL")) == value


def test_int_literals_at_the_edges() -> None:
    assert int_literal(-(2**31)) == "INT32_MIN"
    assert int_literal(-(2**63)) == "INT64_MIN"
    assert int_literal(2**31 - 1) == "2147483647"
    assert int_literal(2**31) == "2147483648u"
    assert int_literal(2**63) == f"{2**63}ULL"
    with pytest.raises(ValueError, match="64 bits"):
        int_literal(2**64)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_float_literals_are_exact(value: float) -> None:
    text = float_literal(value)
    assert re.fullmatch(r"-?\d+(\.\d+)?(e[+-]\d+)?f", text)
    assert "." in text or "e" in text
    assert struct.pack("<f", np.float32(text[:-1])) == struct.pack("<f", value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_double_literals_are_exact(value: float) -> None:
    assert struct.pack("<d", float(double_literal(value))) == struct.pack("<d", value)


def test_special_floats() -> None:
    assert [float_literal(v) for v in (math.inf, -math.inf, math.nan, -0.0)] == [
        "INFINITY",
        "-INFINITY",
        "NAN",
        "-0.0f",
    ]


def test_arrays() -> None:
    assert array_lines(np.array([-128, 127, 0], np.int8)) == ["-128,127,0"]
    assert array_lines(np.array([255, 0], np.uint8)) == ["255,0"]
    assert array_lines(np.array([True, False])) == ["1,0"]
    assert array_lines(np.array([[1, 2.5], [np.inf, -0.0]], np.float32)) == ["1.0f,2.5f,INFINITY,-0.0f"]
    assert array_lines(np.array([-(2**31)], np.int32)) == ["INT32_MIN"]
    assert array_lines(np.zeros(0, np.int8)) == ["0"]
    lines = array_lines(np.arange(1000, dtype=np.int16))
    assert ",".join(line.rstrip(",") for line in lines) == ",".join(map(str, range(1000)))
    borders = [0, *(10**k + d for k in range(1, 10) for d in (-1, 0)), 2**31 - 1, 2**31, 2**32 - 1]
    for count in (1, 6, 7, 8, 28_671, 28_672, 28_673):  # a line, and lines made at once
        words = np.resize(np.array(borders, np.uint32), count)
        lines = array_lines(words)
        assert ",".join(line.removesuffix(",") for line in lines) == ",".join(map(int_literal, words.tolist()))
        assert [line.count(",") for line in lines] == [7] * (len(lines) - 1) + [(count - 1) % 7]
    assert max(map(len, array_lines(np.full(100, -128, np.int8)))) <= 120
    assert max(map(len, array_lines(np.full(100, -1.17549435e-38, np.float32)))) <= 120
