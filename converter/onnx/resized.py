"""A weighted sum of neighbours along an axis, written as ONNX's Resize where that has the same weights."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from edgec.converter.graph.ir import Array, Node
from edgec.converter.lower.resize import Filter, Mapping1D, tables
from edgec.converter.onnx.writer import TO_FIRST, OnnxWriter
from edgec.converter.ops.resample import ResampleAttrs

WEIGHT_TOLERANCE = 1e-6  # difference of two weights that float32 makes
TRANSFORMS = ("half_pixel", "asymmetric", "align_corners")
FILTERS = (Filter("linear"), Filter("cubic"), Filter("linear", antialias=True), Filter("cubic", antialias=True))


def write_resample(w: OnnxWriter, node: Node) -> bool:
    """Write the node; False where no Resize has its weights."""
    assert isinstance(node.attrs, ResampleAttrs)
    axis, out = node.attrs.axis, node.outputs[0]
    x, index, weight = (w.graph.tensors[i] for i in node.inputs)
    assert index.data is not None and weight.data is not None
    size, made = x.shape[axis], len(index.data)
    wanted = _matrix(index.data, weight.data, size)
    fitting = (
        candidate
        for candidate in _resizes(size, made)
        if np.allclose(candidate[2], wanted, rtol=0, atol=WEIGHT_TOLERANCE)
    )
    f, transform, _ = next(fitting, (None, "", wanted))
    if f is None:
        return False
    first = len(x.shape) == 4
    shape = w.graph.tensors[out].shape
    sizes = w.const(f"{out}.sizes", np.asarray([shape[i] for i in TO_FIRST] if first else shape, np.int64))
    w.put(
        out, "Resize", [w.first(node.inputs[0]) if first else w.plain(node.inputs[0]), "", "", sizes], first,
        mode=f.mode, coordinate_transformation_mode=transform, antialias=int(f.antialias),
    )  # fmt: skip
    return True


def _matrix(cells: Array, weights: Array, size: int) -> Array:
    """Weights [out, in] of all cells."""
    full = np.zeros((len(cells), size))
    np.add.at(full, (np.arange(len(cells))[:, None], cells), weights)
    return full


def _resizes(size: int, made: int) -> Iterator[tuple[Filter, str, Array]]:
    """Yield what Resize gives for so many cells of ``size``."""
    m, i = Mapping1D(size, made, made / size), np.arange(made, dtype=np.float64)
    at = ((i + 0.5) / m.scale - 0.5, i / m.scale, i * (size - 1) / max(made - 1, 1))
    for f in FILTERS:
        for transform, positions in zip(TRANSFORMS, at, strict=True):
            yield f, transform, _matrix(*tables(positions, m, f), size)
