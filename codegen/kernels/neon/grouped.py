"""Convolutions in groups, group by group, as products of rows with packed weights (``Products``)."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import ops_grids
from edgec.codegen.kernels.neon.conv import PRODUCTS
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of, epilogue_of
from edgec.codegen.kernels.neon.params import Conv2dNeon, Gconv2dNeon, RowsNeon
from edgec.codegen.kernels.neon.products import ROWS, SEGMENTS, VECTOR, Products, window_pitch
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.conv import ConvAttrs

SHORT_RUN_BYTES = 16  # bytes: shorter runs of cells are copied together


@dataclass(frozen=True)
class Grouped:
    """The kernel for groups of a kind of product."""

    products: Products

    def bind(self, view: NodeView) -> Bound:
        """The channels of a group are gathered row by row."""
        view, a = turned(view), view.attrs(ConvAttrs)
        if a.groups == 1:
            return Misfit("the layer has no groups")
        layer = layer_of(view, a.clamp)
        if isinstance(layer, Misfit):
            return layer
        if int(layer.w.min(initial=0)) < self.products.least:
            return Misfit("a weight is -128, and the sum of two products then does not fit int16")
        ending = ending_of(layer)
        if isinstance(ending, Misfit):
            return ending
        if ending.left and not self.products.doubles:
            return Misfit("a factor of requantization is 1/2 or more")
        segments, run = runs_of(view)
        if view.x(1).shape[1] > ROWS or segments > SEGMENTS:
            return Misfit(f"a window has more than {ROWS} rows or {SEGMENTS} runs of cells")
        patch = segments > 1 and run < SHORT_RUN_BYTES
        many = len(layer.w) // a.groups
        streams = []
        for first in range(0, len(layer.w), many):
            part = slice(first, first + many)
            end = Ending(ending.bias[part], ending.m[part], ending.minus_n[part], ending.left)
            streams.append(self.products.stream(replace(layer, w=layer.w[part]), end, 1 if patch else segments))
        one = self._conv(view, layer, ending.left, patch)
        params = Gconv2dNeon(one, a.groups, view.x(0).shape[3], len(streams[0]), int(patch))
        stream = const("weights", "int8_t", np.concatenate(streams), STREAM)
        args = (operand(view, 0), stream, output(view), Scratch("int8_t", VECTOR))
        symbol, scratch = f"edgec_gconv2d_s8_{self.products.name}", self._scratch(view, one, patch)
        header, macs = f"{symbol}.h", view.y.size * prod(view.x(1).shape[1:])
        why = f"channels of a group gathered row by row, {self.products.why}"
        return (Call(symbol, header, params, args, scratch, macs, why=why, steps=(("conv.out_step", 1),)),)

    def _conv(self, view: NodeView, layer: Layer, left: int, patch: bool) -> Conv2dNeon:
        """The layer of one group."""
        a, (o, _, kw, c) = view.attrs(ConvAttrs), view.x(1).shape
        x, y = view.x(0), view.y
        one = replace(view, ins=(replace(x, shape=(*x.shape[:3], c)), *view.ins[1:]))
        one = replace(one, outs=(replace(y, shape=(*y.shape[:3], o // a.groups)),))
        reached = (y.shape[2] - 1) * a.strides[1] + (kw - 1) * a.dilations[1] + 1
        segments, run = runs_of(view)
        pitch = -(-max(a.pads[1] + x.shape[2], reached) * c // VECTOR) * VECTOR + VECTOR
        rows = RowsNeon(conv_geometry(one), layer.in_zero, pitch)
        taps = self.products.padded(segments * run if patch else run)
        return Conv2dNeon(rows, epilogue_of(layer, left), bytes=taps, out_step=o)

    def _scratch(self, view: NodeView, one: Conv2dNeon, patch: bool) -> int:
        rows = (view.x(1).shape[1] - 1) * view.attrs(ConvAttrs).dilations[0] + 2
        windows = view.y.shape[2] * window_pitch(*runs_of(view), one.bytes) if patch else 0
        return rows * one.rows.pitch + -(-windows // VECTOR) * VECTOR

    def work(self, view: NodeView, call: Call) -> Counts:
        """Cells that are gathered, windows that are copied, products."""
        view = turned(view)
        x, y, (o, _, _, c) = view.x(0).shape, view.y.shape, view.x(1).shape
        p = call.params_of(Gconv2dNeon)
        groups, patch = p.groups, p.patch
        segments, run = runs_of(view)
        rows = y[0] * y[1] * groups
        each = self.products.count(y[2], o // groups, 1 if patch else segments, p.conv.bytes)
        kind, name = ("" if c >= SHORT_RUN_BYTES else "short_"), self.products.name
        return (
            ("call", 1),
            ("row", rows),
            (f"{kind}cell", x[0] * x[1] * x[2] * groups),
            ("window", rows * y[2] if patch else 0),
            ("run", rows * y[2] * segments * -(-run // VECTOR) if patch else 0),
            *((f"gemm_{name}.{term}", rows * times) for term, times in each),
            (f"gemm_{name}.limited", rows * y[2] * o // groups if p.conv.ending.is_general else 0),
            (f"gemm_{name}.call", rows),
        )

    def kernels(self) -> tuple[Kernel, ...]:
        """The one kernel."""
        return (Kernel(self.products.library, "gconv2d_s8", "Conv", I8, self.bind, self.work, grid=ops_grids.GROUPED),)


def runs_of(view: NodeView) -> tuple[int, int]:
    """Runs of cells of a group's window, and the bytes of each."""
    _, kh, kw, c = view.x(1).shape
    return (kh, kw * c) if view.attrs(ConvAttrs).dilations[1] == 1 else (kh * kw, c)


KERNELS = Grouped(PRODUCTS).kernels()
