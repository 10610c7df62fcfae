"""Zero weights of a model's layers: how many, in which pattern, and what becomes of them."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.blocks import BLOCK, LEAST_ZERO, in_blocks
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.ir import Array, DType, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.reports.records import SparsityInfo

LEAST_SHOWN = 0.25  # share of zero weights: rounding alone makes a sixth of int4 weights zero
TWO_OF_FOUR = "2:4 does not pay: choosing two of four values takes more instructions than the products saved"
APART = "stored whole: the zeros are not in whole blocks of four input channels"


def layer_sparsity(plan: Plan) -> tuple[SparsityInfo, ...]:
    """Layers with constant weights of which a quarter or more is zero, in order."""
    infos = []
    for i, layer in enumerate(plan.layers):
        if not isinstance(layer.node.attrs, ConvAttrs | DenseAttrs):
            continue
        weights = plan.graph.tensors[layer.node.inputs[1]]
        if weights.data is None or not weights.size:
            continue
        zeros = 1.0 - np.count_nonzero(weights.data) / weights.size
        if zeros >= LEAST_SHOWN:
            used = any(call.kernel is not None and call.kernel.sparse for call in layer.calls)
            infos.append(_info(i, weights, zeros, used))
    return tuple(infos)


def _info(layer: int, weights: Tensor, zeros: float, used: bool) -> SparsityInfo:
    assert weights.data is not None
    data = weights.data.reshape(len(weights.data), 1, 1, -1) if weights.data.ndim == 2 else weights.data
    blocks = in_blocks(data != 0)
    share, pattern = 1.0 - float(blocks.any(axis=2).mean()), is_two_of_four(data)
    if used:
        text = "blocks of zeros are left out"
    elif weights.dtype is not DType.I8:
        text = f"stored whole: sparse kernels take int8 weights, these are {weights.dtype.value}"
    elif share >= LEAST_ZERO:
        text = "stored whole: the dense kernel costs less, or no sparse one takes the layer"
    else:
        text = TWO_OF_FOUR if pattern else APART
    return SparsityInfo(layer, zeros, share, pattern, text)


def is_two_of_four(data: Array) -> bool:
    """Return whether weights [O, kh, kw, C] have at most two non-zeros in any four neighbouring input channels.

    C must be a multiple of four.
    """
    return data.shape[3] % BLOCK == 0 and bool((in_blocks(data != 0).sum(axis=2) <= BLOCK // 2).all())
