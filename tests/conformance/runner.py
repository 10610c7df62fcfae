"""Runs node tests through Python and C, in batches; a batch that fails is halved until the culprit is alone."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from edgec.codegen.build.target import Target, load_target
from edgec.converter.errors import EdgecError, UnsupportedModel
from tests.conformance.c_batch import Member, generated_member, run_batch
from tests.conformance.onnx_cases import Case, Outcome, difference, load_cases, run_in_python

BATCH = 60


def batches(names: Sequence[str] | None = None) -> list[list[tuple[int, Case]]]:
    """All tests (or those named), numbered, in groups."""
    wanted = None if names is None else frozenset(names)
    cases = [(i, c) for i, c in enumerate(load_cases()) if wanted is None or c.name in wanted]
    return [cases[i : i + BATCH] for i in range(0, len(cases), BATCH)]


def run(batch: Sequence[tuple[int, Case]], target_name: str = "host") -> list[Outcome]:
    """Outcome of each test: in numpy first, then in C on the target."""
    target = load_target(target_name)
    found: dict[str, Outcome] = {}
    members: list[Member] = []
    for index, case in batch:
        outcome = run_in_python(case)
        found[case.name] = outcome
        if outcome.status == "passed" and outcome.prepared is not None:
            try:
                members.append(generated_member(outcome.prepared, index, target))
            except UnsupportedModel as error:
                found[case.name] = Outcome(case.name, "refused", error.refusals[0].sentence())
    for outcome in _run_members(members, target):
        if outcome.status != "passed":
            found[outcome.name] = outcome
    return [replace(found[case.name], prepared=None) for _, case in batch]


def _run_members(members: Sequence[Member], target: Target) -> list[Outcome]:
    if not members:
        return []
    try:
        with tempfile.TemporaryDirectory() as folder:
            outputs = run_batch(members, target, Path(folder))
    except EdgecError as error:
        if len(members) == 1:
            return [Outcome(members[0].prepared.case.name, "wrong", f"on {target.name}: {error}")]
        half = len(members) // 2
        return [*_run_members(members[:half], target), *_run_members(members[half:], target)]
    results = []
    for m, arrays in zip(members, outputs, strict=True):
        fault = difference(m.prepared, arrays)
        status = "wrong" if fault else "passed"
        results.append(Outcome(m.prepared.case.name, status, f"on {target.name}: {fault}" if fault else ""))
    return results
