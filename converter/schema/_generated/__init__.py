"""Generated from graph.fbs by flatc version 2.0.8; see generate.py."""
