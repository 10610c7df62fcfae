"""The command line of ``edgec prune``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import PruneOptions


@command(
    ("edgec prune m.onnx -o small.onnx --prune macs=0.6 --calibration samples.npz", "Keep 60 % of the MACs"),
    (
        "edgec prune m.onnx -o s.onnx --prune macs=0.6 --calibration c.npz --train-data t.npz:x:y --train-minutes 5",
        "The same, then fine-tuned with labels",
    ),
    settings=True,
)
@click.argument("model", type=click.Path(path_type=Path))
def prune(model: Path, output: Path, force: bool, as_json: bool, options: PruneOptions) -> None:
    """Prune channels of a float ONNX MODEL and write a smaller one.

    Structured pruning: whole channels are removed and the remaining weights are reconstructed on the calibration
    samples; with --train-data the result is then fine-tuned.
    """
    from edgec.commands import prune as pruning
    from edgec.console.clock import within

    with terminal.working() as work:
        with within(options.bind.limits):
            task = pruning.prepare(model, output, options, force, terminal.notes, work("pruning"))
        result = task.finished(work("training"))
    if as_json:
        terminal.result_json(result.as_json())
        return
    terminal.result_tables(result.table())
    terminal.result_text("\n" + result.summary())
