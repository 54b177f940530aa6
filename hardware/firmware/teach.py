"""Tells the tray which tag is which face. To be run once for new dice, on the board::

mpremote run hardware/firmware/teach.py
"""

import json

from firmware import settings
from firmware.board import chip


def teach() -> None:
    """Asks for each face of each die in turn, and writes the file that the reader reads."""
    faces, pn532 = {}, chip()
    for die in (0, 1):
        for face in range(1, 7):
            input(f"Take all out, put die {die + 1} in with {face} up, press Enter. ")
            tags = pn532.tags_in_field()
            while len(tags) != 1 or tags[0] in faces:
                input(f"{len(tags)} tags are seen, or a known one. Move the die, press Enter. ")
                tags = pn532.tags_in_field()
            faces[tags[0]] = (die, face)
    with open(settings.FACES, "w") as file:
        json.dump(faces, file)
    print(f"Done: {len(faces)} faces in {settings.FACES}.")


teach()
