"""Binding of the Helium transposes."""

from __future__ import annotations

from edgec.codegen.kernels.common import WIDTHS, align, merge, operand, output, strides
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.params_ops import TransposeMve
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Misfit, NodeView
from edgec.converter.ops.shape import TransposeAttrs

NARROW = frozenset(t for t in CTYPES if t.bytes <= 4)
LOOPS, LEAST = 4, 4  # loops around lines; elements of a line
LANES = {1: 8, 2: 8, 4: 4}  # of a vector, by bytes of an element
MOST = {1: 2**16 - 1, 2: 2**16 - 1, 4: 2**31 - 1}  # bytes from the first element of a vector to the last


def _bind(view: NodeView) -> Bound:
    """Lines along the longer side of a matrix: side by side in x, elements go apart in y, or the other way round."""
    size = view.y.dtype.bytes
    steps = strides(view.x(0).shape)
    of_x = [steps[p] for p in view.attrs(TransposeAttrs).perm]
    loops = list(zip(*merge(view.y.shape, of_x, strides(view.y.shape)), strict=True))
    ways = [loop for loop in loops if 1 in loop[1:] and max(loop[1:]) * size * (LANES[size] - 1) <= MOST[size]]
    if len(loops) < 2 or any(loop[1:] == (1, 1) for loop in loops):
        return Misfit("whole runs of bytes are moved")
    if not ways:
        return Misfit("rows are too long for the offsets of their elements")
    along = max(ways, key=lambda loop: loop[0])
    if along[0] < LEAST:
        return Misfit(f"the matrices have fewer than {LEAST} rows and columns")
    rest = [loop for loop in loops if loop != along]
    if len(rest) > LOOPS + 1:
        return Misfit(f"there are more than {LOOPS} loops around the matrices")
    lines = max(rest, key=lambda loop: loop[0])
    rest.remove(lines)
    way = "apart" if along[1] == 1 else "together"
    params = TransposeMve(
        align([d for d, _, _ in rest], LOOPS, 1),
        align([s * size for _, s, _ in rest], LOOPS, 0),
        align([s * size for _, _, s in rest], LOOPS, 0),
        *(lines[0], along[0], lines[1] * size, lines[2] * size, max(along[1:]) * size),
    )
    args = (operand(view, 0, "void"), output(view, "void"))
    why = f"lines of {along[0]} elements that go {way}, {LANES[size]} at a time"
    return (Call(f"edgec_transpose_{WIDTHS[size]}_{way}_mve", "edgec_transpose_mve.h", params, args, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Indices around the lines, lines, vectors."""
    p = call.params_of(TransposeMve)
    lines = view.y.size // p.count
    return (
        ("call", 1),
        ("index", lines / p.lines),
        ("line", lines),
        ("vector", lines * -(-p.count // LANES[view.y.dtype.bytes])),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "transpose", "Transpose", NARROW, _bind, _work, grid=grids.TRANSPOSES),)
