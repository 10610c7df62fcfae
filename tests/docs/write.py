"""Writes what of the documentation is made from the code: ``python -m tests.docs.write``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.conftest import REPO
from tests.docs import operators, references
from tests.docs.blocks import pages
from tests.docs.links import links

ADDRESSES = "tests/docs/addresses.txt"


def addresses() -> str:
    """The addresses outside of the repository that the texts name; a change of the list is for people to look at."""
    found = {k.to for p in pages(REPO) for k in links((REPO / p).read_text(encoding="utf-8"), p) if k.outside}
    return "".join(f"{to}\n" for to in sorted(found))


WRITTEN: Mapping[str, Callable[[], str]] = {
    "docs/reference/cli.md": references.command_line,
    "docs/reference/operators.md": operators.page,
    "docs/reference/report-schema.md": references.report_schema,
    "docs/reference/target-keys.md": references.target_keys,
    ADDRESSES: addresses,
}

if __name__ == "__main__":
    for file, text in WRITTEN.items():
        (REPO / file).write_text(text(), encoding="utf-8")
