"""Proofs about a generated folder: its fixed-point arithmetic for all values, its C without run-time errors."""
