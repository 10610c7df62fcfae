"""Paths of the tools of ecosystems (``make package-tools``), and the public schemas that a developer fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import REPO

FOLDER = Path(os.environ.get("EDGEC_PACKAGE_TOOLS") or REPO / "build" / "package-tools" / "bin")


def tool(name: str) -> str:
    """A program of the tools, or of the PATH; skips the test where there is none."""
    found = shutil.which(name, path=f"{FOLDER}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        pytest.skip(f"{name} is not installed (make package-tools)")
    return found


def python(
    script: str, *arguments: object, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a script with the tools' Python; skips the test where there is none."""
    interpreter = FOLDER / "python"
    if not interpreter.exists():
        pytest.skip("the tools' Python is not installed (make package-tools)")
    return run(interpreter, "-c", script, *arguments, cwd=cwd, **environment)


def run(*command: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command; its output is text, errors on stderr are the caller's to look at."""
    words = [str(word) for word in command]
    return subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=cwd, env=os.environ | environment, timeout=300
    )


def named(variable: str, what: str) -> Path:
    """The file or folder that an environment variable names; skips the test where it names none."""
    value = os.environ.get(variable)
    if not value:
        pytest.skip(f"{variable} names no {what}")
    return Path(value)
