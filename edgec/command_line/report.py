"""The command line of ``edgec report``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.command_line.settings_file import gates
from edgec.console import terminal
from edgec.converter.graph.errors import UsageError

if TYPE_CHECKING:
    from edgec.reports import Report
    from edgec.reports.checks import Check
    from edgec.reports.results import Results

WITH_RESULTS = ("markdown", "junit", "html")
FIGURES = ("text", "csv", "json")
"""They show the report alone, without what a run gave and what the gates say."""


@command(
    ("edgec report out/kws", "Flash, RAM and layers"),
    ("edgec report out/kws --format html --data evaluation.npz -o kws.html", "An HTML page with accuracy"),
    ("edgec report out/kws out/vww", "RAM of two models that share an arena"),
)
@click.argument("folders", metavar="OUT...", nargs=-1, required=True, type=click.Path(path_type=Path))
def report(
    folders: tuple[Path, ...],
    form: str,
    output: str | None,
    data: str | None,
    results: tuple[str, ...],
    baseline: str | None,
    allow_edited: bool,
    as_json: bool,
) -> None:
    """Show flash, RAM and layers of one or more generated folders."""
    from edgec.command_line.gating import judge
    from edgec.folder.report import checked_report, read_report

    form = "json" if as_json else form
    if (data or results) and form not in WITH_RESULTS:
        raise UsageError(f"--data and --results are shown by {', '.join(WITH_RESULTS)}, not by {form}; give --format")
    reports = [checked_report(f, allow_edited, terminal.notes) for f in folders]
    if len(reports) > 1:
        _show_shared_arena(reports, form, output)
        if gates() is not None:
            terminal.message("note", "gates are checked for one folder at a time")
        return
    measured = None if form in FIGURES else _results(folders[0], reports[0], data, results)
    run = None
    if data is not None and measured is not None:
        from edgec.gates.records import Run

        scores = measured.scores[0]
        run = Run(scores.own_top1, scores.accuracy.get("onnxruntime"), simulated=True, sqnr=scores.sqnr)
    old = read_report(Path(baseline)) if baseline is not None and form == "html" else None
    judged = judge(reports[0], run, baseline)
    width = terminal.width() if output is None else None
    _write(_formatted(reports[0], form, measured, old, judged.checks, width), output)
    judged.finish()


def _results(folder: Path, report: Report, data: str | None, files: tuple[str, ...]) -> Results:
    """Gather what is known of the accuracy: scored on ``data`` in the simulator, and read from ``files``."""
    from edgec.reports.results import Results, read_results

    results = Results()
    if data is not None:
        from edgec.commands.simulated_accuracy import simulated_results
        from edgec.folder.read import open_folder

        results = simulated_results(open_folder(folder), data, terminal.notes)
    for file in files:
        results = results.joined(read_results(Path(file), report))
    return results


def _formatted(
    report: Report, form: str, results: Results | None, old: Report | None, judged: tuple[Check, ...], width: int | None
) -> str:
    """The report of one folder in a format; ``judged`` are the gates, ``width`` is that of text."""
    from edgec.reports import render, to_json

    if form == "csv":
        from edgec.reports.formats.layers_csv import layers_csv

        return layers_csv(report)
    if form == "json":
        return json.dumps(to_json(report), indent=2, allow_nan=False) + "\n"
    if form == "text":
        return render(report, width) + "\n"
    assert results is not None
    if form == "html":
        from edgec.reports.page.render import page

        return page(report, results, old, judged)
    from edgec.reports.formats.outcomes import outcomes

    checks = tuple(dict.fromkeys((*outcomes(report, results), *judged)))  # verify may have judged some, too
    if form == "junit":
        from edgec.reports.formats.junit import junit

        return junit(report, checks)
    if form == "badge":
        from edgec.reports.formats.badge import badge

        return json.dumps(badge(report, checks), indent=2) + "\n"
    from edgec.reports.formats.markdown import markdown

    return markdown(report, results, checks)


def _show_shared_arena(reports: list[Report], form: str, output: str | None) -> None:
    """Show what several models need together.

    Raises:
        UsageError: the format is of one model.
    """
    from edgec.commands.sharing import shared_arena

    if form not in ("text", "json") or output is not None:
        raise UsageError("several folders are shown together as text or json on stdout; give one folder")
    shared = shared_arena(reports)
    if form == "json":
        terminal.result_json(shared.as_json())
    else:
        terminal.result_tables(shared.table())
        terminal.result_text("\n" + shared.summary())


def _write(text: str, output: str | None) -> None:
    """To the file, which appears whole or not at all, or to stdout.

    Raises:
        OSError: the file cannot be written.
    """
    if output is None:
        terminal.result_text(text.removesuffix("\n"))
        return
    from edgec.console.file import write_whole

    write_whole(Path(output), text)
    terminal.notes([f"written to {output}"])
