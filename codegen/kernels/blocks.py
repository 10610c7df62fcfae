"""Weights of which only the blocks that are not zero are stored: four input channels of a tap and an output channel.

A cell of the input takes whole blocks, so that the blocks of a filter are those of its window in order: where the
channels are no multiple of four, the last block of each cell is filled up.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.params import Defined
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs


class StoredBlock(Defined):
    """Block of weights that is stored, or left out when it is zero."""

    EDGEC_SPARSE_BLOCK = 4  # input channels


BLOCK = StoredBlock.EDGEC_SPARSE_BLOCK.value
LEAST_ZERO = 0.35
"""Share of blocks that must be zero: at 30 % the kernels win an eighth at most, for a third more scratch."""
MAX_SKIPPED_BLOCKS = 255  # blocks left out between two that are stored


@dataclass(frozen=True)
class Blocks:
    """The filters of a layer: ``w`` int64 [O, blocks, 4], in the order of a window; ``kept`` bool [O, blocks]."""

    w: Array
    kept: Array

    @property
    def counts(self) -> Array:
        """Stored blocks of each filter: int64 [O]."""
        per_filter: Array = self.kept.sum(axis=1)
        return per_filter

    def gaps(self, o: int) -> Array:
        """Blocks left out before each stored one of a filter: int64 [counts[o]]."""
        distances: Array = np.diff(np.flatnonzero(self.kept[o]), prepend=-1) - 1
        return distances


def as_image(view: NodeView) -> NodeView:
    """A fully connected layer as a 1x1 convolution whose cells are its rows; a convolution as it is."""
    if isinstance(view.node.attrs, ConvAttrs):
        return view
    (rows, taps), (_, outputs), weights = view.x(0).shape, view.y.shape, view.x(1)
    data = None if weights.data is None else weights.data.reshape(outputs, 1, 1, taps)
    node = replace(view.node, op="Conv", attrs=ConvAttrs(clamp=view.attrs(DenseAttrs).clamp))
    x, w = replace(view.x(0), shape=(1, rows, 1, taps)), replace(weights, shape=(outputs, 1, 1, taps), data=data)
    return replace(view, node=node, ins=(x, w, *view.ins[2:]), outs=(replace(view.y, shape=(1, rows, 1, outputs)),))


def blocks_of(view: NodeView, longest: int = MAX_SKIPPED_BLOCKS, multiple: int = 1) -> Blocks | Misfit:
    """The blocks of an int8 convolution of one group, or why they are not worth being stored apart.

    Zero blocks are stored too where a filter has none at all, where more than ``longest`` would be left out, and where
    the number of a filter's blocks is no multiple of ``multiple``.
    """
    weights = view.x(1)
    if weights.data is None or weights.dtype is not DType.I8 or not weights.size:
        return Misfit("the weights are not constants of int8", yields=True)
    if view.attrs(ConvAttrs).groups != 1:
        return Misfit("the layer has groups", yields=True)
    w = in_blocks(weights.data)
    kept = w.any(axis=2)
    share = 1.0 - float(kept.mean())
    if share < LEAST_ZERO:
        return Misfit(f"{share:.0%} of the blocks of four weights are zero, {LEAST_ZERO:.0%} are needed", yields=True)
    more = -kept.shape[1] % multiple
    w = np.pad(w.astype(np.int64), ((0, 0), (0, more), (0, 0)))
    kept = np.pad(kept, ((0, 0), (0, more)))
    return Blocks(w, np.array([_stored(row, longest, multiple) for row in kept]))


def in_blocks(weights: Array) -> Array:
    """Weights [O, kh, kw, C] as [O, blocks, 4]."""
    short = -weights.shape[3] % BLOCK
    padded: Array = np.pad(weights, ((0, 0), (0, 0), (0, 0), (0, short)))
    return padded.reshape(len(weights), -1, BLOCK)


def _stored(kept: Array, longest: int, multiple: int) -> Array:
    """The blocks of a filter that are stored: bool [blocks]."""
    stored: Array = kept.copy()
    last = -1
    for at in (*np.flatnonzero(kept), None):
        while at is not None and at - last - 1 > longest:
            last += longest + 1
            stored[last] = True
        last = last if at is None else int(at)
    short = max(multiple - int(stored.sum()), -int(stored.sum()) % multiple)
    stored[np.flatnonzero(~stored)[:short]] = True
    return stored
