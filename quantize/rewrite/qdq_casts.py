"""Integers of a quantized model that are sampled as plain numbers: the same on their real values.

Weights that are shares of a whole commute with scale and zero point.  ONNX's Resize of bytes drops the fraction where
this rounds, at most one step.
"""

from __future__ import annotations

from collections.abc import Mapping

from edgec.converter.graph.ir import Array, DType, Graph, Quant
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.passes.rewriter import Rewriter


def shares(weights: Array | None) -> bool:
    """Return whether the weights of a Resample are shares of a whole: results stay within the range of its input."""
    return weights is not None and bool(weights.min(initial=0.0) >= 0 and weights.sum(axis=-1).max() < 1.0001)


def open_casts(graph: Graph, quants: Mapping[str, Quant]) -> Graph:
    """Cast, Resample, Cast between integers with a quantization become Dequantize, Resample, Quantize."""
    rw = Rewriter(graph)
    known = dict(quants)
    for cast in list(rw.nodes("Cast")):
        quant, sample = known.get(cast.inputs[0]), rw.only_user(cast.outputs[0])
        if quant is None or sample is None or not isinstance(sample.attrs, ResampleAttrs):
            continue
        if not shares(rw.data(sample.inputs[2])):
            continue
        back = rw.only_user(sample.outputs[0])
        dtype = rw.tensors[cast.inputs[0]].dtype
        if back is None or back.attrs != CastAttrs(dtype) or cast.attrs != CastAttrs(DType.F32):
            continue
        rw.replace(cast, op="Dequantize", attrs=DequantizeAttrs(quant.scale, quant.zero_point))
        rw.replace(back, op="Quantize", attrs=QuantizeAttrs(dtype, quant.scale, quant.zero_point))
        known[back.outputs[0]] = quant
    return rw.build()
