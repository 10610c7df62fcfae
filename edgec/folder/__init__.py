"""A generated folder: its report, its integrity, what is read from it, and how it appears whole or not at all."""
