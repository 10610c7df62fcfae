"""Targets, compilers, sizes, stack use and the test bench: everything that runs a tool on generated C."""
