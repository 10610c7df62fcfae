"""Help: groups of options, examples that can be run; ``--quiet`` and ``--verbose`` of every command."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from edgec.cli import cli
from edgec.command_line.help import MAX_UNGROUPED, Command, grouped, summary
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
    shown = command.get_help(click.Context(command, info_name=name))
    assert shown.replace(" \\\n       ", "").rstrip().endswith(command.examples[-1][0])


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_80_columns(name: str) -> None:
    command = cli.commands[name]
    shown = command.get_help(click.Context(command, info_name=f"edgec {name}", terminal_width=80))
    assert [line for line in shown.splitlines() if len(line) > 80] == []


def test_commands_stand_in_the_order_of_work_with_their_whole_summaries() -> None:
    shown = cli.get_help(click.Context(cli, info_name="edgec", terminal_width=80))
    assert max(map(len, shown.splitlines())) <= 80 and "..." not in shown[shown.index("Commands:") :]
    listed = re.findall(r"^  (\w+) {2,}(.+)$", shown[shown.index("Commands:") :], re.M)
    order = "check convert verify profile report new accuracy prune prove diff features inspect sbom targets completion"
    assert [name for name, _ in listed] == order.split()
    assert [text for _, text in listed] == [summary(cli.commands[name]) for name in order.split()]


@pytest.mark.parametrize(("command", "old", "now"), [
    (name, old, option.name) for option in TABLE for old in option.former for name in option.commands.split()
])  # fmt: skip
def test_names_of_before_are_taken_and_not_shown(command: str, old: str, now: str) -> None:
    assert old != now and f"--{old} " not in cli.commands[command].get_help(click.Context(cli.commands[command]))
    option = next(p for p in params_of(command) if f"--{now}" in p.opts)
    context = cli.commands[command].make_context(
        command, ["m.onnx", f"--{old}", *([] if option.is_flag else ["7"])], resilient_parsing=True
    )
    assert context.params[option.name or ""] in (True, 7)


def test_errors_name_an_option_as_it_is_called_now(edgec: Edgec) -> None:
    ran = edgec("prune", "m.onnx", "-o", "s.onnx", "--prune", "macs=0.5", "--calibration", "c.npz", "--batch-size", "0")
    assert ran.code == 2 and "'--batch-size'" in ran.err and "train-batch" not in ran.err


def test_hyphens_and_underscores_are_one(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    (tmp_path / "edgec.toml").write_text("[convert]\nmax_flash = 20\n")
    for words in (["--max_flash", "20"], ["--config", tmp_path / "edgec.toml"]):
        ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", tmp_path / "out", *words)
        assert ran.code == 4 and "--max-flash allows 20" in ran.err
    (tmp_path / "edgec.toml").write_text("[convert]\nmax_flash = 20\nmax-flash = 21\n")
    ran = edgec("convert", digits / "digits.onnx", "--config", tmp_path / "edgec.toml")
    assert ran.code == 2 and "'max-flash' is given twice in [convert]" in ran.err


@pytest.mark.parametrize("size", [["20KB"], ["20", "KB"], ["20 kB"], ["20480"], ["20", "K"]])
def test_a_size_and_its_unit_may_be_two_words(size: list[str]) -> None:
    context = cli.commands["convert"].make_context("convert", ["m.onnx", "--max-flash", *size, "--force"])
    assert context.params["max_flash"] == 20480


@pytest.mark.parametrize("words", [["--max-flash", "20", "m.onnx"], ["m.onnx", "--max-flash", "20", "KX"]])
def test_a_word_that_is_no_unit_is_a_word_of_its_own(words: list[str]) -> None:
    context = click.Context(cli.commands["convert"])
    if words[0] == "m.onnx":
        with pytest.raises(click.UsageError, match="extra argument"):
            cli.commands["convert"].parse_args(context, list(words))
    else:
        cli.commands["convert"].parse_args(context, list(words))
        assert context.params["max_flash"] == 20


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
