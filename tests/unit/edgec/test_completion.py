"""Completion by shells, and man pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete

from edgec.cli import cli
from edgec.command_line.complete import SHELLS, VARIABLE
from edgec.command_line.man import pages
from edgec.settings.table import TABLE

Edgec = Callable[..., Any]


def completed(*words: object, incomplete: str = "") -> list[str]:
    found = ShellComplete(cli, {}, "edgec", VARIABLE).get_completions(list(map(str, words)), incomplete)
    return [item.value if item.type == "plain" else item.type for item in found]


@pytest.mark.parametrize(
    ("words", "incomplete", "some"),
    [
        ((), "con", ["convert"]),
        (("convert", "m.onnx"), "--quan", ["--quantize"]),
        (("convert", "m.onnx", "--quantize"), "int", ["int8", "int16x8", "int4"]),
        (("check", "m.onnx", "--quantize"), "f", ["float32"]),
        (("convert", "m.onnx", "-t"), "cortex-m33", ["cortex-m33", "cortex-m33-nodsp"]),
        (("check", "m.onnx", "--target"), "stm32l4r", ["stm32l4r5"]),
        (("verify", "out", "-t"), "nrf9", ["nrf9160"]),
        (("targets",), "raspberry-pi-pico", ["raspberry-pi-pico", "raspberry-pi-pico-2"]),
        (("convert", "m.onnx", "-t"), "./own", ["file"]),
        (("convert", "m.onnx", "--calibration"), "sam", ["file"]),
        (("convert", "m.onnx", "--layer"), "conv1=int", ["conv1=int4", "conv1=int8", "conv1=int16"]),
        (("convert", "no/such.onnx", "--layer"), "", []),
    ],
)  # fmt: skip
def test_words_are_completed(words: tuple[str, ...], incomplete: str, some: list[str]) -> None:
    assert completed(*words, incomplete=incomplete) == some


def test_layers_of_the_model_are_completed(digits: Path, edgec: Edgec, tmp_path: Path) -> None:
    layers = ["conv1=", "conv2=", "logits="]
    model = digits / "digits.onnx"
    for command in ("convert", "accuracy"):
        assert completed(command, model, "--layer") == layers
    assert completed("convert", model, "--layer", incomplete="l") == ["logits="]
    assert edgec("convert", model, "-t", "host", "-o", tmp_path / "out", "-q").code == 0
    assert completed("accuracy", tmp_path / "out", "--layer") == layers
    assert completed("convert", tmp_path / "out" / "digits.edge", "--layer") == layers
    (tmp_path / "broken.onnx").write_bytes(b"no model")
    assert completed("convert", tmp_path / "broken.onnx", "--layer") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_name_the_program_and_its_variable(edgec: Edgec, shell: str) -> None:
    ran = edgec("completion", shell)
    assert ran.code == 0 and VARIABLE in ran.out and "edgec" in ran.out
    if shutil.which(shell) is not None:
        subprocess.run([shell, "-n"], input=ran.out, text=True, check=True)


def test_bash_asks_the_program(tmp_path: Path) -> None:
    words = {VARIABLE: "bash_complete", "COMP_WORDS": "edgec convert m.onnx -t stm32l4r", "COMP_CWORD": "4"}
    line = [sys.executable, "-m", "edgec"]
    done = subprocess.run(line, env=os.environ | words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain,stm32l4r5\n", "")


def test_man_pages_are_of_all_commands_and_sound(tmp_path: Path) -> None:
    found = pages(cli)
    assert sorted(found) == sorted(["edgec.1", *(f"edgec-{name}.1" for name in cli.commands)])
    for name, page in found.items():
        faults = unsound(page)
        assert not faults, f"{name}: {faults}"
    params = cli.commands["convert"].get_params(click.Context(cli))
    former = {f"--{old}" for option in TABLE for old in option.former}
    options = {o for p in params if isinstance(p, click.Option) for o in p.opts} - former
    assert all(option.replace("-", "\\-") in found["edgec-convert.1"] for option in options)
    assert unsound(found["edgec.1"] + ".zz\n") and unsound("no heading\n")
    if shutil.which("groff") is not None:
        (tmp_path / "all").write_text("".join(found.values()), encoding="utf-8")
        line = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", "all"]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def unsound(page: str) -> list[str]:
    """Lines that are no request of man pages, and what is missing."""
    known = (".TH ", ".SH ", ".TP", ".PP", ".nf", ".fi")
    lines = page.splitlines()
    wrong = [line for line in lines if line.startswith((".", "'")) and not line.startswith(known)]
    missing = [s for s in (".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH SEE ALSO") if s not in lines]
    return wrong + missing + ([] if lines[0].startswith(".TH ") else ["heading"])
