"""The boards and packs that come with the program say what is printed, number by number."""

from collections import Counter
from typing import Any

import pytest

from companion.engine import board, edition
from companion.engine.board import Card, Kind
from tests.engine import facts

SPACES = [
    pytest.param(name, space, id=f"{name}-{space['position']}")
    for name in facts.BOARDS
    for space in facts.board(name)["spaces"]
]
DEEDS = [param for param in SPACES if "price" in param.values[1]]
PACKS = [
    (where, rules, pack)
    for where in facts.BOARDS
    for rules in ("1961", "modern")
    for pack in ("chance", "community_chest")
]
EFFECTS = {
    "advance_to": "advance",
    "advance_to_nearest": "advance_to_nearest",
    "collect_bank": "collect",
    "pay_bank": "pay",
    "collect_each_player": "collect_from_each",
    "pay_each_player": "pay_each",
    "repairs": "repairs",
    "move_back": "go_back",
    "move_back_to": "go_back_to",
    "go_to_jail": "go_to_jail",
    "get_out_of_jail_free": "jail_card",
    "fine_or_chance": "fine_or_chance",
}


@pytest.mark.parametrize(("name", "printed"), SPACES)
def test_every_space_is_where_it_is_printed(name: str, printed: dict[str, Any]) -> None:
    space = board.load(name).spaces[printed["position"]]
    assert (space.name, space.key) == (printed["name"], printed["key"])
    assert (space.deed is not None) == ("price" in printed)
    if printed["type"] == "tax":
        assert space.kind in (Kind.INCOME_TAX, Kind.LUXURY_TAX)
    else:
        assert space.kind == printed["type"]
    assert space.amount == printed.get("amount_fixed", 0)


@pytest.mark.parametrize(("name", "printed"), DEEDS)
def test_every_deed_says_what_is_printed(name: str, printed: dict[str, Any]) -> None:
    deed = board.load(name).deeds[printed["key"]]
    assert deed.position == printed["position"]
    assert deed.group == printed["group"]
    assert deed.price == printed["price"]
    assert deed.mortgage == printed["mortgage"]
    assert deed.house_price == printed.get("house_cost", 0)
    utility = [4, 10]
    assert list(deed.rent) == printed.get("rent", printed.get("rent_by_owned", utility))


@pytest.mark.parametrize("name", facts.BOARDS)
def test_the_box_holds_what_it_should(name: str) -> None:
    printed, ours = facts.board(name), board.load(name)
    assert (ours.name, ours.currency) == (printed["name"], printed["currency"])
    assert (ours.houses, ours.hotels) == (printed["houses"], printed["hotels"]) == (32, 12)
    assert (ours.salary, ours.fine) == (printed["go_salary"], printed["jail_fine"]) == (200, 50)
    assert len(ours.deeds) == 28
    sizes = Counter(len(group) for group in ours.groups.values())
    assert sizes == {2: 3, 3: 6, 4: 1}, "two pairs of streets, the utilities, six threes, railroads"


def same_effect(ours: Card, printed: dict[str, Any], where: board.Board) -> None:
    assert ours.effect == EFFECTS[printed["type"]]
    assert ours.amount == printed.get("amount", 0)
    assert (ours.per_house, ours.per_hotel) == (
        printed.get("per_house", 0),
        printed.get("per_hotel", 0),
    )
    assert ours.spaces == printed.get("spaces", 0)
    assert ours.kind == printed.get("kind", "")
    if "position" in printed:
        assert where.position_of(ours.to) == printed["position"]


@pytest.mark.parametrize(("where", "rules", "pack"), PACKS)
def test_every_pack_has_its_sixteen_cards(where: str, rules: str, pack: str) -> None:
    printed = facts.cards(where, rules, pack)
    ours = board.load(where).pack(edition.load(rules).pack, Kind(pack))
    copies = Counter({key: card.copies for key, card in ours.items()})
    assert copies == Counter(card["key"] for card in printed)
    assert copies.total() == 16
    for card in printed:
        same_effect(ours[card["key"]], card, board.load(where))


NOTES = (500, 100, 50, 20, 10, 5, 1)
SHEETS = {
    "1934": ((1, 5, 5, 5, 10, 8, 10), (2, 12)),
    "1935": ((1, 7, 2, 5, 7, 5, 5), (2, 6)),
    "1961": ((2, 2, 2, 6, 5, 5, 5), (2, 8)),
    "1973": ((2, 2, 2, 6, 5, 5, 5), (2, 8)),
    "modern": ((2, 2, 2, 6, 5, 5, 5), (2, 8)),
    "italian": ((1, 9, 0, 0, 9, 0, 10), (2, 6)),
}


@pytest.mark.parametrize("name", SHEETS)
def test_the_notes_come_to_the_starting_money(name: str) -> None:
    """SET-1 to SET-3."""
    sheet, (notes, players) = edition.load(name), SHEETS[name]
    assert sheet.notes == notes
    assert sum(n * worth for n, worth in zip(notes, NOTES, strict=True)) == sheet.starting_cash
    assert sheet.starting_cash == 1500
    assert (sheet.fewest_players, sheet.most_players) == players


def test_the_italian_rows_are_those_reported() -> None:
    """HOUSE-11: in that board's money, where 500 is the salary, they are 8750, 7500, ... 3750."""
    rows, salary = edition.load("italian").deal_by_players, board.load("italy").salary
    reported = {2: (7, 8750), 3: (6, 7500), 4: (5, 6250), 5: (4, 5000), 6: (3, 3750)}
    assert {one: (deeds, cash * 500 / salary) for one, deeds, cash in rows} == reported


def test_everything_shipped_is_shown_here() -> None:
    assert board.names() == facts.BOARDS
    assert edition.names() == sorted(SHEETS)
