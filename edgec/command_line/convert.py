"""The command line of ``edgec convert``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgec.command_line import complete
from edgec.command_line import options as shared
from edgec.command_line.help import command
from edgec.console import terminal
from edgec.settings.file import Bytes, raw_input, settings_file

if TYPE_CHECKING:
    from edgec.samples.binding import Bindings
    from edgec.settings.values import ConvertOptions


@command(
    ("edgec convert kws.onnx -t cortex-m4 --calibration samples.npz -o out/kws", "int8 for a Cortex-M4"),
    (
        "edgec convert kws.onnx -t stm32l4r5 --calibration samples.npz --max-flash 64K --max-drop 1",
        "Fit the flash, at most a point of top-1 lost",
    ),
    (
        "edgec convert kws.onnx -t nrf52840 --calibration samples.npz --max-ram 32K --optimize balanced",
        "Less RAM and flash for some speed",
    ),
    ("edgec convert kws.onnx --check", "Is the committed folder up to date?"),
)
@click.argument("model", type=click.Path(path_type=Path))
@shared.target_option
@click.option("-o", "--output", metavar="FOLDER", help="Output folder.  [default: ./<name>]")
@click.option("--name", metavar="NAME", help="Prefix of the generated API.  [default: from the file's name]")
@click.option("--force", is_flag=True, help="Replace the output folder even when edgec did not make it all.")
@click.option("--check", is_flag=True, help="Write nothing; say whether the folder is up to date, else exit 6.")
@click.option(
    "--calibration",
    shell_complete=complete.files,
    metavar="FILE.npz[:x]",
    help="Samples to calibrate int8 with; not your evaluation set.",
)
@shared.bindings
@click.option(
    "--input-layout",
    type=click.Choice(["keep", "nhwc"]),
    default="keep",
    show_default=True,
    help="keep: inputs in the model's dimension order; nhwc: image inputs channels last, no transpose at run time.",
)
@click.option(
    "--quantize",
    type=click.Choice(["auto", "float32", "int8", "int16x8", "int4", "mixed"]),
    default="auto",
    show_default=True,
    help="auto: integers when the model is quantized or a calibration set is given, else float32.",
)
@shared.calibrator
@click.option(
    "--optimize",
    type=click.Choice(["speed", "balanced", "size", "ram"]),
    default="speed",
    show_default=True,
    help="speed: fewest instructions; balanced: no flash for little speed; size: least flash, measured; ram: "
    "smallest arena that is found, layers computed together, row by row.",
)
@click.option(
    "--exchange",
    type=click.FloatRange(min=0),
    metavar="N",
    help="Instructions that a kernel must save for each byte of flash it takes more.  [default: 0 for speed and ram, "
    "200 for balanced, 1000 for size]",
)
@shared.kernels
@shared.layer
@shared.prune
@click.option("--max-flash", type=Bytes(), metavar="BYTES", help="Flash: int4 or int8 layers, then slower kernels.")
@click.option(
    "--max-drop",
    type=click.FloatRange(min=0),
    metavar="POINTS",
    help="Top-1 points to lose; without labels, percent of samples whose class changes, or of error (README).  "
    "[default with --prune auto: 5 points of top-1, 10 percent of classes or of error]",
)
@click.option(
    "--data",
    shell_complete=complete.files,
    metavar="FILE.npz[:x[:y]]",
    help="What --max-drop is measured on.  [default: --calibration]",
)
@click.option(
    "--max-ram",
    type=Bytes(),
    metavar="BYTES",
    help="RAM for arena, inputs, outputs and stack; speed is traded for RAM only as far as this asks for.",
)
@click.option(
    "--place",
    multiple=True,
    metavar="WHAT=MEMORY",
    help="Memories of the target for arena=... or weights=... (dtcm,sram or dtcm:32K), or one for arena:TENSOR=..., "
    "weights:LAYER=...; may be repeated.  [default: all of them, hottest data in the fastest]",
)
@click.option(
    "--state",
    multiple=True,
    metavar="INPUT=OUTPUT",
    help="The output is fed back as the input: both get one scale, for the bytes to mean the same; may be repeated.",
)
@shared.also
@click.option("--allow-float", is_flag=True, help="Let operators without an integer form stay in float32.")
@click.option("--argmax", is_flag=True, help="Leave out a last softmax: the largest score stays the largest.")
@click.option(
    "--keep-dead-channels",
    is_flag=True,
    help="Keep channels that cannot change any output byte (by default they go where that pays).",
)
@shared.package
@click.option("--keep-model", is_flag=True, help="A copy of MODEL in the folder, not beside it in <folder>.model.")
@shared.config_file
@shared.as_json
def convert(
    model: Path,
    output: str | None,
    force: bool,
    check: bool,
    bind: Bindings,
    layer: tuple[str, ...],
    as_json: bool,
    **settings: Any,
) -> None:
    """Generate a folder of C from an ONNX MODEL."""
    from edgec import pipeline
    from edgec.reports import render, to_json

    options = pipeline.ConvertOptions(bind=bind, layers=layer, raw=raw_input(), **settings)
    folder = Path(output) if output else None
    if check:
        _check(model, options, folder, as_json)
        return
    with terminal.working() as work:
        done = pipeline.convert(model, options, folder, force, terminal.notes, work, settings_file())
    if as_json:
        terminal.result_json(to_json(done.report))
    elif not terminal.Verbosity.quiet:
        beside = "" if options.keep_model else f"; the model, for 'edgec verify', to {done.folder.name}.model beside it"
        written = f"written to {done.folder}{beside}"
        if done.report.choice:  # what was taken is the last line
            terminal.message("note", written)
        terminal.result_text(render(done.report, terminal.width()))
        if not done.report.choice:
            terminal.message("note", written)


def _check(model: Path, options: ConvertOptions, output: Path | None, as_json: bool) -> None:
    """Whether the folder is what the model gives.

    Raises:
        OutOfDate: it is not; names what differs.
    """
    from edgec.commands.current import compare

    with terminal.working() as work:
        found = compare(model, options, output, terminal.notes, work)
    if as_json:
        terminal.result_json(found.as_json())
    found.raise_on_difference()
    if not as_json:
        terminal.result_text(f"{found.folder}: is up to date")
