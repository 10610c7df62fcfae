"""Convolutions and fully connected layers as products of rows with packed weights, for each kind of product.

A kind of product (``Products``) is how a library multiplies: SMULL/SMLAL2/SADALP (``neon``), SDOT (``neon_dot``), SMMLA
(``neon_i8mm``).  All of them read windows in the same ways (edgec_conv2d_neon.h).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of, epilogue_of, raised_layer
from edgec.codegen.kernels.neon.params import Conv2d1x1Neon, Conv2dNeon, RowsLimit, RowsNeon, WindowRuns
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

ROWS = RowsLimit.EDGEC_ROWS_NEON_TAPS.value
SEGMENTS, TAIL = WindowRuns.EDGEC_CONV2D_NEON_SEGMENTS.value, WindowRuns.EDGEC_CONV2D_NEON_TAIL.value
VECTOR = 16
POSITIONS = 4
PATCH = "patch"  # the variant that copies windows


@dataclass(frozen=True)
class Products:
    """Matrix products of a library: ``name`` ends its symbols, ``unit`` taps are multiplied together.

    ``pack`` makes the stream from int8 weights [O, segments, bytes] and the ending; ``blocks`` are the (first channel,
    channels) of its blocks; ``least``: of the weights.  ``count`` says what so many positions with so many channels and
    segments of bytes count as.  ``doubles``: sums can be doubled before they are scaled.  ``element``: bytes of an
    activation; the parameters of the kernels count bytes.  ``kind`` is part of the symbols.
    """

    library: Library
    name: str
    unit: int
    least: int
    pack: Callable[[Array, Ending], Array]
    count: Callable[[int, int, int, int], Counts]
    why: str
    doubles: bool = True
    element: int = 1
    kind: str = "s8"

    def layer(self, view: NodeView) -> tuple[Layer, Ending] | Misfit:
        """The numbers of a layer, or why it is none of this kind."""
        a = view.node.attrs
        assert isinstance(a, ConvAttrs | DenseAttrs)
        if isinstance(a, ConvAttrs) and a.groups != 1:
            return Misfit("the layer has groups")
        layer = layer_of(view, a.clamp)
        if isinstance(layer, Misfit):
            return layer
        if int(layer.w.min(initial=0)) < self.least:
            return Misfit("a weight is -128, and the sum of two products then does not fit int16")
        ending = ending_of(layer)
        if isinstance(ending, Ending) and ending.left and not self.doubles:
            raised = raised_layer(layer, ending.left)
            if isinstance(raised, Misfit):
                return raised
            layer, ending = raised, ending_of(raised)
        return ending if isinstance(ending, Misfit) else (layer, ending)

    def padded(self, taps: int) -> int:
        """Taps filled up to whole units."""
        return -(-taps // self.unit) * self.unit

    def room(self, run: int) -> int:
        """Bytes of a run, filled up to whole units."""
        return self.padded(run // self.element) * self.element

    def stream(self, layer: Layer, ending: Ending, segments: int) -> Array:
        """Packed weights of windows of so many segments."""
        parts = layer.w.reshape(len(layer.w), segments, -1)
        padded = np.zeros((len(parts), segments, self.padded(parts.shape[2])), np.int8)
        padded[:, :, : parts.shape[2]] = parts
        return self.pack(padded, ending)

    def bind_rows(self, view: NodeView) -> Bound:
        """Windows as runs of rows."""
        return self._bind(view, patch=False)

    def bind_patch(self, view: NodeView) -> Bound:
        """Windows that are copied."""
        return self._bind(view, patch=True)

    def _bind(self, view: NodeView, patch: bool) -> Bound:
        view = turned(view)
        parts = self.layer(view)
        if isinstance(parts, Misfit):
            return parts
        (layer, ending), a = parts, view.attrs(ConvAttrs)
        (_, kh, kw, c), x, y = view.x(1).shape, view.x(0), view.y
        c *= self.element
        segments, run = (kh, kw * c) if a.dilations[1] == 1 else (kh * kw, c)
        if kh > ROWS or segments > SEGMENTS:
            return Misfit(f"a window has more than {ROWS} rows or {SEGMENTS} runs of cells")
        if patch and segments == 1:
            return Misfit("windows of one run are read as they are")
        pitch = self._pitch(view, run, patch)
        rows = (kh - 1) * a.dilations[0] + 1
        taps = self.room(segments * run) if patch else self.room(run)
        scratch = (rows + 1) * pitch or row_of_padding(view, self.element)
        if patch:
            scratch += -(-y.shape[2] * window_pitch(segments, run, taps) // VECTOR) * VECTOR
        cells = RowsNeon(replace(conv_geometry(view), in_c=c), layer.in_zero, pitch)
        params = Conv2dNeon(cells, epilogue_of(layer, ending.left), taps, y.shape[3] * self.element)
        stream = self.stream(layer, ending, 1 if patch else segments)
        args = (operand(view, 0), const("weights", "int8_t", stream, STREAM), output(view), Scratch("int8_t", VECTOR))
        symbol = f"edgec_conv2d_{self.kind}{'_patch' if patch else ''}_{self.name}"
        why = f"{'copied windows' if patch else 'windows as runs of rows'}, {self.why}"
        where = conv_window(view, y.shape[2], buffered=pitch != 0) if x.shape[0] == 1 else None
        header, macs = f"edgec_conv2d_{self.kind}_{self.name}.h", y.size * prod(view.x(1).shape[1:])
        steps, variant = (("out_step", self.element),), PATCH if patch else ""
        return (Call(symbol, header, params, args, scratch, macs, (), why, where, steps, variant=variant),)

    def _pitch(self, view: NodeView, run: int, patch: bool) -> int:
        """Bytes of a row in scratch, or 0 where rows can be read in place."""
        a, (_, _, kw, c) = view.attrs(ConvAttrs), view.x(1).shape
        c *= self.element
        width, out = view.x(0).shape[2], view.y.shape[2]
        reached = (out - 1) * a.strides[1] + (kw - 1) * a.dilations[1] + 1
        if not patch and a.pads[1] == 0 and reached <= width and run == self.room(run):
            return 0
        return -(-max(a.pads[1] + width, reached) * c // VECTOR) * VECTOR + VECTOR

    def bind_pointwise(self, view: NodeView) -> Bound:
        """1x1 convolutions of stride 1, and whole images as one window."""
        a = view.attrs(ConvAttrs)
        (_, h, w, _), (_, kh, kw, _) = view.x(0).shape, view.x(1).shape
        one = (kh, kw) == (1, 1) and a.strides == (1, 1)
        whole = (kh, kw) == (h, w) and a.dilations == (1, 1)
        if any(a.pads) or not (one or whole):
            return Misfit("the layer is not a 1x1 convolution of stride 1")
        return self.bind_dense(view)

    def bind_dense(self, view: NodeView) -> Bound:
        """A fully connected layer of any number of rows."""
        parts = self.layer(view)
        if isinstance(parts, Misfit):
            return parts
        layer, ending = parts
        outputs, taps = len(layer.w), layer.w.shape[1] * self.element
        positions = view.y.size // outputs
        room = self.room(taps)
        epilogue = epilogue_of(layer, ending.left)
        params = Conv2d1x1Neon(positions, taps, room, outputs, outputs * self.element, epilogue)
        scratch = -(-(TAIL * taps + room - taps) // VECTOR) * VECTOR if room != taps else VECTOR
        stream = self.stream(layer, ending, 1)
        args = (operand(view, 0), const("weights", "int8_t", stream, STREAM), output(view), Scratch("int8_t", VECTOR))
        symbol = f"edgec_conv2d_{self.kind}_1x1_{self.name}"
        header = f"edgec_conv2d_{self.kind}_{self.name}.h"
        steps, macs = (("out_step", self.element),), view.y.size * layer.w.shape[1]
        return (Call(symbol, header, params, args, scratch, macs, (), self.why, None, steps),)

    def work_rows(self, view: NodeView, call: Call) -> Counts:
        """Products, rows that are copied, windows that are copied."""
        view = turned(view)
        a, x, y = view.attrs(ConvAttrs), view.x(0).shape, view.y.shape
        _, kh, kw, c = view.x(1).shape
        patch, p = call.variant == PATCH, call.params_of(Conv2dNeon)
        segments = kh if a.dilations[1] == 1 else kh * kw
        run = kh * kw * c * self.element // segments
        rows = y[0] * y[1]
        runs = rows * y[2] * segments
        return (
            ("call", 1),
            ("row", rows),
            ("segment", rows * segments),
            ("filled", p.rows.pitch * (kh + 1) / VECTOR),
            ("copied", x[0] * x[1] * x[2] * x[3] * self.element / VECTOR if p.rows.pitch else 0),
            ("window", rows * y[2] if patch else 0),
            ("run", runs * (-(-run // VECTOR)) if patch else 0),
            *self._counted(p, rows, y[2], y[3], 1 if patch else segments),
        )

    def work_dense(self, view: NodeView, call: Call) -> Counts:
        """Products only; of taps that are no whole units the last positions apart, from a copy."""
        p = call.params_of(Conv2d1x1Neon)
        positions = p.positions
        if p.in_c == p.bytes:
            return (("call", 1), ("apart", 0), ("copied", 0), *self._counted(p, 1, positions, p.out_c, 1))
        first = (positions - TAIL + POSITIONS) // POSITIONS * POSITIONS if positions > TAIL - POSITIONS else 0
        last = positions - first
        parts = [dict(self._counted(p, 1, n, p.out_c, 1)) for n in (first, last)]
        both = tuple((name, parts[0][name] + parts[1][name]) for name in parts[0])
        return (("call", 1), ("apart", 1), ("copied", last * p.in_c / VECTOR), *both)

    def _counted(self, p: Conv2dNeon | Conv2d1x1Neon, rows: int, positions: int, outputs: int, segments: int) -> Counts:
        each = self.count(positions, outputs, segments, p.bytes)
        limited = self.element == 1 and p.ending.is_general
        return (
            *((f"{self.product}.{name}", rows * times) for name, times in each),
            (f"{self.product}.limited", rows * positions * outputs if limited else 0),
            (f"{self.product}.call", rows),
        )

    @property
    def product(self) -> str:
        """Whose rates the products take."""
        return f"gemm_{self.name}" if self.element == 1 else f"gemm_{self.kind}_{self.name}"

    def kernels(self, grids: dict[str, Grid]) -> tuple[Kernel, ...]:
        """All kernels of a kind of product."""
        lib, name, types = self.library, f"conv2d_{self.kind}", I8 if self.element == 1 else I16
        one, rows, patch = self.bind_pointwise, self.bind_rows, self.bind_patch
        return (
            Kernel(lib, f"{name}_1x1", "Conv", types, one, self.work_dense, grid=grids["pointwise"]),
            Kernel(lib, f"{name}_1x1", "Dense", types, self.bind_dense, self.work_dense, grid=grids["dense"]),
            Kernel(lib, name, "Conv", types, rows, self.work_rows, grid=grids["rows"]),
            Kernel(lib, f"{name}_patch", "Conv", types, patch, self.work_rows, grid=grids["patch"]),
        )


def row_of_padding(view: NodeView, element: int = 1) -> int:
    """Bytes of scratch beside rows that are read in place: a row of padding, where windows reach above or below.

    ``element``: bytes of an activation.
    """
    a, (_, height, width, c) = view.attrs(ConvAttrs), view.x(0).shape
    reached = (view.y.shape[1] - 1) * a.strides[0] + (view.x(1).shape[1] - 1) * a.dilations[0] + 1
    padded = a.pads[0] > 0 or reached > height
    return -(-width * c * element // VECTOR) * VECTOR if padded else VECTOR


def window_pitch(segments: int, run: int, taps: int) -> int:
    """From one copied window to the next: edgec_conv2d_pitch_neon."""
    room = 4 if run <= 4 else 8 if run <= 8 else -(-run // VECTOR) * VECTOR
    return max((segments - 1) * run + room, taps)
