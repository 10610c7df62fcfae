"""Settings from ``edgec.toml``: one table per command, with the names of its command line options."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from edgec.console.quantities import byte_count
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.wording import meant
from edgec.converter.onnx.raw_input import RawInput
from edgec.gates.records import Gates

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

DEFAULT_FILE = "edgec.toml"
TARGET_OPTIONS = frozenset({"target", "also"})  # names, or paths of .toml files
INPUT = "input"  # the table that describes the sensor's data
INPUT_KEY = "edgec.input"
GATES = "gates"  # the table of limits that report, verify and diff hold a model to
GATES_KEY = "edgec.gates"
FILE_KEY = "edgec.file"
NOT_IN_FILE = frozenset({"config", "help", "json", "force", "check", "allow_edited", "quiet", "verbose", "write"})


class Bytes(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases of click only
    """A number of bytes: 65536, 64K, 64KB or 1M."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails as click's own types do."""
        size = byte_count(str(value))
        if not size:
            self.fail(f"'{value}' is not a number of bytes such as 65536, 64K or 1M", param, ctx)
        return size


def from_file(ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """Callback of ``--config``: makes the file's table the defaults of the command that is being parsed.

    Options on the command line win over the file.  Paths in the file are relative to the file's folder.

    Raises:
        UsageError: the file named cannot be read, is not TOML, or a key or type is not the command's.
    """
    path = Path(value if value is not None else DEFAULT_FILE)
    if value is None and not path.is_file():
        return None
    tables = _read(path)
    ctx.meta[FILE_KEY] = path
    root = ctx.find_root().command
    known = sorted(c for c in root.commands if _has_config(root.commands[c])) if isinstance(root, click.Group) else []
    if isinstance(tables.get(INPUT), Mapping):
        ctx.meta[INPUT_KEY] = RawInput.parse(str(path), tables[INPUT])
    if GATES in tables:
        ctx.meta[GATES_KEY] = Gates.parse(path, tables[GATES])
    for table in tables:
        if table not in (*known, INPUT, GATES) and table != ctx.command.name:
            near, names = meant(table, (*known, INPUT, GATES)), ", ".join((*known, INPUT, GATES))
            raise UsageError(f"{path}: unknown table '{printable(table)}'{near}; the tables are: {names}")
    table = tables.get(ctx.command.name or "", {})
    if not isinstance(table, Mapping):
        raise UsageError(f"{path}: '{ctx.command.name}' must be a table, for example [{ctx.command.name}]")
    options = {p.opts[-1].lstrip("-"): p for p in ctx.command.params if isinstance(p, click.Option)}
    options = {name: p for name, p in options.items() if name not in NOT_IN_FILE}
    ctx.default_map = {
        str(options[key].name): _value(path, key, item, options[key])
        for key, item in table.items()
        if _is_option(path, key, options)
    }
    return value


def raw_input() -> RawInput | None:
    """The table ``[input]`` of the settings file of the command that runs."""
    found = click.get_current_context().meta.get(INPUT_KEY)
    return found if isinstance(found, RawInput) else None


def gates() -> Gates | None:
    """The table ``[gates]`` of the settings file of the command that runs."""
    found = click.get_current_context().meta.get(GATES_KEY)
    return found if isinstance(found, Gates) else None


def gates_of(path: Path) -> Gates:
    """The table ``[gates]`` of a settings file.

    Raises:
        UsageError: the file cannot be read, has no such table, or a key or value is wrong.
    """
    tables = _read(path)
    if GATES not in tables:
        raise UsageError(f"{path}: has no table [gates]")
    return Gates.parse(path, tables[GATES])


def settings_file() -> tuple[Path, ...]:
    """The settings file of the command that runs, when there is one."""
    found = click.get_current_context().meta.get(FILE_KEY)
    return (found,) if isinstance(found, Path) else ()


def _has_config(command: click.Command) -> bool:
    return any(p.name == "config" for p in command.params)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as f:
            table: Mapping[str, Any] = tomllib.load(f)
            return table
    except OSError as e:
        raise UsageError(f"{path}: cannot be read ({e.strerror}); check the path given with --config") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise UsageError(f"{path}: is not valid TOML: {printable(str(e))}") from e


def _is_option(path: Path, key: str, options: Mapping[str, click.Option]) -> bool:
    if key not in options:
        near = meant(key, options)
        raise UsageError(f"{path}: unknown key '{printable(key)}'{near}; the keys are: {', '.join(sorted(options))}")
    return True


def _value(path: Path, key: str, value: Any, option: click.Option) -> Any:
    """The value as click's parser wants it; the TOML type must be the option's."""
    if key == "shape":
        return _shapes(path, value)
    if option.multiple and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(_located(path, key, v, option) for v in value)
    if option.multiple and isinstance(value, str):
        return (_located(path, key, value, option),)
    wanted = _types(option)
    if type(value) not in wanted:
        name = {bool: "true or false", int: "an integer", float: "a number", str: "a string"}[wanted[0]]
        raise UsageError(f"{path}: '{key}' must be {name}, not {printable(repr(value))}")
    return _located(path, key, value, option) if isinstance(value, str) else value


def _located(path: Path, key: str, text: str, option: click.Option) -> str:
    """A value of the settings file ``path``; relative paths become relative to the file's folder."""
    named = isinstance(option.type, click.Path) or (option.metavar or "").startswith(("FILE", "FOLDER", "DIR"))
    return str(path.parent / text) if named or (key in TARGET_OPTIONS and text.endswith(".toml")) else text


def _types(option: click.Option) -> tuple[type, ...]:
    """The TOML types an option takes, the one it is called by first."""
    if option.is_flag:
        return (bool,)
    if isinstance(option.type, Bytes):
        return (int, str)
    if isinstance(option.type, click.types.FloatParamType):
        return (float, int)
    return (int,) if isinstance(option.type, click.types.IntParamType) else (str,)


def _shapes(path: Path, value: Any) -> tuple[str, ...]:
    if not isinstance(value, Mapping) or not all(
        isinstance(dims, list) and all(type(d) is int for d in dims) for dims in value.values()
    ):
        raise UsageError(f"{path}: 'shape' must be a table of lists, for example shape = {{ input = [1, 3, 32, 32] }}")
    return tuple(f"{name}={','.join(map(str, dims))}" for name, dims in value.items())
