"""Samples: data files, arrays, reference outputs, losses."""
