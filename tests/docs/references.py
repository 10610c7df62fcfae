"""Pages of the reference that are written from the code: the command line, keys of targets, the report's schema."""

from __future__ import annotations

import inspect
import json
import re
import types
import typing
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

import click

from edgec.cli import cli
from edgec.commands import operators
from edgec.console.tables import markdown
from edgec.targets.features import FEATURES
from edgec.targets.reader import MEMORY_KINDS, Target
from tests.conftest import REPO

WRITTEN = "Written by `make written`; a test keeps it current."
SCHEMA = Path("edgec/reports/report.schema.json")
NAMES = {int: "number", float: "number", str: "text", bool: "true or false", type(None): "none"}


def cell(text: str) -> str:
    """A text as the cell of a table."""
    words = re.sub(r"``(.+?)``", r"`\1`", " ".join(text.split()))
    return words.replace("|", "\\|").replace("<", "&lt;")


def command_line() -> str:
    """Every command with its arguments and options, as click knows them."""
    lines = ["# The command line", "", f"{WRITTEN} `edgec COMMAND --help` says the same.", ""]
    lines += ["What ends with which code: [exit codes](exit-codes.md).", ""]
    root = click.Context(cli, info_name="edgec", **cli.context_settings)
    for name, command in cli.commands.items():
        context = click.Context(command, parent=root, info_name=name)
        usage = " ".join(("edgec", name, *command.collect_usage_pieces(context)))
        lines += [f"## edgec {name}", "", f"`{usage}`", "", cell(inspect.cleandoc(command.help or "")), ""]
        lines += ["| option | |", "|---|---|"]
        for option in command.get_params(context):
            record = option.get_help_record(context) if isinstance(option, click.Option) else None
            if record is not None:
                lines.append(f"| `{record[0].replace('|', chr(92) + '|')}` | {cell(record[1])} |")
        examples = getattr(command, "examples", ())  # (command line, what for) of commands that have some
        lines += ["", *(f"- `{line}`: {cell(purpose)}" for line, purpose in examples)]
        lines += [""] if examples else []
    return "\n".join(lines)


def facets() -> str:
    """Operators of the graph by what each stage knows of them."""
    by_operator, legend = operators.tables()
    return "\n".join(
        [
            "# Operators by stage",
            "",
            f"{WRITTEN} `edgec inspect --operators` shows the same.",
            "",
            "ONNX operators are lowered to these. `numbers` is how an operator takes part in quantization, `integer`",
            "whether it has an integer reference, which every kernel equals byte for byte, `C` whether it has kernels",
            "(a `Reshape` needs none); the other columns are facets: an `x` is a rule that a stage has for the",
            "operator, a `-` a gap.",
            "",
            markdown(by_operator),
            "",
            markdown(legend),
            "",
        ]
    )


def target_keys() -> str:
    """The keys of a target's file, from the records that it is read into."""
    lines = ["# Target file reference", "", f"{WRITTEN} [How to make a target](../how-to/own-target.md) shows one.", ""]
    lines += [
        "A target is a TOML file. An unknown key is an error. `inherits` names the target whose values it starts from:",
        "tables are merged key by key, lists and values are replaced, `false` takes an inherited table away. `name` is",
        "the file's.",
        "",
        f"- `features`: {', '.join(f'`{f}`' for f in FEATURES)}.",
        f"- `kind` of a memory: {', '.join(f'`{k}`' for k in MEMORY_KINDS)}.",
        "",
    ]
    paths: dict[type[Any], list[str]] = {}
    for path, kind in _records(Target, ""):
        paths.setdefault(kind, []).append(path)
    for kind, places in paths.items():
        tables = " and ".join(f"`{path}`" for path in places)
        where = f"In {tables}. " if any(places) else "The file itself; what it inherits need not be given. "
        lines += [f"## {kind.__name__}", "", f"{where}{_paragraphs(kind)}", ""]
        lines += ["| key | value | default |", "|---|---|---|"]
        keys = [f for f in fields(kind) if kind is not Target or f.name != "name"]
        lines += [f"| `{f.name}` | {_type(kind, f)} | {_default(f)} |" for f in keys]
        lines.append("")
    return "\n".join(lines)


def _records(kind: type[Any], path: str) -> Iterator[tuple[str, type[Any]]]:
    """A record and those within it: (the table of the file, the class)."""
    yield path, kind
    for f in fields(kind):
        inner = _inner(kind, f)
        if inner is not None:
            name = f"{path.strip('[]')}.{f.name}".strip(".")
            yield from _records(inner, f"[[{name}]]" if typing.get_origin(_hint(kind, f)) is tuple else f"[{name}]")


def _hint(kind: type[Any], f: Field[Any]) -> Any:
    return typing.get_type_hints(kind)[f.name]


def _inner(kind: type[Any], f: Field[Any]) -> type[Any] | None:
    """The record that a key holds, alone or in a list."""
    found = [a for a in (_hint(kind, f), *typing.get_args(_hint(kind, f))) if is_dataclass(a)]
    return found[0] if found and isinstance(found[0], type) else None


def _type(kind: type[Any], f: Field[Any]) -> str:
    hint, inner = _hint(kind, f), _inner(kind, f)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if inner is not None:
        return f"{'tables' if origin is tuple else 'a table'}: [{inner.__name__}](#{inner.__name__.lower()})"
    if origin is tuple:
        return f"list of {NAMES[arguments[0]]}"
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(NAMES[a] for a in arguments if a is not type(None)))
    return NAMES.get(hint, "tables of numbers")


def _default(f: Field[Any]) -> str:
    if f.default is MISSING:
        return "required" if f.default_factory is MISSING else "empty"
    return "none" if f.default in (None, "", ()) else f"`{f.default}`"


def _paragraphs(kind: type[Any]) -> str:
    return re.sub(r"``(.+?)``", r"`\1`", " ".join(inspect.cleandoc(kind.__doc__ or "").split()))


def report_schema() -> str:
    """The objects of ``report.json``, from its JSON Schema."""
    schema = json.loads((REPO / SCHEMA).read_text(encoding="utf-8"))
    version = schema["properties"]["schema"]["const"]
    lines = ["# report.json", "", WRITTEN, ""]
    lines += [f"- The JSON Schema is [report.schema.json](../../{SCHEMA}); its use: [the report](../report.md)."]
    lines += [f"- Keys are only ever added within `schema` {version}. A key in *italics* may be missing.", ""]
    for name, kind in (("Report", schema), *schema["$defs"].items()):
        described = re.sub(r"``(.+?)``", r"`\1`", kind["description"])
        lines += [f"## {name}", "", described, "", "| key | value |", "|---|---|"]
        for key, value in kind["properties"].items():
            shown = f"`{key}`" if key in kind["required"] else f"*`{key}`*"
            lines.append(f"| {shown} | {_json_type(value)} |")
        lines.append("")
    return "\n".join(lines)


def _json_type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in value:
        return f"`{value['const']}`"
    if "anyOf" in value:
        return " or ".join(_json_type(v) for v in value["anyOf"])
    if value.get("type") == "array":
        return f"list of {_json_type(value['items'])}"
    if value.get("type") == "object":
        return f"object of {_json_type(value['additionalProperties'])}"
    kinds = value["type"] if isinstance(value["type"], list) else [value["type"]]
    return " or ".join(kinds)
