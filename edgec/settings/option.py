"""The record of an option, of which the command line, ``edgec.toml``, Python and the documentation are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from edgec.console.quantities import byte_count

FIRST = "Options"  # the heading of options that belong to no other
OUTPUT = "Output"
MODEL = "Model"
NUMBERS = "Quantization and accuracy"
COST = "Speed and size"
TRAINING = "Training"
FEATURES = "Features"
MESSAGES = "General"
GROUPS = (FIRST, OUTPUT, MODEL, NUMBERS, COST, TRAINING, FEATURES, MESSAGES)
"""Headings of the help, in order."""
TEXT = click.STRING


class Bytes(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases of click only
    """A number of bytes: 65536, 64K, 64 KB or 1M."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails as click's own types do."""
        size = byte_count(str(value))
        if not size:
            self.fail(f"'{value}' is not a number of bytes such as 65536, 64K or 1M", param, ctx)
        return size


class SamplesType(click.ParamType):  # type: ignore[type-arg]  # as above
    """``FILE.npz[:x[:y]]``; in Python also arrays."""

    name = "samples"


class NameType(click.ParamType):  # type: ignore[type-arg]  # as above
    """One of a few names, where some have a sentence that says why they are gone."""

    def __init__(self, names: tuple[str, ...], gone: tuple[tuple[str, str], ...] = ()) -> None:
        self.names = names
        self.gone = dict(gone)
        self.name = "|".join(names)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; fails as click's own types do."""
        if value not in self.names:
            names = ", ".join(repr(name) for name in self.names)
            self.fail(self.gone.get(str(value), f"{value!r} is not one of {names}."), param, ctx)
        return str(value)


@dataclass(frozen=True)
class Option:
    """One option of one or several commands, all that is known of it.

    ``name`` is that on the command line and the key in ``edgec.toml``; with underscores it is the keyword in Python.
    ``former``: names that it had before, which are still taken but not shown.  ``commands``: which take it, separated
    by spaces.  ``help`` and ``metavar`` may be functions, called when a text
    is shown.  ``group`` is the heading above it in the help.  ``flag``: it takes no value; ``many``: it may be
    repeated; ``count``: how many values it takes.  ``field``: what the value is called in the code, where that is not
    its name.  ``complete``: what a shell offers (files, targets or layers).  ``key``: whether ``edgec.toml`` may
    state it; ``path``: whether the value there is relative to the file.  ``keyword``: whether it is a setting of the
    command, which Python and the record of the command's settings have; the others say where results go and what is
    shown.  ``within``: the mapping of the record that holds its value by name.
    """

    name: str
    commands: str
    help: str | Callable[[], str]
    kind: Any = TEXT
    default: Any = None
    group: str = FIRST
    metavar: str | Callable[[], str] | None = None
    short: str = ""
    flag: bool = False
    many: bool = False
    count: int = 1
    required: bool = False
    field: str = ""
    complete: str = ""
    key: bool = True
    path: bool = False
    keyword: bool = True
    within: str = ""
    former: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The help, which says whether the option may be repeated."""
        said = self.help() if callable(self.help) else self.help
        head, before, default = said.partition("  [")
        return f"{head}  Repeatable.{before}{default}" if self.many else said

    @property
    def names(self) -> tuple[str, ...]:
        """The name and those that it had before."""
        return (self.name, *self.former)

    @property
    def keyword_name(self) -> str:
        """The name in Python."""
        return self.name.replace("-", "_")

    @property
    def value_name(self) -> str:
        """The name of the value in the code."""
        return self.field or self.keyword_name

    @property
    def absent(self) -> Any:
        """The value where the option is not given."""
        return False if self.flag else () if self.many else self.default
