"""The part of a list of cases that ``make test`` runs; ``make grids`` (``EDGEC_TEST_GRIDS=whole``) runs them all."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T")
WHOLE = os.environ.get("EDGEC_TEST_GRIDS") == "whole"


def sample(cases: Iterable[T], *classes: Callable[[T], Hashable]) -> list[T]:
    """Return the first case of every class, in the order of the cases.

    Args:
        cases: all of them.
        classes: of a case; each function is a way to class them, and every class of every way has a case.
    """
    every, held, taken = list(cases), set[tuple[int, Hashable]](), []
    for case in every:
        found = {(way, of(case)) for way, of in enumerate(classes)}
        if WHOLE or not found <= held:
            taken.append(case)
        held |= found
    return taken
