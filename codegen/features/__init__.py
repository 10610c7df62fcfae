"""Features of audio and motion as integer code: described once, computed by numpy, in C and in floats."""
