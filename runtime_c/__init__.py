"""The C kernels, as data."""
