"""The table of screens: to add one, add its line here, its folder and its kv file."""

from typing import Final

SCREENS: Final[dict[str, str]] = {
    "setup": "companion.app.screens.setup:SetupScreen",
    "play": "companion.app.screens.play:PlayScreen",
    "auction": "companion.app.screens.auction:AuctionScreen",
    "debt": "companion.app.screens.debt:DebtScreen",
    "end": "companion.app.screens.end:EndScreen",
    "holdings": "companion.app.screens.holdings:HoldingsScreen",
    "deal": "companion.app.screens.deal:DealScreen",
    "history": "companion.app.screens.history:HistoryScreen",
    "ruling": "companion.app.screens.ruling:RulingScreen",
    "menu": "companion.app.screens.menu:MenuScreen",
    "games": "companion.app.screens.games:GamesScreen",
    "recovery": "companion.app.screens.recovery:RecoveryScreen",
    "upkeep": "companion.app.screens.upkeep:UpkeepScreen",
}
"""Name of each screen, with the module and class that draw it; ``kv/<name>.kv`` lays it out."""
