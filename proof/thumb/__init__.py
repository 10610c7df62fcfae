"""Thumb-2 code executed over terms: what each instruction computes, and what a whole run computes of its inputs."""
