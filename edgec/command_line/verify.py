"""The command line of ``edgec verify``."""

from __future__ import annotations

from dataclasses import asdict
from math import inf
from pathlib import Path

import click

from edgec.command_line import complete
from edgec.command_line import options as shared
from edgec.command_line.help import command
from edgec.console import terminal
from edgec.settings.file import gates


@command(
    ("edgec verify out/kws --data evaluation.npz", "All samples on the host and under QEMU, with top-1"),
    ("edgec verify out/kws --on host --samples 20", "A few random samples, without QEMU"),
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.option(
    "--data",
    shell_complete=complete.files,
    metavar="FILE.npz[:x[:y]]",
    help="Samples, and labels for top-1.  [default: extreme and seeded random inputs]",
)
@click.option(
    "-t", "--target", metavar="NAME", shell_complete=complete.targets,
    help="Target to run for.  [default: the one OUT was made for]",
)  # fmt: skip
@click.option("--on", "place", type=click.Choice(["host", "qemu"]), help="Run only there.  [default: both]")
@click.option("--samples", type=click.IntRange(min=1), metavar="N", help="Use the first N samples only.")
@click.option(
    "--min-agreement",
    type=click.FloatRange(-1, 1),
    metavar="R",
    help="Integer models: minimum correlation with ONNX Runtime's outputs on --data, else on random inputs (1 = "
    "identical, 0 = none), else exit 5.  [default: 0.5; 0 for pruned models]",
)
@click.option(
    "--max-drop",
    type=click.FloatRange(min=0),
    metavar="POINTS",
    help="Integer models, labelled --data: points of top-1 that may be lost against ONNX Runtime, else exit 5.  "
    "[default: 5 (20 for pruned models) beyond chance, by a binomial test at 1 %; max_drop of [gates] where it is set]",
)
@click.option(
    "--min-sqnr",
    type=float,
    metavar="DB",
    help="Integer models, --data without labels: minimum SQNR of the outputs against ONNX Runtime's, else exit 5.  "
    "[default: 10 (3 for pruned models); min_sqnr of [gates] where it is set]",
)
@shared.baseline
@click.option(
    "--cmsis-nn",
    "cmsis_nn",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The sources of CMSIS-NN that OUT calls are here; how they round is tested first.  [default: CMSIS_NN_DIR]",
)
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The model that OUT was made from.  [default: the copy in OUT.model, else without ONNX Runtime]",
)
@shared.allow_edited
@shared.config_file
@shared.as_json
def verify(
    folder: Path,
    data: str | None,
    target: str | None,
    place: str | None,
    samples: int | None,
    min_agreement: float | None,
    max_drop: float | None,
    min_sqnr: float | None,
    baseline: str | None,
    cmsis_nn: Path | None,
    model: Path | None,
    allow_edited: bool,
    as_json: bool,
) -> None:
    """Build and run a generated folder OUT, and compare every output with the simulator."""
    from edgec.command_line.gating import judge
    from edgec.commands import verify as verification
    from edgec.commands.measured import measured_run
    from edgec.folder.report import read_report

    limits = gates()
    if limits is not None and limits.max_drop is not None and max_drop is None:
        max_drop = inf  # the gate judges it
    if limits is not None and limits.min_sqnr is not None and min_sqnr is None:
        min_sqnr = -inf
    with terminal.working() as work:
        found = verification.verify(
            folder, data, place, samples, terminal.notes, target,
            allow_edited=allow_edited, min_agreement=min_agreement, max_drop=max_drop, min_sqnr=min_sqnr,
            cmsis_nn=cmsis_nn, model=model, work=work,
        )  # fmt: skip
    run = measured_run(found, limits, folder, target, allow_edited)
    gated = judge(read_report(folder), run, baseline)
    if as_json:
        terminal.result_json(found.as_json() | {"gates": [asdict(check) for check in gated.checks]})
    else:
        terminal.result_tables(found.table())
        terminal.notes(found.notes)
    gated.finish(found.mismatches)
