"""Help: groups of options, examples that can be run; ``--quiet`` and ``--verbose`` of every command."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from edgec.cli import cli
from edgec.command_line.help import MAX_UNGROUPED, Command, grouped
from edgec.settings.option import FIRST, GROUPS, MESSAGES
from edgec.settings.table import TABLE

Edgec = Callable[..., Any]
COMMANDS = sorted(cli.commands)
EXAMPLES = [(name, line) for name in COMMANDS for line, _ in getattr(cli.commands[name], "examples", ())]


def params_of(name: str) -> list[click.Parameter]:
    command = cli.commands[name]
    options = command.get_params(click.Context(command))
    return [p for p in options if isinstance(p, click.Option)]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples_and_both_ways_to_talk(name: str) -> None:
    command = cli.commands[name]
    assert isinstance(command, Command) and command.examples
    assert {"--quiet", "--verbose"} <= {o for p in params_of(name) for o in p.opts}
    assert command.get_help(click.Context(command, info_name=name)).rstrip().endswith(command.examples[-1][0])


@pytest.mark.parametrize(("name", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_an_example_is_a_command_line(name: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its options exist, their values are of their form, and nothing that is required is missing."""
    monkeypatch.chdir(tmp_path)
    program, command, *words = shlex.split(line)
    assert (program, command) == ("edgec", name)
    context = cli.commands[name].make_context(name, words)
    assert not context.args


def test_examples_that_could_not_be_parsed_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        cli.commands["convert"].make_context("convert", ["m.onnx", "--quantise", "int8"])


@pytest.mark.parametrize("line", ["edgec targets stm32 cortex-m33", "edgec check digits.onnx -t nrf52840"])
def test_cheap_examples_run(line: str, edgec: Edgec, digits: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(digits)
    ran = edgec(*shlex.split(line)[1:])
    assert ran.code == 0 and ran.out


def test_every_option_is_stated_once_for_each_command_below_a_heading() -> None:
    stated = [(name, option.name) for option in TABLE for name in option.commands.split()]
    assert sorted(stated) == sorted(set(stated))
    assert {name for name, _ in stated} == {"edgec", *cli.commands}
    assert {option.group for option in TABLE} == set(GROUPS)


def test_many_options_are_in_groups() -> None:
    params = params_of("convert")
    assert len(params) > MAX_UNGROUPED
    titles = [title for title, _ in grouped(params)]
    assert titles[0] == FIRST and titles[-1] == MESSAGES and len(titles) > 4
    assert sum(len(some) for _, some in grouped(params)) == len(params)
    assert [title for title, _ in grouped(params_of("prove"))] == [FIRST]


def test_quiet_leaves_results_and_errors(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    model, out = digits / "digits.onnx", tmp_path / "out"
    usual = edgec("convert", model, "-t", "host", "-o", out)
    assert usual.out and "edgec: note: " in usual.err
    ran = edgec("convert", model, "-t", "host", "-o", out, "--quiet")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    ran = edgec("convert", model, "-t", "host", "-o", out, "-q", "--json")
    assert json.loads(ran.out)["prefix"] == "digits" and ran.err == ""
    assert edgec("report", out, "-q").out
    wrong = edgec("convert", model, "-t", "cortex-m99", "-q")
    assert wrong.code == 2 and wrong.err.startswith("edgec: error: unknown target")
    assert "edgec: note: " in edgec("convert", model, "-t", "host", "-o", out).err  # the next one talks again


def test_verbose_tells_passes_stages_and_choices_on_stderr(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    calibration = ("--calibration", digits / "calibration.npz")
    words = ("convert", digits / "digits.onnx", "-t", "host", *calibration, "-o", tmp_path / "out", "--json")
    usual = edgec(*words)
    ran = edgec(*words, "--verbose")
    assert ran.code == 0 and ran.out == usual.out
    for part in ("pass fuse_activations: ", "calibrator ", "calibrating: ", "build int8: flash ", "arena "):
        assert f"edgec: info: {part}" in ran.err, part
    assert "edgec: info: " not in usual.err
    assert "edgec: info: " not in edgec(*words).err
