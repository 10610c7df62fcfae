"""Binding of the Armv7E-M fully connected layers with int4 weights, four outputs in a half word."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.conv import dense_call, dense_layer
from edgec.codegen.kernels.armv7em.cuts import cut_fours
from edgec.codegen.kernels.armv7em.fours import work
from edgec.codegen.kernels.armv7em.pack import half_words
from edgec.codegen.kernels.armv7em.params import DenseS8Armv7em
from edgec.codegen.kernels.armv7em.work import DENSE_UNIT, UNIT, ceil
from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Bound, Call, Cut, Misfit, NodeView
from edgec.converter.graph.ir import Array

FOUR = 4  # outputs that share words of weights
SCALES = (12, 8, 4, 0)  # bits by which the sum of each is raised
ABOVE = 8  # what weights of all but the first have more, so that they are not negative
BIAS_BITS = 24
SUM_BYTES = 4  # of a row of x, behind it in scratch


def _fours(outputs: int) -> list[tuple[int, ...]]:
    starts = [*range(0, outputs - FOUR + 1, FOUR), *([outputs - FOUR] if outputs % FOUR else [])]
    return [tuple(range(at, at + FOUR)) for at in starts]


def four_stream(layer: Layer) -> Array | Misfit:
    """The words of all fours of outputs, as edgec_dense_fours_s4_armv7em.h reads them: uint32."""
    outputs, taps = layer.w.shape
    if outputs < FOUR:
        return Misfit(f"the layer has {outputs} outputs, {FOUR} are computed at a time")
    w = np.zeros((outputs, ceil(taps, DENSE_UNIT) * DENSE_UNIT), np.int64)
    w[:, :taps] = layer.w
    ends, words = np.zeros((ceil(outputs, FOUR), 2, 4), np.int64), []
    for row, four in enumerate(_fours(outputs)):
        for i, (c, scale) in enumerate(zip(four, SCALES, strict=True)):
            word = layer.shift_word(c, scale)
            if isinstance(word, Misfit):
                return word
            if max(-int(layer.low[c]), int(layer.high[c]) + 1) << scale > 2**31:
                return Misfit(f"{2**scale} times the sum of channel {c} does not fit int32")
            if abs(int(layer.bias[c])) >= 2 ** (BIAS_BITS - 1):
                return Misfit(f"a bias does not fit {BIAS_BITS} bits")
            ends[row, i // 2, [i % 2, 2 + i % 2]] = word[0], 256 * int(layer.bias[c]) | word[1]
        above = (0, ABOVE, ABOVE, ABOVE)
        words.append(sum((w[c] + more) << scale for c, more, scale in zip(four, above, SCALES, strict=True)))
    weights = half_words(np.array(words))
    stream: Array = np.concatenate([weights, (ends.reshape(len(ends), -1) & 0xFFFFFFFF).astype(np.uint32)], axis=1)
    return stream.reshape(-1)


def _bind(view: NodeView) -> Bound:
    layer = dense_layer(view, 4)
    if isinstance(layer, Misfit):
        return layer
    stream = four_stream(layer)
    if isinstance(stream, Misfit):
        return stream
    why = "fully connected: 4 outputs at a time, int4, 30 instructions for 32 MACs"
    return dense_call(view, layer, stream, "fours_s4", why, beside=SUM_BYTES)


def _summed(view: NodeView) -> tuple[str, int]:
    """The sum of a row of x, by words."""
    return "summed", ceil(prod(view.x(1).shape[1:]), UNIT)


def _work(view: NodeView, call: Call) -> Counts:
    name, words = _summed(view)
    return (*work(view, call), (name, call.params_of(DenseS8Armv7em).rows * words))


def _cut(view: NodeView, call: Call) -> Cut:
    return cut_fours(view, call, _summed(view))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_fours_s4", "Conv", I8, _bind, _work, grid=int4(grids.WHOLE_IMAGES), cut=_cut),
    Kernel(LIBRARY, "dense_fours_s4", "Dense", I8, _bind, _work, grid=int4(grids.DENSE_FOURS), cut=_cut),
)
