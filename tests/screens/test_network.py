"""Wi-Fi on the screen, in every window: networks, a passphrase, what came of it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.screens.network import page
from companion.system.networks import Network
from companion.table.keyboard import EXACT, RUB_OUT, letters
from companion.table.network import NetworkPage, outcome, progress, tapped
from companion.text.screens.network import NETWORK
from tests.screens import anywhere
from tests.words import plain

LONG = "W" * 32
REACH = (
    Network("Vodafone-5G Wohnzimmer", 87, is_protected=True, is_joined=True),
    Network(LONG, 54, is_protected=True),
    Network("Gäste", 30, is_protected=False),
    Network("eduroam", 12, is_protected=True, can_join=False),
    *(Network(f"Nachbar {number}", 5, is_protected=True) for number in range(9)),
)
SEEN = NetworkPage(networks=REACH, problem="", host="companion")
WORKS = ("join", "forget", "unblock", "own on", "own off", "name")
FOUND = (
    "joined",
    "wrong passphrase",
    "out of reach",
    "no address",
    "failed",
    "no manager",
    "no adapter",
    "blocked",
    "not usable",
    "own on",
    "own failed",
    "off",
)
VALUES = {
    "looking": NetworkPage(host="companion"),
    **{key: NetworkPage(problem=key) for key in ("no manager", "no adapter", "blocked")},
    "blocked, with a country": NetworkPage(problem="blocked", has_country=True),
    "none": NetworkPage(problem=""),
    "its own alone": NetworkPage(problem="", own="abcdefgh23456789"),
    "list": SEEN,
    "list, with its own": replace(SEEN, own="abcdefgh23456789", host="h" * 63),
    "joining": replace(SEEN, is_busy=True, sentence=progress("join", LONG, 112)),
    **{
        name: tapped(replace(SEEN, known=REACH[0].name), ("network", name))
        for name in ("Vodafone-5G Wohnzimmer", LONG, "Gäste", "eduroam")
    },
    "known, out of reach": tapped(replace(SEEN, known=LONG), ("network", LONG)),
    "typed": replace(tapped(SEEN, ("network", LONG)), entry="W" * 63),
    **{
        f"keyboard {number}": replace(tapped(SEEN, ("network", LONG)), letters=number)
        for number in range(4)
    },
    "a name": tapped(SEEN, ("name",)),
    "a bad name": replace(tapped(SEEN, ("name",)), entry="-"),
}


def wrong(value: NetworkPage) -> list[str]:
    return anywhere.wrong(page, SimpleNamespace(network=SimpleNamespace(value=value)))


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", VALUES)
def test_every_page_is_right(name: str) -> None:
    assert wrong(VALUES[name]) == []


@pytest.mark.usefixtures("language")
def test_every_outcome_is_right() -> None:
    typing = tapped(SEEN, ("network", LONG))
    found = []
    for work in WORKS:
        for word in FOUND:
            sentence, tone = outcome(work, LONG, word)
            found += wrong(replace(SEEN, sentence=sentence, tone=tone))
    refused, tone = outcome("join", LONG, "wrong passphrase")
    found += wrong(replace(typing, sentence=refused, tone=tone))
    assert found == []


def test_a_passphrase_is_typed_as_it_is() -> None:
    value = tapped(SEEN, ("network", LONG))
    assert value.page == "typing"
    for key in "aB3$\\ z":
        value = tapped(value, ("letter", key, key))
    assert value.entry == "aB3$\\ z"
    assert str(value.refusal) == plain(NETWORK["too short"])
    value = tapped(value, ("letter", "x", "x"))
    assert str(value.refusal) == ""
    assert tapped(value, ("letter", "", RUB_OUT)).entry == "aB3$\\ z"


def test_the_keyboard_has_every_sign_of_a_passphrase() -> None:
    keys = {key.key for page in range(4) for key in letters(page, EXACT)}
    assert {chr(code) for code in range(32, 127)} <= keys


def test_a_name_takes_what_a_network_understands() -> None:
    value = replace(tapped(SEEN, ("name",)), entry="")
    assert value.refusal
    for key in "Opa's Täble_1 ":
        value = tapped(value, ("letter", key, key))
    assert value.entry == "opas-tble-1-"
    assert value.refusal, "it ends with a hyphen"
    assert not tapped(value, ("letter", "", RUB_OUT)).refusal


def test_an_open_network_is_asked_about_and_another_is_not_offered() -> None:
    assert tapped(SEEN, ("network", "Gäste")).page == "known"
    assert tapped(SEEN, ("network", "eduroam")).page == "known"
    assert tapped(SEEN, ("network", "Elsewhere")).page != "name"
