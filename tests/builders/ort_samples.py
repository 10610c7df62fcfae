"""Samples for ONNX Runtime's quantizer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from onnxruntime.quantization import CalibrationDataReader


class Samples(CalibrationDataReader):
    """The samples of ``x``, one after the other, for the model's input ``x``."""

    def __init__(self, x: np.ndarray) -> None:
        self.left: Iterator[np.ndarray] = iter(x)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next sample; None at the end."""
        x = next(self.left, None)
        return None if x is None else {"x": x}
