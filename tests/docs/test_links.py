"""Links of README and the documentation lead somewhere; addresses outside are those of a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import REPO
from tests.docs.blocks import pages
from tests.docs.links import anchors, fault, links

OUTSIDE = Path(__file__).with_name("addresses.txt")


@pytest.mark.parametrize("page", pages(REPO))
def test_links_of_a_page_lead_somewhere(page: str) -> None:
    found = [fault(link, REPO) for link in links((REPO / page).read_text(encoding="utf-8"), page)]
    assert [f for f in found if f] == []


def test_addresses_outside_are_listed() -> None:
    """CI has no network: people look at what is new in the list."""
    found = {k.to for p in pages(REPO) for k in links((REPO / p).read_text(encoding="utf-8"), p) if k.outside}
    assert sorted(found) == OUTSIDE.read_text(encoding="utf-8").splitlines()


BROKEN = ["none.md", "README.md#none", "#none", "../x.md", "http://example.org", "https://u@example.org/", "https://x"]


@pytest.mark.parametrize("to", BROKEN)
def test_a_broken_link_is_found(to: str) -> None:
    (link,) = links(f"# Title\n\nSee [it]({to}).\n", "README.md")
    assert fault(link, REPO)


def test_what_is_no_link() -> None:
    text = "`[a](b.md)`\n\n```sh\n[c](d.md)\n```\n<!-- [e](f.md) -->\n[g](README.md) https://example.org/x.\n"
    assert [(k.line, k.to) for k in links(text, "page.md")] == [(7, "README.md"), (7, "https://example.org/x")]


def test_anchors() -> None:
    assert anchors("# One `two`, three\n\n```\n# no\n```\n## A [link](x.md)\n") == {"one-two-three", "a-link"}
