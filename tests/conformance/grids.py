"""Random attributes against ONNX Runtime.

    python -m tests.conformance.grids [--count 2000] [--seed 0] [operator ...]

Every sample is imported, evaluated in numpy and in C, and compared; a model that is refused is not an error.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx

from tests.conformance.grid_indexing import INDEXING
from tests.conformance.grid_layers import LAYERS
from tests.conformance.grid_parts import Generator, Sample
from tests.conformance.grid_values import VALUES
from tests.conformance.onnx_cases import Case, Outcome
from tests.conformance.runner import run_all, summary

GENERATORS: dict[str, Generator] = {**LAYERS, **INDEXING, **VALUES}


def expected(model: onnx.ModelProto, feeds: dict[str, Any]) -> list[Any] | None:
    """Outputs of ONNX Runtime (of the reference for Resize, where it departs from ONNX's own tests); None: an error."""
    import onnxruntime as ort
    from onnx.reference import ReferenceEvaluator

    with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
        if model.graph.node[0].op_type == "Resize":
            return list(ReferenceEvaluator(model).run(None, feeds))
        options = ort.SessionOptions()
        options.log_severity_level = 4
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return list(session.run(None, feeds))
    return None


def case_of(sample: Sample, name: str) -> Case:
    """A sample with the values that are expected; without outputs when ONNX Runtime does not take it."""
    model, inputs = sample.model()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        wanted = expected(model, {p.name: x for p, x in zip(model.graph.input, inputs, strict=True)}) or []
    for value, y in zip(model.graph.output, wanted, strict=False):
        code = onnx.helper.np_dtype_to_tensor_dtype(np.asarray(y).dtype)
        value.CopyFrom(onnx.helper.make_tensor_value_info(value.name, code, None))
    return Case(name, model, inputs, tuple(wanted))


def cases(count: int, seed: int, words: Sequence[str] = ()) -> list[Case]:
    """``count`` samples, every generator equally often; those that ONNX Runtime does not take are left out."""
    rng = np.random.default_rng(seed)
    names = [n for n in GENERATORS if not words or n in words]
    with np.errstate(all="ignore"):
        made = (case_of(GENERATORS[n := names[i % len(names)]](rng), f"{n}_{i}") for i in range(count))
        return [case for case in made if case.outputs]


def main(arguments: Sequence[str]) -> int:
    """Print the summary; 1 when a value is wrong."""
    parser = argparse.ArgumentParser(description="random attributes against ONNX Runtime")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args(arguments)
    made = cases(options.count, options.seed, options.words)
    outcomes: list[Outcome] = run_all(made)
    by_name = {c.name: c for c in made}
    for o in outcomes:
        if o.status in ("wrong", "error"):
            print(o.name, o.reason)
            print(onnx.printer.to_text(by_name[o.name].model.graph))
    sys.stdout.write(summary(outcomes) + "\n")
    return int(any(o.status in ("wrong", "error") for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
