"""Compilers, objects, stack, emulators, counting: what generated code is on a target."""
