"""Trees of all sources take a few hundred megabytes: they are held for the tests of one file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.house import trees


@pytest.fixture(scope="module", autouse=True)
def trees_are_let_go() -> Iterator[None]:
    yield
    for kept in (trees.nodes, trees.parsed):
        kept.cache_clear()
