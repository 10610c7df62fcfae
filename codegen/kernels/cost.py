"""What a kernel call costs: instructions, estimated for a Cortex-M4 at -O3, and bytes of constants.

The formulas follow the loops of the kernels: what a tile, a pair of channels, a copied element takes.  Their factors
were fitted to counts of whole layers under QEMU; `edgec profile` counts exactly.  Estimates only rank kernels.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from edgec.codegen.kernels import dsp_depthwise
from edgec.codegen.kernels.spec import Call, Const, NodeView
from edgec.converter.ops.conv import ConvAttrs

POSITIONS, UNIT, DENSE_UNIT = 3, 4, 8  # of the matrix products: positions of a tile, taps of a step
TILE, PAIR, CALL = 66, 34, 60  # instructions around the sums: of a tile of 2 channels, of a pair of outputs, of a call
COLUMN, PATCH, HALVES = 1.9, 3.5, 1.3  # of an element widened to int16, copied as a byte, copied as int16
PER_TAP = {"s8": 17 / UNIT, "s4": 21 / UNIT, "s16": 19 / UNIT}  # of a tile
DENSE_TAP = {k: n / DENSE_UNIT for k, n in (("s8", 14), ("s4", 22), ("s16", 22), ("bytes", 19))}  # of a pair
WINO_INPUT, WINO_POINT, WINO_OUTPUT = 95, 45, 450  # two tiles: of a channel; for two outputs: of a channel, of the pair
TRANSPOSED = 2.5  # of an element
STRIP = 86  # of a channel, for each strip of a depthwise layer
STRIDED = 1.22  # depthwise of stride 2, against the formula for stride 1
PER_MAC = {"ref": 4.6, "dsp": 2.0, "fpu": 2.8}
SCALE, SCALE_CHANNEL = 5.5, 18  # of an element, of a channel: factors per channel
DEPTHWISE_MAC = {"ref": 8.0, "fpu": 3.8}  # and other groups
WIDE_MAC, WIDE_OUTPUT = 1.1, 16  # products of two int16 matrices
WIDE_MACS = {"edgec_dwconv2d_s16_3x3__dsp": 2.4, "edgec_dwconv2d_s16__dsp": 5.0}
WIDE_ELEMENTS = {  # of an int16 element
    "edgec_add_s16__dsp": 9.0,
    "edgec_add_s16__ref": 21.0,
    "edgec_mul_s16__dsp": 6.5,
    "edgec_mul_s16__ref": 12.0,
    "edgec_table_s16__dsp": 8.5,
    "edgec_table_s16__ref": 14.0,
    "edgec_softmax_s16__dsp": 24.0,
    "edgec_softmax_s16__ref": 77.0,
    "edgec_normalize_s16__dsp": 20.0,
    "edgec_normalize_s16__ref": 51.0,
    "edgec_rescale_s16__dsp": 5.6,
}
PER_ELEMENT = {"ref": 16.0, "dsp": 8.5, "fpu": 8.0}
DOT_CELL, DOT_COPY, DOT_LINE, DOT_FOUR, DOT_OUTPUT = 15, 2.5, 14, 16, 25  # inner products of lines of taps, by twos
LEVELS = {"O2": {"ref": 3.5, "dsp": 1.01}, "Os": {"ref": 5.0, "dsp": 1.02}}  # times the instructions at -O3
PER_CELL = {"ref": 6.3, "dsp": 1.3, "fpu": 3.0}  # of a pool's or sum's input


@dataclass(frozen=True)
class Cost:
    """What the calls of a kernel cost for one layer: estimated instructions, bytes of constants, bytes of scratch."""

    kernel: str
    instructions: int
    flash: int
    scratch: int


def cost(view: NodeView, calls: tuple[Call, ...]) -> Cost:
    """The cost of the calls that compute a node."""
    arrays = {(a.array.ctype, a.array.data.tobytes()) for c in calls for a in c.args if isinstance(a, Const)}
    return Cost(
        kernel=", ".join(dict.fromkeys(c.symbol for c in calls)),
        instructions=sum(round(call_instructions(view, c)) for c in calls),
        flash=sum(len(data) for _, data in arrays),
        scratch=max((c.scratch_bytes for c in calls), default=0),
    )


def slowed(kernel: str, level: str) -> float:
    """How many times the instructions at -O3 a kernel (``Cost.kernel``) executes at another optimization level.

    Measured on the MLPerf keyword spotter; kernels of plain C are slow where the compiler does not specialize their
    inner loops (1x1 convolutions lose less than that).
    """
    factors = LEVELS.get(level, {})
    return max((factors.get(symbol.rpartition("__")[2], 1.0) for symbol in kernel.split(", ")), default=1.0)


def call_instructions(view: NodeView, call: Call) -> float:
    """Estimated instructions of one call of those that compute a node."""
    return _instructions(view, call) + CALL


def _instructions(view: NodeView, call: Call) -> float:
    for pattern, formula in _FORMULAS:
        if re.fullmatch(pattern, call.symbol):
            return formula(view, call)
    kind = call.symbol.rpartition("_")[2]
    if call.macs:
        groups = view.node.attrs.groups if isinstance(view.node.attrs, ConvAttrs) else 1
        per_mac = PER_MAC.get(kind, PER_MAC["ref"])
        return call.macs * (DEPTHWISE_MAC.get(kind, per_mac) if groups > 1 else per_mac)
    if view.node.op in ("Reduce", "AvgPool", "MaxPool"):
        return view.x(0).size * PER_CELL.get(kind, PER_CELL["ref"])
    return view.y.size * PER_ELEMENT.get(kind, PER_ELEMENT["ref"])


def _product(view: NodeView, call: Call) -> float:
    """Tiles of two channels and three positions."""
    outputs, taps = view.x(1).shape[0], view.x(1).size // view.x(1).shape[0]
    positions = view.y.size // outputs
    steps = -(-taps // UNIT) * UNIT
    tiles = -(-positions // POSITIONS) * -(-outputs // 2)
    bits = next((b for b in ("s4", "s16") if f"_{b}_" in call.symbol), "s8")
    ending = call.symbol.split("__")[0].rpartition("_")[2]
    copied = {"patch": PATCH, "1x1": COLUMN / 2, "s16": HALVES}.get(ending, COLUMN)
    groups = view.node.attrs.groups if isinstance(view.node.attrs, ConvAttrs) else 1
    return tiles * (steps * PER_TAP[bits] + TILE) + positions * groups * taps * copied


def _dense(view: NodeView, call: Call) -> float:
    """Pairs of outputs."""
    outputs, taps = view.x(1).shape[0], view.x(1).size // view.x(1).shape[0]
    rows = call.macs // (outputs * taps)
    kind = next((k for k in ("bytes", "s4", "s16") if f"_{k}_" in call.symbol), "s8")
    widened = 0 if kind == "bytes" else taps
    return rows * (-(-outputs // 2) * (taps * DENSE_TAP[kind] + PAIR) + widened)


def _dot(view: NodeView, call: Call) -> float:
    """Two outputs at a time, line by line of the window; windows that are no runs of bytes are copied."""
    filters, a = view.x(1).shape, view.node.attrs
    kh, kw, c = (1, 1, filters[1]) if len(filters) == 2 else filters[1:]
    groups = a.groups if isinstance(a, ConvAttrs) else 1
    runs = not isinstance(a, ConvAttrs) or kw == 1 or (a.dilations[1] == 1 and groups == 1)
    line = kh * (DOT_LINE + DOT_FOUR * (kw * c // 4) + DOT_FOUR / 2 * (kw * c % 4))
    windows = view.y.size // filters[0] * groups
    copied = 0 if runs else windows * kh * kw * (DOT_CELL + DOT_COPY * c)
    return view.y.size * (line / 2 + DOT_OUTPUT) + copied


def _winograd(view: NodeView, call: Call) -> float:
    """Two tiles of 2x2 outputs, two channels."""
    n, h, w, outputs = view.y.shape
    channels = view.x(0).shape[3]
    tiles = n * -(-h // 2) * -(-w // 4)
    return tiles * (channels * WINO_INPUT + outputs / 2 * (channels * WINO_POINT + WINO_OUTPUT))


def _depthwise(view: NodeView, call: Call) -> float:
    """A channel at a time, in strips of rows; every strip but the first loads rows again."""
    shape = dsp_depthwise.shape_of(view)
    strip = next((v for name, v in call.params.fields if name == "strip"), 0) if call.params else 0
    strips = -(-shape.rows.out // strip) if isinstance(strip, int) and strip else 1
    again = max(0, shape.rows.taps - shape.rows.stride) * shape.load
    channels = view.x(0).shape[0] * view.y.shape[3]
    sums = shape.cost * channels * (STRIDED if "_s2__" in call.symbol else 1.0)
    if "_3x3_" not in call.symbol:
        sums = call.macs * PER_MAC["dsp"]
    return sums + channels * (strips * STRIP + (strips - 1) * again)


def _scale(view: NodeView, call: Call) -> float:
    return view.y.size * SCALE + view.y.shape[3] * SCALE_CHANNEL


def _transpose(view: NodeView, call: Call) -> float:
    """Blocks of words."""
    return view.y.size * TRANSPOSED


def _matmul_wide(view: NodeView, call: Call) -> float:
    """Four columns with a row, sums of 64 bits."""
    return call.macs * WIDE_MAC + view.y.size * WIDE_OUTPUT


def _wide(view: NodeView, call: Call) -> float:
    """Layers of int16 whose instructions go by MACs, or by elements of the output."""
    return call.macs * WIDE_MACS[call.symbol] if call.macs else view.y.size * WIDE_ELEMENTS[call.symbol]


_FORMULAS: tuple[tuple[str, Callable[[NodeView, Call], float]], ...] = (
    (r"edgec_conv2d_s(4|8|16)(_1x1|_patch)?__dsp", _product),
    (r"edgec_dense_(bytes_)?s(4|8|16)__dsp", _dense),
    (r"edgec_matmul_s16__dsp", _matmul_wide),
    ("|".join((*WIDE_MACS, *WIDE_ELEMENTS)), _wide),
    (r"edgec_transpose_x(8|16)__dsp", _transpose),
    (r"edgec_(conv2d|dense)_s8_dot__dsp", _dot),
    (r"edgec_winograd_s8__dsp", _winograd),
    (r"edgec_scale_s(8|16)__dsp", _scale),
    (r"edgec_dwconv2d_s[48](_3x3_s[12])?__dsp", _depthwise),
)
