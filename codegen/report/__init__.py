"""What a model costs: built from a plan, measured on its objects, written as JSON and as text."""

from __future__ import annotations

from edgec.codegen.report.measure import measure
from edgec.codegen.report.model import Report, from_json, make_report, to_json
from edgec.codegen.report.text import render

__all__ = ["Report", "from_json", "make_report", "measure", "render", "to_json"]
