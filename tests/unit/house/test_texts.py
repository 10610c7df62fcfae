"""Files that the project's texts name exist, and docstrings stand alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.conftest import REPO
from tests.unit.house.figures import PRODUCT
from tests.unit.house.sources import sources

NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|toml|h|c|md|j2))`")
STARTS = ("", "codegen", "codegen/kernels", "codegen/kernels/armv7em", "converter", "quantize", "runtime_c")
FRAGMENTS = ("As", "How", "Of", "Those", "What", "When", "Where", "Which", "Who", "Why")
QUOTED = re.compile(rf"[\"'](?:{'|'.join(FRAGMENTS)}|Whether)\b")
MADE = {"edgec.toml", "kws.toml"}  # the user's


DESIGN = [p.relative_to(REPO).as_posix() for p in sorted((REPO / "docs/design").glob("*.md"))]


@pytest.mark.parametrize("text", ["DESIGN.md", "CONTRIBUTING.md", "README.md", *DESIGN])
def test_files_that_texts_name_exist(text: str) -> None:
    named = set(NAMED.findall((REPO / text).read_text(encoding="utf-8"))) - MADE
    missing = [n for n in sorted(named) if not any((REPO / s / n).exists() for s in STARTS)]
    assert not missing


def fragments(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and first word of docstrings that are parts of a sentence: noun clauses, and "Whether" of functions.

    A property is a value, which "Whether ..." describes; a function does something, and returns whether.
    """
    if not QUOTED.search(text):
        return  # parsing takes long
    tree = ast.parse(text)
    functions = {
        f.body[0].lineno
        for f in ast.walk(tree)
        if isinstance(f, ast.FunctionDef) and not any("property" in ast.unparse(d) for d in f.decorator_list)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            word = node.value.value.partition(" ")[0]
            if word in FRAGMENTS or (word == "Whether" and node.lineno in functions):
                yield node.lineno, word


def test_docstrings_stand_alone() -> None:
    """One that begins with "Of" is the end of a sentence whose begin is the name of what it describes."""
    read = sources(*PRODUCT, "tests", "benchmarks", "examples")
    assert not [f"{path}:{line}: {word}" for path, text in read for line, word in fragments(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"""What it does."""', ["What"]),
        ('def f():\n    """Whether it is."""', ["Whether"]),
        ('class A:\n    @property\n    def f(self):\n        """Whether it is."""', []),
        ('A = 1\n"""How many."""', ["How"]),
        ('def f():\n    """Return how many."""', []),
    ],
)
def test_fragments_are_found(text: str, words: list[str]) -> None:
    assert [word for _, word in fragments(text)] == words
