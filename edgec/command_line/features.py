"""The command line of ``edgec features``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import FeaturesOptions


@command(
    ("edgec features -o firmware", "The features of [features] in edgec.toml: frontend.c and frontend.h"),
    ("edgec features --coefficients 10 --power 1 --name mfcc", "Ten cepstral coefficients of magnitudes"),
    settings=True,
)
def features(
    output: Path | None, name: str, force: bool, target: str, as_json: bool, options: FeaturesOptions
) -> None:  # fmt: skip
    """Write C that computes features of audio in integers: log-mel energies, or cepstral coefficients (MFCC)."""
    from edgec.commands import features as audio

    made = audio.write_features(options, output or Path(), name, force, target, terminal.notes)
    if as_json:
        terminal.result_json(made.as_json())
    else:
        terminal.result_tables(made.table())
