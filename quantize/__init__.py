"""Graph to smaller Graph: calibration, quantization and the integer simulator."""
