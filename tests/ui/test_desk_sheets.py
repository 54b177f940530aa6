"""Moves that end something are asked about first, with what follows from them in sums."""

import pytest

from companion.engine.moves import CloseAuction, DeclareBankruptcy, EndByTime, LeaveGame, Move, Undo
from companion.table.menu.leave import ending
from companion.text.screens.menu import SETTINGS
from tests.ui.driver import Desk
from tests.ui.touch import Hand

ESTATE = (
    "ruling: Bob owns Oriental Avenue; Bob owns Vermont Avenue; Bob owns Connecticut Avenue; "
    "Bob owns Short Line; Bob holds chance jail card",
    "ruling: Oriental Avenue carries 1 house; Vermont Avenue carries 1 house; "
    "Connecticut Avenue carries 1 house",
)
BANKRUPT = (
    "ruling: Ann has $20; Bob owns Boardwalk; Ann stands on Park Place; Ann owns Baltic Avenue; "
    "Baltic Avenue is mortgaged",
    "Ann throws 1 1",
    "Bob collects rent",
)


def to_menu(desk: Desk, page: str) -> None:
    desk.show("menu")
    desk.tap(SETTINGS[page])


def asked(desk: Desk, move: Move) -> dict[str, str]:
    """The lines of the sheet that a tap on the button for ``move`` opens."""
    before, hand = desk.moves, Hand(desk)
    hand.answer(move)
    assert desk.moves == before, "one tap is only a question"
    assert desk.table.sheet.move == move
    shown = desk.texts()
    lines = {str(line.text): str(line.amount) for line in desk.table.sheet.lines}
    assert {*lines, *filter(None, lines.values())} <= set(shown)
    assert str(desk.table.sheet.verb) in shown
    return lines


def test_a_player_is_removed_after_what_follows_was_said(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ESTATE)
    to_menu(desk, "leave")
    lines = asked(desk, LeaveGame("Bob"))
    assert list(lines.values()) == ["$75", "$1,575", "auctioned now", "1"]
    assert "Bob" in str(desk.table.sheet.verb)
    Hand(desk).answer_sheet()
    assert desk.last_move == LeaveGame("Bob")
    assert desk.table.sheet is None
    assert desk.table.screen == "auction"


def test_cancel_is_on_the_left_and_changes_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ESTATE)
    before = desk.moves
    to_menu(desk, "leave")
    asked(desk, LeaveGame("Cy"))
    cancel = desk.saying(desk.table.sheet.cancel)
    assert cancel.box.right < desk.key("confirm").box.x
    desk.tap(cancel)
    assert (desk.moves, desk.table.sheet, desk.table.screen) == (before, None, "menu")


def test_bankruptcy_says_who_gets_what(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *BANKRUPT)
    lines = asked(desk, DeclareBankruptcy("Ann"))
    assert list(lines.values()) == ["$20", "to Bob"]
    Hand(desk).answer_sheet()
    assert desk.last_move == DeclareBankruptcy("Ann")


def test_the_last_bankruptcy_says_who_wins(desk: Desk) -> None:
    desk.sit_down("Ann Bob", *BANKRUPT)
    assert list(asked(desk, DeclareBankruptcy("Ann")))[-1] == "Bob wins"


def test_nothing_below_a_sheet_can_be_touched(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *BANKRUPT)
    undo, before = desk.key("undo"), desk.moves
    asked(desk, DeclareBankruptcy("Ann"))
    desk.clock.wait(1)
    desk.touch(*undo.center)
    assert desk.moves == before
    assert desk.table.sheet


def test_a_move_made_meanwhile_closes_the_sheet(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    to_menu(desk, "leave")
    asked(desk, LeaveGame("Cy"))
    desk.table.tray_input.on_throw("uid/boot/1", (1, 2), int(desk.table.number))
    desk.frames()
    assert desk.table.sheet is None
    assert desk.moves == 1


@pytest.mark.parametrize("game", ["full", "time-limit"])
def test_the_table_ends_any_game_after_seeing_who_would_win(desk: Desk, game: str) -> None:
    chosen = {"game": game, **({"until": "21:30"} if game == "time-limit" else {})}
    desk.sit_down("Ann Bob Cy", "ruling: Bob owns Boardwalk", **chosen)
    to_menu(desk, "finish")
    assert {"$1,900", "$1,500", "Bob"} <= set(desk.texts())
    assert asked(desk, EndByTime()) == {"Bob wins": "$1,900"}
    Hand(desk).answer_sheet()
    assert desk.last_move == EndByTime()
    assert desk.table.screen == "game_over"
    desk.tap("Undo")
    assert desk.last_move == Undo()
    assert desk.table.screen == "play"


def test_those_who_are_worth_the_same_share_the_win(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    to_menu(desk, "finish")
    [line] = asked(desk, EndByTime())
    assert "Ann" in line
    assert "Bob" in line


def test_what_must_be_answered_first_is_said_and_nobodys_worth_shown(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 1 3")
    assert desk.table.now.kind == "tax"
    to_menu(desk, "finish")
    assert "$1,500" not in desk.texts()
    assert Hand(desk).buttons(EndByTime()) == []
    assert str(ending(desk.table.session.game).reason) in desk.texts()


def test_the_bank_is_closed_after_a_question_only(desk: Desk) -> None:
    closed: list[bool] = []
    desk.table.bind(on_close=lambda: closed.append(True))
    desk.sit_down("Ann Bob")
    desk.show("menu")
    desk.tap(SETTINGS["close"])
    assert desk.table.words["game_kept"] in desk.texts()
    desk.tap(desk.key("cancel"))
    assert closed == []
    desk.tap(SETTINGS["close"])
    assert closed == []
    Hand(desk).answer_sheet()
    assert closed == [True]


def test_an_auction_without_a_bid_is_ended_after_a_question(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann declines")
    hand = Hand(desk)
    ends = hand.buttons(CloseAuction())
    assert ends[0].fill == "", "a bid is the loudest key, not the end"
    hand.tap(ends[0])
    assert desk.last_move != CloseAuction()
    hand.answer_sheet()
    assert desk.last_move == CloseAuction()


def test_a_sale_is_not_asked_about(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 1 2", "Ann declines", "Bob bids $10")
    Hand(desk).answer(CloseAuction())
    assert desk.last_move == CloseAuction()
