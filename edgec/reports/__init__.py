"""Costs of a model: of a plan (``model``), measured on its objects (``measure``), written as JSON and as text."""

from __future__ import annotations

from edgec.reports.records import FileHash, MemoryUse, Report
from edgec.reports.stored import from_json, seal_of, to_json, with_hashes
from edgec.reports.text import render

__all__ = [
    "FileHash",
    "MemoryUse",
    "Report",
    "from_json",
    "render",
    "seal_of",
    "to_json",
    "with_hashes",
]
