"""Ranges of tensors: observed, simulated, bounded, and the scales that follow."""
