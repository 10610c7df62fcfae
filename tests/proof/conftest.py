"""z3 is not asked again what it has proven: a net with a mistake has most of the layers of the net without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def questions_are_asked_once() -> Iterator[None]:
    """Keep the assertions that have no solution; z3 gives equal ones equal numbers, while they are kept."""
    z3 = pytest.importorskip("z3", reason="the extra 'prove' is not installed")
    check, unsolvable = z3.Solver.check, dict[tuple[int, ...], list[Any]]()

    def asked(solver: Any, *assumptions: Any) -> Any:
        assertions = list(solver.assertions())
        key = tuple(a.get_id() for a in assertions)
        if key in unsolvable and not assumptions:
            return z3.unsat
        answer = check(solver, *assumptions)
        if answer == z3.unsat and not assumptions:
            unsolvable[key] = assertions
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(z3.Solver, "check", asked)
        yield
