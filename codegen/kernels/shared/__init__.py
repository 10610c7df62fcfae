"""Helpers that bindings of several libraries share."""
