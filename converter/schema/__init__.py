"""The FlatBuffer schema of the .edge file."""
