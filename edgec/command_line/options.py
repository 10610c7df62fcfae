"""Click's options, made from the table of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import click

from edgec.command_line import complete
from edgec.command_line.settings_file import from_file
from edgec.console import terminal
from edgec.settings.option import Option, SamplesType
from edgec.settings.table import options_of


def _quiet(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        terminal.Verbosity.quiet = True


def _verbose(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        terminal.be_verbose()


ACTIONS: dict[str, Callable[..., Any]] = {"quiet": _quiet, "verbose": _verbose, "config": from_file}
"""Functions of options that act as soon as they are read; no command gets the options' values."""


class TableOption(click.Option):
    """An option of the command line that a record of the table describes."""

    def __init__(self, record: Option) -> None:
        self.record = record
        names = [f"-{record.short}"] if record.short else []
        action = ACTIONS.get(record.name)
        # Newer releases of click take a stated default, None too, for a value of an option that is required.
        stated: dict[str, Any] = {} if record.required else {"default": False if record.flag else record.default}
        super().__init__(
            [*names, *(f"--{name}" for name in (*record.former, record.name)), record.value_name],
            type=None if record.flag else click.STRING if isinstance(record.kind, SamplesType) else record.kind,
            show_default=record.default is not None,
            required=record.required,
            is_flag=record.flag,
            multiple=record.many,
            nargs=record.count,
            metavar=record.metavar if isinstance(record.metavar, str) else None,
            shell_complete=getattr(complete, record.complete) if record.complete else None,
            callback=action,
            expose_value=action is None,
            is_eager=record.name == "config",
            **stated,
        )

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Flags and help, with texts that are made when they are shown, without names that the option had before."""
        self.help = self.record.text
        if callable(self.record.metavar):
            self.metavar = self.record.metavar()
        with self._of_today():
            return super().get_help_record(ctx)

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """The flags, for messages."""
        with self._of_today():
            return super().get_error_hint(ctx)

    @contextmanager
    def _of_today(self) -> Iterator[None]:
        """Without the names that the option had before."""
        taken = self.opts
        self.opts = [name for name in taken if name.lstrip("-") not in self.record.former]
        try:
            yield
        finally:
            self.opts = taken


def click_options(command: str) -> list[click.Parameter]:
    """The options of a command."""
    return list(_made(options_of(command)))


@cache
def _made(records: tuple[Option, ...]) -> Sequence[TableOption]:
    return [TableOption(record) for record in records]
