"""Dataclasses from the tables of a file (TOML, JSON): field types are checked, unknown and missing keys are errors."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.wording import suggestion

T = TypeVar("T")


def build_record(cls: type[T], table: object, where: str) -> T:
    """A dataclass filled from a TOML table; field types are checked, unknown and missing keys are errors.

    Raises:
        UsageError: the sentence starts with ``where`` and names the key.
    """
    assert is_dataclass(cls)
    if not isinstance(table, dict):
        raise UsageError(f"{where} must be a table")
    hints = _type_hints(cls)
    known = [f.name for f in fields(cls)]
    for key in table:
        if key not in known:
            hint = suggestion(str(key), known) or f" (known: {', '.join(known)})"
            raise UsageError(f"{where}: unknown key '{printable(str(key))}'{hint}")
    values: dict[str, Any] = {}
    for one in fields(cls):
        if one.name in table:
            values[one.name] = _value(hints[one.name], table[one.name], f"{where}: key '{one.name}'")
        elif one.default is MISSING and one.default_factory is MISSING:
            raise UsageError(f"{where}: key '{one.name}' is missing")
    return cls(**values)


@cache
def _type_hints(cls: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _value(kind: Any, value: object, where: str) -> object:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        choices = [k for k in typing.get_args(kind) if k is not type(None)]
        if value is None and len(choices) < len(typing.get_args(kind)):
            return None
        if len(choices) == 1:
            return _value(choices[0], value, where)
        if type(value) in choices:
            return value
        raise UsageError(f"{where} must be {' or '.join(c.__name__ for c in choices)}")
    if origin is tuple:
        if not isinstance(value, list):
            raise UsageError(f"{where} must be a list")
        return tuple(_value(typing.get_args(kind)[0], v, f"{where}[{i}]") for i, v in enumerate(value))
    if origin is Mapping:
        if not isinstance(value, dict):
            raise UsageError(f"{where} must be a table")
        of = typing.get_args(kind)[1]
        return {k: v if type(v) is of else _value(of, v, f"{where}.{k}") for k, v in value.items()}
    if is_dataclass(kind):
        return build_record(typing.cast("type[Any]", kind), value, where)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise UsageError(f"{where} must be {kind.__name__}, not {type(value).__name__}")
    return value
