"""What the command line writes: results on stdout, messages on stderr, colour only where it is wanted."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

BAR = 30  # characters of a full progress bar


def colour() -> bool:
    """True when messages may be coloured: stderr is a terminal and NO_COLOR is unset or empty."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def message(kind: str, text: str) -> None:
    """One message on stderr: ``edgec: note: ...``; kinds are note, warning and error."""
    colours = {"note": "cyan", "warning": "yellow", "error": "red"}
    label = click.style(f"{kind}:", fg=colours[kind], bold=True) if colour() else f"{kind}:"
    click.echo(f"edgec: {label} {text}", err=True)


def notes(texts: Sequence[str]) -> None:
    """Several notes, in order."""
    for text in texts:
        message("note", text)


def progress(label: str) -> Callable[[int, int], None]:
    """A line on stderr, rewritten in place and gone at the end; nothing where stderr is no terminal."""

    def show(done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        filled = BAR * done // max(total, 1)
        line = f"edgec: {label} [{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
        click.echo("\r" + (line if done < total else " " * len(line) + "\r"), err=True, nl=False)

    return show


def result_json(value: Any) -> None:
    """The result as JSON on stdout, keys in the order given."""
    click.echo(json.dumps(value, indent=2, allow_nan=False))


def result_text(text: str) -> None:
    """The result as text on stdout."""
    click.echo(text)


def result_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """A table on stdout; column numbers in ``right`` are aligned to the right.

    On a terminal the table has its width, elsewhere it is as wide as it needs to be: nothing is cut in a log.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for i, name in enumerate(columns):
        table.add_column(name, justify="right" if i in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    width = None if sys.stdout.isatty() else 1000
    console = Console(file=sys.stdout, width=width, highlight=False)
    with console.capture() as capture:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))
