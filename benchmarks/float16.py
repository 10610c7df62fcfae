"""Accuracy that float16 costs: outputs beside float32's, of tensors stored in it and of sums made in it.

    python benchmarks/float16.py [--samples 8] [NAME ...]

prints a Markdown table of signal-to-noise ratios (dB) on samples that nothing was calibrated with.  Stored: each tensor
and weight is rounded to float16, sums are float32's.  Summed: each product is added by one FMA of float16, in the order
of the taps, as ``--quantize float16`` does; there, pools and softmax compute in float32 between conversions.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from accuracy import CASES, SHARED, split
from matrix import MODELS

from edgec.converter.graph.ir import Array, Clamp, Graph, Node
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.passes import run_default
from edgec.quantize.judge.accuracy import sqnr_db


def half(x: Array) -> Array:
    """The nearest values of float16, as float32."""
    return x.astype(np.float16).astype(np.float32)


def summed(node: Node, ins: list[Array | None]) -> list[Array]:
    """A layer with weights whose sums are float16: one tap after the other is added."""
    a, (x, w, b) = node.attrs, ins
    assert isinstance(a, ConvAttrs | DenseAttrs) and x is not None and w is not None and b is not None
    bare, taps, none = replace(a, clamp=Clamp()), w.reshape(len(w), -1), np.zeros_like(b)
    (total,) = OPS[node.op].run(bare, [x, np.zeros_like(w), b])
    for k in range(taps.shape[1]):
        one = np.zeros_like(taps)
        one[:, k] = taps[:, k]
        (product,) = OPS[node.op].run(bare, [x, one.reshape(w.shape), none])
        total = half(total + product)
    return [np.clip(total, a.clamp.lo, a.clamp.hi)]


def outputs(graph: Graph, x: Array, stored: bool, sums: bool) -> Array:
    """The first output for one sample [1, ...]."""
    rounded = half if stored else np.asarray
    values: dict[str, Array] = {t.name: rounded(t.data) if t.dtype.is_float else t.data for t in graph.constants()}
    values[graph.inputs[0]] = rounded(x)
    for node in graph.nodes:
        ins = [values[i] if i else None for i in node.inputs]
        weighted = sums and isinstance(node.attrs, ConvAttrs | DenseAttrs)
        results = summed(node, ins) if weighted else OPS[node.op].run(node.attrs, ins)
        for name, y in zip(node.outputs, results, strict=True):
            values[name] = rounded(np.asarray(y, np.float32)) if y.dtype.kind == "f" else y
    return values[graph.outputs[0]]


def row(name: str, samples: int, folder: Path) -> str:
    """A line of the table."""
    case = CASES[name]
    graph = run_default(import_model(SHARED / "models" / f"{case.model}.onnx").graph)
    with np.load(split(case, folder)[1]) as data:
        x = data["x"][:samples].astype(np.float32)
    shape = graph.tensors[graph.inputs[0]].shape
    ways = ((False, False), (True, False), (True, True))
    exact, stored, sums = (np.stack([outputs(graph, one.reshape(shape), *way) for one in x]) for way in ways)
    return f"| {name} | {sqnr_db(exact, stored):.1f} | {sqnr_db(exact, sums):.1f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", default=[], metavar="NAME", help=", ".join(MODELS))
    parser.add_argument("--samples", type=int, default=8)
    options = parser.parse_args()
    print("| model | stored | stored and summed |\n|---|--:|--:|")
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        for name in options.name or MODELS:
            print(row(name, options.samples, Path(temp)), flush=True)


if __name__ == "__main__":
    main()
