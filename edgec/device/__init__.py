"""A device on a serial line that runs a generated folder: frames, the line, samples and outputs."""
