"""Graphs rewritten around quantization: QDQ pairs, integer forms, equalization, dead channels."""
