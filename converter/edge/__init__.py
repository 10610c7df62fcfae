"""The compact file of a graph: written, verified, read."""
