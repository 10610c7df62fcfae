"""Parts of the documentation that are made from the code (``tests.written`` writes them)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from edgec.cli import cli
from edgec.command_line import man
from tests.conftest import REPO
from tests.docs import operators, references
from tests.docs.blocks import pages
from tests.docs.links import links
from tests.proof import mistakes

ADDRESSES = "tests/docs/addresses.txt"
MAN = f"share/man/man{man.SECTION}"  # what the wheel puts beside the program


def addresses() -> str:
    """The addresses outside of the repository that the texts name; a change of the list is for people to look at."""
    found = {k.to for p in pages(REPO) for k in links((REPO / p).read_text(encoding="utf-8"), p) if k.outside}
    return "".join(f"{to}\n" for to in sorted(found))


def man_page(name: str) -> str:
    """One of ``edgec.command_line.man``."""
    return man.pages(cli)[name]


WRITTEN: Mapping[str, Callable[[], str]] = {
    "docs/reference/cli.md": references.command_line,
    "docs/reference/facets.md": references.facets,
    "docs/reference/operators.md": operators.page,
    "docs/reference/report-schema.md": references.report_schema,
    "docs/reference/target-keys.md": references.target_keys,
    "docs/proof.md": mistakes.page,
    ADDRESSES: addresses,
    **{f"{MAN}/{name}": partial(man_page, name) for name in man.pages(cli)},
}
