"""Which values tensors take: observed, simulated, bounded, and the scales that follow."""
