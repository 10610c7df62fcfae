"""Click's options and arguments of each command, and the call of the stage that does the work."""
