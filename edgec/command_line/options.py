"""Options that several commands have, each as a decorator."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from edgec.command_line import complete
from edgec.converter.graph.limits import OPTION, Limits
from edgec.settings.file import from_file

F = TypeVar("F", bound=Callable[..., object])
DEFAULT_TARGET = "cortex-m4"
CALIBRATORS = ("auto", "minmax", "percentile", "mse")
NO_ENTROPY = "'entropy' is no calibrator any more: it cut off far too much of most models; take auto, mse or percentile"


def _known_calibrator(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """One of ``CALIBRATORS``; why an old one is gone.

    Raises:
        BadParameter: there is none of this name.
    """
    if value not in CALIBRATORS:
        names = ", ".join(repr(c) for c in CALIBRATORS)
        raise click.BadParameter(NO_ENTROPY if value == "entropy" else f"{value!r} is not one of {names}.")
    return value


def calibrator(command: F) -> F:
    """``--calibrator``."""
    return click.option(
        "--calibrator",
        callback=_known_calibrator,
        metavar=f"[{'|'.join(CALIBRATORS)}]",
        default=CALIBRATORS[0],
        show_default=True,
        help="How ranges are read from the samples; auto: what serves the outputs best.",
    )(command)


def also(command: F) -> F:
    """``--also``."""
    return click.option(
        "--also",
        multiple=True,
        metavar="TARGET",
        shell_complete=complete.targets,
        help="A further AArch64 target, of more instructions, in the same folder: the program chooses when it starts; "
        "may be repeated (-t cortex-a53 --also cortex-a76 --also armv8-i8mm).",
    )(command)


def keep_borders(command: F) -> F:
    """``--keep-borders``."""
    return click.option(
        "--keep-borders",
        is_flag=True,
        help="Prune channels alone: no rows and columns at the borders of images (they go where samples show that it "
        "disturbs less).",
    )(command)


def prune(command: F) -> F:
    """``--prune`` and ``--max-instructions``."""
    command = click.option(
        "--max-instructions",
        type=click.IntRange(min=1),
        metavar="N",
        help="Instructions of an inference at most, as estimated; --prune auto reaches for it.",
    )(command)
    command = keep_borders(command)
    return click.option(
        "--prune",
        metavar="macs=0.6",
        help="Take channels out, and borders off images, until this share of the unpruned model's macs, flash or "
        "instructions is left, and fit the others to the samples; auto: as far as --max-flash, --max-ram or "
        "--max-instructions ask for.",
    )(command)


def kernels(command: F) -> F:
    """``--kernels``."""
    return click.option(
        "--kernels",
        type=click.Choice(["own", "auto", "cmsis-nn"]),
        default="own",
        show_default=True,
        help="own: edgec's; cmsis-nn: Arm's, called for every layer that they compute with the same bytes (their "
        "sources: CMSIS_NN_DIR); auto: whichever is cheaper.",
    )(command)


def package(command: F) -> F:
    """``--package``."""
    return click.option(
        "--package",
        type=click.Choice(["cmsis-pack", "zephyr"]),
        multiple=True,
        help="cmsis-pack: a .pdsc that describes the folder as a component of a CMSIS pack; zephyr: the files of a "
        "Zephyr module; may be repeated.",
    )(command)


def as_json(command: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON on stdout.")(command)


def config_file(command: F) -> F:
    """``--config``, whose file gives the command's defaults."""
    return click.option(
        "--config",
        callback=from_file,
        is_eager=True,
        expose_value=False,
        metavar="FILE",
        shell_complete=complete.files,
        help="Settings file; without it ./edgec.toml is read when there is one.",
    )(command)


def layer(command: F) -> F:
    """``--layer``."""
    return click.option(
        "--layer",
        multiple=True,
        metavar="NAME=int16",
        help="Precision of one layer; may be repeated.",
        shell_complete=complete.layers,
    )(command)


def baseline(command: F) -> F:
    """``--baseline`` of commands that judge ``[gates]``."""
    return click.option(
        "--baseline",
        metavar="OLD",
        help="Folder or report.json that max_growth_pct of [gates] is counted against, and the page compares with.",
    )(command)


def target_option(command: F) -> F:
    """``--target`` of what is generated."""
    return click.option(
        "-t",
        "--target",
        default=DEFAULT_TARGET,
        show_default=True,
        metavar="NAME",
        shell_complete=complete.targets,
        help="Core or board to generate for; `edgec targets` lists them.",
    )(command)


def allow_edited(command: F) -> F:
    """``--allow-edited`` of commands that read a generated folder."""
    return click.option(
        "--allow-edited",
        is_flag=True,
        help="Go on when files of OUT are not as edgec wrote them (hashes in report.json); the edits are yours.",
    )(command)


def bindings(command: Callable[..., object]) -> Callable[..., object]:
    """How a model is imported (``--shape``, ``--constant``, ``--limit``); the command gets it as ``bind``."""

    @functools.wraps(command)
    def bound(shape: tuple[str, ...], constant: tuple[str, ...], limit: tuple[str, ...], **others: Any) -> object:
        from edgec.samples.binding import Bindings

        return command(bind=Bindings.parse(shape, constant, limit), **others)

    limit = click.option(
        OPTION,
        multiple=True,
        metavar="NAME=N",
        help=f"What the model may ask for at most: elements of a tensor, bytes of constants, nodes after unrolling, "
        f"seconds of time; may be repeated.  [default: {Limits()}]",
    )
    constant = click.option(
        "--constant",
        multiple=True,
        metavar="NAME=1,2",
        help="Fix a model input to a value (numbers or FILE.npy); it leaves the API; may be repeated.",
    )
    shape = click.option(
        "--shape",
        multiple=True,
        metavar="NAME=1,3,32,32",
        help="Bind the shape of a model input; may be repeated.",
    )
    return shape(constant(limit(bound)))
