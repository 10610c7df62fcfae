"""Output of the command line: results on stdout, messages on stderr, colour only where it is wanted."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from edgec.console.messages import Warned
from edgec.console.tables import Table, text
from edgec.converter.graph.errors import UnsupportedModel, printable
from edgec.converter.graph.work import Progress, Work, unseen

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

LONGEST_INFO = 500  # characters of what a stage tells


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


def flush() -> None:
    """Write the last of the output: that it fails must not change the exit code, as Python would."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  until the end


def colour() -> bool:
    """True when messages may be coloured: stderr is a terminal and NO_COLOR is unset or empty."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


class Verbosity:
    """The amount of text on stderr: ``quiet`` errors only, ``verbose`` what is done as well."""

    quiet = False
    verbose = False

    @classmethod
    def reset(cls) -> None:
        """Neither quiet nor verbose, as a command begins."""
        cls.quiet = cls.verbose = False


def be_verbose() -> None:
    """Show what the stages tell the logger ``edgec``."""
    import logging

    class LogHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if Verbosity.verbose:
                message("info", printable(record.getMessage(), LONGEST_INFO))

    logger = logging.getLogger("edgec")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.handlers = [LogHandler()]
    Verbosity.verbose = True


def message(kind: str, sentence: str) -> None:
    """One message on stderr: ``edgec: note: ...``; kinds are info, note, warning and error."""
    if Verbosity.quiet and kind != "error":
        return
    colours = {"info": "blue", "note": "cyan", "warning": "yellow", "error": "red"}
    label = click.style(f"{kind}:", fg=colours[kind], bold=True) if colour() else f"{kind}:"
    click.echo(f"edgec: {label} {sentence}", err=True)


def notes(sentences: Sequence[str]) -> None:
    """Several notes and warnings, in order."""
    for sentence in sentences:
        message("warning" if isinstance(sentence, Warned) else "note", sentence)


@contextmanager
def working() -> Iterator[Work]:
    """Bars on stderr, with the time that is left, gone when their work is done; nothing where it is no terminal.

    Verbose commands tell how long each work took instead.
    """
    if Verbosity.verbose:
        yield _timed
        return
    if Verbosity.quiet or not sys.stderr.isatty():
        yield unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    shown = (TextColumn("edgec: {task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    left = (TimeRemainingColumn(), TextColumn("left"))
    with Bars(*shown, *left, console=Console(stderr=True), transient=True, redirect_stdout=False) as bars:
        yield lambda name: _bar(bars, name)


def _bar(bars: Bars, name: str) -> Progress:
    """A bar that appears with the first progress and goes with the last."""
    tasks: list[TaskID] = []

    def show(done: int, total: int) -> None:
        if not tasks and done < total:
            tasks.append(bars.add_task(name, total=total))
        if tasks and done < total:
            bars.update(tasks[0], completed=done, total=total)
        elif tasks:
            bars.remove_task(tasks.pop())

    return show


def _timed(name: str) -> Progress:
    """Tells how long a work took when it is done."""
    start = time.perf_counter()

    def show(done: int, total: int) -> None:
        if done == total:
            message("info", f"{name}: {total} in {time.perf_counter() - start:.2f} s")

    return show


def width() -> int | None:
    """The characters of a line of the terminal that results go to; None where they go to a file or another program."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


class JsonResults:
    """State of a command's JSON: once its result is ``written``, an error follows on stderr alone."""

    written = False


def result_json(value: Any) -> None:
    """The result as JSON on stdout, keys in the order given."""
    JsonResults.written = True
    click.echo(json.dumps(value, indent=2, allow_nan=False))


def error_json(error: Exception, code: int) -> None:
    """An error as the result, for a command that has written none: its kind, sentence, exit code, what it lists."""
    value: dict[str, Any] = {"kind": type(error).__name__, "message": str(error), "exit_code": code}
    if isinstance(error, UnsupportedModel):
        value["unsupported"] = [asdict(r) for r in error.refusals]
    if not JsonResults.written:
        result_json({"error": value})


def result_text(result: str) -> None:
    """The result as text on stdout."""
    click.echo(result)


def result_tables(*tables: Table) -> None:
    """Tables on stdout with an empty line between two; on a terminal they have its width, elsewhere all they need."""
    for i, table in enumerate(tables):
        click.echo(("\n" if i else "") + text(table, width(), sys.stdout.isatty() and not os.environ.get("NO_COLOR")))
