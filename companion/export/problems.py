"""Texts of the errors of exports: what is wrong, where, and what to do."""

from companion.engine.problems import Message


class ExportProblem(Message):
    """A sentence about an export."""

    FOLDER_UNUSABLE = "The folder {folder} cannot be used: {why}."
    GAME_NOT_SOUND = (
        "Game {game} is not exported, because it is not sound. {fault} 'companion backup' copies"
        " the ledger as it is."
    )
    NOT_FOR_DATASETTE = "{path} is not a copy made for Datasette. Choose another folder."
    NOT_A_BUNDLE = "{path} is not a bundle: it has no {name}."
    FILE_TWICE = "{name} is in the bundle more than once."
    FILE_MISSING = "{name} is missing."
    CHECKSUM_DIFFERS = "{name} does not match its checksum in {sums}."
    FILE_NOT_LISTED = "{name} is not listed in {sums}."
