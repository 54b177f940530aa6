"""Deeds of one player as the screen shows them: groups, earnings and actions."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from companion.engine import moves, valuation
from companion.engine.board import BARE_LOT, Deed
from companion.engine.decide import play, refusal
from companion.engine.refusals import IllegalMove
from companion.engine.state import Game
from companion.table.deeds import rent_today
from companion.table.prompts.answers import Answer, answer
from companion.table.properties.plan import (
    NOTHING,
    Plan,
    Selling,
    all_hotels,
    current_ranks,
    plan_answer,
    planned_ranks,
    tap_slot,
)
from companion.text import counted, signed_sum
from companion.text.names import party_name, short_names
from companion.text.screens.properties import text_of
from companion.text.told import Wording


@dataclass(frozen=True, slots=True)
class Place:
    """Slot for building number ``rank`` of a lot.

    ``state`` is ``built``, ``planned``, ``going`` (to be sold), ``free``, or ``shut`` if nothing
    can be built there now.
    """

    deed: str
    rank: int
    hotel: bool
    state: str


@dataclass(frozen=True, slots=True)
class HeldDeed:
    """Deed with its present rent, and that after the plan.

    ``names`` are the full name and shorter ones. ``amount`` is the rent after the plan without
    words. ``places`` is empty unless the player owns the whole group. A deed that ``secures`` a
    loan is neither sold nor mortgaged (HOUSE-6).
    """

    key: str
    names: tuple[str, ...]
    group: str
    earns: Wording
    after: Wording
    amount: Wording
    mortgaged: bool
    secures: bool
    places: tuple[Place, ...]


def held_deeds(game: Game, player: str, plan: Plan = NOTHING) -> list[HeldDeed]:
    """Player's deeds by group, in board order."""
    after = _after(game, player, plan)
    held: dict[str, list[HeldDeed]] = {}
    for deed in game.deeds_of(player):
        held.setdefault(deed.group, []).append(_held(game, after, deed, plan))
    return [deed for group in held.values() for deed in group]


def answers(game: Game, player: str, plan: Plan, chosen: str) -> list[Answer]:
    """Plan as an answer, or the actions for the chosen deed.

    Illegal actions are dimmed.
    """
    if plan != NOTHING:
        return [plan_answer(game, player, plan)]
    return list(_answers(game, player, game.board.deeds[chosen])) if chosen else []


def titles(player: str) -> tuple[Wording, ...]:
    """Title of the screen and shorter ones."""
    name = party_name(player)
    return text_of("title", player=name), name


def nothing(game: Game, player: str) -> Wording:
    """Say that a player has no properties; empty for a player who has some."""
    return "" if game.deeds_of(player) else text_of("no_deeds", player=player)


def hint(game: Game, player: str) -> Wording:
    """Describe what can be tapped."""
    if not (deeds := game.deeds_of(player)):
        return ""
    has_places = any(deed.house_price and game.has_whole_group(deed) for deed in deeds)
    return text_of("hint" if has_places else "hint_deeds")


def _answers(game: Game, player: str, deed: Deed) -> Iterator[Answer]:
    if deed.house_price:
        yield _builds(game, player, deed)
    if game.rank(deed.key):
        yield from _sales(game, player, deed)
    if game.holdings[deed.key].mortgaged:
        loss = signed_sum(game, -deed.mortgage - valuation.interest(game, deed))
        lifts = moves.Unmortgage(player, deed.key)
        yield answer(game, text_of("lift", loss=loss), lifts, tone="out")
    else:
        gain = signed_sum(game, deed.mortgage)
        mortgages = moves.Mortgage(player, deed.key)
        yield answer(game, text_of("mortgage", gain=gain), mortgages, tone="in")
        if game.edition.sell_back != "no":
            gain = signed_sum(game, valuation.buyback(game, deed))
            sells = moves.SellDeed(player, deed.key)
            yield answer(game, text_of("sell back", gain=gain), sells, tone="in")


def _builds(game: Game, player: str, deed: Deed) -> Answer:
    """Offer one more building, or a refusal that names the missing deed."""
    if game.has_whole_group(deed) and game.rank(deed.key) <= game.setup.top_houses:
        return plan_answer(game, player, _one_more(game, deed))
    loss = signed_sum(game, -deed.house_price)
    text = text_of("build", buildings=counted(1, "house"), loss=loss)
    return answer(game, text, moves.Build(player, (deed.key,)), tone="out")


def _sales(game: Game, player: str, deed: Deed) -> Iterator[Answer]:
    """Offer the sale of one building, and of all in the group."""
    yield plan_answer(game, player, tap_slot(game, NOTHING, deed.key, game.rank(deed.key)))
    stand = current_ranks(game, deed.group)
    if sum(stand) > 1:
        yield plan_answer(game, player, Selling(deed.group, (BARE_LOT,) * len(stand)))


def _one_more(game: Game, deed: Deed) -> Plan:
    """Plan one more building, with those that other lots need first."""
    return tap_slot(game, NOTHING, deed.key, game.rank(deed.key) + 1)


def _after(game: Game, player: str, plan: Plan) -> Game:
    """Position after the plan, or the present one if the plan is illegal."""
    with suppress(IllegalMove):
        if plan != NOTHING:
            return play(game, plan_answer(game, player, plan).move)
    return game


def _held(game: Game, after: Game, deed: Deed, plan: Plan) -> HeldDeed:
    places = _places(game, deed, plan) if deed.house_price and game.has_whole_group(deed) else ()
    now, then = rent_today(game, deed), rent_today(after, deed)
    return HeldDeed(
        deed.key,
        short_names(game.board, deed.key),
        deed.group,
        text_of("earns", amount=now) if now else text_of("mortgaged"),
        then if then != now else "",
        then,
        game.holdings[deed.key].mortgaged,
        bool(game.lender_on(deed.key)),
        places,
    )


def _places(game: Game, deed: Deed, plan: Plan) -> tuple[Place, ...]:
    lot = game.board.groups[deed.group].index(deed)
    before, after = game.rank(deed.key), planned_ranks(game, plan, deed.group)[lot]
    top = game.setup.top_houses
    may_be_built = before > top or _is_legal(game, deed, _one_more(game, deed))
    # With a house rule the bank may have the hotels, but no houses on the way (HOUSE-21).
    may_be_hotel = may_be_built or (
        not game.edition.hotels_need_houses and _is_legal(game, deed, all_hotels(game, deed.key))
    )

    def state(rank: int) -> str:
        if rank <= before:
            return "built" if rank <= after else "going"
        if rank <= after:
            return "planned"
        return "free" if (may_be_hotel if rank > top else may_be_built) else "shut"

    ranks = range(1, top + 2)
    return tuple(Place(deed.key, rank, rank > top, state(rank)) for rank in ranks)


def _is_legal(game: Game, deed: Deed, plan: Plan) -> bool:
    return refusal(game, plan_answer(game, game.owner(deed.key), plan).move) is None
