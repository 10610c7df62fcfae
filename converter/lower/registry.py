"""All lowering rules, by ONNX domain and operator."""

from __future__ import annotations

from edgec.converter.lower import (
    activation,
    control,
    conv,
    conv_transpose,
    creation,
    einsum,
    elementwise,
    index,
    microsoft,
    ml,
    norm,
    optional,
    pool,
    quantized,
    recurrent,
    resize,
    shape,
    signal,
    storage,
    svm,
    tfidf,
    training,
    trees,
)
from edgec.converter.lower.context import RULES

FAMILIES = (
    activation,
    control,
    conv,
    conv_transpose,
    creation,
    einsum,
    elementwise,
    index,
    microsoft,
    ml,
    norm,
    optional,
    pool,
    quantized,
    recurrent,
    resize,
    shape,
    signal,
    storage,
    svm,
    tfidf,
    training,
    trees,
)

__all__ = ["FAMILIES", "RULES"]
