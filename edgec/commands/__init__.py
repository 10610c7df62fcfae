"""The commands' work, without their command lines."""
