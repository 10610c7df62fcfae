"""Commands whose options come from the table; their help has groups of options and examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any

import click

from edgec.command_line.options import TableOption, click_options
from edgec.console.quantities import byte_count
from edgec.settings.option import FIRST, GROUPS, MESSAGES, Bytes
from edgec.settings.table import IMPORT

MAX_UNGROUPED = 10  # options that need no groups
NEVER_CUT = 1000  # characters
MAX_FLAGS = 26  # characters of the column of options, whose texts are beside it
CONTINUED = " \\"
Example = tuple[str, str]
"""A command line, and what it is for."""


def command(*examples: Example, settings: bool = False) -> Callable[[Callable[..., Any]], click.Command]:
    """A command with the options that the table has for its function's name, and examples at the end of its help.

    Args:
        examples: ``(command line, what for)``.
        settings: the function takes the record of the command's settings as ``options``, other values by their names.
    """

    def made(function: Callable[..., Any]) -> click.Command:
        @wraps(function)
        def called(**values: Any) -> Any:
            if values.keys() >= IMPORT:
                values["bind"] = _bound(*(values.pop(part) for part in ("shape", "constant", "limit")))
            return function(**(_recorded(function.__name__, values) if settings else values))

        return click.command(cls=Command, examples=examples)(called)

    return made


def _recorded(name: str, values: dict[str, Any]) -> dict[str, Any]:
    """Values, those of the command's settings as its record."""
    from edgec.settings.values import RECORDS, packed

    kind, record = RECORDS[name], packed(name, values)
    fields = kind.__dataclass_fields__.keys() & record.keys()
    return {"options": kind(**{field: record.pop(field) for field in fields}), **record}


def _bound(shape: Sequence[str], constant: Sequence[str], limit: Sequence[str]) -> object:
    """Bind the import options of a command line."""
    from edgec.samples.binding import Bindings

    return Bindings.parse(shape, constant, limit)


class Group(click.Group):
    """Commands in the order in which they were added, each with its whole summary."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """The names of the commands, in the order of work."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every command with its summary, which is never cut."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(self.commands[name])) for name in self.list_commands(ctx)])


def hyphenated(word: str) -> str:
    """An option's name with hyphens, which may be written with underscores."""
    return word.replace("_", "-")


def summary(command: click.Command) -> str:
    """The first sentence of a command's help, without its full stop."""
    return command.get_short_help_str(NEVER_CUT).rstrip(".")


class Command(click.Command):
    """A command whose options are those of the table, in groups in its help, and examples behind them."""

    def __init__(self, *arguments: Any, examples: Sequence[Example] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.examples = tuple(examples)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Arguments, then options; ``--help`` is the last."""
        help_option = self.get_help_option(ctx)
        own = [*self.params, *click_options(self.name or "")]
        return own if help_option is None else [*own, help_option]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; of a line that a shell completes, without an option whose value is yet to come."""
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        valued = {word for p in options if not p.is_flag for word in p.opts}
        if ctx.resilient_parsing and args and args[-1] in valued:
            args = args[:-1]
        sizes = {word for p in options if isinstance(p.type, Bytes) for word in p.opts}
        return super().parse_args(ctx, list(_with_units(args, sizes)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, in groups when there are many."""
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        records: dict[click.Parameter, tuple[str, str]] = {
            p: record for p in options if (record := p.get_help_record(ctx)) is not None
        }
        for title, names in grouped(list(records)):
            with formatter.section(title):
                formatter.write_dl([records[p] for p in names], col_max=MAX_FLAGS)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  of click
        """Write the examples."""
        if self.examples:
            with formatter.section("Examples"):
                for line, purpose in self.examples:
                    formatter.write_text(purpose if purpose.endswith("?") else f"{purpose}:")
                    formatter.indent()
                    for part in continued(line, formatter.width - formatter.current_indent):
                        formatter.write(f"{'':{formatter.current_indent}}{part}\n")
                    formatter.dedent()


def _with_units(args: Sequence[str], sizes: Collection[str]) -> list[str]:
    """Words in which a size and its unit, ``--max-flash 20 KB``, are one word."""
    words: list[str] = []
    for word in args:
        number = words[-1] if len(words) > 1 and hyphenated(words[-2]) in sizes else ""
        if number.isdecimal() and word.isalpha() and byte_count(number + word):
            words[-1] += word
        else:
            words.append(word)
    return words


def continued(line: str, width: int) -> list[str]:
    """A command line in lines of a width, which a shell joins again; broken before options."""
    parts = re.split(r" (?=-)", line)
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 1 + len(part) + len(CONTINUED) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(f"    {part}")
    return [f"{part}{CONTINUED}" for part in lines[:-1]] + lines[-1:]


def grouped(params: Sequence[click.Parameter]) -> list[tuple[str, list[click.Parameter]]]:
    """The parameters by the heading that they stand below, in order; few are one group, general ones its last."""
    groups: dict[str, list[click.Parameter]] = {title: [] for title in GROUPS}
    for p in params:
        groups[p.record.group if isinstance(p, TableOption) else MESSAGES].append(p)
    if len(params) <= MAX_UNGROUPED:
        return [(FIRST, [p for some in groups.values() for p in some])]
    return [(title, some) for title, some in groups.items() if some]
