"""Teach the tray the tags of new dice and of bank cards, once, on the board.

It asks questions, so it needs the board's prompt and a keyboard: ``mpremote run`` has none. See
hardware/README.md.
"""

import json

from firmware import settings
from firmware.board import chip, taught


def teach() -> None:
    """Ask for each face of each die in turn, and write the file of the reader."""
    faces, pn532 = {}, chip()
    for die in (0, 1):
        for face in range(1, 7):
            input(f"Remove both dice, put die {die + 1} in with {face} up, press Enter. ")
            tags = pn532.tags_in_field()
            while len(tags) != 1 or tags[0] in faces:
                input(f"Expected one new tag, found {len(tags)}. Move the die, press Enter. ")
                tags = pn532.tags_in_field()
            faces[tags[0]] = (die, face)
    with open(settings.FACES, "w") as file:
        json.dump(faces, file)
    print(f"Done: {len(faces)} faces in {settings.FACES}.")


def teach_cards(players: int) -> None:
    """Ask for the bank card of each player in turn, and write their file."""
    cards, faces, pn532 = {}, taught(settings.FACES), chip()
    for number in range(1, players + 1):
        input(f"Hold the card of player {number} to the reader, press Enter. ")
        tags = pn532.tags_in_field()
        while len(tags) != 1 or tags[0] in cards or tags[0] in faces:
            input(f"Expected one new tag, found {len(tags)}. Move the card, press Enter. ")
            tags = pn532.tags_in_field()
        cards[tags[0]] = number
    with open(settings.CARDS, "w") as file:
        json.dump(cards, file)
    print(f"Done: {len(cards)} cards in {settings.CARDS}.")
