"""Compile a generated folder for its target and read what it costs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from edgec.codegen.build.branches import read_branches
from edgec.codegen.build.compile import compile_model
from edgec.codegen.build.elf import model_footprint
from edgec.codegen.build.stack import worst_stack
from edgec.codegen.build.target import Target
from edgec.codegen.plan import Plan
from edgec.codegen.report.model import Measured, make_report, to_json
from edgec.converter.errors import ToolchainMissing

REPORT_FILE = "report.json"


def measure(
    plan: Plan, folder: Path, target: Target, notify: Callable[[Sequence[str]], None] = lambda _: None
) -> dict[str, Any]:
    """``report.json`` of a generated folder, sizes and stack measured when the target's compiler is there.

    The folder's present files are listed in it; nothing is written into the folder.

    Raises:
        EdgecError: the code does not compile or link (a bug).
    """
    files = [p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file() and p.name != REPORT_FILE]
    try:
        measured = _measure(plan.identity.prefix, folder, target)
    except ToolchainMissing as error:
        notify([f"code size and stack are not measured: {error}"])
        return to_json(make_report(plan, None, "the compiler is missing", files))
    return to_json(make_report(plan, measured, files=files))


def _measure(prefix: str, folder: Path, target: Target) -> Measured:
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        build = Path(temp)
        model = compile_model(folder, prefix, target, build, call_graph=True)
        footprint = model_footprint(model, target, build)
        branches = read_branches(model.objects)
        stack = worst_stack(model.call_graphs, f"{prefix}_run", target, footprint.library_calls, branches)
    sizes = footprint.sizes
    return Measured(
        code=sizes.code,
        tables=sizes.tables,
        weights=sizes.weights,
        data=sizes.data,
        stack=stack.bytes,
        stack_note=stack.reason,
        library_calls=footprint.library_calls,
    )
