"""The options of every command that imports a model: ``--shape``, ``--constant`` and ``--limit``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from edgec.converter.graph.limits import OPTION, Limits


def bindings(command: Callable[..., object]) -> Callable[..., object]:
    """How a model is imported; the command gets it as ``bind``."""

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
