"""The plan of a model: fused, placed, proven."""
