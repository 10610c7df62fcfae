"""The settings file of the command that runs: ``--config``, else ``./edgec.toml``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.converter.onnx.raw_input import RawInput
from edgec.gates.records import Gates
from edgec.settings.file import DEFAULT_FILE, SettingsFile, read_settings

META_KEY = "edgec.settings"


def from_file(ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """Callback of ``--config``: makes the file's table the defaults of the command that is being parsed.

    Options on the command line win over the file.

    Raises:
        UsageError: the file named cannot be read, is not TOML, or a key or type is not the command's.
    """
    path = Path(value if value is not None else DEFAULT_FILE)
    if value is None and not path.is_file():
        return None
    settings = read_settings(path, ctx.command.name or "")
    ctx.meta[META_KEY] = settings
    ctx.default_map = dict(settings.values)
    return value


def _settings() -> SettingsFile | None:
    settings = click.get_current_context().meta.get(META_KEY)
    return settings if isinstance(settings, SettingsFile) else None


def raw_input() -> RawInput | None:
    """The table ``[input]`` of the settings file of the command that runs."""
    settings = _settings()
    return None if settings is None else settings.raw


def gates() -> Gates | None:
    """The table ``[gates]`` of the settings file of the command that runs."""
    settings = _settings()
    return None if settings is None else settings.gates


def settings_file() -> tuple[Path, ...]:
    """The settings file of the command that runs, when there is one."""
    settings = _settings()
    return () if settings is None else (settings.path,)
