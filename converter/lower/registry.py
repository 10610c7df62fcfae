"""All lowering rules, by ONNX domain and operator."""

from __future__ import annotations

from edgec.converter.lower import conv, elementwise, pool, quantized, shape
from edgec.converter.lower.context import RULES

FAMILIES = (conv, elementwise, pool, quantized, shape)

__all__ = ["FAMILIES", "RULES"]
