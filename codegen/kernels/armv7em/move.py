"""Bindings of the Armv7E-M transposes of bytes and halfwords."""

from __future__ import annotations

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params import Transpose
from edgec.codegen.kernels.armv7em.work import UNROLLED, ceil
from edgec.codegen.kernels.common import WIDTHS, align, merge, operand, output, strides
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Misfit, NodeView
from edgec.converter.ops.shape import TransposeAttrs

NARROW = frozenset(t for t in CTYPES if t.bytes <= 2)
LOOPS = 4
LEAST = {1: (2, 4), 2: (2, 2)}  # rows and columns of a matrix, by bytes of an element


def _bind(view: NodeView) -> Bound:
    steps = strides(view.x(0).shape)
    of_x = [steps[p] for p in view.attrs(TransposeAttrs).perm]
    dims, x_steps, y_steps = merge(view.y.shape, of_x, strides(view.y.shape))
    loops = list(zip(dims, x_steps, y_steps, strict=True))
    across = next((loop for loop in loops if loop[1] == 1), None)  # columns: side by side in x
    along = next((loop for loop in loops if loop[2] == 1), None)
    if across is None or along is None or across == along:
        return Misfit("whole runs of bytes are moved")
    size = view.y.dtype.bytes
    rows, columns = LEAST[size]
    if along[0] < rows or across[0] < columns:
        return Misfit(f"the matrices are smaller than {rows} x {columns}")
    if size == 1 and along[0] < 4 and across[2] != along[0]:
        return Misfit("columns of two or three bytes do not follow each other")
    rest = [loop for loop in loops if loop not in (across, along)]
    if len(rest) > LOOPS:
        return Misfit(f"there are more than {LOOPS} loops around the matrices")
    params = Transpose(
        align([d for d, _, _ in rest], LOOPS, 1),
        align([s for _, s, _ in rest], LOOPS, 0),
        align([s for _, _, s in rest], LOOPS, 0),
        rows=along[0],
        columns=across[0],
        x_row=along[1],
        y_column=across[2],
    )
    args = (operand(view, 0, "void"), output(view, "void"))
    why = f"matrices of {along[0]} x {across[0]}, turned in blocks of words"
    return (Call(f"edgec_transpose_{WIDTHS[size]}_armv7em", "edgec_transpose_armv7em.h", params, args, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Matrices, and blocks of four columns (two of halfwords), whose rows may be two or three."""
    p = call.params_of(Transpose)
    rows, columns = p.rows, p.columns
    matrices = view.y.size // (rows * columns)
    size = 4 // view.y.dtype.bytes
    kind = "half_" if size == 2 else {2: "two_", 3: "three_"}.get(rows, "")
    lines, across = matrices * ceil(rows, size), ceil(columns, size)
    looped = lines * across if across > UNROLLED else 0
    return (
        ("call", 1),
        ("matrix", matrices),
        (f"{kind}line", lines),
        (f"{kind}block", lines * across),
        (f"{kind}looped", looped),
        (f"{kind}ragged", looped if columns % size else 0),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "transpose", "Transpose", NARROW, _bind, _work, grid=grids.TRANSPOSES),)
