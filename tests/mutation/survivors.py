"""The mutants that cannot be noticed, with the reasons: ``survivors.toml``."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LEAST_SCORE = 95.0  # percent of the mutants of a file that its tests notice
FILE = Path(__file__).with_name("survivors.toml")


def explained() -> dict[str, dict[str, str]]:
    """File -> mutant -> why it cannot be noticed."""
    found: dict[str, dict[str, str]] = {}
    for entry in tomllib.loads(FILE.read_text(encoding="utf-8")).get("survivors", []):
        found.setdefault(entry["file"], {}).update(dict.fromkeys(entry["mutants"], entry["why"]))
    return found
