"""Targets, toolchains, benches and what they tell: sizes, stack, bytes."""
