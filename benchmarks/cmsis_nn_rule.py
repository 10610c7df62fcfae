"""Outputs of the shared models that change when factors are multiples of 2**-31 (``Quant.q31``), by the simulator."""

from __future__ import annotations

import numpy as np
from accuracy import CASES, SHARED, Case, folds, read

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.onnx.importer import import_model
from edgec.pipeline import front_end
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import mean_squared_error, top1
from edgec.quantize.ranges.simulate import simulate, to_real
from edgec.quantize.rewrite.q31 import with_q31

HEAD = (
    "| model | file, data | samples | usual factors: top-1 (ad: MSE) | multiples of 2^-31 | other classes | "
    "values that differ | by at most |\n|---|---|--:|--:|--:|--:|--:|--:|"
)
QUANTIZED = {  # the models that come with int8 numbers of their own
    "kws": (Case("mlperf_kws_dscnn_qdq", "kws01", array="x_float"),),
    "resnet8": (Case("mlperf_resnet8_cifar_qdq", "cifar10_test_lossless"),),
}
FURTHER = {"resnet8": (CASES["resnet8-jpeg"],)}


def rows(name: str) -> list[str]:
    """Table rows of a model: calibrated by edgec, on all data at hand, and as it comes quantized."""
    found = [_row(name, case) for case in (CASES[name], *FURTHER.get(name, ()), *QUANTIZED.get(name, ()))]
    print("\n".join(found), flush=True)
    return found


def _row(name: str, case: Case) -> str:
    usual, coarse, x, y = _outputs(case)
    changed = usual[0] != coarse[0]
    most = int(np.abs(usual[0].astype(int) - coarse[0]).max(initial=0))
    if y is None:
        scores = [f"{mean_squared_error(x, real):.4f}" for _, real in (usual, coarse)]
        classes = "-"
    else:
        scores = [f"{top1(real, y):.4f}" for _, real in (usual, coarse)]
        classes = str(int((usual[0].argmax(axis=1) != coarse[0].argmax(axis=1)).sum()))
    kind = f"{case.model}, {case.evaluation}"
    cells = (name, kind, str(len(x)), *scores, classes, f"{int(changed.sum()):,} of {changed.size:,}", str(most))
    return "| " + " | ".join(cells) + " |"


Both = tuple[Array, Array]
"""Outputs [N, elements] as integers and as reals."""


def _outputs(case: Case) -> tuple[Both, Both, Array, Array | None]:
    """With the usual factors and with multiples of 2**-31; the samples [N, elements] and their labels."""
    graph = front_end(import_model(SHARED / "models" / f"{case.model}.onnx"), lambda _: None)
    device = graph.tensors[graph.inputs[0]].shape
    shape = read(case, case.evaluation)[0].shape[1:]
    parts: list[list[Array]] = [[], [], [], [], []]
    labels = []
    for data in folds(case, shape):
        given = None if graph.is_quantized else [data.calibration.reshape(-1, *device)]
        usual = quantize_model(graph, given, QuantizeOptions())
        for i, made in enumerate((usual, with_q31(usual))):
            integers, real = _run(made, data.x)
            parts[2 * i].append(integers)
            parts[2 * i + 1].append(real)
        parts[4].append(data.x.reshape(len(data.x), -1))
        labels.append(data.y)
    a, b, c, d, x = (np.concatenate(p) for p in parts)
    known = [y for y in labels if y is not None]
    return (a, b), (c, d), x, np.concatenate(known) if known else None


def _run(graph: Graph, x: Array) -> Both:
    port, out = graph.tensors[graph.inputs[0]], graph.tensors[graph.outputs[0]]
    values = x.reshape(-1, *port.shape)
    values = values if port.quant is None or port.dtype.is_float else quantize_array(values, port.quant, port.dtype)
    integers = simulate(graph, [values])[0].reshape(len(x), -1)
    return integers, to_real(integers, out).reshape(len(x), -1)
