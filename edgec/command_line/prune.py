"""The command line of ``edgec prune``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line import complete
from edgec.command_line import options as shared
from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.samples.binding import Bindings


@command(
    ("edgec prune m.onnx -o small.onnx --prune macs=0.6 --calibration samples.npz", "Keep 60 % of the MACs"),
    (
        "edgec prune m.onnx -o s.onnx --prune macs=0.6 --calibration c.npz --train-data t.npz:x:y --train-minutes 5",
        "The same, then trained with labels",
    ),
)
@click.argument("model", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE.onnx", help="The result.")
@click.option("--prune", "budget", required=True, metavar="macs=0.6", help="What may stay: a share of MACs or flash.")
@shared.keep_borders
@click.option(
    "--calibration",
    shell_complete=complete.files,
    required=True,
    metavar="FILE.npz[:x]",
    help="Samples that show what channels do.",
)
@click.option(
    "--train-data",
    shell_complete=complete.files,
    metavar="FILE.npz[:x[:y]]",
    help="Samples to train with, with labels or without.",
)
@click.option("--train-minutes", type=click.FloatRange(min=0, min_open=True), metavar="M", help="Time to train.")
@click.option("--train-steps", type=click.IntRange(min=1), metavar="N", help="Steps to train: the same result again.")
@click.option(
    "--train-rate", type=click.FloatRange(min=0, min_open=True), default=3e-3, show_default=True, metavar="R",
    help="Largest step of Adam, as a share of the weights' size.",
)  # fmt: skip
@click.option("--train-batch", type=click.IntRange(min=1), default=64, show_default=True, metavar="N",
              help="Samples of a step.")  # fmt: skip
@click.option("--train-int8", is_flag=True, help="Train with the rounding of int8.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the order of the samples.")
@click.option("--checkpoint", type=click.Path(path_type=Path), metavar="FILE",
              help="Holds the state of the training, which goes on from it when it exists.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace the output file.")
@shared.bindings
@shared.config_file
@shared.as_json
def prune(
    model: Path,
    output: Path,
    budget: str,
    keep_borders: bool,
    calibration: str,
    train_data: str | None,
    train_minutes: float | None,
    train_steps: int | None,
    train_rate: float,
    train_batch: int,
    train_int8: bool,
    seed: int,
    checkpoint: Path | None,
    force: bool,
    bind: Bindings,
    as_json: bool,
) -> None:
    """Take channels out of a float ONNX MODEL, repair what that did, and write a smaller ONNX model."""
    from edgec.commands import prune as pruning
    from edgec.console.clock import within

    training = pruning.TrainingOptions(
        train_data, train_minutes, train_steps, train_rate, train_batch, train_int8, seed, checkpoint
    )
    options = pruning.PruneOptions(budget, calibration, keep_borders, training, bind)
    with terminal.working() as work:
        with within(bind.limits):
            task = pruning.prepare(model, output, options, force, terminal.notes, work("pruning"))
        found = task.finished(work("training"))
    if as_json:
        terminal.result_json(found.as_json())
        return
    terminal.result_tables(found.table())
    terminal.result_text("\n" + found.summary())
