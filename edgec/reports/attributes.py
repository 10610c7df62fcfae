"""Attributes of a layer's operator as text, for the report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from enum import Enum
from typing import Any

from edgec.converter.graph.ir import Attrs
from edgec.reports.records import Attribute

MAX_CHARACTERS = 80
"""The most that is shown of a value: tables of constants would be longer."""


def attributes_of(attrs: Attrs) -> tuple[Attribute, ...]:
    """All attributes of an operator that have a value."""
    return tuple(Attribute(name, value) for name, value in _flat("", asdict(attrs)))


def _flat(prefix: str, values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{name}.", value)
        elif value is not None and value != ():
            shown = _text(value)
            yield prefix + name, shown if len(shown) <= MAX_CHARACTERS else shown[: MAX_CHARACTERS - 3] + "..."


def _text(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(map(_text, value[:MAX_CHARACTERS]))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return f"{value:g}" if isinstance(value, float) else str(value)
