"""What the command line writes: results on stdout, messages on stderr, colour only where it is wanted."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import click

from edgec.tables import Table, text

BAR = 30  # characters of a full progress bar


class _Unread(io.FileIO):
    """A stream of messages: that nobody can read them is no reason to fail."""

    def write(self, data: Any) -> int:
        """Write what can be written."""
        with suppress(OSError):
            return super().write(data) or len(data)
        return len(data)


def open_streams() -> None:
    """Give the process the standard streams it was started without, and messages that cannot fail.

    A closed descriptor would be given to the next file that is opened, and with it whatever a library writes there.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  until the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  until the end
    else:
        stream = io.BufferedWriter(_Unread(2, "wb", closefd=False))
        sys.stderr = io.TextIOWrapper(stream, sys.stderr.encoding, "backslashreplace", line_buffering=True)


def closed(code: int) -> int:
    """The exit code, after the last of the output is written: Python gives one of its own when that fails."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  until the end
    return code


def colour() -> bool:
    """True when messages may be coloured: stderr is a terminal and NO_COLOR is unset or empty."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def message(kind: str, sentence: str) -> None:
    """One message on stderr: ``edgec: note: ...``; kinds are note, warning and error."""
    colours = {"note": "cyan", "warning": "yellow", "error": "red"}
    label = click.style(f"{kind}:", fg=colours[kind], bold=True) if colour() else f"{kind}:"
    click.echo(f"edgec: {label} {sentence}", err=True)


def notes(sentences: Sequence[str]) -> None:
    """Several notes, in order."""
    for sentence in sentences:
        message("note", sentence)


def progress(label: str) -> Callable[[int, int], None]:
    """A line on stderr, rewritten in place and gone at the end; nothing where stderr is no terminal."""

    def show(done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        filled = BAR * done // max(total, 1)
        line = f"edgec: {label} [{'#' * filled}{'.' * (BAR - filled)}] {done}/{total}"
        click.echo("\r" + (line if done < total else " " * len(line) + "\r"), err=True, nl=False)

    return show


def width() -> int | None:
    """The characters of a line of the terminal that results go to; None where they go to a file or another program."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def result_json(value: Any) -> None:
    """The result as JSON on stdout, keys in the order given."""
    click.echo(json.dumps(value, indent=2, allow_nan=False))


def result_text(result: str) -> None:
    """The result as text on stdout."""
    click.echo(result)


def result_tables(*tables: Table) -> None:
    """Tables on stdout with an empty line between two; on a terminal they have its width, elsewhere all they need."""
    for i, table in enumerate(tables):
        click.echo(("\n" if i else "") + text(table, width(), sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
