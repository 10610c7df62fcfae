"""The command line without a model: help, settings, the output folder, errors without tracebacks."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import onnx
import pytest

from edgec.cli import cli
from edgec.command_line.settings_file import from_file
from edgec.converter.graph.errors import Exit
from edgec.settings.table import options_of

Edgec = Callable[..., Any]
COMMANDS = ("convert", "check", "verify", "report", "diff", "inspect", "targets")


def test_help_is_fast() -> None:
    """Processor time, so that other tests running at the same time do not matter."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "edgec", "--help"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    best = min(once() for _ in range(5))
    print(f"edgec --help: {best:.3f} s")
    assert best < 0.3


def test_help_imports_nothing_heavy() -> None:
    heavy = "numpy", "onnx", "onnxruntime", "rich", "jinja2"
    script = f"import sys, edgec.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(edgec: Edgec, command: str) -> None:
    ran = edgec(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out


def test_targets(edgec: Edgec) -> None:
    assert "cortex-m4" in edgec("targets").out
    found = {t["name"]: t for t in json.loads(edgec("targets", "--json").out)}
    assert {"host", "cortex-m4"} <= set(found)
    assert {"name": "dtcm", "kind": "ram", "bytes": 128 << 10, "cost": 1.0} in found["stm32h743"]["memories"]
    assert (found["stm32h743"]["core"], found["stm32h743"]["clock_hz"]) == ("cortex-m7", 480_000_000)
    assert (found["cortex-m4"]["core"], found["cortex-m4"]["clock_hz"]) == ("cortex-m4", None)


def test_targets_are_two_tables_of_which_words_pick_rows(edgec: Edgec) -> None:
    cores, boards = edgec("targets").out.split("\n\n")
    assert "cortex-m4 " in cores and "stm32h743" not in cores
    assert "stm32h743" in boards and "dtcm 128K, axi_sram 512K" in boards
    assert max(map(len, boards.splitlines())) < 150
    picked = edgec("targets", "STM32", "cortex-m7").out
    assert picked.startswith("board ")
    assert "stm32h743" in picked and "stm32f407" not in picked and "mimxrt1062" not in picked
    assert [t["name"] for t in json.loads(edgec("targets", "--json", "l4r5").out)] == ["stm32l4r5"]
    none = edgec("targets", "stm32", "xtensa")
    assert (none.code, none.out) == (Exit.USAGE, "")
    assert "no core and no board has 'stm32 xtensa' in its name or description" in none.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("convert",), ("convert", "missing.onnx"), ("frobnicate",), ("convert", "m.onnx", "--quantize", "int3"),
        ("verify", "nowhere"), ("report", "nowhere"), ("inspect", "missing.onnx"), ("check", "missing.onnx"),
        ("convert", "m.onnx", "-t", "cortex-m99"), ("convert", "m.onnx", "--shape", "x"),
        ("verify", "x", "--samples", "0"), ("convert", "m.onnx", "--shape", "x=0,1"),
        ("convert", "m.onnx", "--shape", "x=1", "--shape", "x=2"),
        ("convert", "m.onnx", "--calibration", "a.csv"), ("convert", "m.onnx", "--name", "X-1"),
        ("convert", "m.onnx", "--config", "none.toml"),
    ],
)  # fmt: skip
def test_usage_errors(
    edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = edgec(*arguments)
    assert ran.code == Exit.USAGE
    assert ran.out == ""
    assert "rror" in ran.err
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["accuracy", "prune"])
def test_an_option_that_is_required_is_named(command: str, edgec: Edgec, tmp_path: Path) -> None:
    """Click 8.3 and newer took the default of None for a value: an internal error followed."""
    for record in options_of(command):
        if record.required:
            given = [
                word for o in options_of(command) if o.required and o is not record for word in (f"--{o.name}", "x")
            ]
            ran = edgec(command, tmp_path, *given)
            assert ran.code == Exit.USAGE and ran.out == ""
            assert f"Missing option '--{record.name}'" in ran.err or f"/ '--{record.name}'" in ran.err, ran.err


