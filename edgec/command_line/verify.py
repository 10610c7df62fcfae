"""The command line of ``edgec verify``."""

from __future__ import annotations

from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.command_line.settings_file import gates
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import VerifyOptions


@command(
    ("edgec verify out/kws --data evaluation.npz", "All samples, on the host and under QEMU, with top-1"),
    ("edgec verify out/kws --on host --samples 20", "A few random samples, without QEMU"),
    settings=True,
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def verify(folder: Path, baseline: str | None, as_json: bool, options: VerifyOptions) -> None:
    """Run a generated folder OUT; compare every output bit for bit.

    The code is compiled for this computer and for the target, run natively and under QEMU, and compared with the
    simulator; accuracy is compared with ONNX Runtime.
    """
    from edgec.command_line.gating import judge
    from edgec.commands import verify as verification
    from edgec.commands.measured import measured_run
    from edgec.folder.report import read_report

    limits = gates()
    if limits is not None and limits.max_drop is not None and options.max_drop is None:
        options = replace(options, max_drop=inf)  # the gate judges it
    if limits is not None and limits.min_sqnr is not None and options.min_sqnr is None:
        options = replace(options, min_sqnr=-inf)
    with terminal.working() as work:
        result = verification.verify(folder, options, terminal.notes, work)
    run = measured_run(result, limits, folder, options.target, options.allow_edited)
    gated = judge(read_report(folder), run, baseline)
    if as_json:
        terminal.result_json(result.as_json() | {"gates": [asdict(check) for check in gated.checks]})
    else:
        terminal.result_tables(result.table())
        terminal.notes(result.notes)
        terminal.result_text(result.verdict([check.name for check in gated.checks if not check.passed]))
    gated.finish(result.mismatches)
