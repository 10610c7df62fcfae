"""The output folder: it appears whole or not at all, and nothing of the user's is lost without ``--force``."""

from __future__ import annotations

from edgec.output.destination import Destination
from edgec.output.manifest import MARKER, files_in, is_ours
from edgec.output.stage import recover

__all__ = ["MARKER", "Destination", "files_in", "is_ours", "recover"]
