"""The report as the stable JSON that CI users rely on (keys are only ever added within a schema), and its hashes."""

from __future__ import annotations

import hashlib
import json
import math
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from edgec.converter.graph.errors import UsageError
from edgec.reports.records import SCHEMA, FileHash, Report
from edgec.targets.records import build_record


def with_hashes(report: Report, files: Iterable[tuple[str, bytes]]) -> Report:
    """The report with the hash of each file (path, content), in order of their paths, and its own."""
    hashes = (FileHash(path, hashlib.sha256(content).hexdigest()) for path, content in sorted(files))
    hashed = replace(report, hashes=tuple(hashes))
    return replace(hashed, seal=seal_of(to_json(hashed)))


def seal_of(value: Mapping[str, Any]) -> str:
    """SHA-256 of a report as JSON values, without its key ``seal``; white space and the order of keys do not count."""
    text = json.dumps({key: v for key, v in value.items() if key != "seal"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def to_json(report: Report) -> dict[str, Any]:
    """The report as JSON values (lists, not tuples); key order is that of the dataclasses."""
    value: dict[str, Any] = json.loads(json.dumps(_plain(report)))
    return value


def _plain(value: Any) -> Any:
    """Return dictionaries in place of dataclasses, at every depth: ``dataclasses.asdict`` copies leaves too, slowly."""
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    names = _names(value.__class__)
    return value if names is None else {name: _plain(getattr(value, name)) for name in names}


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else None


def from_json(value: Mapping[str, Any]) -> Report:
    """A report read back; keys it does not know are left out.

    Raises:
        UsageError: no report, another schema, or a key is missing or has the wrong form.
    """
    if value.get("schema") != SCHEMA:
        raise UsageError(
            f"report.json has schema {value.get('schema')!r}, this edgec reads {SCHEMA}; convert the model again"
        )
    return build_record(Report, known_fields(Report, value), "report.json")


def known_fields(kind: Any, value: Any) -> Any:
    """The value without keys its dataclass does not have, at every depth; what does not fit is left to the caller."""
    if isinstance(kind, types.UnionType):
        return next((known_fields(k, value) for k in typing.get_args(kind) if is_dataclass(k)), value)
    if isinstance(value, list):
        return [known_fields(typing.get_args(kind)[0], v) for v in value] if typing.get_origin(kind) is tuple else value
    if not is_dataclass(kind) or not isinstance(value, Mapping):
        return value
    hints = typing.get_type_hints(kind)
    return {f.name: known_fields(hints[f.name], value[f.name]) for f in fields(kind) if f.name in value}


def finite(text: str) -> float:
    """A number of a JSON file, for ``json.loads``.

    Raises:
        ValueError: it is infinite or none.
    """
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text} is not finite")
    return value
