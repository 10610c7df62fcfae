"""All lowering rules, by ONNX domain and operator: who takes them from here has those of all families."""

from __future__ import annotations

from edgec.converter.lower import (  # noqa: F401  each registers its rules
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

__all__ = ["RULES"]
