"""Figures of a run, for the gates: top-1 from ``verify``, instructions and cycles from ``profile``."""

from __future__ import annotations

from pathlib import Path

from edgec.commands.compared import VerifyResult
from edgec.commands.profile import profile
from edgec.gates.records import Gates, Run
from edgec.reports.results import lowest_top1


def measured_run(
    result: VerifyResult, gates: Gates | None, folder: Path, target: str | None = None, allow_edited: bool = False
) -> Run:
    """The accuracy of a verified folder; its instructions and cycles when gates ask for them and QEMU is there.

    Args:
        result: what ``verify`` found.
        gates: what must hold.
        folder: the generated folder.
        target: as ``verify`` was given it.
        allow_edited: go on when files of the folder were changed.

    Raises:
        EdgecError: whatever stops ``profile``.
    """
    accuracy = lowest_top1(result.metric, result.accuracy)
    reference = result.accuracy.get("onnxruntime") if result.metric == "top1" else None
    asked = gates is not None and (gates.max_instructions is not None or gates.max_cycles is not None)
    if not asked or "qemu" not in result.byte_equal:
        return Run(accuracy, reference, sqnr=result.sqnr)
    total = profile(folder, target, allow_edited=allow_edited).profile.total
    return Run(accuracy, reference, total.instructions, total.cycles, sqnr=result.sqnr)
