"""The command line of ``edgec features``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import FeaturesOptions


@command(
    ("edgec features -o firmware", "Write frontend.c and frontend.h from [features] in edgec.toml"),
    ("edgec features --coefficients 10 --power 1 --name mfcc", "10 MFCCs from the magnitude spectrum"),
    ("edgec features --library mel.json", "The features of a librosa, torchaudio or tf.signal call"),
    settings=True,
)
def features(
    output: Path | None, name: str, force: bool, target: str, as_json: bool, options: FeaturesOptions
) -> None:  # fmt: skip
    """Generate integer C that computes audio or motion features."""
    from edgec.commands import features as audio

    made = audio.write_features(options, output or Path(), name, force, target, terminal.notes)
    if as_json:
        terminal.result_json(made.as_json())
    else:
        terminal.result_tables(made.table())
