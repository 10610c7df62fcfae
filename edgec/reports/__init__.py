"""What a model costs: built from a plan, measured on its objects, written as JSON and as text."""

from __future__ import annotations

from edgec.reports.measure import Measurement, measure
from edgec.reports.model import make_report, memory_uses
from edgec.reports.records import FileHash, MemoryUse, Report
from edgec.reports.stored import from_json, seal_of, to_json, with_hashes
from edgec.reports.text import render

__all__ = [
    "FileHash",
    "Measurement",
    "MemoryUse",
    "Report",
    "from_json",
    "make_report",
    "measure",
    "memory_uses",
    "render",
    "seal_of",
    "to_json",
    "with_hashes",
]
