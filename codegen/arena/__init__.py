"""Blocks with lifetimes packed into the fewest bytes; no graph, no kernels."""
