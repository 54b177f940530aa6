"""A game by touch: what is tapped is booked once, and what is booked is seen."""

from pathlib import Path

import pytest

from companion.engine.moves import Bid, Undo
from tests.ui.driver import Desk


@pytest.mark.parametrize(
    ("keys", "dice"),
    [
        ([(0, 4), (1, 5)], [4, 5]),
        ([(0, 3), (1, 3)], [3, 3]),
        ([(1, 5), (0, 4)], [4, 5]),
        ([(0, 1), (0, 4), (1, 5)], [4, 5]),
    ],
    ids=["two taps", "doubles", "the second die first", "the first die corrected"],
)
def test_a_key_for_each_die_makes_a_roll(
    desk: Desk, keys: list[tuple[int, int]], dice: list[int]
) -> None:
    desk.sit_down()
    for key in keys:
        assert desk.moves == 0
        desk.tap(desk.key("die", *key))
        assert lit(desk) in ([key], [])
    assert list(desk.table.session.game.turn.dice) == dice
    assert str(desk.table.now.sublines[0]) in desk.texts()


def test_a_double_tap_on_a_die_lights_one_key(desk: Desk) -> None:
    desk.sit_down()
    desk.double_tap(desk.key("die", 0, 6))
    assert (lit(desk), desk.moves) == ([(0, 6)], 0)


def test_keys_stand_still_and_are_forgotten_with_another_move(desk: Desk) -> None:
    desk.sit_down()
    places = [key.box for key in desk.all_keys("die")]
    desk.tap_dice(2)
    assert [key.box for key in desk.all_keys("die")] == places
    desk.play("ruling: Bob has the dice")
    assert lit(desk) == []


def lit(desk: Desk) -> list[tuple[int, int]]:
    """Return the keys of dice in the colour of the player who rolls."""
    from companion.look.palette import color_of
    from companion.screens.styles import of_player

    color = color_of(desk.theme, of_player(desk.table.actor_marker).fill)
    return [key.does[1:] for key in desk.all_keys("die") if key.fill == color]


def test_buying_shows_the_balance_and_the_change(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    assert {"$1,500", "$1,380"} <= set(desk.texts())
    desk.tap("Buy for $120")
    assert desk.cash("Ann") == 1380
    assert {"$1,380", "\N{MINUS SIGN}$120"} <= set(desk.texts())
    assert desk.table.actor_marker == 1, "it is Bob's turn, in Bob's colour"


def test_two_taps_that_are_two_wishes_count_twice(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    desk.tap("Undo")
    desk.tap("Undo")
    assert [played.move for played in desk.table.session.history[-2:]] == [Undo(), Undo()]


def test_a_dimmed_answer_says_why(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann has $40", "Ann throws 4 5")
    moves = desk.moves
    desk.tap("Buy for $120")
    assert desk.moves == moves
    assert "Ann has $40 and Connecticut Avenue costs $120" in str(desk.table.notice)
    assert str(desk.table.notice) in desk.texts()


def test_a_claim_stays_while_the_next_one_is_asked_to_throw(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "ruling: Bob owns Connecticut Avenue", "Ann throws 4 5")
    assert desk.table.now.player == "Bob"
    assert desk.table.now.wants_dice
    [line] = desk.table.moments.claims
    desk.tap(line.collect[0])
    assert (desk.cash("Ann"), desk.cash("Bob")) == (1492, 1508)


def test_watchful_owners_tap_their_own_name(desk: Desk) -> None:
    desk.sit_down(
        "Ann Bob Cy",
        "ruling: Bob owns Connecticut Avenue",
        "Ann throws 4 5",
        rules="1934",
        rent="watchful",
    )
    assert not any("collects" in text for text in desk.texts())
    desk.tap("Cy")
    assert "Cy has no rent to collect" in str(desk.table.notice)
    desk.table.echo = 0.0
    desk.tap("Bob")
    assert desk.cash("Bob") == 1508


def test_a_bid_of_any_amount_is_keyed_in(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 4 5", "Ann declines", "Bob bids $20")
    keys = desk.all_keys("other bid")
    assert [key.does[1] for key in keys] == ["Ann", "Cy"], "who leads bids no more"
    desk.tap(keys[1])
    for digit in "137":
        desk.tap(digit)
    desk.tap("Bid $137")
    assert desk.last_move == Bid("Cy", 137)
    assert desk.table.values["auction"].bidder == ""
    assert "$137" in desk.texts()


def test_a_keyed_bid_is_left_without_booking_and_given_up_with_its_auction(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 4 5", "Ann declines")
    desk.tap(desk.key("other bid"))
    desk.tap("5")
    desk.tap("Back")
    assert (desk.table.screen, desk.table.values["auction"].bidder, desk.moves) == (
        "auction",
        "",
        2,
    )
    desk.tap(desk.key("other bid"))
    assert desk.table.values["auction"].amount == 0
    desk.play("Bob bids $20", "sold")
    assert (desk.table.screen, desk.table.values["auction"].bidder) == ("play", "")


def test_an_auction_leads_to_the_history_and_the_menu_and_waits(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann declines", "Bob bids $20")
    desk.to_history()
    assert desk.table.screen == "history"
    desk.tap("Back")
    desk.to_menu()
    assert desk.table.screen == "menu"
    desk.tap("Back")
    assert desk.table.screen == "auction"
    desk.tap("Sell to Bob")
    assert desk.cash("Bob") == 1480


def test_a_game_is_resumed_on_the_same_screen(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        first.sit_down("Ann Bob", "Ann throws 4 5")
        texts = first.texts()
    with Desk(tmp_path) as second:
        second.table.resume(second.ledger.latest_unfinished())
        second.frames()
        assert second.texts() == texts
