"""Semantics of the instructions of RV32IMC, over terms."""
