"""The command line of ``edgec sbom``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec sbom out/kws -o kws.cdx.json", "A file next to the firmware"),
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def sbom(folder: Path, output: Path | None, allow_edited: bool) -> None:
    """Print a software bill of materials of OUT (CycloneDX 1.6)."""
    from edgec.commands import sbom as bills

    bill = bills.sbom(folder, terminal.notes, allow_edited=allow_edited)
    if output is None:
        terminal.result_json(bill)
    else:
        bills.write(bill, output, folder)
        terminal.message("note", f"written to {output}")
