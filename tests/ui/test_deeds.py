"""Title deeds as values: what is printed on them, and the rent of today."""

import pytest

from companion.table.deeds import TitleDeed, rent_today, title_deed
from tests.ui.positions import at, table
from tests.words import plain

ORANGE = "ruling: Ann owns St. James Place; Ann owns Tennessee Avenue; Ann owns New York Avenue"


def today(deed: TitleDeed) -> list[int]:
    return [place for place, row in enumerate(deed.rents) if row.today]


def test_a_street_lists_its_rents_with_houses_drawn() -> None:
    deed = title_deed(table(), "tennessee-avenue")
    amounts = [row.amount for row in deed.rents]
    assert plain(amounts) == ["$14", "$28", "$70", "$200", "$550", "$750", "$950"]
    pictures = [(row.picture, row.count) for row in deed.rents]
    houses = [("house", count) for count in range(1, 5)]
    assert pictures == [("", 0), ("", 0), *houses, ("hotel", 1)]
    assert plain([row.amount for row in deed.prices]) == ["$100", "$90"]


def test_railroads_and_utilities_count_themselves() -> None:
    railroad = title_deed(table(), "reading-railroad")
    assert [(row.picture, row.count) for row in railroad.rents] == [
        ("railroad", count) for count in (1, 2, 3, 4)
    ]
    assert plain([row.amount for row in railroad.prices]) == ["$100"]
    utility = title_deed(table(), "water-works")
    assert [row.picture for row in utility.rents] == ["utility", "utility"]


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ((), []),
        (("ruling: Ann owns Tennessee Avenue",), [0]),
        ((ORANGE,), [1]),
        ((ORANGE, "ruling: Tennessee Avenue carries 2 houses"), [3]),
        ((ORANGE, "ruling: Tennessee Avenue carries hotel"), [6]),
        (("ruling: Ann owns Tennessee Avenue; Tennessee Avenue is mortgaged",), []),
    ],
)
def test_only_the_rent_of_today_is_marked(lines: tuple[str, ...], rows: list[int]) -> None:
    game = at(*lines)
    deed = title_deed(game, "tennessee-avenue")
    assert today(deed) == rows
    shown = [deed.rents[row].amount for row in rows]
    assert [rent_today(game, game.board.deeds[deed.key])] == (shown or [""])


def test_a_mortgaged_deed_says_so() -> None:
    game = at("ruling: Ann owns Short Line; Short Line is mortgaged")
    assert title_deed(game, "short-line").mortgaged
    assert not title_deed(game, "boardwalk").mortgaged
