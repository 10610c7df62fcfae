"""Bindings of the float Helium convolutions and fully connected layers, as products of rows with packed weights."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import F16, F32, SUFFIXES, const, operand, output
from edgec.codegen.kernels.grids import halves
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve.conv import POINTER, ROWS, rows_pitch, rows_scratch, runs_of
from edgec.codegen.kernels.mve_f32 import LIBRARY
from edgec.codegen.kernels.mve_f32.pack import (
    NO_CONSTANTS,
    STREAM,
    VECTOR,
    blocks_of,
    half_limits,
    limits,
    rows_of,
    stream,
)
from edgec.codegen.kernels.mve_f32.params import (
    Conv2dF16Mve,
    Conv2dF32Mve,
    Conv2dF161x1Mve,
    Conv2dF321x1Mve,
    FloatSizesMve,
)
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

POSITIONS, STEP = FloatSizesMve.EDGEC_GEMM_F32_MVE_POSITIONS.value, FloatSizesMve.EDGEC_GEMM_F32_MVE_STEP.value
RUNS = FloatSizesMve.EDGEC_CONV2D_F32_MVE_RUNS.value
WHYS = {  # by bytes of a value
    4: "8 channels x 3 positions: 19 instructions for 48 MACs",
    2: "16 channels x 3 positions: 43 instructions for 192 MACs",
}
WHYS_ONE = {
    4: "8 channels of one position: 17 instructions for 32 MACs",
    2: "16 channels of one position: 20 instructions for 64 MACs",
}


def _bind_rows(view: NodeView) -> Bound:
    """Windows as runs of rows."""
    view = turned(view)
    a, w, b = view.attrs(ConvAttrs), view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    if a.groups != 1:
        return Misfit("the convolution has groups")
    (runs, _), outputs = runs_of(view), w.shape[0]
    if w.shape[1] > ROWS or runs > RUNS:
        return Misfit(f"a window has more than {ROWS} rows or {RUNS} runs of cells")
    pitch, half, rows = rows_pitch(view), w.dtype is DType.F16, rows_of(view, rows_pitch(view))
    params: Record = (
        Conv2dF16Mve(rows, *half_limits(a.clamp), out_step=outputs)
        if half
        else Conv2dF32Mve(rows, *limits(a.clamp), out_step=outputs)
    )
    packed = const("weights", CTYPES[w.dtype], stream(w.data.reshape(outputs, -1), b.data), STREAM)
    args = (operand(view, 0), packed, output(view), Scratch("int8_t", VECTOR))
    scratch, macs = POSITIONS * runs * POINTER + rows_scratch(view, pitch), view.y.size * prod(w.shape[1:])
    where = None
    if view.x(0).shape[0] == 1:
        where = conv_window(view, view.y.shape[2] if pitch else POSITIONS, buffered=pitch != 0)
    why, steps = f"windows as runs of rows, {WHYS[w.dtype.bytes]}", (("out_step", 1),)
    symbol = f"edgec_conv2d_{_named(view)}_mve"
    return (Call(symbol, _header(view), params, args, scratch, macs, (), why, where, steps),)


def _header(view: NodeView) -> str:
    return f"edgec_conv2d_{SUFFIXES[view.x(0).dtype]}_mve.h"


def _named(view: NodeView, kind: str = "") -> str:
    """The type as kernels are named by it; cells of an odd number of float16 do not lie at words."""
    dtype, odd = view.x(0).dtype, view.x(0).shape[-1] % 2 > 0
    return f"{SUFFIXES[dtype]}{kind}{'_odd' if odd and dtype is DType.F16 else ''}"


def _bind_pointwise(view: NodeView) -> Bound:
    """1x1 convolutions of stride 1, and whole images as one window."""
    a = view.attrs(ConvAttrs)
    (_, h, w, _), (_, kh, kw, _) = view.x(0).shape, view.x(1).shape
    one = (kh, kw) == (1, 1) and a.strides == (1, 1)
    whole = (kh, kw) == (h, w) and a.dilations == (1, 1)
    if any(a.pads) or not (one or whole) or a.groups != 1:
        return Misfit("the layer is not a 1x1 convolution of stride 1 with one group")
    return _bind_dense(view)


def _bind_dense(view: NodeView) -> Bound:
    """A fully connected layer of any number of rows."""
    a, w, b = view.node.attrs, view.x(1), view.x(2)
    assert isinstance(a, ConvAttrs | DenseAttrs)
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    o, taps = w.shape[0], prod(w.shape[1:])
    sizes = view.y.size // o, taps, o, o
    half = w.dtype is DType.F16
    params: Record = (
        Conv2dF161x1Mve(*sizes, *half_limits(a.clamp)) if half else Conv2dF321x1Mve(*sizes, *limits(a.clamp))
    )
    packed = const("weights", CTYPES[w.dtype], stream(w.data.reshape(o, taps), b.data), STREAM)
    args, steps, macs = (operand(view, 0), packed, output(view)), (("out_step", 1),), view.y.size * taps
    why = (WHYS_ONE if sizes[0] == 1 else WHYS)[w.dtype.bytes]
    symbol = f"edgec_conv2d_{_named(view, '_1x1')}_mve"
    return (Call(symbol, _header(view), params, args, macs=macs, why=why, steps=steps),)


def _products(bounds: int, rows: int, positions: int, outputs: int, runs: int, taps: int, size: int) -> Counts:
    """Tiles of three positions and single ones, their blocks of channels, runs, steps of four taps and of one."""
    lanes = VECTOR // size
    tiles, left = divmod(positions, POSITIONS)
    lines = int(left == 1 and outputs >= lanes)
    tiles += left > lines
    counts: dict[str, float] = {"tile": rows * (tiles + lines), "few": rows * positions if outputs < lanes else 0}
    for _, width in blocks_of(outputs, lanes=lanes):
        for kind, n in ((f"tile{width}", rows * tiles), (f"line{width}", rows * lines)):
            for name, count in (
                (f"{kind}_block", n),
                (f"{kind}_step", n * runs * (taps // STEP)),
                (f"{kind}_one", n * runs * (taps % STEP)),
                (f"{kind}_limit", n * bounds),
            ):
                counts[name] = counts.get(name, 0) + count
            counts["run"] = counts.get("run", 0) + n * runs
    return tuple((f"gemm_f{8 * size}_mve.{name}", n) for name, n in counts.items() if n)


def _work_rows(view: NodeView, call: Call) -> Counts:
    """Products, rows that are copied."""
    view, p, size = turned(view), call.params, view.x(0).dtype.bytes
    assert isinstance(p, Conv2dF32Mve | Conv2dF16Mve)
    (n, h, w, c), (_, oh, ow, oc), (runs, run) = view.x(0).shape, view.y.shape, runs_of(view)
    copied = p.rows.pitch != 0
    return (
        ("call", 1),
        ("row", n * oh),
        ("line", n * oh * runs),
        ("advance", n * oh * max(0, ow // POSITIONS - 1) * -(-POSITIONS * runs // 4)),
        ("loaded", n * h if copied else 0),
        ("copied", n * h * (w * c * size / VECTOR) if copied else 0),
        ("filled", call.scratch_bytes / VECTOR),
        *_products(p.bounds, n * oh, ow, oc, runs, run // size, size),
    )


def _work_dense(view: NodeView, call: Call) -> Counts:
    """Products only."""
    p = call.params
    assert isinstance(p, Conv2dF321x1Mve | Conv2dF161x1Mve)
    return (("call", 1), *_products(p.bounds, 1, p.positions, p.out_c, 1, p.in_c, view.x(0).dtype.bytes))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_f32_1x1", "Conv", F32, _bind_pointwise, _work_dense, grid=real_grids.POINTWISE),
    Kernel(LIBRARY, "conv2d_f32_1x1", "Dense", F32, _bind_dense, _work_dense, grid=real_grids.DENSE),
    Kernel(LIBRARY, "conv2d_f32", "Conv", F32, _bind_rows, _work_rows, grid=real_grids.ROWS),
    Kernel(LIBRARY, "conv2d_f16_1x1", "Conv", F16, _bind_pointwise, _work_dense, grid=halves(real_grids.POINTWISE)),
    Kernel(LIBRARY, "conv2d_f16_1x1", "Dense", F16, _bind_dense, _work_dense, grid=halves(real_grids.DENSE)),
    Kernel(LIBRARY, "conv2d_f16", "Conv", F16, _bind_rows, _work_rows, grid=halves(real_grids.ROWS)),
)
