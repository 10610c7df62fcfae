"""Random attributes of every family of operators give ONNX Runtime's values, in numpy and in C."""

from __future__ import annotations

import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conformance.grids import GENERATORS, cases
from tests.conformance.runner import run_all, summary

SAMPLES = 8


@pytest.mark.slow
def test_random_attributes() -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")
    made = cases(SAMPLES * len(GENERATORS), 20)
    assert len(made) > SAMPLES * len(GENERATORS) * 0.9
    found = run_all(made)
    assert all(o.status in ("passed", "refused") for o in found), summary(found)
    assert sum(o.status == "passed" for o in found) > len(made) * 0.9
