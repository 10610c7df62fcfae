"""The judgements of a report as pass or fail: for formats whose readers want test cases."""

from __future__ import annotations

from collections.abc import Iterator

from edgec.reports.checks import Check
from edgec.reports.records import Report
from edgec.reports.results import Results, Scores


def outcomes(report: Report, results: Results = Results()) -> tuple[Check, ...]:  # noqa: B008  frozen
    """One check for the report, for each memory of its target, for each place that ``verify`` ran it in."""
    checks = [Check("report", True, f"schema {report.schema}, {len(report.layers)} layers, {len(report.files)} files")]
    checks += [
        Check(f"memory {m.name}", m.used <= m.room, f"{m.used:,} of {m.room:,} bytes are taken")
        for m in report.memories
    ]
    for scores in results.scores:
        checks += [*_runs(scores), *scores.gates]
    return tuple(checks)


def _runs(scores: Scores) -> Iterator[Check]:
    told = dict.fromkeys(scores.mismatches, False)
    for place, count in scores.agree.items():
        if count is None:
            continue
        wrong = [m for m in told if m.startswith(f"{place}: ")]
        told |= dict.fromkeys(wrong, True)
        right = f"{count} of {scores.samples} samples have the outputs that they must have"
        yield Check(f"verify on {place}", not wrong, "; ".join(wrong) or right)
    for sentence in (m for m, known in told.items() if not known):
        yield Check("verify", False, sentence)
