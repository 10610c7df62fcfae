"""Cores and boards, as data."""
