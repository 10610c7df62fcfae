"""Which kernel computes each layer."""
