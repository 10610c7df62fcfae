"""Every ONNX node test gives what docs/conformance.md says: passed tests pass in numpy and in C, others are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.codegen import GenerateOptions, generate
from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.conformance.c_program import Job, run_jobs
from tests.conformance.onnx_cases import Outcome, difference, load_cases, mcu_subset, prepare
from tests.conformance.report import PAGE, listed, page
from tests.conformance.runner import How, run_all

PINNED = "1.23.2"
LEAST = 1500
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(onnx.__version__ != PINNED, reason=f"of onnx {PINNED}, this is {onnx.__version__}"),
]


def outcomes(target: str, names: frozenset[str] | None = None) -> list[Outcome]:
    if not available(load_target(target)):
        pytest.skip(f"the toolchain of {target} is missing")
    return run_all([c for c in load_cases() if names is None or c.name in names], How(target))


def complaints(found: list[Outcome], *allowed: str) -> list[str]:
    return [f"{o.name} is {o.status}: {o.reason}" for o in found if o.status not in allowed]


def test_node_tests_on_the_host() -> None:
    found = outcomes("host")
    assert not complaints(found, "passed", "refused")
    passed = {o.name for o in found if o.status == "passed"}
    assert len(passed) >= LEAST
    assert mcu_subset() <= passed
    if PAGE.is_file():
        stale = passed ^ listed()[0]
        assert not stale, f"{PAGE.name} is stale; run python -m tests.conformance.report: {sorted(stale)[:5]}"
        assert PAGE.read_text(encoding="utf-8") == page(found), f"{PAGE.name} is stale; run tests.conformance.report"


def test_the_page_lists_every_test() -> None:
    passed, refused = listed()
    assert not passed & refused
    assert passed | refused == {c.name for c in load_cases()}


def test_microcontroller_tests_on_cortex_m4() -> None:
    assert not complaints(outcomes("cortex-m4", mcu_subset()), "passed")


def test_the_runner_sees_wrong_values_and_wrong_writes(tmp_path: Path) -> None:
    host = load_target("host")
    if not available(host):
        pytest.skip("no compiler")
    case = next(c for c in load_cases() if c.name == "test_add")
    prepared = prepare(case)
    options = GenerateOptions("add", host, "float32", "add", "0" * 64, "test")
    job = Job(generate(prepared.graph, options), prepared.inputs)
    (arrays,) = run_jobs([job], host, tmp_path)
    assert difference(prepared, arrays) == ""
    off = replace(case, outputs=(case.outputs[0] + np.float32(0.01),))
    assert "differ" in difference(replace(prepared, case=off), arrays)
    path, text = next((p, t) for p, t in job.generated.files if p == "add.c")
    bad = text.replace(b"return ADD_OK;\n}\n", b"out0[60] = 1.0f;\n    return ADD_OK;\n}\n")
    assert bad.count(b"out0[60]") == 2  # in init, where it does not compile, and in run
    bad = bad.replace(b"out0[60] = 1.0f;\n    ", b"", 1)
    files = tuple((p, bad if p == path else t) for p, t in job.generated.files)
    with pytest.raises(EdgecError, match="outside a buffer were written: add"):
        run_jobs([replace(job, generated=replace(job.generated, files=files))], host, tmp_path)
