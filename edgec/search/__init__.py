"""The search for the numbers, kernels and places that meet what was asked for."""
