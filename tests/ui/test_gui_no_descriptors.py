"""A bank that cannot open a file any more: screens that are opened say so, and it goes on."""

from typing import Any

import pytest

from companion.text.screens.phones import PHONES
from companion.text.screens.play import WORDS
from tests.descriptors import no_descriptors
from tests.ui.driver import Desk
from tests.words import plain

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("screen", ["phones", "device", "menu", "history", "past_games", "network"])
def test_a_screen_that_is_opened_without_a_descriptor_does_not_end_the_bank(
    desk: Desk, screen: str
) -> None:
    desk.sit_down("Ann Bob")
    desk.table.phones.hear("http://192.168.178.40:8080", "", ())
    with no_descriptors():
        desk.table.tap(("show", screen), desk.table.number, "")
        desk.frames(5)
        assert desk.table.screen == screen
        # Sizes of a font that were opened before need no file any more.
        assert str(desk.table.notice) in ("", WORDS["no more files"])
        desk.table.tap(("back",), desk.table.number, "")
        desk.frames(2)
    desk.table.show_screen("play")
    desk.frames(2)
    desk.table.say("")
    desk.play("Ann throws 1 2")


def test_a_size_of_a_font_that_cannot_be_opened_is_said_and_another_is_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui import painting

    desk.sit_down("Ann Bob")
    opened = painting.shortage._opened
    open_sizes = {font: {min(sizes)} for font, sizes in opened.items()}
    # The toolkit has closed the largest size meanwhile.
    noted = {font: {min(sizes), max(sizes) + 1} for font, sizes in opened.items()}
    monkeypatch.setattr(painting.shortage, "_opened", noted)
    lettered = painting._lettered

    def lettered_if_open(lines: tuple[str, ...], font: str, points: float, align: float) -> Any:
        if points not in open_sizes.get(font, ()):
            raise ValueError("Too many open files")
        return lettered(lines, font, points, align)

    monkeypatch.setattr(painting, "_lettered", lettered_if_open)
    desk.table.show_screen("phones")
    desk.frames(3)
    assert str(desk.table.notice) == plain(WORDS["no more files"])
    assert PHONES["may join"] in desk.texts()
    assert not painting.picture.cache_info().currsize, "nothing is kept that lacks a letter"


def test_a_phone_is_let_in_without_a_descriptor(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    phones = desk.table.phones
    phones.hear("http://192.168.178.40:8080", "", ())
    with no_descriptors():
        assert phones.ask(phones.seats.code, "Ann", "digest") == ""
        desk.frames(3)
        desk.table.tap(("let in", phones.value.knock.number), desk.table.number, "")
        desk.frames(3)
    assert phones.seats.taken == {"Ann": "digest"}
