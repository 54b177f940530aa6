"""A monkey with fingers on two glasses of one table, without a window: it books what it aims at."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine import invariants
from companion.engine.moves import Undo
from companion.ledger.audit import audit_all
from companion.screens.fingers import Fingers
from companion.screens.parts import Node
from companion.screens.viewer import Viewer
from tests.screens.glass import SOON, UPRIGHT, Glass, meaning, middle, opened

TAPS = 400
SEAT_AGAIN = 100
PAUSES = (0.05, SOON, 0.3, 0.5, 0.9)
LEAVES = ("close", "report", "share")
"""What is left alone: it leaves the program, or works on another thread."""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Glass]]:
    with opened(tmp_path, (800, 480), UPRIGHT) as glasses:
        yield glasses


def tempting(glass: Glass) -> list[Node]:
    """What can be tapped, except what leads away from the table."""
    found = glass.keys()
    return [key for key in found if meaning(key)[0] not in LEAVES]


def strayed(two: list[Glass], seed: int, taps: int = TAPS) -> list[str]:
    """Double taps that book more than one move, or undo one without having aimed at it."""
    random, wrong = Random(seed), []
    for number in range(taps):
        glass = random.choice(two)
        table = glass.table
        if number % SEAT_AGAIN == 0:
            glass.sit_down("Ann Bob Cy Dee")
        if random.random() < 0.4 and not table.sheet:
            table.show_screen("play")
        glass.wait(1.0)
        keys = tempting(glass)
        if not keys:
            continue
        key = random.choice(keys)
        does, session, before = meaning(key), table.session, glass.moves
        glass.double_tap(*middle(key))
        if table.session is not session or session is None or does == ("redo",):
            continue
        made = [played.move for played in session.history[before:]]
        is_undone = any(isinstance(move, Undo) for move in made)
        is_asked = does == ("undo",) or any(isinstance(part, Undo) for part in does)
        if len(made) > 1 or (is_undone and not is_asked):
            wrong.append(f"{number}: {does} made {made}")
    return wrong


def test_two_taps_on_either_glass_book_one_move(two: list[Glass]) -> None:
    assert strayed(two, seed=1) == []


def test_the_monkey_finds_out_a_table_without_the_rules(
    two: list[Glass], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fingers, "_is_echo", lambda *_: False)
    monkeypatch.setattr(Fingers, "_is_early", lambda *_: False)
    monkeypatch.setattr(Viewer, "is_guarded", False)
    assert strayed(two, seed=1)


@pytest.mark.parametrize("seed", [1, 2])
def test_fingers_anywhere_leave_a_sound_ledger(two: list[Glass], seed: int) -> None:
    random = Random(seed)
    for number in range(TAPS):
        if number % SEAT_AGAIN == 0:
            two[0].sit_down("Ann Bob Cy")
        for glass in two:
            keys = tempting(glass)
            places = [middle(random.choice(keys)) for _ in range(3)] if keys else [(9.0, 9.0)]
            for finger, place in enumerate(places):
                glass.fingers.down(finger, *place)
            for finger in range(len(places)):
                glass.fingers.move(finger, *random.choice(places))
            glass.frames(random.choice((0, 1, 2)))
            for finger in range(len(places)):
                glass.fingers.up(finger, *random.choice(places))
        two[0].wait(random.choice(PAUSES))
    session = two[0].table.session
    assert session
    assert invariants.violations(session.game) == []
    assert all(not audit.first_fault for audit in audit_all(two[0].table.ledger))
