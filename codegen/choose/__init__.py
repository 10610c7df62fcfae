"""Choice of the kernel that computes each layer."""
