"""Float convolutions and fully connected layers as products of rows with packed weights, for each kind of product.

A kind (``RealProducts``) is how a library multiplies: FMLA with 16 channels (``neon_f32``), VMLA with 8
(``neon_f32_v7``).  Both read windows in the same way (edgec_conv2d_f32_run_neon.h).
"""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon.params import RowsNeon
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.neon_f32.pack import (
    NO_CONSTANTS,
    ROWS,
    STREAM,
    VECTOR,
    blocks_of,
    limits,
    pitch_of,
    rows_of,
    rows_scratch,
    stream,
)
from edgec.codegen.kernels.neon_f32.params import Conv2dF32Neon, Conv2dF321x1Neon, FloatSizes
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

SEGMENTS = FloatSizes.EDGEC_CONV2D_F32_NEON_SEGMENTS.value
POSITIONS = 4
LINE_TAPS = 16  # taps of a round of the loop over one position


@dataclass(frozen=True)
class RealProducts:
    """Matrix products of a float library: ``name`` ends its symbols, ``widths`` are its blocks' channels, widest first.

    A round of its loop over a tile of four positions multiplies ``step`` taps, that over a position ``LINE_TAPS``.
    """

    library: Library
    name: str
    widths: tuple[int, ...]
    step: int
    why: str

    @property
    def header(self) -> str:
        """The file of its C."""
        return f"edgec_conv2d_f32_{self.name}.h"

    def bind_rows(self, view: NodeView) -> Bound:
        """Windows as runs of rows."""
        view = turned(view)
        a, w, b = view.attrs(ConvAttrs), view.x(1), view.x(2)
        if w.data is None or b.data is None:
            return NO_CONSTANTS
        if a.groups != 1:
            return Misfit("the convolution has groups")
        o, kh, kw, _ = w.shape
        if kh > ROWS or (a.dilations[1] != 1 and kh * kw > SEGMENTS):
            return Misfit(f"a window has more than {ROWS} rows or {SEGMENTS} runs of cells")
        pitch = pitch_of(view)
        params = Conv2dF32Neon(rows_of(view, pitch), *limits(a.clamp), out_step=o)
        packed = const("weights", "float", stream(w.data.reshape(o, -1), b.data, self.widths), STREAM)
        args = (operand(view, 0), packed, output(view), Scratch("int8_t", VECTOR))
        where = conv_window(view, view.y.shape[2], buffered=pitch != 0) if view.x(0).shape[0] == 1 else None
        scratch, macs = rows_scratch(view, pitch), view.y.size * prod(w.shape[1:])
        why, steps = f"windows as runs of rows, {self.why}", (("out_step", 1),)
        return (Call(f"edgec_conv2d_f32_{self.name}", self.header, params, args, scratch, macs, (), why, where, steps),)

    def bind_pointwise(self, view: NodeView) -> Bound:
        """1x1 convolutions of stride 1, and whole images as one window."""
        a = view.attrs(ConvAttrs)
        (_, h, w, _), (_, kh, kw, _) = view.x(0).shape, view.x(1).shape
        one = (kh, kw) == (1, 1) and a.strides == (1, 1)
        whole = (kh, kw) == (h, w) and a.dilations == (1, 1)
        if any(a.pads) or not (one or whole) or a.groups != 1:
            return Misfit("the layer is not a 1x1 convolution of stride 1 with one group")
        return self.bind_dense(view)

    def bind_dense(self, view: NodeView) -> Bound:
        """A fully connected layer of any number of rows."""
        a, w, b = view.node.attrs, view.x(1), view.x(2)
        assert isinstance(a, ConvAttrs | DenseAttrs)
        if w.data is None or b.data is None:
            return NO_CONSTANTS
        o, taps = w.shape[0], prod(w.shape[1:])
        params = Conv2dF321x1Neon(view.y.size // o, taps, o, o, *limits(a.clamp))
        packed = const("weights", "float", stream(w.data.reshape(o, taps), b.data, self.widths), STREAM)
        args, steps, macs = (operand(view, 0), packed, output(view)), (("out_step", 1),), view.y.size * taps
        symbol = f"edgec_conv2d_f32_1x1_{self.name}"
        return (Call(symbol, self.header, params, args, macs=macs, why=self.why, steps=steps),)

    def _products(self, bounds: int, times: int, positions: int, outputs: int, segments: int, taps: int) -> Counts:
        """Tiles of four positions and single positions, in blocks of channels: steps of many taps, of 4, of one."""
        tiles, single = divmod(positions, POSITIONS)
        if single > 1:
            tiles, single = tiles + 1, 0
        counts: dict[str, float] = {"call": times}
        for _, width in blocks_of(outputs, self.widths):
            for kind, n, step in (("tile", tiles, self.step), ("line", single, LINE_TAPS)):
                if not n:
                    continue
                n *= times
                for name, count in (
                    (f"{kind}", n),
                    (f"{kind}_segment", n * segments),
                    (f"{kind}{width}_long", n * segments * (taps // step)),
                    (f"{kind}{width}_four", n * segments * (taps % step // 4)),
                    (f"{kind}{width}_one", n * segments * (taps % 4)),
                    (f"{kind}{width}_end", n * bin(bounds).count("1")),
                ):
                    counts[name] = counts.get(name, 0) + count
        few = times * positions if outputs < POSITIONS else 0
        return tuple((f"gemm_f32_{self.name}.{name}", n) for name, n in (*counts.items(), ("few", few)) if n)

    def work_rows(self, view: NodeView, call: Call) -> Counts:
        """Products, rows that are copied."""
        view = turned(view)
        a, y, (_, kh, kw, c) = view.attrs(ConvAttrs), view.y.shape, view.x(1).shape
        segments = kh if a.dilations[1] == 1 else kh * kw
        rows, p = y[0] * y[1], call.params_of(Conv2dF32Neon)
        return (
            ("call", 1),
            *rows_work(view, call, p.rows, rows),
            ("segment", rows * segments),
            *self._products(p.bounds, rows, y[2], y[3], segments, kh * kw * c // segments),
        )

    def work_dense(self, view: NodeView, call: Call) -> Counts:
        """Products only."""
        p = call.params_of(Conv2dF321x1Neon)
        return (("call", 1), *self._products(p.bounds, 1, p.positions, p.out_c, 1, p.in_c))

    def kernels(self) -> tuple[Kernel, ...]:
        """All kernels of a kind of product."""
        lib, one, dense = self.library, self.bind_pointwise, self.bind_dense
        return (
            Kernel(lib, "conv2d_f32_1x1", "Conv", F32, one, self.work_dense, grid=real_grids.POINTWISE),
            Kernel(lib, "conv2d_f32_1x1", "Dense", F32, dense, self.work_dense, grid=real_grids.DENSE),
            Kernel(lib, "conv2d_f32", "Conv", F32, self.bind_rows, self.work_rows, grid=real_grids.ROWS),
        )


def rows_work(view: NodeView, call: Call, read: RowsNeon, rows: int) -> Counts:
    """Rows of outputs, what is copied and filled in vectors."""
    x = view.x(0)
    return (
        ("row", rows),
        ("copied", x.size / POSITIONS if read.pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
    )
