"""The README's picture, drawn anew by ``bin/pictures``: the real screen at the end of a record.

A change that is seen on the screen is seen in the picture, too, or tests/app/test_gui_readme.py
fails.
"""

import sys
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from PIL import Image

from companion.engine.notation import parse_record
from companion.ledger import ledger
from tests.app.desk import Desk
from tests.app.test_gui_pictures import photograph
from tests.tree import ROOT, files, read

RECORDS = files("pictures/*.game")
LAST_MOVE = datetime(2026, 1, 17, 21, 44, 30)
"""By the clock on the wall of wherever a picture is made, so that all of them show the same."""
BETWEEN_MOVES = timedelta(seconds=25)


def picture_of(record: Path) -> Path:
    """Where the picture of a record lies."""
    return record.with_suffix(".png")


def draw(record: Path, to: Path) -> None:
    """The panel's screen after the last move of ``record``, as a PNG file."""
    played = parse_record(read(record), record.name)
    lines = [line.text for line in played.lines]
    began = LAST_MOVE.astimezone() - len(lines) * BETWEEN_MOVES
    clock = (began + number * BETWEEN_MOVES for number in count())
    with (
        TemporaryDirectory() as folder,
        patch.object(ledger, "utc_now", lambda: next(clock)),
        Desk(Path(folder)) as desk,
    ):
        desk.table.begin(played.setup)
        desk.play(*lines)
        desk.table.time = f"{LAST_MOVE:%H:%M}"
        desk.frames()
        photograph(desk, to)
    Image.open(to).convert("RGB").save(to, optimize=True)


def main() -> None:
    """Draws every picture anew, and says where they are."""
    for record in RECORDS:
        draw(record, picture_of(record))
        print(picture_of(record).relative_to(ROOT), file=sys.stderr)


if __name__ == "__main__":
    main()
