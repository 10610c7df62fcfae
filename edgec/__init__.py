"""edgec: ONNX models to small, allocation-free C for microcontrollers."""

from __future__ import annotations

__version__ = "0.1.0"
