"""Reports without a conversion: of a small integer graph, with figures that a test chooses."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen import make_model_plan
from edgec.reports import Report
from edgec.reports.model import make_report
from edgec.reports.records import Flash, Ram
from tests.builders.codegen_models import int8_graph, options


def report_of(
    flash: int | None = 10_000, arena: int = 2_000, stack: int | None = 200, instructions: int = 50_000
) -> Report:
    """A report of these figures; the layers are the graph's."""
    note = "" if flash is not None else "the compiler is missing"
    code = None if flash is None else flash - 3_000
    return replace(
        make_report(make_model_plan(int8_graph(), options()), None),
        flash=Flash(code, 1_000, 2_000, flash, flash is not None),
        ram=Ram(arena, 100, stack, note),
        instructions=instructions,
    )
