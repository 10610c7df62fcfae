"""The report as a badge: the JSON that shields.io reads from an endpoint (https://shields.io/badges/endpoint-badge)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from edgec.converter.graph.errors import printable
from edgec.reports.checks import Check
from edgec.reports.records import Report


def badge(report: Report, checks: Sequence[Check] = ()) -> dict[str, Any]:
    """Flash and RAM in KB of 1,024 bytes; red when a check fails."""
    broken = sum(not c.passed for c in checks)
    sizes = f"flash {_kb(report.flash.needed)}{'' if report.flash.measured else '+'}, RAM {_kb(report.ram.total)}"
    return {
        "schemaVersion": 1,
        "label": printable(report.prefix, 60),
        "message": f"{sizes}, {broken} of {len(checks)} checks failed" if broken else sizes,
        "color": "red" if broken else "blue",
        "isError": bool(broken),
    }


def _kb(size: int) -> str:
    return f"{size / 1024:.1f} KB"
