"""Title deeds as values: rents as printed, the rent of today, prices and mortgages; no Kivy."""

from dataclasses import dataclass

from companion.engine.board import Deed, Kind
from companion.engine.state import Game
from companion.text import sum_of
from companion.text.names import short_names
from companion.text.screens.play import DEED
from companion.text.told import Told, Wording

HOUSE, HOTEL, RAILROAD, UTILITY = "house", "hotel", "railroad", "utility"
"""Pictures of a row of rents."""


@dataclass(frozen=True, slots=True)
class DeedRow:
    """Row of a title deed: an amount, and words or pictures that say what for.

    ``count`` is the number of pictures; ``today`` marks the rent that is due now.
    """

    amount: Wording
    text: Wording = ""
    picture: str = ""
    count: int = 0
    today: bool = False


@dataclass(frozen=True, slots=True)
class TitleDeed:
    """Title deed with its rents as printed.

    ``names`` are the full name and shorter ones. ``prices`` are a house and the mortgage.
    """

    key: str
    names: tuple[str, ...]
    group: str
    rents: tuple[DeedRow, ...]
    prices: tuple[DeedRow, ...]
    mortgaged: bool = False
    promises: tuple[DeedRow, ...] = ()
    """Players who land free on it, and how often."""

    @property
    def rows(self) -> tuple[DeedRow, ...]:
        """All rows, as printed, with the promises between rents and prices."""
        return self.rents + self.promises + self.prices


def title_deed(game: Game, key: str) -> TitleDeed:
    """Title deed with the rent of today marked."""
    deed, holding = game.board.deeds[key], game.holdings.get(key)
    return TitleDeed(
        key,
        short_names(game.board, key),
        deed.group,
        tuple(_rents(game, deed)),
        tuple(_prices(game, deed)),
        mortgaged=holding is not None and holding.mortgaged,
        promises=tuple(
            DeedRow(
                DEED["for good"] if one.times is None else DEED.fill("times", times=one.times),
                DEED.fill("free", player=one.player),
            )
            for one in game.promises
            if one.deed == key
        ),
    )


def rent_today(game: Game, deed: Deed) -> Wording:
    """Rent of today as printed; empty if nobody pays any."""
    row = row_today(game, deed)
    return "" if row < 0 else _amounts(game, deed)[row]


def row_today(game: Game, deed: Deed) -> int:
    """Index of the row with the rent of today; -1 if nobody pays any."""
    holding = game.holdings.get(deed.key)
    if holding is None or holding.mortgaged:
        return -1
    if deed.kind is not Kind.STREET:
        return game.owned_in_group(holding.owner, deed.group) - 1
    if holding.buildings:
        return holding.buildings + 1
    return 1 if game.has_whole_group(deed) else 0


def _rents(game: Game, deed: Deed) -> list[DeedRow]:
    today = row_today(game, deed)
    return [
        DeedRow(amount, *_picture(deed, row), today=row == today)
        for row, amount in enumerate(_amounts(game, deed))
    ]


def _picture(deed: Deed, row: int) -> tuple[str, str, int]:
    """Text of a row, or its picture and how many of it."""
    if deed.kind is not Kind.STREET:
        return "", RAILROAD if deed.kind is Kind.RAILROAD else UTILITY, row + 1
    if row < len(_BARE):
        return DEED[_BARE[row]], "", 0
    houses = row - 1
    is_hotel = houses == len(deed.rent) - 1
    return ("", HOTEL, 1) if is_hotel else ("", HOUSE, houses)


_BARE = ("rent", "group")
"""Rows of a street before its first house."""


def _amounts(game: Game, deed: Deed) -> list[Told]:
    if deed.kind is Kind.UTILITY:
        return [DEED.fill("rolls", times=times) for times in deed.rent]
    bare, *rest = deed.rent
    doubled = [2 * bare] if deed.kind is Kind.STREET else []
    return [sum_of(game, amount) for amount in (bare, *doubled, *rest)]


def _prices(game: Game, deed: Deed) -> list[DeedRow]:
    house = [DeedRow(sum_of(game, deed.house_price), DEED["house"])] if deed.house_price else []
    return [*house, DeedRow(sum_of(game, deed.mortgage), DEED["mortgage"])]
