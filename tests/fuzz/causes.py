"""Why kept mutants are not as ONNX Runtime, as far as a rule can tell; the others are for people to judge.

    python -m tests.fuzz.causes [FOLDER]

``FOLDER`` is what ``tests.fuzz.mutants`` wrote with ``--out``.  Rules look at the samples that a case was calibrated
with and at the values that are named in the sentence; they excuse nothing: every case stays counted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import numpy as np

from tests.fuzz.mutants import GATE, UNLIKE

OVERFLOW = 1e30  # from here on products of two values leave float32
FEW = 4  # samples of noise are all that a mutant is calibrated with
_PAIR = re.compile(r": (\S+) must be [^,]*, ([^\s;]+)")
UNEXPLAINED = "values: no rule"


def cause(text: str, samples: Path | None) -> str:
    """The class of one case.

    Args:
        text: what was kept of it.
        samples: its calibration set, None when there is none.
    """
    if GATE in text:
        return f"gate of integers: {_calibration(samples)}"
    if UNLIKE not in text:
        return "not of this kind"
    pairs = [tuple(map(float, pair)) for pair in _PAIR.findall(text)]
    values = [v for pair in pairs for v in pair]
    if not values:
        return UNEXPLAINED
    if not all(map(isfinite, values)):
        return "values: infinity or NaN on one side"
    if max(map(abs, values)) > OVERFLOW:
        return "values: near the end of float32"
    return UNEXPLAINED


def _calibration(samples: Path | None) -> str:
    if samples is None:
        return "the model's own scales"
    with np.load(samples) as file:
        arrays = [file[name] for name in file.files]
    real = [x for x in arrays if x.dtype.kind == "f" and x.size]
    if any(not np.any(x) for x in real):
        return "an input was calibrated on zeros"
    return f"calibrated on at most {FEW} samples of noise"


def main(arguments: Sequence[str]) -> int:
    """Print the classes with the numbers of their cases."""
    folder = Path(arguments[0] if arguments else "build/mutants")
    found: dict[str, list[str]] = {}
    for file in sorted(folder.glob("mutant-*.txt")):
        samples = file.with_suffix(".npz")
        kind = cause(file.read_text(encoding="utf-8"), samples if samples.exists() else None)
        found.setdefault(kind, []).append(file.stem.removeprefix("mutant-"))
    for kind, cases in sorted(found.items()):
        sys.stdout.write(f"{len(cases):5d}  {kind} ({', '.join(cases)})\n")
    return int(UNEXPLAINED in found)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
