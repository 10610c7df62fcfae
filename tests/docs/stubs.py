"""Stand-ins for programs that blocks must not really run: what would be installed or made is looked up instead."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.conftest import REPO

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*$")


def pip(arguments: list[str]) -> int:
    """``pip install``: a requirement on edgec names extras that there are, another one is a name."""
    extras = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    if arguments[:1] != ["install"]:
        return 2
    for word in arguments[1:]:
        found = re.fullmatch(r"(?:edgec|\.)\[([\w,-]+)\]", word)
        asked = found[1].split(",") if found else []
        if set(asked) - set(extras) or not (found or word in (".", "-e") or NAME.match(word)):
            sys.stderr.write(f"pip install {word}: there is no such extra or package\n")
            return 1
    return 0


def make(arguments: list[str]) -> int:
    """``make TARGET``: the target is in the project's Makefile; with ``-C FOLDER`` it is another's, and runs."""
    if arguments[:1] == ["-C"]:
        return subprocess.run(["/usr/bin/make", *arguments]).returncode
    return subprocess.run(["/usr/bin/make", "-n", "-C", str(REPO), *arguments], stdout=subprocess.DEVNULL).returncode
