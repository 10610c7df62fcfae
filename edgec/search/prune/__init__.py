"""Pruning within a conversion: how much goes, for which budget or limits, and which dead channels."""
