"""Plans written as C."""
