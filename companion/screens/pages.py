"""The list of pages: a new one needs a module and a line here."""

from collections.abc import Callable

from companion.palette import Theme
from companion.screens import (
    auction,
    board,
    debt,
    device,
    first_start,
    game_code,
    history,
    menu,
    network,
    past_games,
    pay,
    phones,
    play,
    podium,
    properties,
    recovery,
    ruling,
    setup,
    story,
    trade,
)
from companion.screens.moments import Flight
from companion.screens.parts import Part, Room
from companion.table.table import Table

PAGES: dict[str, Callable[[Table, Room], Part]] = {
    "play": play.page,
    "auction": auction.page,
    "debt": debt.page,
    "pay": pay.page,
    "board": board.page,
    "trade": trade.page,
    "history": history.page,
    "setup": setup.page,
    "game_over": podium.page,
    "story": story.page,
    "game_code": game_code.page,
    "past_games": past_games.page,
    "network": network.page,
    "recovery": recovery.page,
    "properties": properties.page,
    "menu": menu.page,
    "first_start": first_start.page,
    "device": device.page,
    "phones": phones.page,
    "ruling": ruling.page,
}
"""Page of each screen."""

OBSERVED = (
    "device",
    "first_start",
    "game_code",
    "history",
    "network",
    "past_games",
    "phones",
    "report_job",
    "settings",
)
"""Parts of the table whose changes pages show as well."""

ENTRANCES: dict[str, Callable[[Table, Theme], tuple[Flight, ...]]] = {
    "game_over": podium.entrance,
}
"""Motion of a page that a new moment leads to."""
