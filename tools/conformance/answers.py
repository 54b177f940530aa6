"""Errors that an adapter raises instead of an answer."""


class Refused(Exception):
    """Raised if an engine refuses a move."""


class Unsupported(Exception):
    """Raised for what an engine does not have, or has no word for."""
