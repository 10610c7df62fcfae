"""Gates: limits on size, speed and accuracy that a user's settings file sets, and whether a model keeps them."""
