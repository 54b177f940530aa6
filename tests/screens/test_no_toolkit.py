"""A table is made, played and seen with no toolkit in the process, and with no display."""

import os
import subprocess
import sys

from tests.tree import ROOT

EVENING = """
import sys
from pathlib import Path
from tests.screens.seat import seat
from tests.screens.states import positions
from tests.ui.driver import Desk

seat(next(positions()).parse())
with Desk(Path(sys.argv[1])) as desk:
    desk.sit_down("Ann Bob")
    desk.tap_dice(4, 5)
    assert desk.moves == 1, desk.texts()
    assert desk.page().nodes
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_an_evening_is_played_without_a_toolkit(tmp_path: object) -> None:
    where = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    command = [sys.executable, "-c", EVENING, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "companion" in done.stdout
    assert "kivy" not in done.stdout


def test_every_page_of_a_record_is_laid_out_without_a_toolkit(tmp_path: object) -> None:
    where = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    code = (
        "import sys; sys.modules['kivy'] = None; sys.argv[0] = 'screens';"
        "from tests.screens.__main__ import main; main()"
    )
    record = str(ROOT / "tests/kiosk/evening.game")
    options = ["--size", "800x480", "--language", "en", record]
    done = subprocess.run(
        [sys.executable, "-c", code, *options],
        cwd=ROOT,
        env=where,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "0 faults" in done.stdout, done.stdout + done.stderr
