"""Links of the project's texts: files and headings that they lead to, and how addresses outside are written."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.docs.blocks import without_blocks

INLINE = re.compile(r"(?<!!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
BARE = re.compile(r"https?://[^\s)>\]\"'`|]+")
CODE = re.compile(r"(`+).*?\1", re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$")


@dataclass(frozen=True)
class Link:
    """A link: its page, its line, where it leads."""

    page: str
    line: int
    to: str

    @property
    def outside(self) -> bool:
        return "://" in self.to or self.to.startswith("mailto:")


def links(text: str, page: str) -> list[Link]:
    """All links of a page, those in code left out."""
    plain = CODE.sub(lambda m: "\n" * m[0].count("\n"), without_blocks(text))
    found = {Link(page, plain.count("\n", 0, m.start()) + 1, m[1]) for m in INLINE.finditer(plain)}
    inside = {(k.line, k.to) for k in found}
    bare = {Link(page, plain.count("\n", 0, m.start()) + 1, m[0].rstrip(".,;:")) for m in BARE.finditer(plain)}
    return sorted(found | {k for k in bare if (k.line, k.to) not in inside}, key=lambda k: (k.line, k.to))


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as hosts of repositories and MkDocs make them where both agree."""
    found: set[str] = set()
    for title in HEADING.findall(without_blocks(text)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").lower()
        slug = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
        if "--" not in slug and slug.isascii() and slug not in found:
            found.add(slug)
    return found


def fault(link: Link, repo: Path) -> str:
    """Say what is wrong with a link; nothing when it holds."""
    where = f"{link.page}:{link.line}: {link.to}"
    if link.outside:
        parts = urlsplit(link.to)
        right = parts.scheme == "https" and HOST.fullmatch(parts.hostname or "") and not parts.username
        return "" if right else f"{where} is not an https address"
    path, _, anchor = link.to.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(link.page), path)) if path else link.page
    if file.startswith("../") or not (repo / file).exists():
        return f"{where}: there is no {file}"
    if anchor and anchor not in anchors((repo / file).read_text(encoding="utf-8")):
        return f"{where}: {file} has no heading '{anchor}'"
    return ""
