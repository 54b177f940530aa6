"""Rent still due: every claim has a line and a place, and keeps it."""

from dataclasses import replace

import pytest

from companion import text
from companion.engine.state import Game, start
from companion.table.play.claims import ClaimLine, stack
from companion.text.moments import claim as claim_text
from tests.ui.positions import at, table

OWNED = (
    "ruling: Bob owns Tennessee Avenue; Cy owns Oriental Avenue; Dee owns Boardwalk; "
    "Bob owns Virginia Avenue; Ann owns Baltic Avenue"
)
FOUR = "Ann Bob Cy Dee"


def four(**chosen: str) -> Game:
    return at(OWNED, game=table(FOUR, **chosen))


def landing(game: Game, player: str, where: str, a: int, b: int) -> Game:
    """``player``, whose turn it is, rolls from ``where``."""
    return at(f"ruling: {player} stands on {where}", f"{player} throws {a} {b}", game=game)


def tennessee(game: Game, player: str = "Ann") -> Game:
    return landing(game, player, "Electric Company", 4, 2)


def places(lines: list[ClaimLine]) -> list[tuple[str, int]]:
    return [(line.claim.deed, line.place) for line in lines]


def test_a_line_says_property_owner_amount_and_how_long() -> None:
    [line] = stack(tennessee(four()))
    assert (line.names[0], line.group, line.marker, line.place) == (
        "Tennessee Avenue",
        "orange",
        1,
        0,
    )
    assert line.collect[0] == claim_text("collect", owner="Bob", amount="$14")
    assert line.until[0] == claim_text("until.throw", player="Cy")
    assert (line.rolls, line.most_rolls) == (2, 2)
    assert line.note[0] == claim_text("from", payer="Ann")
    assert (line.form, line.is_short, line.is_missed) == ("wide", False, False)
    assert line.answer.move.player == "Bob"


def test_the_dots_count_the_rolls_until_it_lapses() -> None:
    game = tennessee(four())
    assert [line.rolls for line in stack(game)] == [2]
    game = at("ruling: Bob stands on Go", "Bob throws 4 6", game=game)
    assert [line.rolls for line in stack(game)] == [1]
    assert at("ruling: Cy stands on Go", "Cy throws 4 6", game=game).claims == ()


def test_a_roll_again_leaves_the_dots_as_they_are() -> None:
    game = landing(four(), "Ann", "Virginia Avenue", 2, 2)
    assert game.turn.to_throw
    assert [line.rolls for line in stack(game)] == [2]


def test_where_a_claim_lapses_with_the_dice_there_is_one_dot_less() -> None:
    setup = table(FOUR).setup
    edition = replace(setup.edition, claim_lapses="receive")
    game = tennessee(at(OWNED, game=start(replace(setup, edition=edition))))
    [line] = stack(game)
    assert line.rolls == 1
    assert line.until[0] == claim_text("until.receive", player="Cy")


def test_a_payer_who_is_short_is_said_to_be() -> None:
    [line] = stack(at("ruling: Ann has $4", game=tennessee(four())))
    assert line.is_short
    assert line.note[0] == claim_text("short", payer="Ann", amount="$10")


def test_a_claim_keeps_its_place_when_others_come_and_go() -> None:
    game = tennessee(four())
    first = stack(game)
    game = landing(game, "Bob", "Go", 4, 2)
    both = stack(game, first)
    assert places(both) == [("tennessee-avenue", 0), ("oriental-avenue", 1)]
    game = at("Bob collects rent from Ann", game=game)
    left = stack(game, both)
    assert places(left) == [("oriental-avenue", 1)]
    game = landing(game, "Cy", "Water Works", 6, 5)
    assert places(stack(game, left)) == [("boardwalk", 0), ("oriental-avenue", 1)]


def test_many_claims_take_less_room_and_are_all_there() -> None:
    game, lines, forms = four(), [], []
    for player, where, dice in (
        ("Ann", "Virginia Avenue", (2, 2)),
        ("Ann", "Go", (4, 2)),
        ("Bob", "Go", (3, 3)),
        ("Bob", "Water Works", (6, 5)),
    ):
        game = landing(game, player, where, *dice)
        lines = stack(game, lines)
        assert len(lines) == len(game.claims)
        assert [line.place for line in lines] == [*range(len(lines))]
        forms.append(lines[0].form)
    assert forms == ["wide", "wide", "slim", "tiles"]
    assert len(lines) == 4
    named = ("Tennessee Avenue $14", "Tennessee $14")
    assert {*named, claim_text("collect.slim", amount="$14"), "$14"} <= {*lines[0].collect}


def test_missed_rent_stays_in_its_place_for_a_while() -> None:
    game = landing(tennessee(four()), "Bob", "Go", 4, 2)
    lines = stack(game)
    [claim] = [claim for claim in game.claims if claim.deed == "tennessee-avenue"]
    after = at("ruling: Cy stands on Go", "Cy throws 4 6", game=game)
    missed, other = stack(after, lines, [claim])
    assert (missed.claim, missed.place, missed.is_missed) == (claim, 0, True)
    assert missed.collect == (claim_text("missed", amount=text.money(14)),)
    assert (other.place, other.is_missed) == (1, False)
    assert places(stack(after, [missed, other])) == [("oriental-avenue", 1)]


@pytest.mark.parametrize("lines", [(), (*stack(tennessee(four())),)])
def test_watchful_owners_are_told_nothing(lines: tuple[ClaimLine, ...]) -> None:
    game = tennessee(four(rent="watchful"))
    assert game.claims
    assert stack(game, lines, game.claims) == []


def test_beside_answers_there_is_only_room_for_slim_lines() -> None:
    [line] = stack(tennessee(four()), is_crowded=True)
    assert (line.form, line.collect) == ("slim", (claim_text("collect.slim", amount="$14"), "$14"))
