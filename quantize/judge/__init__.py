"""How close integers come to real numbers, and which layer loses it."""
