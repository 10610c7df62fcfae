"""Clustered weights beside int4: bytes and accuracy of codebooks of 16 and 8 values, for a layer or for each channel.

    python benchmarks/clustered.py [--write FILE] [NAME ...]

A codebook holds int8 values; a weight is the number of one of them (4 or 3 bits).  Values are found by k-means (Lloyd's
iteration) on a layer's weights over their channels' scales, then weights are rounded to them with the error
compensation that int4 has (``quantize.integers.rounding``).  Nothing of this is in edgec: the outputs are those of the
int8 simulator with such weights.  Models, data and folds are those of ``benchmarks/accuracy.py``.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
from accuracy import CASES, SHARED, folds, run_onnx, weight_bytes
from accuracy_peers import input_shape

from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.integers import reconstruct
from edgec.quantize.integers.rounding import Grid, Rounded, Statistics, round_layer
from edgec.quantize.judge.accuracy import mean_squared_error, sqnr_db, top1
from edgec.quantize.ranges.scheme import Scheme
from edgec.samples.loss import simulated

ITERATIONS = 30
EVEN = 15
NAMES = ("kws", "resnet8", "ad", "str_ww")
MARK = "<!-- what follows is written by `python benchmarks/clustered.py --write docs/sparse.md kws` -->"


@dataclass(frozen=True)
class Codebook(Grid):
    """Integers that are one of a table's [..., values], which broadcasts against filters [G, O]."""

    table: Array = field(default_factory=lambda: np.zeros(1))

    def steps(self, u: Array, scale: Array) -> Array:
        """The nearest values of the table."""
        x = u / scale
        table = self.table.reshape(*self.table.shape[:-1], *(1,) * (x.ndim - 2), self.table.shape[-1])
        best = np.abs(x[..., None] - table).argmin(axis=-1)
        return np.asarray(np.take_along_axis(np.broadcast_to(table, (*x.shape, table.shape[-1])), best[..., None], -1))[
            ..., 0
        ]


def clusters(values: Array, count: int) -> Array:
    """``count`` whole numbers for each row of values [R, n]: [R, count]."""
    centres = np.quantile(values, (np.arange(count) + 0.5) / count, axis=1).T
    for _ in range(ITERATIONS):
        edges = (centres[:, 1:] + centres[:, :-1]) / 2
        part = (values[:, :, None] > edges[:, None, :]).sum(axis=2)
        for i in range(count):
            inside = part == i
            total = inside.sum(axis=1)
            centres[:, i] = np.where(total, (values * inside).sum(axis=1) / np.maximum(total, 1), centres[:, i])
        centres.sort(axis=1)
    return np.asarray(np.rint(centres))


def clustered(
    w: Array, bias: Array, stats: Statistics, grid: Grid, _damping: float, *, count: int, each: bool
) -> Rounded:
    """``round_layer`` to a codebook of ``count`` values of each filter, or of the layer."""
    top = np.abs(w).max(axis=2)
    scale = grid.legal((top.max(axis=0, keepdims=True) if grid.parts else top) / grid.largest)
    u = w / scale[..., None]
    if each and grid.parts:
        table = clusters(np.moveaxis(u, 1, 0).reshape(w.shape[1], -1), count)[None]
    elif each:
        table = clusters(u.reshape(-1, w.shape[2]), count).reshape(*w.shape[:2], count)
    else:
        table = clusters(u.reshape(1, -1), count).reshape(1, 1, count)
    damping = reconstruct.DAMPING[DType.I8, DType.I4]
    return round_layer(w, bias, stats, Codebook(grid.largest, grid.floor, grid.parts, table), damping)


def even(w: Array, bias: Array, stats: Statistics, grid: Grid, _damping: float) -> Rounded:
    """``round_layer`` to int4's 15 values, evenly spaced, with a scale for each filter."""
    return round_layer(w, bias, stats, replace(grid, largest=7), reconstruct.DAMPING[DType.I8, DType.I4])


def built(graph: Graph, samples: Array, count: int = 0, each: bool = False) -> Graph:
    """The int8 graph, with clustered weights where ``count`` is given, with those of int4 where it is ``EVEN``."""
    rounding = even if count == EVEN else partial(clustered, count=count, each=each) if count else round_layer
    with patch.object(reconstruct, "round_layer", rounding):
        return quantize_model(graph, [samples], QuantizeOptions())


def book_bytes(graph: Graph, count: int, each: bool) -> int:
    """Bytes of weights of a bit width, and of codebooks."""
    weights = [graph.tensors[n.inputs[1]] for n in graph.nodes if n.op in ("Conv", "Dense")]
    bits = (count - 1).bit_length()
    books = 0 if count == EVEN else count
    return sum(-(-t.size * bits // 8) + books * (t.shape[0] if each else 1) for t in weights)


FORMS = {
    "int4 in every layer": (EVEN, False),
    "16 values a layer": (16, False), "16 values a channel": (16, True), "8 values a layer": (8, False),
}  # fmt: skip


def rows_of(name: str) -> list[str]:
    """The table's rows of a model."""
    case = CASES[name]
    path = SHARED / "models" / f"{case.model}.onnx"
    graph = run_default(import_model(path).graph)
    device = graph.tensors[graph.inputs[0]].shape
    outputs: dict[str, list[Array]] = {}
    sizes: dict[str, int] = {}
    real, sets = [], folds(case, input_shape(path))
    for data in sets:
        samples = data.calibration.reshape(-1, *device)
        real.append(run_onnx(path, data.x).reshape(len(data.x), -1))
        made = {"int8": built(graph, samples), "int4": quantize_model(graph, [samples], QuantizeOptions(Scheme.INT4))}
        sizes |= {how: weight_bytes(one) for how, one in made.items()}
        for how, (count, each) in FORMS.items():
            made[how] = built(graph, samples, count, each)
            sizes[how] = book_bytes(made[how], count, each)
        for how, one in made.items():
            y = simulated(one, [data.x.reshape(-1, *device)])[0].reshape(len(data.x), -1)
            outputs.setdefault(how, []).append(y)
    wanted, lines = np.concatenate(real), []
    labels = None if sets[0].y is None else np.concatenate([d.y for d in sets if d.y is not None])
    x = np.concatenate([d.x.reshape(len(d.x), -1) for d in sets])
    for how, parts in outputs.items():
        y = np.concatenate(parts)
        score = f"{100 * top1(y, labels):.1f} %" if labels is not None else f"MSE {mean_squared_error(x, y):.3f}"
        lines.append(f"| {name} | {how} | {sizes[how]:,} | {score} | {sqnr_db(wanted, y):.1f} |")
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    lines = ["| model | weights | bytes of weights | score | SQNR dB |", "|---|---|---|---|---|"]
    for name in options.names or NAMES:
        lines += rows_of(name)
        print("\n".join(lines), flush=True)
    if options.write:
        head = options.write.read_text(encoding="utf-8").split(MARK)[0]
        options.write.write_text(f"{head}{MARK}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
