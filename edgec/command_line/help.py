"""Commands whose help has groups of options and examples, and that all take ``--quiet`` and ``--verbose``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from edgec.console import terminal

F = TypeVar("F", bound=Callable[..., object])
GROUPS = (
    ("Output", "output name force check keep-model format write"),
    ("Model", "shape constant input-layout argmax limit"),
    ("Numbers and accuracy", "calibration calibrator quantize layer data max-drop allow-float keep-dead-channels"),
    (
        "Speed and size",
        "optimize exchange kernels prune keep-borders max-flash max-ram max-instructions place also measure",
    ),
    ("Training", "train-data train-minutes train-steps train-rate train-batch train-int8 seed checkpoint"),
)
"""Headings, with the options that stand below each; all others stand first."""
TALK = ("Settings and messages", "config json quiet verbose help")
FEW = 10  # options that need no groups
Example = tuple[str, str]
"""A command line, and what it is for."""


def command(*examples: Example) -> Callable[[Callable[..., Any]], click.Command]:
    """A command with examples at the end of its help, ``(command line, what for)``."""

    def made(function: Callable[..., Any]) -> click.Command:
        return click.command(cls=Command, examples=examples)(talkative(function))

    return made


def talkative(function: F) -> F:
    """``--quiet`` and ``--verbose``, which change what is written to stderr."""
    quiet = click.option(
        "-q", "--quiet", is_flag=True, expose_value=False, callback=_quiet,
        help="Errors only, and the results that are asked for.",
    )  # fmt: skip
    verbose = click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, callback=_verbose,
        help="Passes and stages with their times, builds that are tried, choices.",
    )  # fmt: skip
    return quiet(verbose(function))


def _quiet(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        terminal.Verbosity.quiet = True


def _verbose(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        terminal.be_verbose()


class Command(click.Command):
    """A command with groups of options in its help, and examples behind them."""

    def __init__(self, *arguments: Any, examples: Sequence[Example] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; of a line that a shell completes, without an option whose value is yet to come."""
        valued = {o for p in self.params if isinstance(p, click.Option) and not p.is_flag for o in p.opts}
        if ctx.resilient_parsing and args and args[-1] in valued:
            args = args[:-1]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, in groups when there are many."""
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        records: dict[click.Parameter, tuple[str, str]] = {
            p: record for p in options if (record := p.get_help_record(ctx)) is not None
        }
        for title, names in grouped(list(records)):
            with formatter.section(title):
                formatter.write_dl([records[p] for p in names])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  of click
        """Write the examples."""
        if self.examples:
            with formatter.section("Examples"):
                for line, purpose in self.examples:
                    formatter.write_text(purpose if purpose.endswith("?") else f"{purpose}:")
                    formatter.indent()
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
                    formatter.dedent()


def grouped(params: Sequence[click.Parameter]) -> list[tuple[str, list[click.Parameter]]]:
    """The parameters by the heading that they stand below, in order; few are one group."""
    if len(params) <= FEW:
        return [("Options", list(params))]
    titles = {name: title for title, names in (*GROUPS, TALK) for name in names.split()}
    found: dict[str, list[click.Parameter]] = {"Options": [], **{title: [] for title, _ in (*GROUPS, TALK)}}
    for p in params:
        found[titles.get(p.opts[-1].lstrip("-"), "Options")].append(p)
    return [(title, some) for title, some in found.items() if some]
