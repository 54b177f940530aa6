"""The menu by touch: leaving, the agreed hour, and a screen that is turned."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.window_desk import WindowDesk

pytestmark = pytest.mark.gui


def to_menu(desk: WindowDesk, *texts: str) -> None:
    desk.show("menu")
    for text in texts:
        desk.tap(text)


def touch(desk: WindowDesk, what: Any) -> None:
    """A finger on the glass of a panel that is turned: the glass knows nothing of that."""
    from companion.ui.driver import Touch

    x, y = desk.from_bottom(*desk.place(what))
    width, height = desk.window.system_size
    across, up = {
        0: (x, y),
        90: (width - y, x),
        180: (width - x, height - y),
        270: (y, height - x),
    }[desk.window.rotation]
    finger = Touch(0, 0)
    finger.sx, finger.sy = across / (width - 1), up / (height - 1)
    for kind in ("begin", "end"):
        desk.loop.post_dispatch_input(kind, finger)
    desk.frames()


def test_the_menu_leads_everywhere(desk: WindowDesk) -> None:
    desk.sit_down("Ann Bob")
    for text, screen in (
        ("Fix a mistake", "ruling"),
        ("Past games", "past_games"),
        ("New game", "setup"),
        ("Back", "play"),
    ):
        to_menu(desk, text)
        assert desk.table.screen == screen


@pytest.mark.parametrize(
    "rotation", [90, 180, *(pytest.param(angle, marks=pytest.mark.slow) for angle in (0, 270))]
)
def test_a_turned_screen_is_touched_where_it_is_seen(desk: WindowDesk, rotation: int) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.table.settings.change(rotation=rotation)
    desk.frames(8)
    assert desk.window.rotation == rotation
    assert (desk.window.width < desk.window.height) == (rotation in (90, 270))
    desk.clock.wait(1)
    touch(desk, "Buy for $120")
    assert desk.cash("Ann") == 1380


def test_the_screen_turns_to_whoever_is_next(desk: WindowDesk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.settings.change(face_me=True)
    assert desk.window.rotation == 0
    desk.tap_dice(1, 2)
    desk.tap("Buy for $60")
    desk.until(lambda: desk.table.now.player == "Bob")
    assert desk.window.rotation == 180


def test_the_evening_after_all_is_as_it_was_left(tmp_path: Path) -> None:
    with WindowDesk(tmp_path) as first:
        to_menu(first, "Settings", "Dice by hand", "Sounds")
        first.tap(first.key("change", "rotation", 180))
    with WindowDesk(tmp_path) as second:
        assert not second.table.by_tray
        assert not second.table.settings.value.sound
        assert second.window.rotation == 180
        second.sit_down()
        assert not second.table.by_tray
        second.table.settings.change(rotation=0)


@pytest.mark.parametrize(
    "screen",
    [
        "play",
        "menu",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("history", "setup")),
    ],
)
def test_another_theme_is_drawn_at_once_on_every_screen(desk: WindowDesk, screen: str) -> None:
    from companion.ui.painting import rgba

    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.show(screen)
    texts = desk.texts()
    for name in ("evening", "paper"):
        desk.table.settings.change(theme=name)
        desk.frames(6)
        assert desk.theme.name == name
        assert desk.window.clearcolor == rgba(desk.theme.ground)
        assert (desk.table.screen, desk.texts()) == (screen, texts)
        assert desk.theme.ink in {text.ink for text in desk.sights("text")}


def test_rows_of_the_history_are_drawn_in_the_theme_of_now(desk: WindowDesk) -> None:

    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    for name in ("paper", "evening", "paper"):
        desk.table.settings.change(theme=name)
        desk.frames()
        desk.show("history")
        desk.does(("filter", "player"), ("pick", "Bob"))  # whose list has no rows
        desk.frames(6)
        desk.does(("filter", "player"), ("pick", "Ann"))
        desk.frames(6)
        texts = [str(line.text) for line in desk.table.history.value.moves]
        said = [text for text in desk.sights("text") if text.text in texts]
        assert said
        assert all(text.ink == desk.theme.ink for text in said)
        desk.show("play")


def test_the_theme_of_the_clock_changes_with_the_hour(desk: WindowDesk) -> None:
    from datetime import datetime

    preferences = desk.table.settings
    preferences.change(theme="clock")
    for hour, name in ((12, "paper"), (21, "evening")):
        preferences._now = lambda hour=hour: datetime(2026, 1, 1, hour)
        desk.table.time = f"{hour}:00"
        assert preferences.theme == name
