"""Every record of the rules, by touch: what is tapped comes to what the rules say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.moves import Move
from companion.engine.notation import check, parse_move, parse_record
from companion.engine.snapshot import to_dict
from companion.engine.state import Game
from companion.text import money
from hardware import FakeTray
from tests.tree import files
from tests.ui.driver import Desk
from tests.ui.touch import Hand

SAY_WHAT_IS_SO_ALREADY = {
    "a-ruling-that-changes-nothing",
    "out-by-hand",
    "who-is-out-stays-out",
}
"""Records that only a text can make: the screen offers no ruling about claims where there are none,
nor about a player who is out."""
ABOUT_A_LOAN = re.compile("^ruling:.* (when passing GO|at each of the next)", re.MULTILINE)
"""Rulings about loans are written, too: the screen has no place for times and securities."""
RULES = files("tests/engine/rules/**/*.game")
RECORDS = [
    path
    for path in RULES
    if path.stem not in SAY_WHAT_IS_SO_ALREADY
    and not ABOUT_A_LOAN.search(path.read_text(encoding="utf-8"))
]


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """One window and one tray for all of them."""
    with Desk(tmp_path_factory.mktemp("desk"), echo=0.0) as desk, FakeTray() as tray:
        desk.devices.tray(tray.path)
        desk.until(lambda: desk.table.tray_input.state == "found")
        yield Hand(desk, tray)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_by_touch_comes_to_what_the_rules_say(hand: Hand, path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"), path.name)
    hand.desk.table.begin(record.setup)
    hand.desk.frames()
    for line in record.lines:
        if isinstance(line.meaning, Move):
            hand.make(line.meaning)
            continue
        problem = line.meaning.check(hand.desk.table.session.game)
        assert not problem, f"{path.name}:{line.number}: {line.text}: {problem}"
        if line.text.lower().startswith("refused"):
            hand.is_refused(parse_move(line.text.partition(":")[2], record.setup))
    hand.at_the_game()
    ends_as_replayed(hand.desk, check(record).game)


def ends_as_replayed(desk: Desk, replayed: Game) -> None:
    """The position is the one of the rules; the balances are on the screen."""
    game = desk.table.session.game
    assert to_dict(game) == to_dict(replayed)
    # An offer of any jail card says on the screen which one.
    assert replace(game, offer=None) == replace(replayed, offer=None)
    assert bool(game.offer) == bool(replayed.offer)
    if desk.table.screen == "play":
        balances = {
            str(money(player.cash, game.board.currency)) for player in game.players.values()
        }
        assert balances <= set(desk.texts())


def test_the_records_left_out_are_there_to_be_left_out() -> None:
    left_out = {path.stem for path in RULES} - {path.stem for path in RECORDS}
    assert left_out > SAY_WHAT_IS_SO_ALREADY
    assert len(left_out) < len(RULES) / 20
