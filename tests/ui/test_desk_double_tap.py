"""A double tap is one wish, wherever it lands: what the first tap opens ignores the second.

And should one get through: Back and Undo never share a place.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.moves import EndByTime, Undo
from tests.sizes import sizes
from tests.ui.doors import Box, Key
from tests.ui.driver import Desk
from tests.ui.layout import targets
from tests.ui.scenes import SCENES, Scene, leave_alone, show, take
from tests.ui.test_gui_monkey import SEAT_AGAIN, TABLES

pytestmark = pytest.mark.timeout(900)

WITH_BACK = ("holdings", "deal", "history", "ruling", "menu", "games")
WITH_UNDO = ("roll", "auction", "debt without a way", "end", "holdings", "deal")
LOOKS = [
    pytest.param((800, 480), (*WITH_BACK, *WITH_UNDO), id="800x480"),
    *(
        pytest.param(
            window, tuple(SCENES), id=f"{window[0]}x{window[1]}-all", marks=pytest.mark.slow
        )
        for window in ((800, 480), (1280, 800), (720, 1280))
    ),
]
"""Every kind of screen on the panel; with ``--slow`` everything there is to see, on all windows."""
BESIDE_A_CODE = "game_code"
"""Screen with its way back beside the code, as its left half is the code."""
APART = 90
"""Pixels between a Back and an Undo, at least."""
PLAYERS = 4


def undoes(key: Key) -> bool:
    """Return True if a tap on ``key`` books an undo."""
    return key.does == ("undo",) or isinstance(key.move, Undo)


def between(one: Box, other: Box) -> float:
    """Return the distance between two boxes, 0 where they meet."""
    across = max(one.x - other.right, other.x - one.right, 0.0)
    down = max(one.y - other.bottom, other.y - one.bottom, 0.0)
    return float((across**2 + down**2) ** 0.5)


# --- where they lie -------------------------------------------------------------------------------


@pytest.mark.parametrize(("window", "scenes"), LOOKS)
def test_back_is_top_left_and_far_from_undo_on_all_screens(
    tmp_path: Path, window: tuple[int, int], scenes: tuple[str, ...]
) -> None:
    backs, undos = [], []
    with Desk(tmp_path, size=window) as desk:
        width, height = desk.size
        for name in dict.fromkeys(scenes):
            show(desk, SCENES[name], PLAYERS)
            if desk.table.screen != BESIDE_A_CODE:
                backs += [(name, key.box) for key in desk.all_keys("back")]
            undos += [(name, key.box) for key in desk.all_keys("undo")]
    assert {name for name, _ in backs} >= {*WITH_BACK}
    assert {name for name, _ in undos} >= {*WITH_UNDO}
    elsewhere = [
        (name, back) for name, back in backs if back.right > width / 3 or back.bottom > height / 5
    ]
    assert not elsewhere, "Back is top left"
    near = [
        f"Back of {one!r} and Undo of {other!r} are {between(back, undo):.0f} px apart"
        for one, back in backs
        for other, undo in undos
        if between(back, undo) < APART
    ]
    assert not near, "\n".join(near)


# --- what two taps do -----------------------------------------------------------------------------


def state(desk: Desk) -> tuple[object, ...]:
    """Return what a tap may have changed, apart from what is typed on a page."""
    table = desk.table
    pages = (
        table.history.value.page,
        table.values["ruling"].page,
        table.settings.page,
        table.past_games.page,
        table.network.value.page,
        table.network.value.is_busy,
    )
    pages += (table.values["setup"].page, table.values["auction"].bidder)
    return (table.session, table.number, table.screen, *pages, table.sheet)


def wishes(desk: Desk, scene: Scene) -> Iterator[tuple[str, Key]]:
    """Everything that can be tapped there, one after the other, each on the scene as it was."""
    show(desk, scene, PLAYERS)
    for place in range(len(targets(desk))):
        before = state(desk)
        found = targets(desk)
        if place < len(found):
            target = found[place]
            yield f"{target.does} at {target.box}", target
        if state(desk) != before:
            show(desk, scene, PLAYERS)


WALKED = ("buy", "history", "undoing")
"""Walked in the ordinary run, which has little time; the others with ``--slow``."""
ALL = [
    pytest.param(name, marks=() if name in WALKED else (pytest.mark.slow,), id=name)
    for name in SCENES
    if name != "idle"  # There is nothing to tap on it: see below.
]


@pytest.mark.parametrize("name", ALL)
def test_a_double_tap_books_one_move_and_undoes_nothing_unasked(tmp_path: Path, name: str) -> None:
    wrong, tapped = [], 0
    with Desk(tmp_path) as desk:
        for where, target in wishes(desk, SCENES[name]):
            session, before, asked = desk.table.session, desk.moves, undoes(target)
            desk.double_tap(target)
            tapped += 1
            if session is None or desk.table.session is not session:
                continue  # no game, or another one has begun, with no move in it
            made = [played.move for played in session.history[before:]]
            if len(made) > 1 or (not asked and any(isinstance(move, Undo) for move in made)):
                wrong.append(f"{where} made {made}")
    assert tapped
    assert not wrong, "\n".join(wrong)


def test_a_double_tap_on_the_idle_screen_only_wakes_it(desk: Desk) -> None:
    """Wherever the buttons are that it hides."""
    show(desk, SCENES["buy"], PLAYERS)
    before, moves = state(desk), desk.moves
    for place in [desk.place(target) for target in targets(desk)]:
        leave_alone(desk)
        desk.frames()
        assert not targets(desk)
        desk.double_tap_at(place)
        desk.frames()
        assert targets(desk)
        assert (state(desk), desk.moves) == (before, moves)


def test_two_taps_on_back_to_the_game_undo_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    for screen in ("history", "properties", "trade", "menu"):
        desk.table.open("properties", "Ann")
        desk.table.open("trade")
        desk.show(screen)
        desk.double_tap(desk.key("back"))
        assert (desk.table.screen, desk.moves) == ("play", 2)


def test_the_next_tap_counts_when_the_guard_is_over(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    desk.show("history")
    desk.clock.wait(desk.table.echo + 0.01)
    desk.touch(*desk.key("back").center)
    assert desk.table.screen == "play"


@pytest.mark.parametrize("step", [EndByTime(), ("undo",)], ids=["sheet", "undone"])
def test_every_change_ignores_touches_for_a_moment(desk: Desk, step: object) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    assert not desk.is_guarded
    take(desk, step)
    desk.clock.wait(desk.table.echo - 0.01)
    assert desk.is_guarded
    desk.clock.wait(0.02)
    assert not desk.is_guarded
    if desk.table.sheet:
        desk.table.cancel()
        assert desk.is_guarded


# --- what thousands of them do --------------------------------------------------------------------

FEW_UNGUARDED = 600
"""Double taps within which a table without the guard is found out."""
BACK_TO_THE_GAME = 0.4
"""Share of the taps before which the game is shown again: most ways lead away from it."""


def strayed(desk: Desk, count: int, seed: int) -> list[str]:
    """Double taps at random controls of random screens in random games: those that book more than
    one move, or undo one without having aimed at it. A redo may repeat several moves."""
    random, wrong = Random(seed), []
    for number in range(count):
        if number % SEAT_AGAIN == 0:
            desk.sit_down(**random.choice(TABLES))
        _stand_upright(desk)
        if random.random() < BACK_TO_THE_GAME and not desk.table.sheet:
            desk.show("play")
            desk.watch()
        if not (found := targets(desk)):
            continue
        target = random.choice(found)
        where = f"{number}: {target.does} on {desk.table.screen!r}"
        session, before, asked = desk.table.session, desk.moves, undoes(target)
        repeats = target.does == ("redo",)
        desk.double_tap(target)
        if desk.table.session is not session:
            continue  # another game has begun, with no move in it
        made = [played.move for played in session.history[before:]]
        is_undone = any(isinstance(move, Undo) for move in made)
        if (len(made) > 1 and not repeats) or (is_undone and not asked):
            wrong.append(f"{where} made {made}")
    return wrong


def _stand_upright(desk: Desk) -> None:
    """Wake the screen, and turn it back: these fingers do not know that it may be turned."""
    preferences = desk.table.settings
    preferences.light.wake()
    preferences.change(face_me=False, rotation=0)


@pytest.mark.timeout(14400)
@pytest.mark.parametrize("taps", sizes(slow=3_000, hours=20_000))
def test_a_monkey_that_taps_twice_books_one_move_at_most(tmp_path: Path, taps: int) -> None:
    with Desk(tmp_path) as desk:
        wrong = strayed(desk, taps, seed=1)
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_the_monkey_finds_out_a_table_without_the_guard(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        desk.table.echo = 0.0
        assert strayed(desk, FEW_UNGUARDED, seed=1)


# --- what several fingers do ----------------------------------------------------------------------


@pytest.mark.parametrize("scene", [*WITH_BACK, "set-up", "auction", "debt"])
def test_fingers_lifted_in_one_frame_mean_the_page_that_the_first_leads_to(
    tmp_path: Path, scene: str
) -> None:
    with Desk(tmp_path, echo=0.0) as desk:
        show(desk, SCENES[scene], PLAYERS)
        leading = [key.does for key in desk.all_keys() if key.does[0] in ("show", "back")]
        for does in leading:
            show(desk, SCENES[scene], PLAYERS)
            desk.does(does)
            desk.frames()
            there = [key.does for key in desk.all_keys()]
            show(desk, SCENES[scene], PLAYERS)
            first = next(key for key in desk.all_keys() if key.does == does)
            others = [key for key in desk.all_keys() if key.does not in (does, *there)]
            fingers = [desk.down(*key.center) for key in (first, *others)]
            desk.lift(fingers[0])
            led, moves = desk.table.screen, desk.moves
            for finger in fingers[1:]:
                desk.lift(finger)
            assert (desk.table.screen, desk.moves) == (led, moves), does
            desk.frames()
