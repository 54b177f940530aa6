"""Page of one player's properties: the chosen deed, the plan, and what taps make of them."""

from dataclasses import dataclass, replace
from typing import Any

from companion.engine.state import Game
from companion.table.properties.plan import NOTHING, Plan, Selling, plan_answer, tap_slot


@dataclass(frozen=True, slots=True)
class PropertiesPage:
    """Player whose properties are shown, with the chosen deed (empty for none) and the plan.

    ``held`` are the player's deeds with their buildings: the plan is for these.
    """

    player: str = ""
    deed: str = ""
    plan: Plan = NOTHING
    held: tuple[tuple[str, int], ...] = ()

    @property
    def is_planned(self) -> bool:
        """True while there is a plan."""
        return self.plan != NOTHING


def begun(game: Game, player: str = "") -> PropertiesPage:
    """Return all deeds of a player; the default is the player who has the dice."""
    player = player or game.turn.player
    held = tuple((deed.key, game.rank(deed.key)) for deed in game.deeds_of(player))
    return PropertiesPage(player, held=held)


def tapped(page: PropertiesPage, do: tuple[Any, ...], game: Game) -> tuple[PropertiesPage, str]:
    """Return the page after a tap, and why the rules refuse what was planned by it.

    Refused buildings are not planned. A refused sale is: selling more may be legal (SELL-3).
    """
    match do:
        case ("tab", str(player)):
            return begun(game, player), ""
        case ("clear",):
            return replace(page, deed="", plan=NOTHING), ""
        case ("deed", str(deed)):
            return replace(page, deed=deed, plan=NOTHING), ""
        case ("place", str(deed), int(rank)):
            plan = tap_slot(game, page.plan, deed, rank)
            why = plan_answer(game, page.player, plan).reason if plan != NOTHING else ""
            if why and not isinstance(plan, Selling):
                return page, why
            return replace(page, deed="", plan=plan), why
    return page, ""


def followed(page: PropertiesPage, game: Game) -> PropertiesPage:
    """Return the page in another position, without a plan or a deed that is out of date."""
    now = begun(game, page.player if page.player in game.players else "")
    if (now.player, now.held) == (page.player, page.held):
        return page
    return replace(now, deed=page.deed if page.deed in dict(now.held) else "")
