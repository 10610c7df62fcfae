"""``edgec convert --check``: whether a folder, in a repository say, is what the model gives now; nothing is written."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from edgec.converter.graph.errors import OutOfDate, printable
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.folder.integrity import file_sha256
from edgec.folder.manifest import MARKER
from edgec.folder.report import read_report
from edgec.pipeline import Conversion
from edgec.reports import Report
from edgec.reports.records import Flash
from edgec.settings.values import ConvertOptions

MAX_SHOWN_FILES = 8
NOT_MEASURED = Flash(None, 0, 0, None, measured=False)


@dataclass(frozen=True)
class Compared:
    """A folder beside what its model gives: how it differs, a few words for each."""

    folder: Path
    differences: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``convert --check --json``."""
        return {"up_to_date": not self.differences, "differences": list(self.differences)}

    def raise_on_difference(self) -> None:
        """Raise when the folder is not what the model gives.

        Raises:
            OutOfDate: names what differs.
        """
        if self.differences:
            more = len(self.differences) - MAX_SHOWN_FILES
            tail = f" and {more} more" if more > 0 else ""
            raise OutOfDate(
                f"{self.folder}: is not up to date ({', '.join(self.differences[:MAX_SHOWN_FILES])}{tail}); "
                "run the same 'edgec convert' without --check"
            )


def compare(
    model: Path,
    options: ConvertOptions,
    output: Path | None = None,
    notify: Notify = lambda _: None,
    work: Work = unseen,
) -> Compared:
    """Convert in memory and compare with the folder by hashes; arguments as ``edgec.pipeline.convert``.

    What only a compiler tells (flash, stack) may differ: another one measured it.  That is told, and is no difference.

    Raises:
        UsageError: there is no folder of edgec's.
        EdgecError: whatever stops the conversion.
    """
    conversion = Conversion.of(model, options)
    folder = output or Path(conversion.name)
    old = read_report(folder)
    files, new, _ = conversion.run(notify, work)
    now = {path: hashlib.sha256(content).hexdigest() for path, content in files if path != MARKER}
    differences = (*_of_files(folder, old, now), *_of_reports(old, new))
    if not differences and settled(old) == settled(new) and replace(old, seal="") != replace(new, seal=""):
        notify(
            [f"{folder / MARKER}: flash or stack are measured by another compiler than this one; all files are equal"]
        )
    return Compared(folder, differences)


def settled(report: Report) -> Report:
    """The report without what a compiler measured and without the hashes of files."""
    memories = tuple(replace(m, code=None) for m in report.memories)
    ram = replace(report.ram, stack=None, stack_note="")
    return replace(report, flash=NOT_MEASURED, ram=ram, memories=memories, library_calls=(), hashes=(), seal="")


def _of_files(folder: Path, old: Report, now: Mapping[str, str]) -> tuple[str, ...]:
    stale = []
    for path, sha256 in now.items():
        file = folder / path
        if not file.is_file():
            stale.append(f"{printable(path)} is missing")
        elif file_sha256(file) != sha256:
            stale.append(f"{printable(path)} differs")
    gone = (p for p in old.files if p not in now and (folder / p).exists())
    return (*stale, *(f"{printable(path)} is no longer made" for path in gone))


def _of_reports(old: Report, new: Report) -> tuple[str, ...]:
    before, after = settled(old), settled(new)
    parts = [f.name for f in fields(Report) if f.name != "files" and getattr(before, f.name) != getattr(after, f.name)]
    return (f"{MARKER} differs ({', '.join(parts)})",) if parts else ()
