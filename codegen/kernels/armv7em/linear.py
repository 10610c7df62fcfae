"""Bindings of the Armv7E-M changes of scale: a requantization and a concatenation of tensors with other scales."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import TypeAlias

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params import LinearS8
from edgec.codegen.kernels.common import I8, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import shape as plain_shape
from edgec.codegen.kernels.plain.shape import concat_copy
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier, requantize
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Quant
from edgec.converter.ops.shape import ConcatAttrs

BYTES = np.arange(-128, 128, dtype=np.int64)
SHIFT_MAX = 24
INT32_MAX = 2**31 - 1
COPIES = next(k for k in plain_shape.KERNELS if k.op == "Concat")  # whose calls copy
Sizes: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True)
class ScaledLine:
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


def line(x: Quant, y: Quant) -> ScaledLine | None:
    """The line that gives the requantized value of every int8 value of ``x``, or None when none is found."""
    factor = multiplier(x.s / y.s)
    exact = np.clip(requantize(BYTES - x.z, factor, y.z, -128, 127), -128, 127)
    for shift in range(SHIFT_MAX, 7, -1):
        down = factor.shift - shift
        m = factor.m >> down if down >= 0 else factor.m << -down
        for near in (m, m + 1):
            scaled = ScaledLine(near, (y.z << shift) + (1 << (shift - 1)) - x.z * near, shift)
            if scaled.fits and np.array_equal(scaled.values, exact):
                return scaled
    return None


def parts(view: NodeView) -> Iterator[Sizes]:
    """Yield the sizes in ``PartOfRows`` of each input of a concatenation."""
    axis, start = view.attrs(ConcatAttrs).axis, 0
    for i in range(len(view.ins)):
        shape = view.x(i).shape
        yield prod(shape[:axis]), prod(shape[axis:]), prod(view.y.shape[axis:]), start
        start += prod(shape[axis:])


def copied(view: NodeView, i: int, sizes: Sizes) -> Call:
    """The call that copies input ``i`` of a concatenation."""
    return replace(concat_copy(view, view.attrs(ConcatAttrs), i, sizes[3]), kernel=COPIES)


def _call(view: NodeView, i: int, scaled: ScaledLine, sizes: Sizes) -> Call:
    params = LinearS8(*sizes, scaled.m, scaled.offset, scaled.shift)
    args = (operand(view, i), output(view))
    shared = (0,) if params.rows == 1 and params.x_columns == params.y_columns and not view.x(i).is_const else ()
    why = "another scale: one product and one sum of 32 bits, proven for all 256 values"
    return Call("edgec_linear_s8_armv7em", "edgec_linear_s8_armv7em.h", params, args, inplace=shared, why=why)


def _bind_requantize(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    scaled = line(quant(view.x(0)), quant(view.y))
    if scaled is None:
        return Misfit("no product of 32 bits gives the requantized values")
    size = view.x(0).size
    return (_call(view, 0, scaled, (1, size, size, 0)),)


def _bind_concat(view: NodeView) -> Bound:
    misfit = quantized(view, len(view.ins))
    if misfit is not None:
        return misfit
    y = quant(view.y)
    calls: list[Call] = []
    for i, sizes in enumerate(parts(view)):
        x = quant(view.x(i))
        if (x.s, x.z) == (y.s, y.z):
            calls.append(copied(view, i, sizes))
            continue
        scaled = line(x, y)
        if scaled is None:
            return Misfit("no product of 32 bits gives the requantized values")
        calls.append(_call(view, i, scaled, sizes))
    return tuple(calls)


def _work(view: NodeView, call: Call) -> Counts:
    """Rows, four values at a time."""
    p = call.params_of(LinearS8)
    rows, columns = p.rows, p.x_columns
    return ("call", 1), ("row", rows), ("four", rows * (columns // 4)), ("one", rows * (columns % 4))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "linear_s8", "Requantize", I8, _bind_requantize, _work, grid=grids.REQUANTIZE),
    Kernel(LIBRARY, "linear_s8", "Concat", I8, _bind_concat, _work, grid=grids.CONCATS),
)
