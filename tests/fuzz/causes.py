"""Causes for which kept mutants depart from ONNX Runtime, as far as a rule can tell; people judge the others.

    python -m tests.fuzz.causes [FOLDER]

``FOLDER`` is what ``tests.fuzz.mutants`` wrote with ``--out``.  Rules look at the samples that a case was calibrated
with, at the values that are named in the sentence, and at operators of the model that ONNX leaves free or that ONNX
Runtime computes otherwise than ONNX says; they excuse nothing: every case stays counted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from math import inf, isfinite
from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import DecodeError

from tests.fuzz.mutants import GATE, UNLIKE

OVERFLOW = 1e30  # from here on products of two values leave float32
LEAST = -3.40282e38  # as it is printed
ROUNDING = 5e-7  # of values near 1
FEW = 4  # samples of noise are all that a mutant is calibrated with
_PAIR = re.compile(r": (\S+) must be [^,]*, ([^\s;]+)")
UNEXPLAINED = "values: no rule"


def cause(text: str, samples: Path | None, model: onnx.ModelProto | None = None) -> str:
    """The class of one case.

    Args:
        text: what was kept of it.
        samples: its calibration set, None when there is none.
        model: the mutant, None when it cannot be read.
    """
    if GATE in text:
        return f"gate of integers: {_calibration(samples)}"
    if UNLIKE not in text:
        return "not of this kind"
    pairs = [tuple(map(float, pair)) for pair in _PAIR.findall(text)]
    values = [v for pair in pairs for v in pair]
    if not values:
        return UNEXPLAINED
    nodes = list(model.graph.node) if model is not None else []
    if any(n.op_type == "TopK" and _number(n, "sorted", 1) == 0 for n in nodes):
        return "values: TopK that is not sorted may give its values in any order"
    if set(pairs) == {(-inf, LEAST)} and any(_number(n, "qk_matmul_output_mode", 0) == 2 for n in nodes):
        return "values: masked scores of Attention, -inf by ONNX, are float32's least number in ONNX Runtime"
    if max(map(abs, values)) < ROUNDING:
        return "values: numbers cancel, and the rounding of float32 is left"
    if not all(map(isfinite, values)):
        return "values: infinity or NaN on one side"
    if max(map(abs, values)) > OVERFLOW:
        return "values: near the end of float32"
    return UNEXPLAINED


def _number(node: onnx.NodeProto, name: str, default: int) -> int:
    """An attribute that is an integer."""
    return next((a.i for a in node.attribute if a.name == name), default)


def _model(file: Path) -> onnx.ModelProto | None:
    """The model of a file, which may be damaged."""
    try:
        return onnx.load(file, load_external_data=False)
    except (OSError, DecodeError):
        return None


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
        given = samples if samples.exists() else None
        kind = cause(file.read_text(encoding="utf-8"), given, _model(file.with_suffix(".onnx")))
        found.setdefault(kind, []).append(file.stem.removeprefix("mutant-"))
    for kind, cases in sorted(found.items()):
        sys.stdout.write(f"{len(cases):5d}  {kind} ({', '.join(cases)})\n")
    return int(UNEXPLAINED in found)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
