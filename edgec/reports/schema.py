"""The JSON Schema of ``report.json``, made from the dataclasses: ``python -m edgec.reports.schema`` prints it.

``edgec/reports/report.schema.json`` is its output.  Keys are only ever added within a schema version, so objects may
hold keys that are not listed.
"""

from __future__ import annotations

import inspect
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from edgec.reports.records import SCHEMA, Report

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NAMES = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null"}


def report_schema() -> dict[str, Any]:
    """The schema as JSON values."""
    definitions: dict[str, Any] = {}
    whole = _object(Report, definitions)
    whole["properties"]["schema"] = {"const": SCHEMA}
    head = {"$schema": DIALECT, "title": "report.json of edgec"}
    return {**head, **whole, "$defs": {name: definitions[name] for name in sorted(definitions)}}


def schema_text() -> str:
    """The file's content."""
    return json.dumps(report_schema(), indent=2) + "\n"


def _object(kind: type[Any], definitions: dict[str, Any]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    known = fields(kind)
    return {
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "type": "object",
        "properties": {f.name: _value(hints[f.name], definitions) for f in known},
        "required": [f.name for f in known if f.default is MISSING and f.default_factory is MISSING],
    }


def _value(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        if all(a in _NAMES for a in arguments):
            return {"type": [_NAMES[a] for a in arguments]}
        return {"anyOf": [_value(a, definitions) for a in arguments]}
    if origin is tuple:
        return {"type": "array", "items": _value(arguments[0], definitions)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _value(arguments[1], definitions)}
    if is_dataclass(kind):
        assert isinstance(kind, type)
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}
            definitions[kind.__name__] = _object(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    return {"type": _NAMES[kind]}


if __name__ == "__main__":
    print(schema_text(), end="")  # noqa: T201
