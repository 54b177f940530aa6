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
            ask = f"Remove both dice, put die {die + 1} in with {face} up, press Enter. "
            tag = new_tag(pn532, ask, "die", faces)
            faces[tag] = (die, face)
    keep(settings.FACES, faces, "faces")


def teach_cards(players: int) -> None:
    """Ask for the bank card of each player in turn, and write their file."""
    cards, faces, pn532 = {}, taught(settings.FACES), chip()
    for number in range(1, players + 1):
        ask = f"Hold the card of player {number} to the reader, press Enter. "
        tag = new_tag(pn532, ask, "card", list(cards) + list(faces))
        cards[tag] = number
    keep(settings.CARDS, cards, "cards")


def new_tag(pn532: object, question: str, thing: str, known: object) -> str:
    """Ask for one tag that is not ``known``, until it is there; return it."""
    input(question)
    tags = pn532.tags_in_field()
    while len(tags) != 1 or tags[0] in known:
        input(f"Expected one new tag, found {len(tags)}. Move the {thing}, press Enter. ")
        tags = pn532.tags_in_field()
    return tags[0]


def keep(path: str, tags: dict, what: str) -> None:
    """Write what the tags were taught as."""
    with open(path, "w") as file:
        json.dump(tags, file)
    print(f"Done: {len(tags)} {what} in {path}.")
