"""The command line of ``edgec inspect``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec import terminal
from edgec.command_line import options as shared
from edgec.command_line.help import command

if TYPE_CHECKING:
    from edgec.samples.binding import Bindings


@command(
    ("edgec inspect model.onnx --shape input=1,3,32,32", "The graph after the passes"),
)
@click.argument("file", type=click.Path(path_type=Path))
@shared.bindings
@shared.as_json
def inspect(file: Path, bind: Bindings, as_json: bool) -> None:
    """Show the graph of an ONNX model, an .edge file or a generated folder."""
    from edgec import pipeline
    from edgec.clock import within
    from edgec.commands import inspection

    with within(bind.limits):
        graph = pipeline.load_graph(file, bind, terminal.notes)
    if as_json:
        terminal.result_json(inspection.as_json(graph))
    else:
        terminal.result_tables(inspection.table(graph))
