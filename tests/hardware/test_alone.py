"""The package by itself: built, installed and used where there is no bank."""

import os
import subprocess
import sys
from pathlib import Path

GAME = """
from queue import SimpleQueue
import sys
import hardware
from hardware import DiceTray, FakeTray, ThrowSeen

events = SimpleQueue()
with FakeTray() as fake, DiceTray(fake.path, events.put) as tray:
    fake.throw(3, 5)
    while not isinstance(event := events.get(timeout=120), ThrowSeen):
        pass
    tray.acknowledge(event.identity)
print(hardware.__file__, event.dice, "companion" in sys.modules)
"""


def test_another_game_can_install_and_use_it(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "hardware"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--target", tmp_path / "alone", source], check=True)
    game = tmp_path / "game.py"
    game.write_text(GAME)
    played = subprocess.run(
        [sys.executable, game],
        env=os.environ | {"PYTHONPATH": str(tmp_path / "alone")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert played.stdout.split(maxsplit=1) == [
        str(tmp_path / "alone" / "hardware" / "__init__.py"),
        "(3, 5) False\n",
    ]
