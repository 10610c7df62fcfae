"""Bindings of the Helium convolutions and fully connected layers, as products of rows with packed weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, INT32_MAX, const, operand, output
from edgec.codegen.kernels.grids import Grid, int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.pack import (
    PAIR,
    POSITIONS,
    SHIFT_BITS,
    SIXTEEN,
    TOGETHER,
    VECTOR,
    BlockStream,
    blocks_of,
    dense_stream,
    ending_params,
    stream,
)
from edgec.codegen.kernels.mve.params import (
    ChunksMve,
    Conv2d1x1Mve,
    Conv2dMve,
    Conv2dS4Mve,
    Conv2dS41x1Mve,
    GemmMve,
    RowsMve,
)
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of
from edgec.codegen.kernels.neon.s16 import layer_s16
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Output, Scratch
from edgec.converter.graph.ir import DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

ROWS, RUNS = GemmMve.EDGEC_ROWS_MVE_TAPS.value, GemmMve.EDGEC_CONV2D_MVE_RUNS.value
POINTER = 4  # bytes
HEADERS, HEADER_S4 = {1: "edgec_conv2d_s8_mve.h", 2: "edgec_conv2d_s16_mve.h"}, "edgec_conv2d_s4_mve.h"
CHUNK = 4096  # bytes of unpacked weights, unless one block takes more
JOB = GemmMve.EDGEC_GEMM_MVE_JOB.value
HEADERS_PAIRS = {1: "edgec_pairs_s8_mve.h", 2: "edgec_pairs_s16_mve.h"}
ROUNDS_ROWS, ROUNDS_FLAT = (6, 3), (4, 3, 2)  # steps of 16 bytes that a round of pairs may have
WHYS = {  # by bytes of an activation
    element: f"2 channels x 3 positions: 11 vector instructions for {96 // element} MACs" for element in (1, 2)
}
WHYS_PAIRS = {
    element: f"4 channels x 2 positions: 14 vector instructions for {128 // element} MACs" for element in (1, 2)
}
HEADER_DENSE = "edgec_dense_s4_mve.h"
WHY_DENSE_S4 = "int4, 4 channels of one position: 11 vector instructions for 64 MACs"
WHYS_DENSE = {
    element: f"4 channels of one position: 9 vector instructions for {64 // element} MACs" for element in (1, 2)
}
PATCH, DENSE, PAIRS = "patch", "dense", "pairs"
UNREAD = frozenset({"buffered"})  # by layers of one position


def layer_parts(view: NodeView, bits: int = 8, element: int = 1) -> tuple[Layer, Ending] | Misfit:
    """The numbers of a layer with one group and ``element`` bytes an activation, or why the products do not take it."""
    a = view.node.attrs
    assert isinstance(a, ConvAttrs | DenseAttrs)
    if isinstance(a, ConvAttrs) and a.groups != 1:
        return Misfit("the layer has groups")
    layer = layer_of(view, a.clamp) if element == 1 else layer_s16(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    if element == 1 and layer.bits != bits:
        return Misfit(f"the weights have {layer.bits} bits", yields=True)
    ending = ending_of(layer)
    return ending if isinstance(ending, Misfit) else (layer, ending)


def kind_of(run: int) -> str:
    """The form of the loop over a run of so many bytes."""
    return "short" if run < VECTOR else "ragged" if run % VECTOR else "whole"


def round_of(run: int, rounds: tuple[int, ...]) -> int:
    """The steps of a round of pairs over a run of so many bytes; 0 where none of ``rounds`` fits."""
    return next((steps for steps in rounds if run % (steps * VECTOR) == 0), 0)


def _unpaired(run: int, rounds: tuple[int, ...], ending: Ending) -> Misfit | None:
    """Return the reason why a layer does not go by pairs of positions; None where it does."""
    if not round_of(run, rounds):
        return Misfit(f"runs of a window are no multiples of {VECTOR * min(rounds)} bytes")
    return Misfit("a factor is 1/2 or more") if ending.left else None


def tile_of(call: Call) -> int:
    """The positions of a tile."""
    return PAIR if call.variant == PAIRS else POSITIONS


def runs_of(view: NodeView) -> tuple[int, int]:
    """Return the number of runs of a window, and the bytes of each."""
    a, (_, kh, kw, c) = view.attrs(ConvAttrs), view.x(1).shape
    c *= view.x(0).dtype.bytes
    return (kh, kw * c) if a.dilations[1] == 1 else (kh * kw, c)


def rows_pitch(view: NodeView) -> int:
    """Bytes of a row in scratch, or 0 where rows are read in place."""
    a, (_, _, width, c), kw = view.attrs(ConvAttrs), view.x(0).shape, view.x(1).shape[2]
    reached = (view.y.shape[2] - 1) * a.strides[1] + (kw - 1) * a.dilations[1] + 1
    c *= view.x(0).dtype.bytes
    return 0 if a.pads[1] == 0 and reached <= width else max(a.pads[1] + width, reached) * c


def rows_scratch(view: NodeView, pitch: int) -> int:
    """Bytes of the rows in scratch with one of padding; beside rows that are read in place, of that row."""
    a, (_, height, width, c), kh = view.attrs(ConvAttrs), view.x(0).shape, view.x(1).shape[1]
    span = (kh - 1) * a.dilations[0] + 1
    padded = a.pads[0] > 0 or (view.y.shape[1] - 1) * a.strides[0] + span > height
    return (span + 1) * pitch or (width * c * view.x(0).dtype.bytes if padded else 0)


def bind_rows(view: NodeView, bits: int = 8, variant: str = "") -> Bound:
    """Windows as runs of rows, by tiles or ``PAIRS``; of variant ``PATCH`` they are copied."""
    view, element = turned(view), view.x(0).dtype.bytes
    parts = layer_parts(view, bits, element)
    if isinstance(parts, Misfit):
        return parts
    (layer, ending), (runs, run), y = parts, runs_of(view), view.y
    if view.x(1).shape[1] > ROWS or runs > RUNS:
        return Misfit(f"a window has more than {ROWS} rows or {RUNS} runs of cells")
    patch, pairs = variant == PATCH, variant == PAIRS
    if patch and runs == 1:
        return Misfit("windows of one run are read as they are")
    if pairs and (misfit := _unpaired(run, ROUNDS_ROWS, ending)) is not None:
        return misfit
    pitch, taps, tile = rows_pitch(view), runs * run, PAIR if pairs else POSITIONS
    if patch and not pitch:
        pitch = view.x(0).shape[2] * view.x(0).shape[3] * element
    more = JOB + (y.shape[2] * taps if patch else tile * runs * POINTER)
    geometry = replace(conv_geometry(view), in_c=view.x(0).shape[3] * element)
    rows = RowsMve(geometry, layer.in_zero, pitch)
    params = Conv2dMve(rows, ending_params(layer, ending.left), y.shape[3] * element)
    w = layer.w.astype(np.int8).reshape(len(layer.w), 1 if patch else runs, -1)
    blocks = stream(w, ending, dense=pairs, step=VECTOR // element)
    args = (operand(view, 0), const("weights", "int8_t", blocks.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    kind = f"{PAIRS}_{round_of(run, ROUNDS_ROWS)}" if pairs else kind_of(taps if patch else run)
    symbol = f"edgec_conv2d_s{8 * element}_{'patch_' if patch else ''}{kind}_mve"
    why = f"{'copied windows' if patch else 'windows as runs of rows'}, {(WHYS_PAIRS if pairs else WHYS)[element]}"
    where = conv_window(view, y.shape[2], buffered=pitch != 0) if view.x(0).shape[0] == 1 else None
    scratch, macs = rows_scratch(view, pitch) + more, y.size * prod(view.x(1).shape[1:])
    steps, header = (("out_step", element),), (HEADERS_PAIRS if pairs else HEADERS)[element]
    call = Call(symbol, header, params, args, scratch, macs, (), why, where, steps, variant=variant)
    return (call if bits == 8 else packed_call(call, blocks),)


def bind_pointwise(view: NodeView, bits: int = 8, variant: str = "") -> Bound:
    """1x1 convolutions of stride 1, and whole images as one window."""
    a = view.attrs(ConvAttrs)
    (_, h, w, _), (_, kh, kw, _) = view.x(0).shape, view.x(1).shape
    one = (kh, kw) == (1, 1) and a.strides == (1, 1)
    whole = (kh, kw) == (h, w) and a.dilations == (1, 1)
    if any(a.pads) or not (one or whole):
        return Misfit("the layer is not a 1x1 convolution of stride 1")
    bound = bind_dense(view, bits, variant)
    if isinstance(bound, Misfit) or bits != 8 or not one or bound[0].variant == DENSE:
        return bound
    return tuple(_shared(view, call) for call in bound)


def _shared(view: NodeView, call: Call) -> Call:
    """A 1x1 layer whose output may lie on its input; with as many channels at the same bytes, from copied positions."""
    p, tile = call.params_of(Conv2d1x1Mve), tile_of(call)
    if p.in_c != p.out_step:
        return replace(call, window=conv_window(view, tile))
    window = conv_window(view, tile, buffered=True)
    params, scratch = replace(p, buffered=1), max(VECTOR, tile * p.in_c)
    return replace(call, params=params, scratch_bytes=scratch, inplace=(0,), window=window)


def bind_dense(view: NodeView, bits: int = 8, variant: str = "") -> Bound:
    """A fully connected layer of any number of rows, by tiles or ``PAIRS``."""
    element = view.x(0).dtype.bytes
    parts = layer_parts(view, bits, element)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    outputs, taps = layer.w.shape
    positions = view.y.size // outputs
    dense, pairs = positions == 1, variant == PAIRS
    if pairs and dense:
        return Misfit("the layer has one position")
    if pairs and (misfit := _unpaired(taps * element, ROUNDS_FLAT, ending)) is not None:
        return misfit
    params = Conv2d1x1Mve(positions, taps * element, outputs, outputs * element, 0, ending_params(layer, ending.left))
    w, kind, macs = layer.w.astype(np.int8), kind_of(taps * element), view.y.size * taps
    if pairs:
        kind = f"{PAIRS}_{round_of(taps * element, ROUNDS_FLAT)}"
    steps = (("out_step", element),)
    if dense and bits == 4:
        if max(-int(layer.low.min()), int(layer.high.max())) * SIXTEEN > INT32_MAX:
            return Misfit("16 times a sum does not fit int32")
        if int(np.abs(layer.bias).max()) >= INT32_MAX >> SHIFT_BITS:
            return Misfit("a bias does not fit 24 bits")
        packed = const("weights", "int8_t", dense_stream(w, ending), STREAM)
        symbol, given = f"edgec_dense_s4_{kind}_mve", (operand(view, 0), packed, output(view))
        return (Call(symbol, HEADER_DENSE, params, given, 0, macs, (), WHY_DENSE_S4, None, steps, None, UNREAD, DENSE),)
    blocks = stream(w[:, None], ending, dense or pairs, VECTOR // element)
    args: tuple[Arg, ...] = (operand(view, 0), const("weights", "int8_t", blocks.bytes, STREAM), output(view))
    if not dense:
        args = (*args, Scratch("int8_t", VECTOR))
    symbol = f"dense_s{8 * element}_{kind}_rows" if dense else f"conv2d_s{8 * element}_1x1_{kind}"
    why = (WHYS_DENSE if dense else WHYS_PAIRS if pairs else WHYS)[element]
    scratch, unread = 0 if dense or bits == 4 else VECTOR, UNREAD if dense else frozenset[str]()
    header, symbol = (HEADERS_PAIRS if pairs else HEADERS)[element], f"edgec_{symbol}_mve"
    form = DENSE if dense else variant
    call = Call(symbol, header, params, args, scratch, macs, (), why, None, steps, None, unread, form)
    return (call if bits == 8 else packed_call(call, blocks),)


def packed_call(call: Call, blocks: BlockStream) -> Call:
    """The call that unpacks int4 weights, some blocks at a time, for the kernel of ``call``."""
    count = len(blocks.after)
    block = len(blocks.bytes) // count
    chunk = min(count, max(1, CHUNK // block))
    room = -(-(chunk * block + TOGETHER) // VECTOR) * VECTOR
    chunks = ChunksMve(blocks.block, chunk)
    params = (
        Conv2dS4Mve(call.params, chunks, room)
        if isinstance(call.params, Conv2dMve)
        else Conv2dS41x1Mve(call.params_of(Conv2d1x1Mve), chunks)
    )
    return unpacking(call, blocks, params, HEADER_S4, room)


def unpacking(call: Call, blocks: BlockStream, params: Record, header: str, room: int) -> Call:
    """The call with packed weights beside the words of its stream, which takes ``room`` bytes of scratch."""
    arrays = (const("weights", "int8_t", blocks.packed), const("bias", "int32_t", blocks.ends, STREAM))
    unpacked = next(arg for arg in call.args if isinstance(arg, Output))
    args = (call.args[0], *arrays, unpacked, Scratch("int8_t", VECTOR))
    symbol, why = call.symbol.replace("_s8_", "_s4_"), f"int4, unpacked to scratch; {call.why}"
    steps = tuple((f"conv.{path}", factor) for path, factor in call.steps)
    scratch, unread = room + call.scratch_bytes, frozenset(f"conv.{path}" for path in call.unread)
    return replace(
        call, symbol=symbol, header=header, params=params, args=args, scratch_bytes=scratch, why=why, steps=steps,
        window=None, unread=unread,
    )  # fmt: skip


def _products(call: Call, rows: int, positions: int, outputs: int, runs: int, run: int) -> Counts:
    """Tiles of positions, their blocks of four channels, runs of those, steps of 16 bytes, rests of runs."""
    name, tile = _gemm(call), tile_of(call)
    tiles, blocks = rows * max(1, -(-positions // tile)), len(blocks_of(outputs))
    rounds = run // VECTOR // max(1, round_of(run, ROUNDS_ROWS if isinstance(_conv(call), Conv2dMve) else ROUNDS_FLAT))
    return (
        ("gemm_mve.row", rows),
        (f"{name}.tile", tiles),
        (f"{name}.advance", tiles * -(-tile * runs // 4)),
        ("gemm_mve.few", tiles if outputs < 4 else 0),
        (f"{name}.block", tiles * blocks),
        (f"{name}.run", tiles * blocks * (runs - 1)),
        (f"{name}.step", tiles * blocks * runs * (run // VECTOR)),
        (f"{name}.tail", tiles * blocks * runs * (run % VECTOR > 0)),
        (f"{name}.round", tiles * blocks * runs * rounds if call.variant == PAIRS else 0),
    )


def _gemm(call: Call) -> str:
    """Whose rates the products take: a step of int16 has as many instructions as one of int8."""
    if call.variant == PAIRS:
        return "pairs_mve"
    return "gemm_s4_mve" if unpacks(call) else "gemm_mve"


def _conv(call: Call) -> Record | None:
    """The parameters of the int8 kernel."""
    return call.params.conv if isinstance(call.params, Conv2dS4Mve | Conv2dS41x1Mve) else call.params


def unpacks(call: Call) -> bool:
    """Return whether a call goes over its input once for each chunk of weights."""
    return isinstance(call.params, Conv2dS4Mve | Conv2dS41x1Mve)


def chunked(call: Call) -> tuple[int, Counts]:
    """Return the passes of a layer with int4 weights over its input, and counts of unpacking; one pass with int8."""
    p = call.params
    if not isinstance(p, Conv2dS4Mve | Conv2dS41x1Mve):
        return 1, ()
    outputs = p.conv.rows.geo.out_c if isinstance(p.conv, Conv2dMve) else p.conv.out_c
    blocks, unpack = len(blocks_of(outputs)), p.chunks.unpack
    vectors = blocks * -(-unpack.parts * unpack.weights // TOGETHER)
    moved = blocks * -(-unpack.weights // VECTOR) if unpack.parts > 1 and unpack.weights % TOGETHER else 0
    times = -(-blocks // p.chunks.chunk)
    terms = (("block", blocks), ("vector", vectors), ("moved", moved))
    return times, (("chunk", times), *((f"unpack_mve.{term}", n) for term, n in terms))


def owned(owner: str, counts: Counts) -> Counts:
    """Counts that kernels of int8 and of int16 activations share."""
    return tuple((term if "." in term else f"{owner}.{term}", times) for term, times in counts)


def work_rows(view: NodeView, call: Call) -> Counts:
    """Products, rows that are copied, windows that are copied."""
    times, unpacked = chunked(call)
    p = call.params.conv if isinstance(call.params, Conv2dS4Mve) else call.params_of(Conv2dMve)
    view = turned(view)
    (n, h, w, c), (_, oh, ow, oc), (runs, run) = view.x(0).shape, view.y.shape, runs_of(view)
    c *= view.x(0).dtype.bytes
    patch, pitch = call.variant == PATCH, p.rows.pitch
    copies = n * oh * runs if patch else 0
    counts: Counts = (
        ("call", 1),
        ("row", times * n * oh),
        ("line", times * n * oh * runs),
        ("loaded", times * n * h if pitch else 0),
        ("copied", times * n * h * (w * c / VECTOR) if pitch else 0),
        ("filled", times * call.scratch_bytes / VECTOR),
        ("window", times * copies * ow),
        ("word", times * copies * ow * -(-run // VECTOR) if run > VECTOR else 0),
        *unpacked,
        *_products(call, n * oh, ow, oc, 1 if patch else runs, runs * run if patch else run),
    )
    if unpacks(call):
        return counts if patch else owned("rows_s4_mve", counts)
    return owned("copied_mve" if patch else "rows_mve", counts)


def work_dense(view: NodeView, call: Call) -> Counts:
    """Products, or blocks of channels with one position."""
    _, unpacked = chunked(call)
    p = call.params.conv if isinstance(call.params, Conv2dS41x1Mve) else call.params_of(Conv2d1x1Mve)
    if call.variant != DENSE:
        counts: Counts = (("call", 1), *_products(call, 1, p.positions, p.out_c, 1, p.in_c), *unpacked)
        return owned(_gemm(call), counts)
    blocks = len(blocks_of(p.out_c))
    kind = "dense_s4_mve" if call.header == HEADER_DENSE else "dense_mve"
    return (
        (f"{kind}.call", 1),
        (f"{kind}.block", blocks),
        (f"{kind}.step", blocks * (p.in_c // VECTOR)),
        (f"{kind}.tail", blocks * (p.in_c % VECTOR > 0)),
    )


def _kernels(bits: int, dtypes: frozenset[DType] = I8) -> tuple[Kernel, ...]:
    """The kernels for int8 activations with weights of so many bits, or for int16 activations."""
    name = f"conv2d_s{bits}" if dtypes is I8 else "conv2d_s16"
    ways: tuple[tuple[str, str, str, Callable[..., Bound], Callable[[NodeView, Call], Counts], Grid], ...] = (
        ("_1x1", "Conv", "", bind_pointwise, work_dense, grids.POINTWISE),
        ("_1x1", "Dense", "", bind_dense, work_dense, grids.DENSE),
        ("", "Conv", "", bind_rows, work_rows, grids.ROWS),
        ("_patch", "Conv", PATCH, bind_rows, work_rows, grids.PATCH),
        ("_1x1_pairs", "Conv", PAIRS, bind_pointwise, work_dense, grids.POINTWISE_PAIRS),
        ("_1x1_pairs", "Dense", PAIRS, bind_dense, work_dense, grids.DENSE_PAIRS),
        ("_pairs", "Conv", PAIRS, bind_rows, work_rows, grids.ROWS_PAIRS),
    )
    return tuple(
        Kernel(
            LIBRARY, name + more, op, dtypes, partial(bind, bits=bits, variant=variant), work,
            grid=int4(grid) if bits == 4 else grid,
        )
        for more, op, variant, bind, work, grid in ways
    )  # fmt: skip


KERNELS: tuple[Kernel, ...] = (*_kernels(8), *_kernels(4), *_kernels(8, I16))
