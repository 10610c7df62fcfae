"""``report.json`` of a generated folder: read, and compared with the folder.  Nothing else of the folder is needed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from edgec.converter.graph.errors import UsageError, printable
from edgec.folder.integrity import changes, difference_text, refuse
from edgec.folder.manifest import MARKER
from edgec.folder.stage import recover
from edgec.reports import Report, from_json, seal_of
from edgec.reports.stored import finite

if TYPE_CHECKING:
    from edgec.converter.graph.work import Notify

NUMBER_BOUND = 1 << 63
"""Below it are the numbers of a report."""


def read_report(folder: Path) -> Report:
    """``report.json`` of a generated folder, or a copy of one that ``folder`` names.

    Raises:
        UsageError: the folder has none, or it is damaged.
    """
    return _read(folder)[0]


def checked_report(folder: Path, allow_edited: bool = False, notify: Notify = lambda _: None) -> Report:
    """The report, once the files of the folder are what it says; what differs is told when it is allowed.

    Raises:
        UsageError: the folder has none, or it is damaged; or a file was changed, and ``allow_edited`` is not set.
    """
    return compared_report(folder, allow_edited, notify)[0]


def compared_report(folder: Path, allow_edited: bool, notify: Notify) -> tuple[Report, tuple[str, ...]]:
    """The report, and how the folder differs from it.

    Raises:
        UsageError: as ``checked_report``.
    """
    report, sealed = _read(folder)
    changed = changes(folder, report, sealed)
    if changed and not allow_edited:
        raise refuse(folder, changed)
    if changed:
        notify([f"{folder}: is not as edgec wrote it: {difference_text(changed)}"])
    return report, changed


def _read(folder: Path) -> tuple[Report, bool]:
    """The report, and whether it is as edgec wrote it."""
    if folder.suffix == ".onnx" and folder.is_file():
        raise UsageError(f"{folder}: is a model; make a folder of it with 'edgec convert', and name that")
    path = folder if folder.is_file() else folder / MARKER
    if not folder.exists():  # as a run that was killed between two renames leaves it
        recover(folder.resolve())
    if not path.is_file():
        raise UsageError(f"{folder}: is not a folder made by edgec (no {MARKER}); make one with 'edgec convert'")
    try:
        text = path.read_text(encoding="utf-8")
        report = json.loads(text, parse_int=_integer, parse_float=finite, parse_constant=finite)
    except (ValueError, RecursionError) as e:
        raise UsageError(f"{path}: is damaged ({printable(str(e))}); run 'edgec convert' again") from e
    if not isinstance(report, Mapping):
        raise UsageError(f"{path}: is not a report; run 'edgec convert' again")
    try:
        return from_json(report), report.get("seal") == seal_of(report)
    except UsageError as e:
        raise UsageError(f"{path}: {e}") from e


def _integer(text: str) -> int:
    value = int(text)
    if abs(value) >= NUMBER_BOUND:
        raise ValueError(f"the number {text} is too large")
    return value
