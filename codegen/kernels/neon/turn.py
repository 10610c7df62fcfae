"""Images with rows and columns exchanged: those of one column go faster as images of one row."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.ir import Shape, Tensor
from edgec.converter.ops.conv import ConvAttrs


def turned(view: NodeView) -> NodeView:
    """A convolution of an image of one column as one of an image of one row; any other one as it is."""
    a, w = view.attrs(ConvAttrs), view.x(1)
    if view.x(0).shape[2] != 1 or w.shape[2] != 1 or a.pads[1] or a.pads[3] or w.data is None:
        return view
    return swapped(view)


def swapped(view: NodeView) -> NodeView:
    """A convolution with constant weights whose rows are columns and whose columns are rows."""
    a, w = view.attrs(ConvAttrs), view.x(1)
    assert w.data is not None
    attrs = replace(
        a, strides=a.strides[::-1], dilations=a.dilations[::-1], pads=(a.pads[1], a.pads[0], a.pads[3], a.pads[2])
    )
    weights = replace(w, shape=_swapped(w.shape), data=w.data.swapaxes(1, 2))
    ins = (_turned(view.x(0)), weights, *view.ins[2:])
    return replace(view, node=replace(view.node, attrs=attrs), ins=ins, outs=(_turned(view.y),))


def _swapped(shape: Shape) -> Shape:
    return (shape[0], shape[2], shape[1], *shape[3:])


def _turned(t: Tensor) -> Tensor:
    return replace(t, shape=_swapped(t.shape))
