"""Graph to smaller Graph: calibration, quantization and the integer simulator."""

from edgec.quantize.ptq import quantize_model
from edgec.quantize.qdq import strip_qdq
from edgec.quantize.scheme import QuantizeOptions
from edgec.quantize.simulate import run_float, simulate

__all__ = ["QuantizeOptions", "quantize_model", "run_float", "simulate", "strip_qdq"]
