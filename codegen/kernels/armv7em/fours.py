"""Binding of the Armv7E-M fully connected layers that compute four outputs at a time."""

from __future__ import annotations

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.conv import dense_call, dense_layer
from edgec.codegen.kernels.armv7em.cuts import cut_fours
from edgec.codegen.kernels.armv7em.pack import four_stream
from edgec.codegen.kernels.armv7em.params import DenseS8Armv7em
from edgec.codegen.kernels.armv7em.work import DENSE_UNIT, UNIT, ceil, limited
from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView

WHY = "fully connected: 4 outputs at a time, 27 instructions for 32 MACs"


def _bind(view: NodeView) -> Bound:
    layer = dense_layer(view, 8)
    if isinstance(layer, Misfit):
        return layer
    stream = four_stream(layer, DENSE_UNIT)
    return stream if isinstance(stream, Misfit) else dense_call(view, layer, stream, "s8_fours", WHY)


def work(view: NodeView, call: Call) -> Counts:
    """Fours of outputs; a row is widened once."""
    outputs, taps = view.x(1).shape[0], view.x(1).size // view.x(1).shape[0]
    rows = call.macs // (outputs * taps)
    fours = rows * ceil(outputs, 4)
    return (
        ("call", 1),
        ("row", rows * (1 + int(outputs % 4 > 0))),
        ("four", fours),
        ("step", fours * ceil(taps, DENSE_UNIT)),
        ("dense.widened", rows * ceil(taps, UNIT)),
        ("bytes.limited", limited(call.params_of(DenseS8Armv7em), view.y.size)),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_s8_fours", "Conv", I8, _bind, work, grid=grids.WHOLE_IMAGES, cut=cut_fours),
    Kernel(LIBRARY, "dense_s8_fours", "Dense", I8, _bind, work, grid=grids.DENSE_FOURS, cut=cut_fours),
)
