"""The version of edgec, which generated files and folders state."""

__version__ = "0.1.0"
