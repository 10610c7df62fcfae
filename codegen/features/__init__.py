"""Features of audio as integer code: described once, computed by numpy, in C and in floats."""
