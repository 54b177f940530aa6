"""Seats of phones, and limits of how often they may ask, with the test's own clock."""

from companion.phones.seats import LASTS, MOST_PHONES, Allowance, Phones, Visitors


class Hours:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_so_many_a_second() -> None:
    allowance = Allowance(per_second=5, burst=10)
    assert [allowance.take(100.0) for _ in range(12)] == [True] * 10 + [False] * 2
    assert [allowance.take(100.5) for _ in range(4)] == [True] * 2 + [False] * 2
    assert [allowance.take(9999.0) for _ in range(11)] == [True] * 10 + [False]


def test_one_address_does_not_slow_down_another() -> None:
    visitors = Visitors(per_second=1, burst=2, clock=Hours())
    assert [visitors.may_ask("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert visitors.may_ask("10.0.0.2")


def test_a_phone_lasts_twelve_hours_and_one_game() -> None:
    clock = Hours()
    phones = Phones(clock)
    token = phones.join("3", "Ann")
    assert phones.find(token, "3")
    assert phones.find(token, "4") is None
    assert phones.find("", "3") is None
    clock.now += LASTS
    assert phones.find(token, "3") is None


def test_another_phone_on_the_seat_replaces_the_first() -> None:
    phones = Phones(Hours())
    first, second = phones.join("1", "Ann"), phones.join("1", "Ann")
    old, new = phones.find(first, "1"), phones.find(second, "1")
    assert old
    assert new
    assert (old.is_replaced, new.is_replaced) == (True, False)


def test_many_may_watch_and_no_more_than_can_be_served() -> None:
    phones = Phones(Hours())
    tokens = [phones.join("1", "") for _ in range(MOST_PHONES + 5)]
    assert sum(phones.find(token, "1") is not None for token in tokens) == MOST_PHONES
    assert phones.connected("1") == []


def test_connected_is_who_has_a_page_open() -> None:
    phones = Phones(Hours())
    for name in ("Ann", "Bob"):
        phone = phones.find(phones.join("1", name), "1")
        assert phone
        phone.streams += name == "Bob"
    assert phones.connected("1") == ["Bob"]
