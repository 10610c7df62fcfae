"""The table ``[gates]`` of a settings file, and what a run of the model adds to its report."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from edgec.console.quantities import byte_count
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.wording import suggestion

BYTES = ("max_flash", "max_arena", "max_stack")
COUNTS = ("max_instructions", "max_cycles")
BASELINE = "baseline"


@dataclass(frozen=True)
class Gates:
    """The bounds that must hold; None: no such gate.

    ``max_flash``, ``max_arena`` and ``max_stack`` are bytes; ``max_instructions`` and ``max_cycles`` are of one
    inference; ``min_accuracy`` is top-1 from 0 to 1; ``max_drop`` is in points of top-1 against ONNX Runtime on the
    same samples; ``min_sqnr`` is in dB against its outputs; ``max_growth_pct`` is how many percent flash, RAM and
    instructions may grow each against a baseline.  ``baseline`` is the folder or ``report.json`` of the latter.
    ``source`` names the file that they are from.
    """

    max_flash: int | None = None
    max_arena: int | None = None
    max_stack: int | None = None
    max_instructions: int | None = None
    max_cycles: int | None = None
    min_accuracy: float | None = None
    max_drop: float | None = None
    min_sqnr: float | None = None
    max_growth_pct: float | None = None
    baseline: Path | None = None
    source: str = ""

    @staticmethod
    def parse(path: Path, table: Any) -> Gates:
        """From the table of the settings file ``path``, to whose folder the baseline is relative.

        Names may be written with ``-`` for ``_``, as options are.

        Raises:
            UsageError: no table, an unknown key, a value of another kind, or a key given twice.
        """
        if not isinstance(table, Mapping):
            raise UsageError(f"{path}: 'gates' must be a table, for example [gates]")
        known = tuple(f.name for f in fields(Gates) if f.name != "source")
        values: dict[str, Any] = {}
        for key, value in table.items():
            name = key.replace("-", "_")
            if name not in known:
                raise UsageError(
                    f"{path}: unknown key '{printable(key)}' in [gates]{suggestion(name, known)}; the keys are: "
                    f"{', '.join(sorted(known))}"
                )
            if name in values:
                raise UsageError(f"{path}: '{name}' is given twice in [gates]; leave one out")
            values[name] = _value(path, name, value)
        return Gates(**values, source=str(path))


@dataclass(frozen=True)
class Run:
    """The figures from running a model; None: it is not known.

    ``accuracy`` is the lowest top-1 of all runs of the generated code and its simulator, ``reference`` that of ONNX
    Runtime; ``instructions`` (counted) and ``cycles`` (estimated) are of one inference on the target.  ``simulated``:
    the simulator alone ran, which has no speed.  ``sqnr`` is the lowest signal to noise ratio of the runs in dB, of an
    integer model on given samples.
    """

    accuracy: float | None = None
    reference: float | None = None
    instructions: int | None = None
    cycles: int | None = None
    simulated: bool = False
    sqnr: float | None = None


def _value(path: Path, name: str, value: Any) -> Any:
    """The value of a key as ``Gates`` holds it."""
    if name == BASELINE:
        if not isinstance(value, str) or not value:
            raise UsageError(f"{path}: 'baseline' in [gates] must be a folder or a report.json, as text")
        return path.parent / value
    if name in BYTES:
        size = byte_count(str(value)) if type(value) in (int, str) else None
        if not size:
            raise _refused(path, name, value, "a number of bytes such as 65536, 64K or 1M")
        return size
    if name in COUNTS:
        if type(value) is not int or value < 1:
            raise _refused(path, name, value, "an integer above 0")
        return value
    if type(value) not in (int, float) or not math.isfinite(value) or value < 0:
        raise _refused(path, name, value, "a number that is not negative")
    if name == "min_accuracy" and value > 1:
        raise _refused(path, name, value, "a share of samples from 0 to 1")
    return float(value)


def _refused(path: Path, name: str, value: Any, rule: str) -> UsageError:
    return UsageError(f"{path}: '{name}' in [gates] must be {rule}, not {printable(repr(value))}")
