"""Runs the shell steps of a composite action with bash, as GitHub's runner does; other steps are only listed."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")


@dataclass
class Run:
    """Results of a run of an action: codes by the names of steps, outputs by ``steps.ID.outputs.NAME``."""

    codes: dict[str, int] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    log: str = ""
    summary: str = ""

    @property
    def code(self) -> int:
        """The code of the first step that failed."""
        return next((c for c in self.codes.values() if c), 0)


def run_action(
    action: Path, repository: Path, temp: Path, inputs: Mapping[str, str], event: Mapping[str, str],
    environment: Mapping[str, str],
) -> Run:  # fmt: skip
    """All steps until one fails; ``event``: values such as ``github.event_name``."""
    described = yaml.safe_load(action.read_text())
    given = {name: str(value.get("default", "")) for name, value in described["inputs"].items()} | dict(inputs)
    run = Run(values={**{f"inputs.{k}": v for k, v in given.items()}, **event, "runner.temp": str(temp)})
    for step in described["runs"]["steps"]:
        condition = str(step.get("if", "true"))
        always = condition.startswith("always()")
        if (run.code and not always) or "run" not in step or not holds(condition, run.values):
            continue
        _step(step, run, repository, temp, environment)
    run.summary = (temp / "summary").read_text() if (temp / "summary").exists() else ""
    return run


def _step(step: Mapping[str, Any], run: Run, repository: Path, temp: Path, environment: Mapping[str, str]) -> None:
    assert step["shell"] == "bash"
    assert "${{" not in step["run"], "values go to scripts by their environment, never as text"
    output = temp / "output"
    output.write_text("")
    own = {name: filled(str(value), run.values) for name, value in step.get("env", {}).items()}
    files = {
        "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(temp / "summary"),
        "GITHUB_PATH": str(temp / "path"),
        "RUNNER_TEMP": str(temp),
    }
    done = subprocess.run(
        [*BASH, step["run"]],
        cwd=repository / filled(step.get("working-directory", "."), run.values),
        env={**environment, **files, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    run.codes[step["name"]] = done.returncode
    run.log += done.stdout + done.stderr
    for line in output.read_text().splitlines():
        name, _, value = line.partition("=")
        run.values[f"steps.{step['id']}.outputs.{name}"] = value


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with its expressions in the place of which their values are."""
    return EXPRESSION.sub(lambda m: _first(m[1], values), text)


def holds(condition: str, values: Mapping[str, str]) -> bool:
    """A condition of terms joined by ``&&``, each ``a == b``, ``a != b`` or ``always()``."""
    for term in condition.split("&&"):
        if term.strip() in ("true", "always()"):
            continue
        left, equal, right = re.split(r"\s*([!=]=)\s*", term.strip())
        if (_value(left, values) == _value(right, values)) is (equal == "!="):
            return False
    return True


def _first(expression: str, values: Mapping[str, str]) -> str:
    """The first operand of ``||`` that is not empty."""
    return next((v for v in (_value(o.strip(), values) for o in expression.split("||")) if v), "")


def _value(operand: str, values: Mapping[str, str]) -> str:
    return operand[1:-1] if operand[:1] == "'" else values.get(operand, "")


def stub(folder: Path, name: str, script: str) -> str:
    """A program of this name in the folder; what PATH must begin with."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(script)
    (folder / name).chmod(0o755)
    return str(folder) + os.pathsep
