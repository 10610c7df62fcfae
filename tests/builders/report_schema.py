"""Reports held to the published JSON Schema, quickly however many layers they have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from edgec.reports.schema import report_schema


@cache
def _validator() -> Any:
    import jsonschema

    return jsonschema.Draft202012Validator(report_schema())


def faults(report: Mapping[str, Any]) -> list[str]:
    """Say where a report (JSON values) breaks the schema."""
    return [f"{e.json_path}: {e.message}" for e in _validator().iter_errors(_thinned(report))]


def _thinned(value: Any) -> Any:
    """One item of each form of every list: the schema tells items of a form from each other nowhere."""
    if isinstance(value, Mapping):
        return {k: _thinned(v) for k, v in value.items()}
    if isinstance(value, list):
        return list({_form(v): _thinned(v) for v in value}.values())
    return value


def _form(value: Any) -> str:
    """The types and keys of a value at every depth."""
    if isinstance(value, Mapping):
        return json.dumps([(k, _form(v)) for k, v in value.items()])
    if isinstance(value, list):
        return json.dumps(sorted({_form(v) for v in value}))
    return type(value).__name__
