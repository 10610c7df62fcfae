"""Structured pruning: channels are taken out of the graph for real, and what they did is made up for."""
