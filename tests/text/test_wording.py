"""Sums, names, cards and the tray, in words."""

import pytest

from companion import text
from companion.engine import board, edition
from companion.engine.board import PACKS, Card, Kind
from companion.text.names import short_names
from hardware import PINS

ATLANTIC, LONDON = board.load("atlantic-city"), board.load("london")


@pytest.mark.parametrize(
    ("amount", "said"),
    [(0, "$0"), (12, "$12"), (1304, "$1,304"), (12345, "$12,345"), (-12, "\N{MINUS SIGN}$12")],
)
def test_money_is_written_with_its_sign_and_thousands(amount: int, said: str) -> None:
    assert str(text.money(amount)) == said


def test_money_is_in_the_boards_currency() -> None:
    assert str(text.money(1304, LONDON.currency)) == "£1,304"


@pytest.mark.parametrize(("amount", "said"), [(12, "+$12"), (-12, "\N{MINUS SIGN}$12"), (0, "$0")])
def test_what_comes_and_goes_has_a_sign(amount: int, said: str) -> None:
    assert str(text.signed(amount)) == said


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "no buildings"), (1, "1 house"), (4, "4 houses"), (5, "a hotel")],
)
def test_what_a_lot_carries(count: int, said: str) -> None:
    assert text.buildings(count) == said


@pytest.mark.parametrize(
    ("n", "thing", "said"),
    [
        (1, "house", "1 house"),
        (29, "house", "29 houses"),
        (1, "hotel", "1 hotel"),
        (0, "move", "0 moves"),
    ],
)
def test_one_thing_is_not_called_like_two(n: int, thing: str, said: str) -> None:
    assert text.counted(n, thing) == said


@pytest.mark.parametrize(
    ("names", "said"),
    [(["Ann"], "Ann"), (["Ann", "Bob"], "Ann and Bob"), (["Ann", "Bob", "Cy"], "Ann, Bob and Cy")],
)
def test_the_last_of_a_list_comes_after_an_and(names: list[str], said: str) -> None:
    assert str(text.listed(names)) == said


def test_names_are_those_printed() -> None:
    assert str(text.space_name(ATLANTIC, 10)) == "Jail / Just Visiting"
    assert str(text.deed_name(LONDON, "the-angel-islington")) == "The Angel, Islington"
    assert str(text.pack_name(ATLANTIC, Kind.COMMUNITY_CHEST)) == "Community Chest"


def all_cards() -> list[tuple[board.Board, Card]]:
    boards = [board.load(name) for name in board.names()]
    packs = {edition.load(name).pack for name in edition.names()}
    return [(b, c) for b in boards for p in packs for k in PACKS for c in b.pack(p, k).values()]


def test_every_card_has_words_short_enough_for_a_button() -> None:
    for where, card in all_cards():
        said = str(text.card(where, card))
        assert 0 < len(said) <= 50, said
        assert "{" not in said
        assert f"{where.currency}0" not in said


@pytest.mark.parametrize("code", ["cocked", "missing", "extra", "sensor"])
def test_a_fault_of_the_tray_says_what_to_do(code: str) -> None:
    assert "throw" in text.tray_fault(code)


def test_an_unknown_fault_is_one_of_the_sensor() -> None:
    assert text.tray_fault("gremlins") == text.tray_fault("sensor")


def test_every_button_that_is_stuck_has_a_sentence_of_its_own() -> None:
    buttons = [name for name in PINS if name not in ("lamp", "buzzer")]
    said = [text.button_stuck(name) for name in (*buttons, "bid_1", "bid_12")]
    assert len({*said}) == len(said)
    assert "seat 12" in said[-1]


@pytest.mark.parametrize("name", ["bell", "none", "bell_2"])
def test_another_button_that_is_stuck_is_named(name: str) -> None:
    assert f"{name} is stuck" in text.button_stuck(name)


@pytest.mark.parametrize("where", board.names())
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("rules", edition.names())
def test_no_two_cards_of_a_pack_look_alike(where: str, pack: Kind, rules: str) -> None:
    streets = board.load(where)
    cards = streets.pack(edition.load(rules).pack, pack).values()
    tiles = [(one.effect, *text.card_tile(streets, one)) for one in cards]
    assert len(set(tiles)) == len(tiles)


@pytest.mark.parametrize("where", board.names())
def test_short_names_get_shorter_and_stay_unique(where: str) -> None:
    streets = board.load(where)
    by_key = {key: short_names(streets, key) for key in streets.deeds}
    for key, names in by_key.items():
        assert names[0] == streets.deeds[key].name
        assert sorted(names, key=len, reverse=True) == [*names]
        for other in by_key.keys() - {key}:
            assert not set(names) & set(by_key[other])


def test_streets_are_shortened_as_people_write_them() -> None:
    assert short_names(ATLANTIC, "north-carolina-avenue")[1:] == ("N. Carolina Ave", "N. Carolina")
    assert short_names(ATLANTIC, "pennsylvania-railroad")[-1] == "Penn. RR"
    assert short_names(LONDON, "mayfair") == ("Mayfair",)
    italy = board.load("italy")
    assert short_names(italy, "piazza-dante")[-1] == "P.za Dante"
    assert short_names(italy, "stazione-est")[-1] == "Staz. Est"
