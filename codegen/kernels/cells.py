"""Means as kernels see them: (outer, cells, inner), the mean over the cells of what lies in between."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn

Cells = tuple[int, int, int]


def cells_of_pool(view: NodeView) -> Cells | Misfit:
    """The cells of an average pool whose one window is the whole image."""
    a = view.attrs(PoolAttrs)
    n, h, w, c = view.x(0).shape
    if view.y.shape[1:3] != (1, 1) or a.kernel != (h, w) or any(a.pads) or a.dilations != (1, 1):
        return Misfit("the layer is not a mean over whole images")
    return n, h * w, c


def cells_of_reduction(view: NodeView, *functions: ReduceFn) -> Cells | Misfit:
    """The cells of a reduction by one of ``functions`` over neighbouring axes; axes of size 1 do not count."""
    a, shape = view.attrs(ReduceAttrs), view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    first, last = (axes[0], axes[-1]) if axes else (0, 0)
    between = tuple(i for i in range(first, last + 1) if shape[i] != 1)
    if a.fn not in functions or not axes or axes != between:
        return Misfit("the layer is not a mean over neighbouring axes")
    return prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])
