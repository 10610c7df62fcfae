"""What a model costs: built from a plan, measured on its objects, written as JSON and as text."""

from __future__ import annotations

from edgec.codegen.report.measure import measure
from edgec.codegen.report.model import MemoryUse, Report, from_json, make_report, memory_uses, to_json
from edgec.codegen.report.text import render

__all__ = ["MemoryUse", "Report", "from_json", "make_report", "measure", "memory_uses", "render", "to_json"]
