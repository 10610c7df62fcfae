"""The values of options: a record for each command that takes settings, whose fields are made from the table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import Field, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from edgec.converter.graph.frozen import dataclass
from edgec.converter.onnx.raw_input import RawInput
from edgec.samples.binding import Bindings
from edgec.settings.option import Option
from edgec.settings.table import IMPORT, TABLE, options_of


class Values:
    """The settings of a command: a frozen dataclass whose fields are its options, by the names of Python."""

    if TYPE_CHECKING:  # the decorator makes them
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

        def __init__(self, *values: Any, **named: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...


T = TypeVar("T", bound=Values)
RECORDS: dict[str, type[Values]] = {}
"""The record of each command that takes settings, by the command's name."""


def settings_of(command: str) -> Callable[[type[T]], type[T]]:
    """Make a class the record of a command's settings: fields from the table come before those of the class."""

    def made(kind: type[T]) -> type[T]:
        own = inspect.get_annotations(kind)
        options = {o.value_name: o for o in _fields(command)}
        kind.__annotations__ = {**dict.fromkeys(options, "Any"), **own}
        for name, option in options.items():
            if not option.required:
                setattr(kind, name, option.absent)
        RECORDS[command] = record = dataclass(frozen=True)(kind)
        return record

    return made


def _fields(command: str) -> list[Option]:
    """Options that are fields: those of vendors share a mapping, those of a model's import make ``bind``."""
    listed = (o for o in TABLE if command in o.commands.split() and o.keyword and not o.within)
    return sorted((o for o in listed if o.name not in IMPORT), key=lambda option: not option.required)


def packed(command: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by the names of the code, as the command's record takes them.

    Args:
        command: whose options they are.
        values: by the options' ``value_name``; those of a model's import are packed elsewhere.
    """
    options = {o.value_name: o for o in options_of(command)}
    record: dict[str, Any] = {}
    for name, value in values.items():
        option = options.get(name)
        if option is not None and option.within:
            record.setdefault(option.within, {})
            if value is not None:
                record[option.within][option.name] = value
        else:
            record[name] = value
    return record


@settings_of("convert")
class ConvertOptions(Values):
    """The settings of one conversion; the names and defaults are those of the command line."""

    bind: Bindings = field(default_factory=Bindings)
    raw: RawInput | None = None


@settings_of("check")
class CheckOptions(Values):
    """Options of ``edgec check``."""

    bind: Bindings = field(default_factory=Bindings)


@settings_of("profile")
class ProfileOptions(Values):
    """Options of ``edgec profile``: samples to count, and the clock and core of the latency."""


@settings_of("verify")
class VerifyOptions(Values):
    """Options of ``edgec verify``; ``vendor_folders``: where vendors' sources lie, by flag."""

    vendor_folders: Mapping[str, Path] = field(default_factory=dict)


@settings_of("accuracy")
class AccuracyOptions(Values):
    """Options of ``edgec accuracy``."""

    bind: Bindings = field(default_factory=Bindings)


@settings_of("prune")
class PruneOptions(Values):
    """Options of ``edgec prune``, among them those of the training that follows."""

    bind: Bindings = field(default_factory=Bindings)


@settings_of("features")
class FeaturesOptions(Values):
    """Options of ``edgec features``."""
