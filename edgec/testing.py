"""For the tests of a firmware project: a generated folder computes what it must, and keeps its gates.

    from edgec.testing import assert_gates, assert_up_to_date, verified

    def test_model():
        verified("firmware/kws", "evaluation.npz:x:y")
        assert_gates("firmware/kws", "evaluation.npz:x:y", max_flash="64K", min_accuracy=0.9)

Failures are AssertionErrors, so that every test runner shows them; what stops the work is an ``EdgecError``.
"""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from edgec.commands.compared import VerifyResult
    from edgec.reports.checks import Check
    from edgec.settings.values import ConvertOptions

    Where = str | PathLike[str]

__all__ = ["assert_gates", "assert_up_to_date", "verified"]
KEYWORDS = "the gates of the test"  # what messages call the keywords of ``assert_gates``


def verified(
    folder: Where, data: str | None = None, *, place: str | None = None, samples: int | None = None,
    target: str | None = None,
) -> VerifyResult:  # fmt: skip
    """Run ``edgec verify`` on a folder, and require that every output is right.

    Args:
        folder: made by ``edgec convert``.
        data: ``FILE.npz[:x[:y]]``; None for seeded random samples.
        place: "host" or "qemu" to run only there; None for both.
        samples: use the first ones only; None for all.
        target: name or file of the target to run for; None for the one the folder was made for.

    Raises:
        AssertionError: an output differs; names the first sample and element.
        EdgecError: the folder, the data or the tools are unusable.
    """
    from edgec.commands.verify import verify
    from edgec.settings.values import VerifyOptions

    result = verify(Path(folder), VerifyOptions(data=data, on=place, samples=samples, target=target))
    if result.mismatches:
        raise AssertionError("; ".join(result.mismatches))
    return result


def assert_gates(
    folder: Where, data: str | None = None, *, config: Where | None = None, baseline: Where | None = None,
    place: str | None = None, samples: int | None = None, **limits: Any,
) -> tuple[Check, ...]:  # fmt: skip
    """Judge a folder by gates, and run it where they ask for accuracy, cycles, or ``data`` are given.

    Args:
        folder: made by ``edgec convert``.
        data: what accuracy is measured on, with labels: ``FILE.npz:x:y``.
        config: a settings file whose table ``[gates]`` is taken.
        baseline: folder or ``report.json`` that ``max_growth_pct`` is counted against.
        place: as ``verified``.
        samples: as ``verified``.
        **limits: gates by their names in ``[gates]``; they win over those of ``config``.

    Returns:
        Every gate that was judged.

    Raises:
        AssertionError: a gate is broken, or an output differs; a line for each.
        UsageError: there is no gate, or one is not of its form; growth has no baseline; the folder is unusable.
        EdgecError: whatever else stops the run.
    """
    from edgec.commands.measured import measured_run
    from edgec.converter.graph.errors import UsageError
    from edgec.folder.report import checked_report, read_report
    from edgec.gates.judge import NEED_RUN, failure, judged, left_out
    from edgec.gates.records import Gates
    from edgec.settings.file import gates_of

    asked = Gates.parse(Path(KEYWORDS), limits)
    if config is not None:
        known = gates_of(Path(config))
        asked = replace(known, **{name: getattr(asked, name) for name in (n.replace("-", "_") for n in limits)})
    where = Path(baseline) if baseline is not None else asked.baseline
    old = read_report(where) if where is not None else None
    report, run = checked_report(Path(folder)), None
    if data is not None or any(getattr(asked, name) is not None for name in NEED_RUN):
        result = verified(folder, data, place=place, samples=samples)
        run = measured_run(result, asked, Path(folder))
    left, checks = left_out(asked, run, old), judged(asked, report, run, old)
    if left or not checks:
        raise UsageError(f"{folder}: {'; '.join(left) or 'no gate is given; name one, such as max_flash'}")
    error = failure(checks)
    if error is not None:
        raise AssertionError(f"{folder}: {error}")
    return checks


def assert_up_to_date(model: Where, folder: Where, options: ConvertOptions) -> None:
    """The folder is what the model gives, as ``edgec convert --check`` says.

    Raises:
        AssertionError: it is not; names the files that differ.
        EdgecError: there is no folder of edgec's, or whatever stops the conversion.
    """
    from edgec.commands.current import compare
    from edgec.converter.graph.errors import OutOfDate

    try:
        compare(Path(model), options, Path(folder)).raise_on_difference()
    except OutOfDate as e:
        raise AssertionError(str(e)) from e
