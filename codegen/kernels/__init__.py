"""Which C kernel computes a node, and with which parameters."""
