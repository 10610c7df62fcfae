"""An option that a newcomer adds: one record, and its consumer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from edgec.cli import cli
from edgec.command_line.help import Command
from edgec.command_line.man import pages
from edgec.converter.graph.errors import UsageError
from edgec.settings import table, values
from edgec.settings.coerce import coerced
from edgec.settings.file import read_settings
from edgec.settings.option import COST, MESSAGES, Option
from tests.docs.references import command_line

RECORD = Option("max-turns", "convert", "Turns of the newcomer's search.", kind=click.IntRange(min=1), default=3,
                group=COST, metavar="N")  # fmt: skip


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table with the record."""
    for module in (table, values):
        monkeypatch.setattr(module, "TABLE", (*table.TABLE, RECORD))


@pytest.fixture
def consumer(added: None, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Values that the command's consumer was given: ``edgec convert``, whose search is not run."""
    seen: list[int] = []
    monkeypatch.setitem(values.RECORDS, "convert", None)

    @values.settings_of("convert")
    class ConvertOptions(values.Values):
        bind: Any = None
        raw: Any = None

    def convert(_model: Path, options: Any, *_: object) -> None:
        seen.append(options.max_turns)
        raise UsageError("consumed")

    monkeypatch.setattr("edgec.pipeline.convert", convert)
    assert values.RECORDS["convert"] is ConvertOptions
    return seen


def converted(*words: str) -> None:
    with pytest.raises(UsageError, match="consumed"):
        cli.main(["convert", "m.onnx", *words], standalone_mode=False)


def test_the_command_line_and_the_settings_file_take_it(
    consumer: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    converted()
    converted("--max-turns", "5")
    (tmp_path / "edgec.toml").write_text("[convert]\nmax-turns = 7\n")
    converted()
    converted("--max-turns", "5")
    assert consumer == [3, 5, 7, 5]
    with pytest.raises(click.BadParameter, match="0 is not in the range"):
        cli.main(["convert", "m.onnx", "--max-turns", "0"], standalone_mode=False)
    (tmp_path / "edgec.toml").write_text('[convert]\nmax-turns = "many"\n')
    with pytest.raises(UsageError, match="'max-turns' must be an integer"):
        read_settings(tmp_path / "edgec.toml", "convert")


def test_python_takes_and_checks_it(added: None) -> None:
    assert coerced("convert", {"max_turns": 5})["max_turns"] == 5
    with pytest.raises(UsageError, match="max_turns: 0 is not in the range"):
        coerced("convert", {"max_turns": 0})
    with pytest.raises(UsageError, match="did you mean 'max_turns'"):
        coerced("convert", {"max_turn": 5})


def test_help_man_page_and_reference_show_it(added: None) -> None:
    command = cli.commands["convert"]
    assert isinstance(command, Command)
    shown = command.get_help(click.Context(command, info_name="convert"))
    speed = shown[shown.index(f"{COST}:") :]
    assert "--max-turns N" in speed[: speed.index(f"{MESSAGES}:")]
    assert "max\\-turns N" in pages(cli)["edgec-convert.1"]
    assert "| `--max-turns N` | Turns of the newcomer's search. [default: 3; x>=1] |" in command_line()


def test_without_the_record_nothing_knows_it() -> None:
    with pytest.raises(click.NoSuchOption):
        cli.main(["convert", "m.onnx", "--max-turns", "5"], standalone_mode=False)
    with pytest.raises(UsageError, match="there is no setting"):
        coerced("convert", {"max_turns": 5})
