"""What follows an attribute hears of each change, once, and of nothing else."""

from typing import ClassVar

import pytest

from companion.table.observed import Observed


class Purse(Observed):
    derived: ClassVar = {"cash": ("is_empty",)}

    cash: int = 0
    owner: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.cash


class Wallet(Purse):
    cards: tuple[str, ...] = ()


@pytest.fixture
def purse() -> Purse:
    return Purse()


def test_a_follower_hears_each_new_value_and_no_equal_one(purse: Purse) -> None:
    heard: list[int] = []
    purse.bind(cash=heard.append)
    for cash in (5, 5, 7, 0):
        purse.cash = cash
    assert heard == [5, 7, 0]


def test_a_follower_sees_the_new_value(purse: Purse) -> None:
    seen: list[int] = []
    purse.bind(cash=lambda _: seen.append(purse.cash))
    purse.cash = 3
    assert seen == [3]


def test_what_follows_from_an_attribute_is_told_only_if_it_changes(purse: Purse) -> None:
    heard: list[bool] = []
    purse.bind(is_empty=heard.append)
    for cash in (5, 7, 0):
        purse.cash = cash
    assert heard == [False, True]


def test_whoever_follows_everything_is_called_once_a_change(purse: Purse) -> None:
    calls: list[None] = []
    purse.bind_all(lambda: calls.append(None))
    purse.cash, purse.owner = 5, "Ann"
    purse.owner = "Ann"
    assert len(calls) == 2 + 1  # the purse is not empty any more


def test_followers_are_called_in_their_order(purse: Purse) -> None:
    order: list[str] = []
    purse.bind(cash=lambda _: order.append("first"))
    purse.bind(cash=lambda _: order.append("second"))
    purse.cash = 1
    assert order == ["first", "second"]


def test_an_event_has_the_facts_that_it_is_told_with(purse: Purse) -> None:
    told: list[object] = []
    purse.bind(on_loss=lambda *facts: told.append(facts))
    purse.dispatch("on_loss", 5, "Ann")
    assert told == [(5, "Ann")]


def test_what_a_class_annotates_can_be_followed_in_its_heirs_too() -> None:
    wallet, heard = Wallet(), []
    wallet.bind(cash=heard.append, cards=heard.append)
    wallet.cash, wallet.cards = 1, ("jail",)
    assert heard == [1, ("jail",)]
    assert Purse.attributes == {"cash", "owner"}


def test_two_objects_have_followers_of_their_own(purse: Purse) -> None:
    heard: list[int] = []
    purse.bind(cash=heard.append)
    Purse().cash = 9
    assert heard == []


def test_a_follower_that_leaves_hears_nothing_more(purse: Purse) -> None:
    class Follower:
        def __init__(self) -> None:
            self.heard: list[object] = []

        def hear(self, *facts: object) -> None:
            self.heard.append(facts)

    one, other = Follower(), Follower()
    for follower in (one, other):
        purse.bind(cash=follower.hear, on_lost=follower.hear)
        purse.bind_all(follower.hear)
    purse.unbind(one)
    purse.cash = 5
    purse.dispatch("on_lost")
    assert one.heard == []
    assert (5,) in other.heard
