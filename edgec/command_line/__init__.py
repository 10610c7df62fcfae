"""What each command takes: click's options and arguments, and the call of the stage that does the work."""
