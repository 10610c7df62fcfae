"""Binding of the NEON transposes of bytes."""

from __future__ import annotations

from edgec.codegen.kernels.common import align, merge, operand, output, strides
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.params_ops import TransposeNeon
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Misfit, NodeView
from edgec.converter.ops.shape import TransposeAttrs

BYTES = frozenset(t for t in CTYPES if t.bytes == 1)
LOOPS, BLOCK, RUN, MOST = 4, 8, 16, 4


def _bind(view: NodeView) -> Bound:
    steps = strides(view.x(0).shape)
    of_x = [steps[p] for p in view.attrs(TransposeAttrs).perm]
    dims, x_steps, y_steps = merge(view.y.shape, of_x, strides(view.y.shape))
    loops = list(zip(dims, x_steps, y_steps, strict=True))
    across = next((loop for loop in loops if loop[1] == 1), None)  # columns: side by side in x
    along = next((loop for loop in loops if loop[2] == 1), None)
    if across is None or along is None or across == along:
        return Misfit("whole runs of bytes are moved")
    (rows, x_row, _), (columns, _, y_column) = along, across
    joined = rows <= MOST and columns >= RUN and y_column == rows
    parted = columns <= MOST and rows >= RUN and x_row == columns
    if not (joined or parted or min(rows, columns) >= BLOCK):
        return Misfit(f"matrices of {rows} x {columns} are smaller than {BLOCK} x {BLOCK}")
    rest = [loop for loop in loops if loop not in (across, along)]
    if len(rest) > LOOPS:
        return Misfit(f"there are more than {LOOPS} loops around the matrices")
    params = TransposeNeon(
        dims=align([d for d, _, _ in rest], LOOPS, 1),
        x_stride=align([s for _, s, _ in rest], LOOPS, 0),
        y_stride=align([s for _, _, s in rest], LOOPS, 0),
        rows=rows,
        columns=columns,
        x_row=x_row,
        y_column=y_column,
    )
    args = (operand(view, 0, "void"), output(view, "void"))
    blocks = "runs of 16" if joined or parted else "blocks of 8 x 8"
    why = f"matrices of {rows} x {columns}, turned in {blocks}"
    return (Call("edgec_transpose_x8_neon", "edgec_transpose_neon.h", params, args, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Blocks of matrices, or runs by how many rows or columns there are; the compiler writes few of them out."""
    p = call.params_of(TransposeNeon)
    rows, columns = p.rows, p.columns
    matrices, few = view.y.size // (rows * columns), min(rows, columns)
    if few >= BLOCK:
        kind, each = "block", -(-rows // BLOCK) * -(-columns // BLOCK)
    else:
        kind, each = f"{'run' if rows < columns else 'parted'}_{few}", -(-max(rows, columns) // RUN)
    return ("matrix", matrices), (f"flat_{kind}" if each <= MAX_UNROLLED_ROUNDS else kind, matrices * each)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "transpose_x8", "Transpose", BYTES, _bind, _work, grid=ops_grids.TRANSPOSES),
)
