"""A debt by touch: raised from one list, paid, or the end."""

from companion.engine.moves import (
    CollectRent,
    Mortgage,
    PayDebt,
    PutUpDeed,
)
from tests.ui.driver import Desk
from tests.ui.touch import Hand

SHORT_OF_30 = (
    "ruling: Ann has $20; Bob owns Boardwalk; Ann stands on Park Place; Ann owns Baltic Avenue",
    "Ann throws 1 1",
    "Bob collects rent",
)


def test_the_debt_is_shown_by_itself_and_gone_when_it_is_paid(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob", *SHORT_OF_30)
    assert desk.table.screen == "debt"
    assert {"$30 short", "+$30"} <= set(desk.texts())
    desk.tap("Baltic Avenue")
    assert desk.last_move == Mortgage("Ann", "baltic-avenue")
    desk.tap("Pay Bob $50")
    assert desk.last_move == PayDebt("Ann")
    assert desk.table.screen == "play"


def test_a_lot_put_up_is_auctioned_and_the_debt_comes_back(desk: Desk) -> None:
    desk.table.echo = 0.0
    desk.sit_down("Ann Bob Cy", *SHORT_OF_30, rules="1935")
    Hand(desk).make(PutUpDeed("Ann", "baltic-avenue"))
    assert desk.table.screen == "auction"
    desk.submit("Bob bids $10")
    desk.frames()
    desk.tap("Sell to Bob")
    assert desk.table.screen == "debt"
    assert "$20 short" in desk.texts()


def test_each_of_several_debtors_has_a_list(desk: Desk) -> None:
    desk.sit_down(
        "Ann Bob Cy",
        "ruling: Bob has $5; Cy has $20; Cy owns Short Line; Ann stands on Pacific Avenue",
        "Ann throws 1 1",
        "Ann draws grand-opera",
    )
    assert "$45 short" in desk.texts()
    desk.tap(desk.all_keys("debtor")[-1])
    assert {"$30 short", "Short Line"} <= set(desk.texts())
    lit = [tile.value.name for tile in desk.sights("player") if tile.value.is_actor]
    assert lit == ["Cy"], "the player whose debt is on the stage"


def test_rent_is_collected_while_somebody_else_owes(desk: Desk) -> None:
    desk.sit_down(
        "Ann Bob Cy",
        "ruling: Bob owns Boardwalk; Cy owns Oriental Avenue; Ann stands on GO",
        "Ann throws 3 3",
        "ruling: Ann has $20; Ann stands on Park Place",
        "Ann throws 1 1",
        "Bob collects rent",
    )
    assert desk.table.screen == "debt"
    desk.tap(desk.key("answer", CollectRent("Cy", "Ann")))
    assert len(desk.table.session.game.claims) == 0
