"""Integer arithmetic, defined once: rounding, products, inverse roots."""
