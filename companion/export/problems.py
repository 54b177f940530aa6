"""Texts of the errors of exports: what is wrong, where, and what to do."""

from companion.engine.problems import Message


class ExportProblem(Message):
    """A sentence about an export."""

    FOLDER_UNUSABLE = "The folder {folder} cannot be used: {why}."
    GAME_NOT_SOUND = (
        "Game {game} is not exported, because it is not sound. {fault} 'companion backup' copies"
        " the ledger as it is."
    )
    LEDGER_NOT_SOUND = (
        "The ledger is not exported, because it is not sound. {fault} 'companion backup' copies it"
        " as it is."
    )
    NOT_FOR_DATASETTE = "{path} is not a copy made for Datasette. Choose another folder."
    NOT_A_BUNDLE = "{path} is not a bundle: it has no {name}."
    FILE_TWICE = "{name} is in the bundle more than once."
    FILE_MISSING = "{name} is missing."
    CHECKSUM_DIFFERS = "{name} does not match its checksum in {sums}."
    FILE_NOT_LISTED = "{name} is not listed in {sums}."
    GAME_TOO_LONG_FOR_CODES = (
        "Game {game} is too long for {most} codes. Export it with --notation instead."
    )
    BIDS_ARE_SEALED = "Bids are sealed. The code is there once they are opened."
    READER_NOT_INSTALLED = (
        "Pictures cannot be read yet. Scan the code with a telephone and use --qr-text, or install"
        " what reads them: {command}"
    )
    NOT_A_PICTURE = "this is not a picture in PNG, JPEG or WebP"
    NO_CODE_IN_PICTURE = (
        "no QR code is readable in this picture. Photograph the whole code, straight and sharp."
    )
    NOT_A_GAME_CODE = "This is not the code of a game: '{text}'."
    CODE_OF_ANOTHER_VERSION = (
        "The code has version {version}, which this program cannot read. Update the program."
    )
    CODE_DAMAGED = "The text of the code is damaged. Read the code again."
    CODE_TOO_LARGE = "The code unpacks to more than any game. Nothing was imported."
    CODE_MISSING = "Code {part} of {parts} is missing. Read all codes of the game at once."
    CODES_OF_TWO_GAMES = "The codes are of different games. Read the codes of one game."
