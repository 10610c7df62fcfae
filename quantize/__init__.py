"""Graph to smaller Graph: calibration, quantization and the integer simulator."""

from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float, simulate
from edgec.quantize.rewrite.qdq import strip_qdq

__all__ = ["QuantizeOptions", "quantize_model", "run_float", "simulate", "strip_qdq"]
