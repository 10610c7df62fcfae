"""Binding of depthwise 3x3 convolutions for cores without SIMD."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.scalar import LIBRARY, grids
from edgec.codegen.kernels.scalar.pack import SUMS_MAX, ceil, wrapped
from edgec.codegen.kernels.scalar.params import ScalarDwconv2dS8
from edgec.codegen.kernels.scalar.work import limited
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

SYMBOL = "edgec_dwconv2d_s8_scalar"
TAPS = 3
TOGETHER = {1: 3, 2: 2}  # stride -> outputs of a round of the kernel's loop
PLANE = 4096  # bytes of a plane at most
STRIP = 256  # sums in scratch, about
LINE_COST, COLUMN_COST = 60, 34  # about, to choose the axis of lines


@dataclass(frozen=True)
class PlaneLayout:
    """Layout of planes and lines: ``turned`` lines run along the image's height."""

    turned: bool
    lines: int
    outputs: int
    run: int
    pitch: int
    along: int

    @property
    def plane(self) -> int:
        """Bytes of the plane, with what the last columns of a line read beyond it."""
        return ceil(self.along * self.pitch, 4) * 4

    @property
    def strip(self) -> int:
        """Lines whose sums scratch holds."""
        return max(1, min(self.lines, STRIP // self.run))


def shape_of(view: NodeView, stride: int) -> PlaneLayout:
    """The axis of lines for which the kernel takes fewer instructions."""
    _, oh, ow, _ = view.y.shape

    def shape(turned: bool) -> PlaneLayout:
        lines, outputs = (ow, oh) if turned else (oh, ow)
        run = ceil(outputs, TOGETHER[stride]) * TOGETHER[stride]
        return PlaneLayout(turned, lines, outputs, run, (lines - 1) * stride + TAPS, (run - 1) * stride + TAPS)

    return min(shape(False), shape(True), key=lambda s: s.lines * (LINE_COST + COLUMN_COST * s.run))


def _constants(layer: Layer, turned: bool) -> tuple[Array, Array] | Misfit:
    """Weights and shifts, int8 [C, 10]; biases and multipliers, int32 [C, 2]."""
    worst = max(-int(layer.low.min()), int(layer.high.max()))
    if worst >= SUMS_MAX:
        return Misfit(f"a sum may reach {worst}, which the halves of a long product do not hold")
    windows = layer.w.reshape(-1, TAPS, TAPS)
    taps = (windows if turned else windows.transpose(0, 2, 1)).reshape(-1, TAPS * TAPS)
    ends = [layer.shift_word(c) for c in range(len(taps))]
    words = [end for end in ends if not isinstance(end, Misfit)]
    if len(words) < len(ends):
        return next(end for end in ends if isinstance(end, Misfit))
    weights = np.concatenate([taps, np.array([[n] for _, n in words])], axis=1)
    biases = layer.bias - 128 * layer.w.sum(axis=1)
    return weights.astype(np.int8), wrapped(np.stack([biases, np.array([m for m, _ in words])], axis=1))


def _bind(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    n, h, w, c = view.x(0).shape
    _, oh, ow, _ = view.y.shape
    stride = a.strides[0]
    if view.x(1).shape != (c, TAPS, TAPS, 1) or a.groups != c or a.dilations != (1, 1):
        return Misfit("the layer is not depthwise with windows of 3x3")
    if a.strides not in ((1, 1), (2, 2)):
        return Misfit("its strides are not 1 or 2")
    if view.x(1).dtype is not DType.I8:
        return Misfit("the weights are not int8", yields=True)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    shape = shape_of(view, stride)
    if shape.plane > PLANE:
        return Misfit(f"a channel's image takes more than {PLANE} bytes")
    constants = _constants(layer, shape.turned)
    if isinstance(constants, Misfit):
        return constants
    to = (shape.pitch, 1) if shape.turned else (1, shape.pitch)
    y_line, y_step = (c, ow * c) if shape.turned else (ow * c, c)
    rows = min(h, (oh - 1) * stride + TAPS - a.pads[0])
    columns = min(w, (ow - 1) * stride + TAPS - a.pads[1])
    if (rows, columns) != (h, w):
        return Misfit("the last rows or columns of the image are in no window")
    params = ScalarDwconv2dS8(
        n, c, h, w, *to, a.pads[0] * to[0] + a.pads[1] * to[1], shape.plane, shape.pitch, stride, shape.lines,
        shape.outputs, shape.run, shape.strip, y_line, y_step, oh * ow * c,
        layer.in_zero, layer.out_zero, layer.lo, layer.hi,
    )  # fmt: skip
    weights, ends = constants
    args = (
        operand(view, 0),
        const("weights", "int8_t", weights, "shifts"),
        const("bias", "int32_t", ends, "multipliers"),
        output(view),
        Scratch("int32_t"),
    )
    scratch = shape.plane + 4 * shape.strip * shape.run
    inplace = (0,) if n == 1 else ()
    cells = oh * ow
    steps: tuple[tuple[str, int], ...] = (("y_line", y_line // c), ("y_step", y_step // c), ("out_size", cells))
    if (layer.lo, layer.hi) != (-128, 127):  # limits are applied to all bytes from the first to the last
        steps = ()
    why = "a channel at a time, three cells that are loaded serve three outputs"
    why += "; lines along the image's height" if shape.turned else ""
    return (Call(SYMBOL, f"{SYMBOL}.h", params, args, scratch, 9 * view.y.size, inplace, why, steps=steps),)


def _work(view: NodeView, call: Call) -> Counts:
    """Cells copied to planes, lines and their columns, outputs."""
    p = call.params_of(ScalarDwconv2dS8)
    each = p.batch * p.channels
    return (
        ("filled", p.plane),
        ("channel", each),
        ("row", each * p.in_rows),
        ("copied", each * p.in_rows * p.in_cols),
        ("strip", each * ceil(p.lines, p.strip)),
        (f"s{p.stride}.line", each * p.lines),
        (f"s{p.stride}.column", each * p.lines * p.run),
        ("output", each * p.lines * p.outputs),
        limited(p.lo, p.hi, p.batch * p.out_size),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s8_3x3", "Conv", I8, _bind, _work, weights_once=True, grid=grids.DEPTHWISE),
)
