"""The fenced code blocks of the project's texts, and what each says about how it is checked.

A comment right before a block, which no reader of the page sees, says what its language alone does not:

    <!-- block: skip: needs a board -->            not run, with the reason
    <!-- block: needs jax -->                      run where these modules or commands are there
    <!-- block: tested by tests/qemu/test_x.py --> a test of its own reads it; that file names the page
    <!-- block: file edgec.toml -->                written to a file of the page's folder, then checked
    <!-- block: output -->                         lines that the block before it prints; "..." stands for anything
    <!-- block: exit 4 -->                         a shell block that ends so
    <!-- block: models kws, vww -->                C that uses these models (else the one called kws)

and one anywhere on a page, what has to be installed for its blocks (modules of Python and commands):

    <!-- page: needs torch, onnxscript -->

A list in a comment may hold several, with "; " between.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^( *)(```+|~~~+) *(\S*)\s*$")
BLOCK = re.compile(r"<!-- block: (.*?) -->")
PAGE = re.compile(r"<!-- page: needs (.*?) -->")
KINDS = ("skip", "needs", "tested by", "file", "output", "exit", "models")
SHORTEST_REASON = 12  # characters of a reason


class BadMarker(ValueError):
    """A marker that says nothing."""


@dataclass(frozen=True)
class Block:
    """A fenced block: where it is, its language, its text without the fence's indentation, its markers."""

    page: str
    line: int
    language: str
    text: str
    markers: tuple[tuple[str, str], ...] = ()

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"

    def marked(self, kind: str) -> str | None:
        """Return what a marker of this kind says; None when there is none."""
        return next((value for k, value in self.markers if k == kind), None)


def markers(text: str, where: str) -> tuple[tuple[str, str], ...]:
    """The markers in a comment.

    Raises:
        BadMarker: one is unknown, or a reason is no reason.
    """
    found = []
    for part in text.split("; "):
        kind = next((k for k in KINDS if part == k or part.startswith((f"{k} ", f"{k}:"))), None)
        if kind is None:
            raise BadMarker(f"{where}: '{part}' is no marker; there are {', '.join(KINDS)}")
        value = part.removeprefix(kind).strip(": ")
        if kind == "skip" and len(value) < SHORTEST_REASON:
            raise BadMarker(f"{where}: a block is skipped without a reason")
        if not value and kind != "output":
            raise BadMarker(f"{where}: '{kind}' of what?")
        found.append((kind, value))
    return tuple(found)


def blocks(text: str, page: str) -> Iterator[Block]:
    """All fenced blocks of a page, in order."""
    lines = iter(enumerate(text.splitlines(), 1))
    before = ""
    for number, line in lines:
        opened = FENCE.match(line)
        if opened is None:
            before = line if line.strip() else before
            continue
        indent, fence, language = opened.groups()
        body: list[str] = []
        for _, inner in lines:
            if inner.strip() == fence:
                break
            body.append(inner.removeprefix(indent))
        else:
            raise BadMarker(f"{page}:{number}: the block does not end")
        said = BLOCK.search(before)
        found = markers(said[1], f"{page}:{number}") if said else ()
        yield Block(page, number, language, "\n".join(body) + "\n", found)
        before = ""


def absent(name: str) -> bool:
    """Neither a module of Python nor a command has this name."""
    return shutil.which(name) is None and importlib.util.find_spec(name) is None


def needs(text: str) -> tuple[str, ...]:
    """Names of what a page's blocks need."""
    return tuple(name.strip() for found in PAGE.findall(text) for name in found.split(","))


def without_blocks(text: str) -> str:
    """A page without its fenced blocks and comments; every line stays on its line."""
    out, fence = [], ""
    for line in text.splitlines():
        opened = FENCE.match(line)
        if opened and (not fence or line.strip() == fence):
            fence = "" if fence else opened[2]
            line = ""
        out.append("" if fence else line)
    return re.sub(r"<!--.*?-->", lambda m: "\n" * m[0].count("\n"), "\n".join(out), flags=re.DOTALL)


def pages(repo: Path) -> list[str]:
    """The texts whose blocks and links are held to be right, as paths in the repository."""
    folders = ("", "docs/**/", "examples/**/", ".github/**/")
    found = [file for folder in folders for file in repo.glob(f"{folder}*.md")]
    made = {"out", "node_modules"}
    kept = (p.relative_to(repo) for p in found)
    return sorted(p.as_posix() for p in kept if not made & set(p.parts))
