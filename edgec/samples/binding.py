"""Import settings of the command line: shapes of dynamic inputs, values of constant ones, limits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

import numpy as np

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Shape
from edgec.converter.graph.limits import Limits
from edgec.samples.npfile import ArrayFile


@dataclass(frozen=True)
class Bindings:
    """Shapes by input name, constant values by input name; how much work the model may ask for.

    ``files`` are those that hold values.
    """

    shapes: Mapping[str, Shape] = field(default_factory=dict)
    constants: Mapping[str, Array] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    files: tuple[Path, ...] = ()

    @staticmethod
    def parse(shapes: Sequence[str] = (), constants: Sequence[str] = (), limits: Sequence[str] = ()) -> Bindings:
        """From the texts of ``--shape``, ``--constant`` and ``--limit``.

        Raises:
            UsageError: a text is not of its form, or a name is given twice.
        """
        files = tuple(Path(value) for value in (text.rpartition("=")[2] for text in constants) if _is_file(value))
        return Bindings(_parse_shapes(shapes), _parse_constants(constants), Limits.parse(limits), files)


def _parse_shapes(texts: Sequence[str]) -> dict[str, Shape]:
    """``NAME=1,3,32,32``."""
    shapes: dict[str, Shape] = {}
    for text in texts:
        name, equals, dims = text.rpartition("=")
        if not equals or not name or not re.fullmatch(r"\d{1,9}(,\d{1,9})*", dims) or "0" in dims.split(","):
            raise UsageError(f"--shape {printable(text)}: must be NAME=1,3,32,32 with positive sizes")
        if name in shapes:
            raise UsageError(f"--shape {printable(name)}: is given twice")
        shapes[name] = tuple(int(d) for d in dims.split(","))
    return shapes


def _parse_constants(texts: Sequence[str]) -> dict[str, Array]:
    """``NAME=2``, ``NAME=1,2,3`` or ``NAME=FILE.npy``."""
    constants: dict[str, Array] = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        if not equals or not name:
            raise UsageError(f"--constant {printable(text)}: must be NAME=2, NAME=1,2,3 or NAME=FILE.npy")
        if name in constants:
            raise UsageError(f"--constant {printable(name)}: is given twice")
        constants[name] = _value(name, value)
    return constants


def _is_file(value: str) -> bool:
    return value.endswith(".npy")


def _value(name: str, text: str) -> Array:
    if _is_file(text):
        return ArrayFile(Path(text)).read("")
    try:
        numbers = [float(v) for v in text.split(",")]
    except ValueError:
        raise UsageError(f"--constant {printable(name)}: '{printable(text)}' is not a list of numbers") from None
    return np.asarray(numbers if "," in text else numbers[0])
