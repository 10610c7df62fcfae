"""A hook of MkDocs: texts that lie beside docs/ are pages of the site too, and links lead to where pages are there.

A link in a text is relative to the text's place in the repository, as hosts of repositories read it: one file
serves both.  Pages of docs/ that mkdocs.yml does not name are put at the end of its section ``Measured``.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

TEXTS = {
    "README.md": "index.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CODE_OF_CONDUCT.md": "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "DESIGN.md": "DESIGN.md",
    "GLOSSARY.md": "GLOSSARY.md",
    "LICENSE": "LICENSE",
    "SECURITY.md": "SECURITY.md",
    "SUPPORTED_OPS.md": "SUPPORTED_OPS.md",
    "edgec/reports/report.schema.json": "report.schema.json",
    "converter/schema/graph.fbs": "graph.fbs",
    "examples/bare-metal/README.md": "examples/bare-metal/index.md",
    "examples/cascade/README.md": "examples/cascade/index.md",
    "examples/decoder/README.md": "examples/decoder/index.md",
    "examples/keywords/README.md": "examples/keywords/index.md",
    "examples/digits/README.md": "examples/digits/index.md",
    "examples/digits/main.c": "examples/digits/main.c",
    "examples/fashion/README.md": "examples/fashion/index.md",
    "examples/freertos/README.md": "examples/freertos/index.md",
}
"""Files outside of docs/ and their places on the site."""
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
LAST = "Measured"  # the section that takes pages which are not named


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the texts, and what the navigation lacks."""
    root = Path(config.config_file_path).parent
    for text, place in TEXTS.items():
        files.append(File.generated(config, place, abs_src_path=str(root / text)))
    named = set(_named(config.nav))
    rest = sorted(f.src_uri for f in files.documentation_pages() if f.src_uri not in named)
    for section in config.nav or ():
        if isinstance(section, dict) and LAST in section:
            section[LAST] = [*section[LAST], *rest]
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links to files of the repository become links to their places on the site."""
    of_place = {place: text for text, place in TEXTS.items()}
    here = of_place.get(page.file.src_uri, f"docs/{page.file.src_uri}")

    def moved(found: re.Match[str]) -> str:
        file = posixpath.normpath(posixpath.join(posixpath.dirname(here), found[2]))
        place = TEXTS.get(file, file.removeprefix("docs/"))
        return f"{found[1]}{posixpath.relpath(place, posixpath.dirname(page.file.src_uri) or '.')}{found[3]}"

    return LINK.sub(moved, markdown)


def _named(nav: Any) -> list[str]:
    """The pages that a navigation names."""
    if isinstance(nav, str):
        return [nav]
    inner = nav.values() if isinstance(nav, dict) else nav or ()
    return [page for part in inner for page in _named(part)]
