"""Texts of problems with the file of the settings."""

from companion.engine.problems import Message


class SettingsProblem(Message):
    """A sentence about the settings."""

    UNREADABLE = "{path} cannot be read: {why}."
    UNWRITABLE = "{path} cannot be written: {why}."
    NOT_SETTINGS = "{path} is not a valid settings file. Fix or delete it."
    BAD_VALUE = "{path}: {key} cannot be {value}."
