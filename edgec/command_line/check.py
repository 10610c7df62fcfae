"""The command line of ``edgec check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.console import terminal
from edgec.converter.graph.errors import UnsupportedModel

if TYPE_CHECKING:
    from edgec.settings.values import CheckOptions


@command(
    ("edgec check model.onnx -t nrf52840", "Does it fit the board, in float32 and in int8?"),
    ("edgec check model.onnx -t cortex-m4 --calibration samples.npz", "The exact int8 result"),
    ("edgec check model.onnx --stream 1 --hop 2", "What runs over 2 new columns of a window would compute"),
    settings=True,
)
@click.argument("model", type=click.Path(path_type=Path))
def check(model: Path, as_json: bool, options: CheckOptions) -> None:
    """Check that edgec supports an ONNX MODEL; predict flash and RAM."""
    from edgec.commands import prediction

    result = prediction.check_as(model, options, terminal.notes)
    if as_json:
        terminal.result_json(result.as_json())
    if result.unsupported:
        raise UnsupportedModel(result.unsupported)
    if not as_json:
        terminal.result_text("\n".join(result.lines(model.name)))
    if result.misfit is not None:
        raise result.misfit
