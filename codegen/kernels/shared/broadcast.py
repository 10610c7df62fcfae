"""Loops over the elements of two operands, one of which may repeat."""

from __future__ import annotations

from edgec.codegen.kernels.common import align, broadcast_strides, merge, too_many_loops
from edgec.codegen.kernels.shared.params import Broadcast
from edgec.codegen.kernels.spec import Misfit, NodeView

BROADCAST_LOOPS = 6


def broadcast_of(view: NodeView) -> Broadcast | Misfit:
    """The loops of a node over its first two inputs."""
    a, b, shape = view.x(0), view.x(1), view.y.shape
    dims, a_step, b_step = merge(shape, broadcast_strides(a.shape, shape), broadcast_strides(b.shape, shape))
    if len(dims) > BROADCAST_LOOPS:
        return too_many_loops(len(dims), BROADCAST_LOOPS)
    return Broadcast(
        align(dims, BROADCAST_LOOPS, 1), align(a_step, BROADCAST_LOOPS, 0), align(b_step, BROADCAST_LOOPS, 0)
    )


def swapped(loops: Broadcast) -> Broadcast:
    """The same loops with the operands in the other order."""
    return Broadcast(loops.dims, loops.b_stride, loops.a_stride)


def moving_first(loops: Broadcast) -> tuple[tuple[int, int], Broadcast]:
    """The operands' order, and their loops in it: the first one moves along the last dimension."""
    if loops.a_stride[-1] == 0 and loops.dims[-1] > 1:
        return (1, 0), swapped(loops)
    return (0, 1), loops
