"""The page of a deed: all that can be done with it has room, beside the balance that it leaves."""

import pytest

from companion.screens import properties
from tests.screens.faults import Page, faults
from tests.screens.seat import seat
from tests.screens.states import EVERY, positions

SHORTAGE = next(one for one in positions() if one.name == "shortage, 12 players")


@pytest.mark.usefixtures("language")
def test_everything_that_a_deed_with_houses_allows_has_room_below_twelve_tabs() -> None:
    table = seat(SHORTAGE.parse())
    game = table.game
    for deed in (one for one in game.board.deeds if game.rank(one)):
        page = properties.begun(game, game.owner(deed))
        table.set_value("properties", properties.tapped(page, ("deed", deed), game)[0])
        for window in EVERY:
            nodes = window.place(properties.page(table, window.room))
            assert faults(Page(nodes, *window[:3])) == []
