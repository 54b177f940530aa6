"""Teach the tray the tags of new dice, once, on the board.

It asks questions, so it needs the board's prompt and a keyboard: ``mpremote run`` has none. See
hardware/README.md.
"""

import json

from firmware import settings
from firmware.board import chip


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
