"""Random graphs of rank 0 to 6 in every scheme: equal bytes in Python and C (``ranks`` says what else is looked at)."""

from __future__ import annotations

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conformance.rank_steps import RANKS
from tests.conformance.ranks import SCHEMES, Ranked, attempt, cases
from tests.conformance.runner import run_all, summary

COUNT = 36


@pytest.mark.slow
def test_every_scheme() -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")
    made = cases(COUNT, 11)
    assert {c.scheme for c in made if isinstance(c, Ranked)} == set(SCHEMES)
    assert {x.ndim for c in made for x in c.inputs} == set(range(RANKS + 1))
    assert {x.dtype.name for c in made for x in c.inputs} >= {"float32", "float16", "bool"}
    found = run_all(made, first=attempt)
    assert all(o.status in ("passed", "refused") for o in found), summary(found)
    assert sum(o.status == "passed" for o in found) > len(made) * 0.9
