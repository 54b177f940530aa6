"""The title deeds of a game as rows, each with its printed amounts and its owner."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.state import Game


@dataclass(frozen=True, slots=True)
class DeedFields:
    """Row of one deed.

    Amounts are in dollars. ``buildings`` counts the houses, 5 meaning a hotel. ``owner`` is the
    bank for a deed that no player owns.
    """

    deed: str
    name: str
    group: str
    price: int
    mortgage: int
    house_price: int
    owner: str
    buildings: int
    mortgaged: bool


def deeds(position: Game) -> Iterator[DeedFields]:
    """Yield a row for every deed of the board, in the order of the spaces."""
    for deed in position.board.deeds.values():
        holding = position.holdings.get(deed.key)
        yield DeedFields(
            deed=deed.key,
            name=deed.name,
            group=deed.group,
            price=deed.price,
            mortgage=deed.mortgage,
            house_price=deed.house_price,
            owner=position.owner(deed.key),
            buildings=holding.buildings if holding else 0,
            mortgaged=bool(holding and holding.mortgaged),
        )
