"""A game by touch: what is tapped is booked once, and what is booked is seen."""

from pathlib import Path

import pytest

from companion.engine.moves import Bid, DrawCard, Undo
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_dice_are_two_taps(desk: Desk) -> None:
    desk.sit_down()
    desk.tap_dice(4, 5)
    assert desk.moves == 1
    assert desk.table.now.sublines[0] in desk.texts()
    assert list(desk.table.session.game.turn.dice) == [4, 5]


def test_the_same_die_twice_is_doubles(desk: Desk) -> None:
    desk.sit_down()
    desk.tap_dice(3, 3)
    assert list(desk.table.session.game.turn.dice) == [3, 3]


def test_the_first_die_can_be_corrected(desk: Desk) -> None:
    desk.sit_down()
    desk.tap_dice(1)
    assert lit(desk) == [(0, 1)]
    desk.tap_dice(4, 5)
    assert list(desk.table.session.game.turn.dice) == [4, 5]


def test_the_second_die_can_be_tapped_first(desk: Desk) -> None:
    from companion.runtime.ui_driver import die_key

    desk.sit_down()
    desk.tap(die_key(1, 5))
    assert (lit(desk), desk.moves) == ([(1, 5)], 0)
    desk.tap(die_key(0, 4))
    assert list(desk.table.session.game.turn.dice) == [4, 5]


def test_a_double_tap_on_a_die_lights_one_key(desk: Desk) -> None:
    from companion.runtime.ui_driver import die_key

    desk.sit_down()
    desk.double_tap(die_key(0, 6))
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
    from companion.screens.styles import of_player
    from companion.ui import theme

    color = of_player(theme.colors, desk.table.actor_marker).fill
    return [key.does[1:] for key in desk.all_keys("die") if key.fill == color]


def test_buying_shows_the_balance_and_the_change(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.tap("Buy for $120")
    assert desk.cash("Ann") == 1380
    assert {"$1,380", "\N{MINUS SIGN}$120"} <= set(desk.texts())
    assert desk.table.actor_marker == 1, "it is Bob's turn, in Bob's colour"


def test_an_answer_says_what_it_does_to_the_balance(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    assert {"$1,500", "$1,380"} <= set(desk.texts())


def test_a_double_tap_books_once(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    button = desk.key("undo")
    moves = desk.moves
    desk.double_tap(button)
    assert desk.moves == moves + 1


def test_two_taps_that_are_two_wishes_count_twice(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    desk.tap("Undo")
    desk.tap("Undo")
    assert [played.move for played in desk.table.session.history[-2:]] == [Undo(), Undo()]


def test_two_fingers_at_once_book_one(desk: Desk) -> None:
    from companion.runtime.ui_driver import Touch

    desk.sit_down("Ann Bob", "Ann throws 4 5")
    fingers = [Touch(*desk.place(text)) for text in ("Buy for $120", "Auction it")]
    for kind in ("begin", "end"):
        for finger in fingers:
            desk.loop.post_dispatch_input(kind, finger)
    desk.frames()
    assert desk.moves == 2


def test_a_dimmed_answer_says_why(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann has $40", "Ann throws 4 5")
    moves = desk.moves
    desk.tap("Buy for $120")
    assert desk.moves == moves
    assert "Ann has $40 and Connecticut Avenue costs $120" in desk.table.notice
    assert desk.table.notice in desk.texts()


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
    assert "Cy has no rent to collect" in desk.table.notice
    desk.table.echo = 0.0
    desk.tap("Bob")
    assert desk.cash("Bob") == 1508


def test_a_card_is_picked_from_all_of_the_pack(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 3 4")
    desk.tap("+$50")
    assert desk.cash("Ann") == 1550


def test_the_program_draws_with_one_tap(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 3 4", cards="program")
    desk.tap("Draw a card")
    assert desk.moves == 2
    drawn = desk.table.session.history[-1].move
    assert isinstance(drawn, DrawCard)
    assert drawn.card


def test_an_auction_is_spoken_by_several_hands(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    desk.tap("Auction it")
    assert desk.table.screen == "auction"
    keys = [key for key in desk.all_keys("answer") if key.text == "+10"]
    desk.tap(keys[0])
    desk.tap(keys[1])
    assert "$20" in desk.texts()
    desk.tap("Sell to Bob")
    assert desk.cash("Bob") == 1480
    assert desk.table.screen == "play"


def test_a_bid_of_any_amount_is_keyed_in(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 4 5", "Ann declines", "Bob bids $20")
    keys = desk.all_keys("other bid")
    assert [key.does[1] for key in keys] == ["Ann", "Cy"], "who leads bids no more"
    desk.tap(keys[1])
    for digit in "137":
        desk.tap(digit)
    desk.tap("Bid $137")
    assert desk.table.session.history[-1].move == Bid("Cy", 137)
    assert desk.table.auction.bidder == ""
    assert "$137" in desk.texts()


def test_a_keyed_bid_is_left_without_booking_and_given_up_with_its_auction(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 4 5", "Ann declines")
    desk.tap(desk.key("other bid"))
    desk.tap("5")
    desk.tap("Back")
    assert (desk.table.screen, desk.table.auction.bidder, desk.moves) == ("auction", "", 2)
    desk.tap(desk.key("other bid"))
    assert desk.table.auction.amount == 0
    desk.play("Bob bids $20", "sold")
    assert (desk.table.screen, desk.table.auction.bidder) == ("play", "")


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


def test_the_history_and_the_menu_lead_back(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    desk.to_history()
    assert "Ann bought Connecticut Avenue" in desk.texts()
    desk.tap("Back")
    assert desk.table.screen == "play"


def test_a_game_is_resumed_on_the_same_screen(tmp_path: Path) -> None:
    with Desk(tmp_path) as first:
        first.sit_down("Ann Bob", "Ann throws 4 5")
        texts = first.texts()
    with Desk(tmp_path) as second:
        second.table.resume(second.ledger.latest_unfinished())
        second.frames()
        assert second.texts() == texts


@pytest.mark.drawn
def test_nothing_is_drawn_while_nothing_changes(desk: Desk) -> None:
    desk.sit_down()
    desk.frames(10)
    for _ in range(10):
        assert not desk.window.canvas.needs_redraw
        desk.frames(1)


def test_a_card_may_follow_any_other_answer(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann is in jail; Ann has the dice")
    desk.tap_dice(6, 6)
    assert desk.table.now.kind == "draw"
    desk.table.echo = 0.0
    desk.tap("Undo")
    assert desk.table.now.kind == "roll"
