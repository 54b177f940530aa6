"""The list of screens."""

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
from companion.table.screen import Screen

SCREENS: dict[str, Screen] = {
    "play": play.SCREEN,
    "auction": auction.SCREEN,
    "debt": debt.SCREEN,
    "pay": pay.SCREEN,
    "board": board.SCREEN,
    "trade": trade.SCREEN,
    "history": history.SCREEN,
    "setup": setup.SCREEN,
    "game_over": podium.SCREEN,
    "story": story.SCREEN,
    "game_code": game_code.SCREEN,
    "past_games": past_games.SCREEN,
    "network": network.SCREEN,
    "recovery": recovery.SCREEN,
    "properties": properties.SCREEN,
    "menu": menu.SCREEN,
    "first_start": first_start.SCREEN,
    "device": device.SCREEN,
    "phones": phones.SCREEN,
    "ruling": ruling.SCREEN,
}
"""Every screen by its name. A new one needs a module, its texts, and a line here."""
