"""Settings from ``edgec.toml``: one table per command, with the names of its command line options."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.wording import suggestion
from edgec.converter.onnx.raw_input import RawInput
from edgec.gates.records import Gates
from edgec.settings.option import Bytes, Option
from edgec.settings.table import commands_with, options_of

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

DEFAULT_FILE = "edgec.toml"
TARGET_OPTIONS = frozenset({"target", "also"})  # names, or paths of .toml files
INPUT = "input"  # the table that describes the sensor's data
STATE = "state"  # the table of states: input = "output", as --state
GATES = "gates"  # the table of limits that report, verify and diff hold a model to


@dataclass(frozen=True)
class SettingsFile:
    """A settings file as a command sees it: the options' values by their names in the code, and its other tables."""

    path: Path
    values: Mapping[str, Any]
    raw: RawInput | None = None
    gates: Gates | None = None


def read_settings(path: Path, command: str) -> SettingsFile:
    """Read a settings file for a command.  Paths in it are relative to its folder.

    Raises:
        UsageError: the file cannot be read, is not TOML, or a key or type is not the command's.
    """
    tables = _read(path)
    raw = RawInput.parse(str(path), tables[INPUT]) if isinstance(tables.get(INPUT), Mapping) else None
    limits = Gates.parse(path, tables[GATES]) if GATES in tables else None
    known = (*commands_with("config"), INPUT, STATE, GATES)
    for name in tables:
        if name not in known:
            near, names = suggestion(name, known), ", ".join(known)
            raise UsageError(f"{path}: unknown table '{printable(name)}'{near}; the tables are: {names}")
    table = tables.get(command, {})
    if not isinstance(table, Mapping):
        raise UsageError(f"{path}: '{command}' must be a table, for example [{command}]")
    options = {option.name: option for option in options_of(command) if option.key}
    keys = [_option_name(str(key), options.values()) for key in table]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise UsageError(f"{path}: '{printable(twice)}' is given twice in [{command}]; leave one out")
    table = dict(zip(keys, table.values(), strict=True))
    values = {
        options[key].value_name: _value(path, key, item, options[key])
        for key, item in table.items()
        if _is_option(path, key, options)
    }
    if STATE in tables and STATE in options:
        if STATE in values:
            raise UsageError(f"{path}: states are given in [{STATE}] and in [{command}]; leave one out")
        values[STATE] = _states(path, tables[STATE])
    return SettingsFile(path, values, raw, limits)


def _states(path: Path, table: Any) -> tuple[str, ...]:
    """The table ``[state]`` as values of the option."""
    if not isinstance(table, Mapping) or not all(isinstance(value, str) for value in table.values()):
        raise UsageError(f'{path}: [{STATE}] must be a table of inputs and their outputs, such as h = "h_out"')
    return tuple(f"{name}={value}" for name, value in table.items())


def gates_of(path: Path) -> Gates:
    """The table ``[gates]`` of a settings file.

    Raises:
        UsageError: the file cannot be read, has no such table, or a key or value is wrong.
    """
    tables = _read(path)
    if GATES not in tables:
        raise UsageError(f"{path}: has no table [gates]")
    return Gates.parse(path, tables[GATES])


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as f:
            table: Mapping[str, Any] = tomllib.load(f)
            return table
    except OSError as e:
        raise UsageError(f"{path}: cannot be read ({e.strerror}); check the path given with --config") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise UsageError(f"{path}: is not valid TOML: {printable(str(e))}") from e


def _option_name(key: str, options: Iterable[Option]) -> str:
    """The name of the option that a key means: hyphens and underscores are one, names of before are still taken."""
    name = key.replace("_", "-")
    return next((o.name for o in options if name in o.names), key)


def _is_option(path: Path, key: str, options: Mapping[str, Option]) -> bool:
    if key not in options:
        near = suggestion(key, options)
        raise UsageError(f"{path}: unknown key '{printable(key)}'{near}; the keys are: {', '.join(sorted(options))}")
    return True


def _value(path: Path, key: str, value: Any, option: Option) -> Any:
    """The value as click's parser wants it; the TOML type must be the option's."""
    if key == "shape":
        return _shapes(path, value)
    if option.many and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(_located(path, key, v, option) for v in value)
    if option.many and isinstance(value, str):
        return (_located(path, key, value, option),)
    wanted = _types(option)
    if type(value) not in wanted:
        name = {bool: "true or false", int: "an integer", float: "a number", str: "a string"}[wanted[0]]
        raise UsageError(f"{path}: '{key}' must be {name}, not {printable(repr(value))}")
    return _located(path, key, value, option) if isinstance(value, str) else value


def _located(path: Path, key: str, text: str, option: Option) -> str:
    """A value of the settings file ``path``; relative paths become relative to the file's folder."""
    named = option.path or (key in TARGET_OPTIONS and text.endswith(".toml"))
    return str(path.parent / text) if named else text


def _types(option: Option) -> tuple[type, ...]:
    """The TOML types an option takes, the one it is called by first."""
    if option.flag:
        return (bool,)
    if isinstance(option.kind, Bytes):
        return (int, str)
    if isinstance(option.kind, click.types.FloatParamType):
        return (float, int)
    return (int,) if isinstance(option.kind, click.types.IntParamType) else (str,)


def _shapes(path: Path, value: Any) -> tuple[str, ...]:
    if not isinstance(value, Mapping) or not all(
        isinstance(dims, list) and all(type(d) is int for d in dims) for dims in value.values()
    ):
        raise UsageError(f"{path}: 'shape' must be a table of lists, for example shape = {{ input = [1, 3, 32, 32] }}")
    return tuple(f"{name}={','.join(map(str, dims))}" for name, dims in value.items())
