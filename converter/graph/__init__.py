"""The graph: its types, and the errors of everything that is done with it."""
