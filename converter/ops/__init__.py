"""The operators: one module per family, one OpSpec per operator."""
