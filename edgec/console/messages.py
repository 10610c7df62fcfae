"""Messages for the user, of which some are warnings."""


class Warned(str):
    """A message for the user that is a warning, among others that are notes."""