def test_a_bug_is_one_sentence(edgec: Edgec, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("secret\x1b[31m")

    monkeypatch.setattr("edgec.commands.inspection.list_targets", broken)
    ran = edgec("targets")
    assert ran.code == Exit.INTERNAL
    assert ran.err.startswith("edgec: error: internal error (a bug): ZeroDivisionError: secret\\u001b[31m;")
    assert ran.err.count("\n") == 1
    monkeypatch.setenv("EDGEC_DEBUG", "1")
    from edgec.cli import run

    assert run(["targets"]) == Exit.INTERNAL


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m edgec targets --json | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 141)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[convert]\ntargget = 'host'\n", "unknown key 'targget'"),
        ("[convert]\njson = true\n", "unknown key 'json'"),
        ("[konvert]\n", "unknown table 'konvert'"),
        ("[convert]\ntarget = 3\n", "'target' must be a string"),
        ("[convert]\nallow-float = 'yes'\n", "'allow-float' must be true or false"),
        ("[convert]\nshape = 'x=1'\n", "'shape' must be a table of lists"),
        ("[verify]\nsamples = true\n", None),
        ("convert = 3\n", "'convert' must be a table"),
        ("[convert\n", "is not valid TOML"),
        ("[convert]\nquantize = 'int3'\n", "int3"),
    ],
)
def test_settings_file_is_checked(
    edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edgec.toml").write_text(text)
    ran = edgec("convert", "missing.onnx")
    assert ran.code == Exit.USAGE
    assert (message or "missing.onnx") in ran.err


def test_the_command_line_wins_over_the_file(edgec: Edgec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text(
        "[convert]\ntarget = 'file-target'\noutput = 'made'\nshape = { x = [1, 2] }\nallow-float = true\n"
    )
    assert "file-target" in edgec("convert", "m.onnx", "--config", "own.toml").err
    assert "line-target" in edgec("convert", "m.onnx", "--config", "own.toml", "-t", "line-target").err


@pytest.mark.parametrize(
    ("command", "key", "value", "meant"),
    [
        ("convert", "target", "own.toml", "settings/own.toml"),
        ("convert", "target", "cortex-m4", "cortex-m4"),
        ("convert", "also", "own.toml", ("settings/own.toml",)),
        ("convert", "calibration", "/data/x.npz", "/data/x.npz"),
        ("verify", "model", "m.onnx", "settings/m.onnx"),
        ("verify", "cmsis-nn", "library", "settings/library"),
        ("report", "results", ["a.json", "b.json"], ("settings/a.json", "settings/b.json")),
    ],
)
def test_paths_of_the_file_are_relative_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, key: str, value: object, meant: object
) -> None:
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "edgec.toml").write_text(f"[{command}]\n{key} = {value!r}\n")
    monkeypatch.chdir(tmp_path)
    context = click.Context(cli.commands[command], info_name=command, parent=click.Context(cli))
    from_file(context, context.command.params[0], "settings/edgec.toml")
    assert context.default_map == {key.replace("-", "_"): meant}


@pytest.mark.parametrize("command", ["convert", "accuracy"])
def test_a_calibrator_that_is_gone_says_why(command: str, edgec: Edgec) -> None:
    words = (command, "m.onnx", "--data", "a.npz")
    ran = edgec(*words, "--calibrator", "entropy")
    assert ran.code == 2
    assert "'entropy' is no longer a calibrator" in ran.err and "use auto, mse or percentile" in ran.err
    ran = edgec(*words, "--calibrator", "best")
    assert ran.code == 2
    assert "'best' is not one of 'auto', 'minmax', 'percentile', 'mse'" in ran.err


def test_errors_are_json_where_results_are(edgec: Edgec, tmp_path: Path) -> None:
    ran = edgec("report", tmp_path, "--json")
    error = json.loads(ran.out)["error"]
    assert (error["kind"], error["exit_code"], ran.code) == ("UsageError", 2, 2)
    assert error["message"] in ran.err
    ran = edgec("convert", tmp_path / "m.onnx", "--quantize", "int9", "--json")
    assert json.loads(ran.out)["error"]["exit_code"] == ran.code == 2
    assert not edgec("report", tmp_path).out


def test_what_is_refused_is_listed_as_json(edgec: Edgec, tmp_path: Path) -> None:
    """`check` lists it as its result; of other commands the error does."""
    model = tmp_path / "m.onnx"
    node = onnx.helper.make_node("StringNormalizer", ["x"], ["y"], name="texts")
    ports = [onnx.helper.make_tensor_value_info(n, onnx.TensorProto.STRING, [2]) for n in "xy"]
    onnx.save(onnx.helper.make_model(onnx.helper.make_graph([node], "g", ports[:1], ports[1:])), model)
    ran = edgec("convert", model, "--json")
    assert "texts" in [r["node"] for r in json.loads(ran.out)["error"]["unsupported"]]
    assert ran.code == 3
    found = json.loads(edgec("check", model, "--json").out)
    assert list(found) == ["supported", "unsupported", "predicted", "fits", "schemes"]
