"""Every fenced block of the project's texts is run or checked; a block without a rule fails."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPO
from tests.docs.blocks import BadMarker, Block, absent, blocks, needs, pages
from tests.docs.rules import Page, Wrong, check
from tests.docs.workplace import environment

CHAINED = "docs/first-hour/board.md"  # goes on where another page of the first hour ends
STARTS = tuple(f"docs/first-hour/{name}.md" for name in ("pytorch", "keras", "scikit-learn"))
WITH_BLOCKS = [p for p in pages(REPO) if p != CHAINED and any(blocks((REPO / p).read_text(encoding="utf-8"), p))]


@pytest.fixture
def page(work: Path, commands: Path, tmp_path: Path) -> Callable[[str], Page]:
    def copied(name: str) -> Page:
        example = (REPO / name).parent if name.startswith("examples/") else None
        made = shutil.ignore_patterns("out", "out.model") if example else None
        folder = Path(shutil.copytree(example or work, tmp_path / "page", ignore=made))
        return Page(folder, environment(folder, name, commands))

    return copied


@pytest.mark.parametrize("name", WITH_BLOCKS)
def test_every_block_of_a_page_holds(name: str, page: Callable[[str], Page]) -> None:
    text = (REPO / name).read_text(encoding="utf-8")
    missing = [n for n in needs(text) if absent(n)]
    if missing:
        for block in (b for b in blocks(text, name) if b.language == "python"):
            compile(block.text, block.where, "exec")
        pytest.skip(f"{name} needs {', '.join(missing)}")
    where = page(name)
    for block in blocks(text, name):
        check(where, block, REPO)


@pytest.mark.parametrize("start", STARTS)
def test_the_first_hour_is_a_chain_in_an_empty_folder(start: str, commands: Path, tmp_path: Path) -> None:
    missing = [n for n in needs((REPO / start).read_text(encoding="utf-8")) if absent(n)]
    if missing:
        pytest.skip(f"{start} needs {', '.join(missing)}")
    folder = tmp_path / "page"
    folder.mkdir()
    where = Page(folder, environment(folder, start, commands))
    for name in (start, CHAINED):
        for block in blocks((REPO / name).read_text(encoding="utf-8"), name):
            check(where, block, REPO)


@pytest.mark.parametrize(
    ("language", "text", "markers"),
    [
        ("sh", "false", ()),
        ("sh", "edgec convert none.onnx -t cortex-m4", ()),
        ("sh", "true", (("exit", "4"),)),
        ("sh", "make no-such-target", ()),
        ("sh", "pip install 'edgec[none]'", ()),
        ("python", "assert False", ()),
        ("python", "def test_it():\n    assert False", ()),
        ("c", "kws_run(&model, in, out)", ()),
        ("c", "kws_t model; kws_run(&model);", ()),
        ("toml", "[convert]\ntargett = 'cortex-m4'", ()),
        ("toml", "[gates]\nmax_flesh = 1", ()),
        ("toml", "inherits = 'cortex-m4'\nflush = '1K'", ()),
        ("json", "{'a': 1}", ()),
        ("yaml", "a: [", ()),
        ("cmake", "add_subdirectory(none)", ()),
        ("", "words", ()),
        ("text", "words", (("output", ""),)),
        ("sh", "true", (("tested by", "tests/docs/blocks.py"),)),
    ],
)
def test_a_wrong_block_is_found(language: str, text: str, markers: tuple, page: Callable[[str], Page]) -> None:
    block = Block("page.md", 1, language, text + "\n", markers)
    with pytest.raises((AssertionError, Wrong)):
        check(page("page.md"), block, REPO)


@pytest.mark.parametrize("marker", ["skip", "skip: no", "run", "file", "tested by"])
def test_a_marker_says_something(marker: str) -> None:
    with pytest.raises(BadMarker):
        list(blocks(f"<!-- block: {marker} -->\n\n```sh\ntrue\n```\n", "page.md"))
