"""The command line of ``edgec accuracy``."""

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
    (
        "edgec accuracy kws.onnx --data evaluation.npz --calibration samples.npz",
        "Layers that lose accuracy in int8, worst first",
    ),
    (
        "edgec accuracy kws.onnx --data evaluation.npz --calibration samples.npz --write edgec.toml",
        "Keep the remedies for convert",
    ),
)
@click.argument("model", type=click.Path(path_type=Path))
@click.option(
    "--data",
    shell_complete=complete.files,
    required=True,
    metavar="FILE.npz[:x[:y]]",
    help="Samples, and labels for top-1.",
)
@click.option(
    "--calibration",
    shell_complete=complete.files,
    metavar="FILE.npz[:x]",
    help="Samples to calibrate with.  [default: --data]",
)
@click.option("--quantize", type=click.Choice(["int8", "int16x8", "int4"]), default="int8", show_default=True)
@shared.calibrator
@shared.layer
@click.option(
    "--write",
    type=click.Path(path_type=Path),
    metavar="edgec.toml",
    help="Keep the settings that win most in this file's table [convert], with which edgec convert has that accuracy.",
)
@shared.bindings
@shared.config_file
@shared.as_json
def accuracy(
    model: Path,
    data: str,
    calibration: str | None,
    quantize: str,
    calibrator: str,
    layer: tuple[str, ...],
    write: Path | None,
    bind: Bindings,
    as_json: bool,
) -> None:
    """Say which layers of an ONNX MODEL, or of a generated folder's, lose accuracy in integers, worst first."""
    from edgec.commands import accuracy as measuring
    from edgec.console.clock import within

    options = measuring.AccuracyOptions(data, calibration, quantize, calibrator, layer, bind)
    with terminal.working() as work, within(bind.limits):
        found = measuring.measure(model, options, terminal.notes, work, best=write is not None)
    if write is not None:
        from edgec.settings.update import keep

        gone = keep(write, "convert", measuring.settings_of(options, found, write), measuring.GONE)
        terminal.message("note", f"written to {write}: {found.kept_text()}")
        terminal.notes([measuring.WITHOUT_DROP] if "max-drop" in gone else [])
    if as_json:
        terminal.result_json(found.as_json())
        return
    terminal.result_tables(found.table())
    terminal.result_text("\n" + found.summary())
