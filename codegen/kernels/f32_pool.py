"""Bindings of the float32 pools: windows, and means and maxima over neighbouring axes as one window."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from edgec.codegen.kernels.common import F32, Fields, operand, output, window
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params, Window
from edgec.converter.ir import Shape
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn

FOUR = 4  # channels of a block
CELLS = 9  # of a window whose maximum is worth the blocks
HEADER = "edgec_pool_f32_fpu.h"


def _call(view: NodeView, a: PoolAttrs, shapes: tuple[Shape, Shape], largest: bool, where: Window | None) -> Bound:
    x, y = (replace(t, shape=s, data=None) for t, s in zip((view.x(0), view.y), shapes, strict=True))
    if x.shape[3] < FOUR:
        return Misfit("a block takes 4 channels")
    fields = geometry(x, y, a.kernel, a.strides, a.pads, a.dilations)
    kind = "maxpool" if largest else "avgpool"
    padding: Fields = (
        ("pad_bottom", a.pads[2]), ("pad_right", a.pads[3]), ("count_include_pad", int(a.count_include_pad)),
    )  # fmt: skip
    fields = (*fields, *(() if largest else padding), ("out_step", y.shape[3]))
    params, args = Params(f"edgec_{kind}_f32_fpu_params", fields), (operand(view, 0), output(view))
    why = f"{'largest value' if largest else 'mean'} of each window, four channels in registers"
    # a reduced axis may leave positions that are no runs of the output's last axis
    steps = (("out_step", 1),) if where is not None else ()
    return (Call(f"edgec_{kind}_f32_fpu", HEADER, params, args, why=why, window=where, steps=steps),)


def _pool(view: NodeView, largest: bool) -> Bound:
    a = view.attrs(PoolAttrs)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return _call(view, a, (view.x(0).shape, view.y.shape), largest, where)


def _bind_maxpool_wide(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    if a.kernel[1] != 3 or a.strides[1] not in (1, 2) or a.dilations[1] != 1 or view.y.shape[3] % FOUR:
        return Misfit("the window is not three columns wide, with a stride of 1 or 2, over a multiple of 4 channels")
    fields = geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations)
    params = Params("edgec_maxpool_f32_fpu_params", (*fields, ("out_step", view.y.shape[3])))
    where = window(view, a.kernel, a.strides, a.pads, a.dilations, tile=view.y.shape[2])
    args, steps = (operand(view, 0), output(view)), (("out_step", 1),)
    why = "largest value of each window from those of its columns, four channels in registers"
    symbol, header = "edgec_maxpool3_f32_fpu", "edgec_maxpool3_f32_fpu.h"
    return (Call(symbol, header, params, args, why=why, window=where, steps=steps),)


def _bind_maxpool(view: NodeView) -> Bound:
    if prod(view.attrs(PoolAttrs).kernel) < CELLS:
        return Misfit(f"the window has fewer than {CELLS} cells")
    return _pool(view, largest=True)


def _bind_avgpool(view: NodeView) -> Bound:
    return _pool(view, largest=False)


def _bind_reduce(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    shape = view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    if a.fn not in (ReduceFn.MEAN, ReduceFn.MAX) or not axes:
        return Misfit("the layer is neither a mean nor a maximum")
    first, last = axes[0], axes[-1]
    if axes != tuple(i for i in range(first, last + 1) if shape[i] != 1):
        return Misfit("the axes are not neighbours")
    outer, cells, inner = prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])
    shapes = (outer, 1, cells, inner), (outer, 1, 1, inner)
    return _call(view, PoolAttrs((1, cells), (1, 1), (1, 1)), shapes, a.fn is ReduceFn.MAX, None)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_maxpool3_f32_fpu", "MaxPool", F32, _bind_maxpool_wide),
    Kernel("edgec_maxpool_f32_fpu", "MaxPool", F32, _bind_maxpool),
    Kernel("edgec_avgpool_f32_fpu", "AvgPool", F32, _bind_avgpool),
    Kernel("edgec_<mean|max>_f32_fpu", "Reduce", F32, _bind_reduce),
)
