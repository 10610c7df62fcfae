"""The report as JUnit XML: a test case for each check, for the test views of CI systems."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from edgec.converter.graph.errors import printable
from edgec.reports.checks import Check
from edgec.reports.records import Report

MAX_SENTENCE_CHARS = 2000  # characters of a sentence


def junit(report: Report, checks: Sequence[Check]) -> str:
    """The XML text.

    Args:
        report: of the model; its figures are properties of the suite.
        checks: the test cases, in order; names that repeat get a number.
    """
    failures = sum(not c.passed for c in checks)
    counts = f'tests="{len(checks)}" failures="{failures}" errors="0"'
    suite = f"edgec {printable(report.prefix)} for {printable(report.target)}"
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="edgec" {counts} time="0">']
    lines += [f'  <testsuite name={quoteattr(suite)} {counts} skipped="0" time="0">', "    <properties>"]
    lines += [f"      <property name={quoteattr(n)} value={quoteattr(v)}/>" for n, v in _properties(report)]
    lines += ["    </properties>"]
    for name, check in zip(_distinct([printable(c.name) for c in checks]), checks, strict=True):
        lines += _case(f"edgec.{printable(report.prefix)}", name, check)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def _case(of: str, name: str, check: Check) -> list[str]:
    sentence = printable(check.sentence, MAX_SENTENCE_CHARS)
    head = f'    <testcase classname={quoteattr(of)} name={quoteattr(name)} time="0">'
    if check.passed:
        return [head, f"      <system-out>{escape(sentence)}</system-out>", "    </testcase>"]
    failure = f'      <failure message={quoteattr(sentence)} type="check">{escape(sentence)}</failure>'
    return [head, failure, "    </testcase>"]


def _distinct(names: Sequence[str]) -> list[str]:
    """Viewers take equal names for one test case."""
    seen: dict[str, int] = {}
    distinct = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        distinct.append(name if names.count(name) == 1 else f"{name} ({seen[name]})")
    return distinct


def _properties(r: Report) -> list[tuple[str, str]]:
    figures = {
        "flash": r.flash.total,
        "ram": r.ram.total,
        "arena": r.ram.arena,
        "stack": r.ram.stack,
        "instructions": r.instructions or None,
        "macs": r.macs,
    }
    texts = {"edgec": r.edgec, "scheme": r.scheme, "optimize": r.optimize}
    return [
        *((name, printable(text)) for name, text in texts.items()),
        *((name, str(value)) for name, value in figures.items() if value is not None),
    ]
