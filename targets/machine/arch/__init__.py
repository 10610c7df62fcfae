"""Instruction sets: all that the machine knows of one lies in its module here."""
