"""Distance between the import of a quantized file and what the file means."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import onnx

from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.loss import simulated
from tests.imports.exact import Exact, Rule
from tests.imports.variants import runtime_outputs, shaped

Array: TypeAlias = npt.NDArray[Any]
EQUAL = 120.0  # dB from which only float32 in the last dequantization differs


@dataclass(frozen=True)
class Distances:
    """Signal to noise ratios in dB between the outputs of edgec, ONNX Runtime and real numbers.

    ``by_rule``: between edgec and real numbers under edgec's own rules, where it has some.
    """

    runtime: float
    exact: float
    runtime_exact: float
    by_rule: float | None = None

    @property
    def explained(self) -> bool:
        """At 60 dB of ONNX Runtime, nearer to real numbers than it, or as far from them as edgec's rules say."""
        near = min(60.0, self.runtime_exact + 1e-9)
        return self.runtime >= 60.0 or self.exact >= near or (self.by_rule is not None and self.by_rule >= 60.0)


def distance(wanted: Array, got: Array) -> float:
    """10 log10 of the sum of squares over that of the differences; infinite for what is equal."""
    noise = float(np.sum((wanted - got) ** 2))
    ratio = 10 * math.log10(float(np.sum(wanted**2)) / noise) if noise else math.inf
    return math.inf if ratio > EQUAL else ratio


def compare(
    file: Path, samples: Array, rules: Sequence[Rule] = (), notify: Callable[[Sequence[str]], None] = lambda _: None
) -> Distances:
    """The distances of one file.

    Args:
        file: a quantized model with one input.
        samples: of its float input [N, ...].
        rules: those of edgec that ONNX does not have and that matter to it.
        notify: called with what the conversion says.
    """
    model = onnx.load(file)
    x = shaped(model, samples)
    graph = quantize_model(simplified(import_model(file).graph), None, QuantizeOptions(), notify)
    (first, *_) = simulated(graph, [x.reshape(-1, *graph.tensors[graph.inputs[0]].shape)])
    ours = first.reshape(len(x), -1).astype(np.float64)
    exact = Exact(file)
    wanted, runtime = exact.outputs(x), exact.real(runtime_outputs(file, x))
    by_rule = distance(Exact(file, *rules).outputs(x), ours) if rules else None
    return Distances(distance(runtime, ours), distance(wanted, ours), distance(wanted, runtime), by_rule)
