"""The title deeds as rows: what is printed on each, and who has it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.state import Game


@dataclass(frozen=True, slots=True)
class DeedRow:
    """A deed, amounts in dollars; ``buildings`` 5 is a hotel; what nobody owns is the bank's."""

    deed: str
    name: str
    group: str
    price: int
    mortgage: int
    house_price: int
    owner: str
    buildings: int
    mortgaged: bool


def deeds(position: Game) -> Iterator[DeedRow]:
    """Every deed of the board, in the order of its spaces."""
    for deed in position.board.deeds.values():
        held = position.holdings.get(deed.key)
        yield DeedRow(
            *(deed.key, deed.name, deed.group, deed.price, deed.mortgage, deed.house_price),
            position.owner(deed.key),
            held.buildings if held else 0,
            bool(held and held.mortgaged),
        )
