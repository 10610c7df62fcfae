"""Accuracy of other tools on the same models and samples: figures of TFLite, ONNX Runtime's own quantizer run here."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np

# int8 TFLite (tf.lite 2.15.1, full integer quantization) on the same evaluation sets
TFLITE = {"kws": 0.898, "resnet8": 0.888, "resnet8-jpeg": 0.759, "vww": 0.867, "ad": 10.265, "str_ww": 0.92}


class _Reader:
    def __init__(self, name: str, samples: np.ndarray) -> None:
        self.feeds: Iterator[dict[str, np.ndarray]] = iter([{name: s} for s in samples])

    def get_next(self) -> dict[str, np.ndarray] | None:
        """One sample, or None at the end."""
        return next(self.feeds, None)


def run_onnx(model: Path, x: np.ndarray) -> np.ndarray:
    """Outputs [N, ...] of a model; ``x`` is [N, *input shape]."""
    import onnxruntime as ort

    settings = ort.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.log_severity_level = 4
    session = ort.InferenceSession(str(model), settings, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return np.concatenate([session.run(None, {name: s})[0].reshape(1, -1) for s in x])


def input_shape(model: Path) -> tuple[int, ...]:
    """Shape of the first input, unknown sizes as 1."""
    import onnxruntime as ort

    session = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    return tuple(d if isinstance(d, int) else 1 for d in session.get_inputs()[0].shape)


def quantize_static_outputs(
    model: Path, calibration: np.ndarray, x: np.ndarray, channels: tuple[bool, ...] = (True, False)
) -> dict[str, np.ndarray]:
    """Outputs of ONNX Runtime's ``quantize_static`` with each calibrator and weight granularity, by their names.

    ``channels``: whether weights have a scale per channel.
    """
    import onnxruntime as ort
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static

    name = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"]).get_inputs()[0].name
    found: dict[str, np.ndarray] = {}
    with tempfile.TemporaryDirectory() as folder:
        for method in (CalibrationMethod.MinMax, CalibrationMethod.Percentile, CalibrationMethod.Entropy):
            for per_channel in channels:
                out = Path(folder) / "quantized.onnx"
                with redirect_stdout(sys.stderr):  # it prints
                    quantize_static(
                        model, out, _Reader(name, calibration), quant_format=QuantFormat.QDQ, per_channel=per_channel,
                        activation_type=QuantType.QInt8, weight_type=QuantType.QInt8, calibrate_method=method,
                    )  # fmt: skip
                grain = "per channel" if per_channel else "per tensor"
                found[f"{method.name}, {grain}"] = run_onnx(out, x)
    return found
