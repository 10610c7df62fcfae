"""The ``edgec`` command.

Heavy modules (numpy, onnx, the stages) are imported inside the commands, so that ``edgec --help`` answers at once.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edgec import shared_options, terminal
from edgec.command_of_proofs import prove
from edgec.command_of_sbom import sbom
from edgec.config import Bytes, raw_input, settings_file
from edgec.converter.graph.errors import EdgecError, Exit, OverLimit, UnsupportedModel, UsageError, printable
from edgec.converter.graph.limits import OPTION
from edgec.signals import Stopped, stop_on_signals
from edgec.version import __version__

if TYPE_CHECKING:
    from edgec.samples.binding import Bindings

TOO_LITTLE_MEMORY = f"the model needs more memory than there is; use a smaller model, or set a lower {OPTION} bytes=N"
SIGNALLED, CLOSED_PIPE = 128, 141  # what a shell adds to the number of a signal, what it says of SIGPIPE


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="edgec")
def cli() -> None:
    """ONNX models to small, allocation-free C for microcontrollers."""


@cli.command()
@click.argument("model", type=click.Path(path_type=Path))
@shared_options.target_option
@click.option("-o", "--output", metavar="FOLDER", help="Output folder.  [default: ./<name>]")
@click.option("--name", metavar="NAME", help="Prefix of the generated API.  [default: from the file's name]")
@click.option("--force", is_flag=True, help="Replace the output folder even when edgec did not make it all.")
@click.option("--calibration", metavar="FILE.npz[:x]", help="Samples to calibrate int8 with; not your evaluation set.")
@shared_options.bindings
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
@shared_options.calibrator
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
@shared_options.kernels
@click.option("--layer", multiple=True, metavar="NAME=int16", help="Precision of one layer; may be repeated.")
@click.option("--max-flash", type=Bytes(), metavar="BYTES", help="Flash: int4 or int8 layers, then slower kernels.")
@click.option(
    "--max-drop",
    type=click.FloatRange(min=0),
    metavar="POINTS",
    help="Top-1 points to lose; without labels, percent of samples whose class changes, or of error (README).",
)
@click.option("--data", metavar="FILE.npz[:x[:y]]", help="What --max-drop is measured on.  [default: --calibration]")
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
@shared_options.also
@click.option("--allow-float", is_flag=True, help="Let operators without an integer form stay in float32.")
@click.option("--argmax", is_flag=True, help="Leave out a last softmax: the largest score stays the largest.")
@click.option(
    "--keep-dead-channels", is_flag=True, help="Keep channels that cannot change any output byte (they go by default)."
)
@shared_options.config_file
@shared_options.as_json
def convert(
    model: Path,
    output: str | None,
    force: bool,
    bind: Bindings,
    layer: tuple[str, ...],
    as_json: bool,
    **settings: Any,
) -> None:
    """Generate a folder of C from an ONNX MODEL."""
    from edgec import pipeline
    from edgec.report import to_json

    options = pipeline.ConvertOptions(bind=bind, layers=layer, raw=raw_input(), **settings)
    folder = Path(output) if output else None
    bar = terminal.progress("calibrating")
    done = pipeline.convert(model, options, folder, force, terminal.notes, bar, settings_file())
    if as_json:
        terminal.result_json(to_json(done.report))
    else:
        terminal.result_text(done.text)
        terminal.message("note", f"written to {done.folder}")


@cli.command()
@click.argument("model", type=click.Path(path_type=Path))
@shared_options.target_option
@click.option(
    "--quantize",
    type=click.Choice(["auto", "float32", "int8", "int16x8", "int4"]),
    default="auto",
    show_default=True,
    help="What to predict.  auto: int8 when the model is quantized or samples are given, else float32.",
)
@click.option("--calibration", metavar="FILE.npz[:x]", help="Samples; without, dead channels are predicted to stay.")
@shared_options.bindings
@shared_options.config_file
@shared_options.as_json
def check(
    model: Path,
    target: str,
    quantize: str,
    calibration: str | None,
    bind: Bindings,
    as_json: bool,
) -> None:
    """List everything in an ONNX MODEL that edgec cannot deploy, or predict its flash and RAM on a target."""
    from edgec.clock import within
    from edgec.commands import prediction

    with within(bind.limits):
        found = prediction.check(model, target, bind, quantize, calibration, terminal.notes)
    if as_json:
        terminal.result_json(found.as_json())
    if found.refusals:
        raise UnsupportedModel(found.refusals)
    if not as_json and found.predicted is not None:
        terminal.result_text(f"{model.name}: supported; {found.predicted.text()}")
    if found.misfit is not None:
        raise found.misfit


@cli.command()
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.option("--data", metavar="FILE.npz[:x[:y]]", help="Samples, and labels for top-1.  [default: seeded random]")
@click.option("-t", "--target", metavar="NAME", help="Target to run for.  [default: the one OUT was made for]")
@click.option("--on", "place", type=click.Choice(["host", "qemu"]), help="Run only there.  [default: both]")
@click.option("--samples", type=click.IntRange(min=1), metavar="N", help="Use the first N samples only.")
@click.option(
    "--min-agreement",
    type=click.FloatRange(-1, 1),
    default=0.5,
    show_default=True,
    metavar="R",
    help="Integer models: how far outputs must vary as ONNX Runtime's do (1 fully, 0 not at all), else exit 5.",
)
@shared_options.allow_edited
@shared_options.config_file
@shared_options.as_json
def verify(
    folder: Path,
    data: str | None,
    target: str | None,
    place: str | None,
    samples: int | None,
    min_agreement: float,
    allow_edited: bool,
    as_json: bool,
) -> None:
    """Build and run a generated folder OUT, and compare every output with the simulator."""
    from edgec.commands import verify as verification

    found = verification.verify(
        folder, data, place, samples, terminal.notes, target,
        allow_edited=allow_edited, min_agreement=min_agreement,
    )  # fmt: skip
    if as_json:
        terminal.result_json(found.as_json())
    else:
        terminal.result_table(*found.table())
        if found.followed is not None:
            terminal.message("note", found.followed.sentence)
    found.raise_on_mismatch()


@cli.command()
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.option("-t", "--target", metavar="NAME", help="Target to profile for.  [default: the one OUT was made for]")
@click.option("--clock", type=click.FloatRange(min=0, min_open=True), metavar="MHz", help="Clock for the latency.")
@click.option("--samples", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Mean over N.")
@click.option("--mix", is_flag=True, help="Show the classes of executed instructions too.")
@shared_options.allow_edited
@shared_options.config_file
@shared_options.as_json
def profile(
    folder: Path,
    target: str | None,
    clock: float | None,
    samples: int,
    mix: bool,
    allow_edited: bool,
    as_json: bool,
) -> None:
    """Count the instructions of each layer of a generated folder OUT under QEMU, and estimate cycles and energy."""
    from edgec.commands import profile as profiling

    found = profiling.profile(folder, target, clock, samples, terminal.notes, allow_edited=allow_edited)
    if as_json:
        terminal.result_json(found.as_json())
        return
    terminal.result_table(*found.table())
    if mix:
        terminal.result_text("")
        terminal.result_table(*found.mix_table())
    terminal.result_text("\n" + found.summary())


@cli.command()
@click.argument("model", type=click.Path(path_type=Path))
@click.option("--data", required=True, metavar="FILE.npz[:x[:y]]", help="Samples, and labels for top-1.")
@click.option("--calibration", metavar="FILE.npz[:x]", help="Samples to calibrate with.  [default: --data]")
@click.option("--quantize", type=click.Choice(["int8", "int16x8", "int4"]), default="int8", show_default=True)
@shared_options.calibrator
@click.option("--layer", multiple=True, metavar="NAME=int16", help="Precision of one layer; may be repeated.")
@shared_options.bindings
@shared_options.config_file
@shared_options.as_json
def accuracy(
    model: Path,
    data: str,
    calibration: str | None,
    quantize: str,
    calibrator: str,
    layer: tuple[str, ...],
    bind: Bindings,
    as_json: bool,
) -> None:
    """Say which layers of an ONNX MODEL, or of a generated folder's, lose accuracy in integers, worst first."""
    from edgec.clock import within
    from edgec.commands import accuracy as measuring

    options = measuring.AccuracyOptions(data, calibration, quantize, calibrator, layer, bind)
    with within(bind.limits):
        found = measuring.measure(model, options, terminal.notes)
    if as_json:
        terminal.result_json(found.as_json())
        return
    terminal.result_table(*found.table())
    terminal.result_text("\n" + found.summary())


