"""The command line of ``edgec inspect``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.samples.binding import Bindings


@command(
    ("edgec inspect model.onnx --shape input=1,3,32,32", "The graph after all passes"),
    ("edgec inspect --operators", "Supported operators"),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
def inspect(file: Path | None, operators: bool, bind: Bindings, as_json: bool) -> None:
    """Show the graph of a model, an .edge file or a generated folder."""
    from edgec import pipeline
    from edgec.commands import inspection
    from edgec.console.clock import within
    from edgec.converter.graph.errors import UsageError

    if operators == (file is not None):
        raise UsageError("give either FILE or --operators, not both")
    if file is None:
        _list_operators(as_json)
        return
    with within(bind.limits):
        graph = pipeline.load_graph(file, bind, terminal.notes)
    if as_json:
        terminal.result_json(inspection.as_json(graph))
    else:
        terminal.result_tables(inspection.table(graph))


def _list_operators(as_json: bool) -> None:
    from edgec.commands import operators

    if as_json:
        terminal.result_json(operators.as_json())
    else:
        terminal.result_tables(*operators.tables())
