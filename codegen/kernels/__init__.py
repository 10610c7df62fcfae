"""Bindings of nodes to C kernels, with their parameters."""
