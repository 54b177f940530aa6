"""Board as the screen shows it: cells of the ring, the chosen space, and everybody's worth."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.engine.board import HOTEL, Deed, Kind, Space
from companion.engine.events import Event, Paid, Reversed
from companion.engine.phases import TaxChoice
from companion.engine.standings import standings
from companion.engine.state import BANK, Game, Player
from companion.engine.valuation import salary
from companion.table.deeds import DeedRow, row_today, title_deed
from companion.table.markers import markers_of
from companion.text import counted, sum_of
from companion.text.names import party_name, short_names
from companion.text.screens.board import text_of
from companion.text.told import Told, Wording

NOBODY = -1
PICTURES = {
    Kind.GO: "go",
    Kind.STREET: "",
    Kind.RAILROAD: "railroad",
    Kind.UTILITY: "utility",
    Kind.INCOME_TAX: "tax",
    Kind.LUXURY_TAX: "tax",
    Kind.CHANCE: "chance",
    Kind.COMMUNITY_CHEST: "chest",
    Kind.JAIL: "jail",
    Kind.FREE_PARKING: "parking",
    Kind.GO_TO_JAIL: "go_to_jail",
}
"""Icon of a space by its kind; streets have their colour."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Space as a cell of the ring.

    ``marker`` belongs to the owner, -1 for nobody; ``tokens`` are the markers of the players
    who are there. ``picture`` names what is drawn where there is no owner; streets have none.
    """

    group: str = ""
    picture: str = ""
    marker: int = NOBODY
    houses: int = 0
    hotel: bool = False
    mortgaged: bool = False
    tokens: tuple[int, ...] = ()


def ring_cells(game: Game) -> list[Cell]:
    """Cells of the ring, from GO on."""
    markers = markers_of(game.players)
    tokens: dict[int, list[int]] = {}
    for player in game.players.values():
        if not player.out:
            tokens.setdefault(player.space, []).append(markers[player.name])
    return [
        _cell(game, space, markers, tuple(tokens.get(space.position, ())))
        for space in game.board.spaces
    ]


def _cell(game: Game, space: Space, markers: dict[str, int], tokens: tuple[int, ...]) -> Cell:
    picture = PICTURES[space.kind]
    if space.deed is None:
        return Cell(picture=picture, tokens=tokens)
    holding = game.holdings.get(space.deed.key)
    if holding is None:
        return Cell(space.deed.group, picture, tokens=tokens)
    has_hotel = holding.buildings == HOTEL
    return Cell(
        space.deed.group,
        picture,
        markers[holding.owner],
        0 if has_hotel else holding.buildings,
        has_hotel,
        holding.mortgaged,
        tokens,
    )


@dataclass(frozen=True, slots=True)
class ChosenSpace:
    """The space that is shown in full.

    ``marker`` and ``owner`` are the owner's, -1 and empty for nobody. ``about`` is one line below
    the owner's name. ``rows`` tell what the space earns, costs and has earned; ``all_rows`` also
    have every rent on its deed, for a card with room.
    """

    names: tuple[str, ...]
    group: str
    picture: str
    marker: int
    owner: Wording
    about: Wording
    rows: tuple[DeedRow, ...]
    all_rows: tuple[DeedRow, ...]
    mortgaged: bool = False


def chosen_space(game: Game, position: int, events: Iterable[Event]) -> ChosenSpace:
    """Space with its owner, its rent now and its history.

    ``events`` are all events of the game.
    """
    space = game.board.spaces[position]
    if space.deed is None:
        return _plain_space(game, space)
    deed, owner = space.deed, game.owner(space.deed.key)
    earned = earnings(events, deed.key)
    history = _history(game, earned)
    return ChosenSpace(
        short_names(game.board, deed.key),
        deed.group,
        "",
        markers_of(game.players).get(owner, NOBODY),
        text_of("for sale") if owner == BANK else party_name(owner),
        _about(game, deed, earned),
        (*_rents_now(game, deed), *history),
        (*title_deed(game, deed.key).rows, *history),
        mortgaged=owner != BANK and game.holdings[deed.key].mortgaged,
    )


def earnings(events: Iterable[Event], deed: str) -> int:
    """Rent that a deed has brought in, without what was undone."""
    total = 0
    for event in events:
        paid, sign = (event.event, -1) if isinstance(event, Reversed) else (event, 1)
        if isinstance(paid, Paid) and paid.why == "rent" and paid.deed == deed:
            total += sign * paid.amount
    return total


def _about(game: Game, deed: Deed, earned: int) -> Wording:
    """Most interesting fact about a deed."""
    holding = game.holdings.get(deed.key)
    if holding is None:
        return text_of("price", amount=sum_of(game, deed.price))
    if holding.mortgaged:
        return text_of("mortgaged")
    if earned >= deed.price + game.rank(deed.key) * deed.house_price:
        return text_of("paid for itself")
    return text_of("full set") if game.has_whole_group(deed) else ""


def _rents_now(game: Game, deed: Deed) -> list[DeedRow]:
    """Rent now, the next higher one, and the mortgage."""
    rents = title_deed(game, deed.key).rents
    today = row_today(game, deed)
    now = rents[max(0, today)]
    amount = text_of("rent now", amount=now.amount)
    rows = [replace(now, amount=amount, text="", today=today >= 0)]
    for then in rents[max(0, today) + 1 :][:1]:
        rows.append(replace(then, text=then.text or text_of("with")))
    mortgage = sum_of(game, deed.mortgage)
    return [*rows, DeedRow(mortgage, text_of("mortgage"))]


def _history(game: Game, earned: int) -> list[DeedRow]:
    """Row of the rent that a deed has brought in, if there is any."""
    return [DeedRow(sum_of(game, earned), text_of("earned"))] if earned else []


def _plain_space(game: Game, space: Space) -> ChosenSpace:
    """Space without a deed, with the players who are there."""
    here = [player.name for player in game.players.values() if _is_on(player, space)]
    facts = tuple(_facts(game, space))
    return ChosenSpace(
        (space.name,),
        "",
        PICTURES[space.kind],
        NOBODY,
        "",
        party_name(here[0]) if len(here) == 1 else counted(len(here), "player") if here else "",
        facts,
        facts,
    )


def _is_on(player: Player, space: Space) -> bool:
    return player.space == space.position and not player.out


def _facts(game: Game, space: Space) -> list[DeedRow]:
    """Amount that a space without a deed is about."""
    match space.kind:
        case Kind.GO:
            sums = {"salary": salary(game, True), "salary passing": salary(game, False)}
            rows = [DeedRow(sum_of(game, amount), text_of(key)) for key, amount in sums.items()]
            return rows if len({*sums.values()}) > 1 else rows[:1]
        case Kind.INCOME_TAX | Kind.LUXURY_TAX:
            return [DeedRow(_tax(game, space), text_of("tax"))]
        case Kind.JAIL:
            return [DeedRow(sum_of(game, game.board.fine), text_of("bail"))]
        case Kind.FREE_PARKING if game.edition.pot:
            return [DeedRow(sum_of(game, game.pot), text_of("pot"))]
    return []


def _tax(game: Game, space: Space) -> Told:
    """Describe a tax; the edition can set another amount than the one on the board."""
    edition, income = game.edition, space.kind is Kind.INCOME_TAX
    fixed = edition.flat_income_tax if income else edition.luxury_tax
    amount = sum_of(game, fixed or space.amount)
    if not income or edition.income_tax == "flat":
        return amount
    return text_of("choice", amount=amount) if edition.income_tax == "choice" else text_of("tenth")


@dataclass(frozen=True, slots=True)
class Rank:
    """Player with the present net worth."""

    name: str
    marker: int
    worth: Wording
    out: bool


def ranking(game: Game) -> list[Rank]:
    """Return everybody by worth, the richest first.

    It is empty while a player chooses between a flat tax and a tenth: nobody may add up the worth
    before the choice (TAX-3).
    """
    if any(isinstance(phase, TaxChoice) for phase in game.pending):
        return []
    markers = markers_of(game.players)
    return [
        Rank(one.name, markers[one.name], sum_of(game, one.worth), one.out)
        for one in standings(game)
    ]
