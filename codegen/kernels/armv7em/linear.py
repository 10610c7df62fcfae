"""Bindings of the Armv7E-M changes of scale: a requantization and a concatenation of tensors with other scales."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.common import I8, operand, output, quant, quantized
from edgec.codegen.kernels.counting import number
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import shape as plain_shape
from edgec.codegen.kernels.plain.shape import concat_copy
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params
from edgec.converter.arithmetic.fixed_point import multiplier, requantize
from edgec.converter.graph.ir import Array, Quant
from edgec.converter.ops.shape import ConcatAttrs

BYTES = np.arange(-128, 128, dtype=np.int64)
SHIFT_MAX = 24
INT32_MAX = 2**31 - 1
COPIES = next(k for k in plain_shape.KERNELS if k.op == "Concat")  # whose calls copy


@dataclass(frozen=True)
class Line:
    """y = saturate((x * m + offset) >> shift), within int32 for every x."""

    m: int
    offset: int
    shift: int

    @property
    def values(self) -> Array:
        """Y of -128 .. 127."""
        return np.asarray(np.clip((BYTES * self.m + self.offset) >> self.shift, -128, 127))

    @property
    def fits(self) -> bool:
        """Whether no value leaves int32."""
        return int(np.abs(BYTES * self.m + self.offset).max()) <= INT32_MAX


def line(x: Quant, y: Quant) -> Line | None:
    """The line that gives the requantized value of every int8 value of ``x``, or None when none is found."""
    factor = multiplier(x.s / y.s)
    exact = np.clip(requantize(BYTES - x.z, factor, y.z, -128, 127), -128, 127)
    for shift in range(SHIFT_MAX, 7, -1):
        down = factor.shift - shift
        m = factor.m >> down if down >= 0 else factor.m << -down
        for near in (m, m + 1):
            found = Line(near, (y.z << shift) + (1 << (shift - 1)) - x.z * near, shift)
            if found.fits and np.array_equal(found.values, exact):
                return found
    return None


def _call(view: NodeView, i: int, found: Line, sizes: tuple[int, int, int, int]) -> Call:
    rows, x_row, y_row, start = sizes
    fields = (("rows", rows), ("x_columns", x_row), ("y_columns", y_row), ("y_offset", start))
    scale = (("m", found.m), ("offset", found.offset), ("shift", found.shift))
    params = Params("edgec_linear_s8_armv7em_params", (*fields, *scale))
    args = (operand(view, i), output(view))
    shared = (0,) if rows == 1 and x_row == y_row and not view.x(i).is_const else ()
    why = "another scale: one product and one sum of 32 bits, proven for all 256 values"
    return Call("edgec_linear_s8_armv7em", "edgec_linear_s8_armv7em.h", params, args, inplace=shared, why=why)


def _bind_requantize(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    found = line(quant(view.x(0)), quant(view.y))
    if found is None:
        return Misfit("no product of 32 bits gives the requantized values")
    size = view.x(0).size
    return (_call(view, 0, found, (1, size, size, 0)),)


def _bind_concat(view: NodeView) -> Bound:
    a = view.attrs(ConcatAttrs)
    misfit = quantized(view, len(view.ins))
    if misfit is not None:
        return misfit
    y = quant(view.y)
    calls: list[Call] = []
    start = 0
    for i in range(len(view.ins)):
        x = view.x(i)
        if (quant(x).s, quant(x).z) == (y.s, y.z):
            calls.append(replace(concat_copy(view, a, i, start), kernel=COPIES))
        else:
            found = line(quant(x), y)
            if found is None:
                return Misfit("no product of 32 bits gives the requantized values")
            sizes = (prod(x.shape[: a.axis]), prod(x.shape[a.axis :]), prod(view.y.shape[a.axis :]), start)
            calls.append(_call(view, i, found, sizes))
        start += prod(x.shape[a.axis :])
    return tuple(calls)


def _work(view: NodeView, call: Call) -> Counts:
    """Rows, four values at a time."""
    rows, columns = number(call, "rows"), number(call, "x_columns")
    return ("call", 1), ("row", rows), ("four", rows * (columns // 4)), ("one", rows * (columns % 4))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "linear_s8", "Requantize", I8, _bind_requantize, _work, grid=grids.REQUANTIZE),
    Kernel(LIBRARY, "linear_s8", "Concat", I8, _bind_concat, _work, grid=grids.CONCATS),
)
