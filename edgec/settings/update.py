"""Settings that a command found, kept in a table of ``edgec.toml``; what else stands in the file stays as it is."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from edgec.console.file import write_whole
from edgec.converter.graph.errors import UsageError, printable

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

Value: TypeAlias = "str | bool | Sequence[str] | Mapping[str, Sequence[int]]"
_HEADING = re.compile(r"\s*\[")


def keep(file: Path, table: str, values: Mapping[str, Value], gone: Sequence[str] = ()) -> frozenset[str]:
    """Set keys of a table; the file is made when there is none.  Returns the keys of the table that are no more.

    Args:
        file: the settings file.
        table: the table's name.
        values: by key.
        gone: keys that are taken out.

    Raises:
        UsageError: the file is no TOML, or written so that the keys cannot be set without changing others.
        OSError: it cannot be read or written.
    """
    old = file.read_text(encoding="utf-8") if file.exists() else ""
    made = updated(old, table, values, gone, str(file))
    write_whole(file, made)
    before, after = (tomllib.loads(text).get(table, {}) for text in (old, made))
    return frozenset(before) - frozenset(after)


def updated(old: str, table: str, values: Mapping[str, Value], gone: Sequence[str] = (), where: str = "") -> str:
    """The text with the keys set.

    Raises:
        UsageError: as ``keep``.
    """
    lines = "\n".join(f"{key} = {_text(value)}" for key, value in values.items())
    try:
        before = tomllib.loads(old)
        made = _edited(old, table, {*values, *gone}, lines)
        after = tomllib.loads(made)
    except tomllib.TOMLDecodeError as e:
        after, before, made = {}, {"?": printable(str(e))}, ""
    own = before.get(table, {})
    kept = {k: v for k, v in own.items() if k not in values and k not in gone} if isinstance(own, dict) else None
    wanted = tomllib.loads(lines)
    if kept is None or after != {**before, table: {**kept, **wanted}}:
        shown = "; ".join(lines.splitlines())
        raise UsageError(f"{where}: the settings cannot be put into this file; write them there: {shown}")
    return made


def _edited(old: str, table: str, keys: set[str], lines: str) -> str:
    """The lines behind the table's heading, its old lines of these keys left out."""
    written: list[str] = []
    inside = seen = skipping = False
    for line in old.splitlines():
        if _HEADING.match(line) and not skipping:
            inside = line.split("#")[0].strip() == f"[{table}]"
            written.append(line)
            if inside:
                written.append(lines)
                seen = True
            continue
        key = re.match(r"\s*\"?([\w-]+)\"?\s*=", line)
        if inside and skipping:
            skipping = "]" not in line  # of a list over several lines
            continue
        if inside and key and key[1] in keys:
            skipping = line.count("[") > line.count("]")
            continue
        written.append(line)
    if not seen:
        written += [*([""] if written else []), f"[{table}]", lines]
    return "\n".join(written) + "\n"


def _text(value: Value) -> str:
    """Format a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {list(v)}" for k, v in value.items()) + " }"
    return "[" + ", ".join(json.dumps(v, ensure_ascii=False) for v in value) + "]"


def relative(data: str, file: Path) -> str:
    """``FILE.npz[:x]`` of ``FILE.npz[:x[:y]]``, as a settings file names it: relative to its own folder."""
    name, *arrays = data.split(":")
    path = Path(os.path.relpath(Path(name).absolute(), file.parent.absolute())).as_posix()
    return ":".join([path, *arrays[:1]])
