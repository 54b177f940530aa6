"""The bank and its front end: a program without a window knows no Kivy."""

import subprocess
import sys
from pathlib import Path

from tests.tree import PRODUCT, ROOT, read

PROGRAM = """
import sys
from pathlib import Path

import companion.runtime.bank
from companion.runtime.bank import Bank
from companion.runtime.ledger_session import LedgerSession
from companion.screens.viewer import Viewer
from tests.front import StillFront

front = StillFront()
with LedgerSession(Path(sys.argv[1]), None) as session:
    bank = Bank(session, front)
    bank.start("Ann, Bob", "1961", "atlantic-city")
    viewer = Viewer(bank.table, *front.size)
    viewer.look()
    bank.table.roll(4, 5, bank.table.number, "one")
    bank.run()
    assert len(bank.table.session.history) == 1
    assert front.has_run
    assert viewer.picture.nodes
assert front.is_stopped is False
bank.stop()
assert front.is_stopped
print(*sys.modules)
"""


def test_a_bank_with_another_front_end_plays_without_kivy(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    loaded = ran.stdout.split()
    assert "companion.runtime.bank" in loaded
    assert [name for name in loaded if name.partition(".")[0] == "kivy"] == []


def test_only_the_window_knows_kivy() -> None:
    room = ROOT / "companion/ui"
    others = [path for path in PRODUCT if path.suffix == ".py" and room not in path.parents]
    assert len(others) > 300
    assert [path for path in others if "kivy" in read(path)] == []
