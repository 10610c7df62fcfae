"""The geometry of window operators."""

from __future__ import annotations

from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs

POINTWISE_UNREAD = tuple(  # what a kernel of 1x1 windows without padding does not read
    f"geo.{name}" for name in ("kernel_h", "kernel_w", "pad_top", "pad_left", "dilation_h", "dilation_w")
)
POOL_UNREAD = frozenset({"geo.out_c"})  # by a kernel whose output has the input's channels


def conv_geometry(view: NodeView) -> Geometry:
    """The geometry of a convolution."""
    a = view.attrs(ConvAttrs)
    return Geometry.of(view.x(0), view.y, view.x(1).shape[1:3], a.strides, a.pads, a.dilations)


def pool_geometry(view: NodeView) -> Geometry:
    """The geometry of a pool."""
    a = view.attrs(PoolAttrs)
    return Geometry.of(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations)
