"""Class names: of the model file, of ``--labels``; in the header, the report, the page, and as labels of samples."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from edgec.codegen.emit.literals import text_literal
from edgec.converter.graph.errors import UsageError
from edgec.converter.onnx.class_names import class_names
from edgec.samples.labels import class_numbers, read_class_names

Edgec = Callable[..., Any]
NAMES = [*"abcdefgh", "ni??ne", 'quote"s \u00e4']


def with_entry(key: str, value: str) -> onnx.ModelProto:
    proto = onnx.ModelProto()
    entry = proto.metadata_props.add()
    entry.key, entry.value = key, value
    return proto


@pytest.mark.parametrize(
    ("key", "value", "names"),
    [
        ("names", "{0: 'cat', 1: 'dog'}", ("cat", "dog")),
        ("names", '{"1": "dog", "0": "cat"}', ("cat", "dog")),
        ("classes", '["cat", "dog"]', ("cat", "dog")),
        ("Labels", "cat, dog", ("cat", "dog")),
        ("class_names", "cat\ndog\n", ("cat", "dog")),
        ("names", "{0: 'cat', 2: 'dog'}", ()),
        ("names", "{0: 'cat', 1: 7}", ()),
        ("names", "['cat', 'cat']", ()),
        ("author", "cat,dog", ()),
        ("names", "", ()),
        ("names", "[" * 500, ("[" * 500,)[:0]),
    ],
)
def test_the_model_s_metadata(key: str, value: str, names: tuple[str, ...]) -> None:
    assert class_names(with_entry(key, value)) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [("a\nb\n\n", ("a", "b")), ('["a", "b"]', ("a", "b")), ("\ufeffa\r\nb\r\n", ("a", "b"))],
)
def test_a_file_of_names(text: str, found: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text(text, encoding="utf-8", newline="")
    assert read_class_names(tmp_path / "n.txt") == found


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "entry 1 is no class name"), ("a\n\nb", "entry 2 is no class name"), ("a\na", "'a' is listed twice"),
     ("[1]", "entry 1 is no class name"), ("[", "is not valid JSON")],
)  # fmt: skip
def test_a_file_that_holds_no_names(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text(text)
    with pytest.raises(UsageError, match=said):
        read_class_names(tmp_path / "n.txt")
    with pytest.raises(UsageError, match="cannot be read"):
        read_class_names(tmp_path / "absent.txt")


@pytest.mark.parametrize(
    "values",
    [np.array([1, 0, 2]), np.array([[1], [0], [2]], np.uint8), np.array([1.0, 0.0, 2.0]), np.eye(3)[[1, 0, 2]],
     np.eye(3, dtype=bool)[[1, 0, 2]], np.array(["b", "a", "c"])],
)  # fmt: skip
def test_labels_of_every_form(values: Any) -> None:
    found = class_numbers(values, 3, "abc")
    assert not isinstance(found, str) and found.dtype == np.int64 and found.tolist() == [1, 0, 2]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.array([0.5, 1, 2]), "not whole numbers"),
        (np.array([np.nan, 1, 2]), "not whole numbers"),
        (np.full((3, 3), 0.3), "not one-hot"),
        (np.ones((3, 3)), "not one-hot"),
        (np.array(["a", "b", "z"]), "'z' is none of the model's class names"),
        (np.zeros((2, 2)), "does not fit 3 samples"),
    ],
)
def test_what_is_no_label(values: Any, said: str) -> None:
    found = class_numbers(values, 3, "abc")
    assert isinstance(found, str) and said in found


def test_texts_need_names() -> None:
    found = class_numbers(np.array(["a"]), 1)
    assert isinstance(found, str) and "--labels FILE" in found


def test_names_reach_header_report_page_and_project(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("\n".join(NAMES), encoding="utf-8")
    out = tmp_path / "out"
    given = ("--calibration", digits / "calibration.npz", "--labels", tmp_path / "names.txt")
    ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", out, *given)
    assert ran.code == 0 and "classes     10: a, b, " in ran.out
    assert json.loads((out / "report.json").read_text())["class_names"] == NAMES
    program = tmp_path / "main.c"
    program.write_text(
        '#include "digits.h"\n#include <stdio.h>\n#include <string.h>\n'
        "static const char *const names[] = DIGITS_CLASS_NAMES;\n"
        "int main(void)\n{\n"
        "    static const int8_t scores[DIGITS_OUTPUT0_SIZE] = {-5, 7, 7, 3};\n"
        "    unsigned i;\n"
        "    for (i = 0; i < DIGITS_CLASSES; i++) { puts(names[i]); }\n"
        '    printf("%u %u %u %u %s %s\\n", (unsigned)digits_argmax_output0(scores), DIGITS_CLASS_H,\n'
        "           DIGITS_INPUT_IMAGE, DIGITS_OUTPUT_PROBABILITIES, DIGITS_MODEL_SHA256, DIGITS_EDGEC_VERSION);\n"
        "    return 0;\n}\n"
    )
    subprocess.run(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", f"-I{out}", program, "-o",
                    tmp_path / "main"], check=True)  # fmt: skip
    said = subprocess.run([tmp_path / "main"], capture_output=True, check=True).stdout.decode().splitlines()
    report = json.loads((out / "report.json").read_text())
    assert said[:-1] == NAMES
    assert said[-1] == f"1 7 0 0 {report['model']['sha256']} {report['edgec']}"
    data = np.load(digits / "evaluation.npz")
    np.savez(tmp_path / "d.npz", x=data["x"][:20], y=np.array(NAMES)[data["y"][:20]])
    page = edgec("report", out, "--format", "html", "--data", tmp_path / "d.npz")
    assert page.code == 0 and '<th scope="col">ni??ne</th>' in page.out and "quote&#34;s" in page.out
    made = edgec("new", tmp_path / "app", out)
    assert made.code == 0 and "names[best]" in (tmp_path / "app" / "main.c").read_text()


def test_names_that_are_not_as_many_as_the_scores(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("a\nb\n")
    ran = edgec("convert", digits / "digits.onnx", "-o", tmp_path / "out", "--labels", tmp_path / "names.txt")
    assert ran.code == 2 and "has 2 names, but output 'probabilities' has 10 elements" in ran.err


def test_a_text_of_c_is_ascii_without_trigraphs() -> None:
    assert text_literal('a"b\\c??d\n\u00e4') == '"a\\042b\\134c\\077\\077d\\012\\303\\244"'