@cli.command()
@click.argument("folders", metavar="OUT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@shared_options.allow_edited
@shared_options.as_json
def report(folders: tuple[Path, ...], allow_edited: bool, as_json: bool) -> None:
    """Show sizes, memory and layers of a generated folder OUT; of several, what they need together in one arena."""
    from edgec import folder as generated
    from edgec.report import render, to_json

    reports = [generated.checked_report(f, allow_edited, terminal.notes) for f in folders]
    if len(reports) > 1:
        from edgec.commands.sharing import together

        found = together(reports)
        if as_json:
            terminal.result_json(found.as_json())
        else:
            terminal.result_table(*found.table())
            terminal.result_text("\n" + found.summary())
    elif as_json:
        terminal.result_json(to_json(reports[0]))
    else:
        terminal.result_text(render(reports[0]))


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@shared_options.bindings
@shared_options.as_json
def inspect(file: Path, bind: Bindings, as_json: bool) -> None:
    """Show the graph of an ONNX model, an .edge file or a generated folder."""
    from edgec import pipeline
    from edgec.clock import within
    from edgec.commands import inspection

    with within(bind.limits):
        graph = pipeline.load_graph(file, bind, terminal.notes)
    if as_json:
        terminal.result_json(inspection.as_json(graph))
    else:
        terminal.result_table(*inspection.table(graph))


@cli.command()
@click.argument("words", metavar="[WORD]...", nargs=-1)
@shared_options.as_json
def targets(words: tuple[str, ...], as_json: bool) -> None:
    """List the cores and boards edgec generates for; words pick some (`edgec targets stm32 cortex-m33`)."""
    from edgec.commands import inspection

    if as_json:
        terminal.result_json(inspection.targets_json(words))
    else:
        terminal.result_listings(inspection.targets_listings(words))


cli.add_command(prove)
cli.add_command(sbom)


def main() -> None:
    """Entry point of the ``edgec`` command."""
    # One BLAS thread, unless the user says otherwise: our matrices are small, so that more threads mostly wait in busy
    # loops, and sums are then taken in one order on every machine.  It must be set before numpy is imported.
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    terminal.open_streams()
    stop_on_signals()
    sys.exit(terminal.closed(run(sys.argv[1:])))


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code.  No traceback leaves here unless EDGEC_DEBUG=1 is set."""
    try:
        result = cli.main(args=list(arguments), prog_name="edgec", standalone_mode=False)
        return result if isinstance(result, int) else Exit.DONE
    except click.ClickException as e:
        e.show()
        return e.exit_code
    except (click.Abort, KeyboardInterrupt) as e:
        cause = e.__cause__ if isinstance(e, click.Abort) else e
        number = cause.signal if isinstance(cause, Stopped) else signal.SIGINT
        terminal.message("error", f"interrupted ({signal.Signals(number).name})")
        return SIGNALLED + number
    except SystemExit:
        return CLOSED_PIPE  # only when stdout is closed early, as by head: click then exits on its own
    except EdgecError as e:
        return _failed(e)
    except OSError as e:
        return _failed(UsageError(f"{printable(str(e.filename or 'file system'))}: {e.strerror or printable(str(e))}"))
    except MemoryError as e:
        return _failed(OverLimit(f"{TOO_LITTLE_MEMORY} ({printable(str(e)) or 'no size known'})"))
    except Exception as e:  # noqa: BLE001  the one place where a bug is turned into a sentence
        return _bug(e)


def _failed(error: EdgecError) -> int:
    _trace(error)
    terminal.message("error", str(error))
    return int(error.exit_code)


def _bug(error: Exception) -> int:
    _trace(error)
    what = printable(f"{type(error).__name__}: {error}", 300)
    terminal.message("error", f"internal error (a bug): {what}; set EDGEC_DEBUG=1 for the trace and report it")
    return int(Exit.INTERNAL)


def _trace(error: Exception) -> None:
    if os.environ.get("EDGEC_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
