"""Pages of many positions in Chromium: nothing sticks out, is cut, broken, pale or out of reach."""

import shutil
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from companion import text
from companion.phones import pages
from companion.phones.seats import Asking
from companion.text.phones import PHONE
from tests.phones.still import FAULTS, SIZES, StillPages, bring, page_of
from tests.ui.positions import at, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("chromium"), reason="there is no chromium"),
]

FOUR = "Ann Leo Mia Gran"
EIGHT = (
    "Ann Maximilian-Alexs Bartholomew-Finn Konstantin-Felix Theodora-Susanne Wilhelmina Gran Leo"
)
LONG = "Maximilian-Alexs WWWWWWWWWWWWWWWW Bo Zoë"
"""Names of sixteen letters, and the widest."""
OWN = "ruling: Leo owns Oriental Avenue; Leo owns Boardwalk; Leo owns Park Place; Leo has $99999"
CLAIM = (OWN, "Ann throws 4 2")
THREE = (
    "ruling: Gran owns Oriental Avenue; Gran owns Vermont Avenue; Gran owns Connecticut Avenue",
    "Ann throws 4 2",
    "Leo throws 5 3",
    "Mia throws 4 5",
)
LOT = ("ruling: Gran owns Boardwalk; Mia has $1261; Leo has $30", "Ann throws 4 5", "Ann declines")
BIDS = (*LOT, "Gran bids $410")
MANY_BID = (
    "ruling: Leo has $3; Gran has $2",
    "Ann throws 4 5",
    "Ann declines",
    "Wilhelmina bids $10",
    "Ann passes",
)
OFFER = (
    "ruling: Ann owns Vermont Avenue; Leo owns Short Line",
    "Ann offers Leo $100, Vermont Avenue for Short Line",
)
DEBT = (
    "ruling: Mia owns Baltic Avenue; Ann owns Boardwalk; Ann has $1",
    "Ann throws 1 2",
    "Mia collects rent from Ann",
)
RICH = "WWWWWWWWWWWWWWWW has $99999"
LONG_CLAIM = (
    f"ruling: WWWWWWWWWWWWWWWW owns Oriental Avenue; {RICH}",
    "Maximilian-Alexs throws 4 2",
)
LONG_OFFER = (
    f"ruling: Maximilian-Alexs owns Vermont Avenue; {RICH}",
    "Maximilian-Alexs offers WWWWWWWWWWWWWWWW $100, Vermont Avenue for $1500",
)
LONG_DEBT = (
    f"ruling: WWWWWWWWWWWWWWWW owns Boardwalk; WWWWWWWWWWWWWWWW owns Oriental Avenue; {RICH}",
    "ruling: Maximilian-Alexs has $1; Maximilian-Alexs owns Park Place",
    "Maximilian-Alexs throws 4 2",
    "WWWWWWWWWWWWWWWW collects rent from Maximilian-Alexs",
)
LONG_NO = "Maximilian-Alexs declines"
DRAFT = "/trade?with=Ann&give=short-line&want=vermont-avenue&get=50"

LONG_LOT = ("Maximilian-Alexs throws 4 5", LONG_NO)
TIE = (*BIDS, "Mia bids $410", "Ann passes", "Leo passes")

POSITIONS = {
    "claim": (FOUR, CLAIM, "Leo", "/"),
    "payer": (FOUR, CLAIM, "Ann", "/"),
    "claim beside a sale": (FOUR, (*CLAIM, "Leo throws 6 3"), "Leo", "/"),
    "newest of claims": (FOUR, THREE, "Gran", "/"),
    "list of claims": (FOUR, THREE, "Gran", "/claims"),
    "board": (FOUR, CLAIM, "Leo", "/board"),
    "deed": (FOUR, CLAIM, "Leo", "/deed/boardwalk"),
    "gift": (FOUR, CLAIM, "Leo", "/pay?to=Ann"),
    "nobody's phone": (FOUR, CLAIM, "", "/"),
    "first bid": (FOUR, LOT, "Mia", "/"),
    "bids": (FOUR, BIDS, "Mia", "/"),
    "bids of the leader": (FOUR, BIDS, "Gran", "/"),
    "bids without cash": (FOUR, BIDS, "Leo", "/"),
    "many bidders": (EIGHT, MANY_BID, "Maximilian-Alexs", "/"),
    "who passed": (EIGHT, MANY_BID, "Ann", "/"),
    "offer": (FOUR, OFFER, "Leo", "/"),
    "offer to answer": (FOUR, OFFER, "Leo", "/trade"),
    "own offer": (FOUR, OFFER, "Ann", "/trade"),
    "trade with nobody yet": (FOUR, OFFER[:1], "Leo", "/trade"),
    "draft": (FOUR, OFFER[:1], "Leo", DRAFT),
    "debt": (FOUR, DEBT, "Ann", "/"),
    "ways to pay a debt": (FOUR, DEBT, "Ann", "/pay"),
    "debt that can be paid": (FOUR, (*DEBT, "Ann mortgages Boardwalk"), "Ann", "/pay"),
    "claim on a long name": (LONG, LONG_CLAIM, "WWWWWWWWWWWWWWWW", "/"),
    "payer with a long name": (LONG, LONG_CLAIM, "Maximilian-Alexs", "/"),
    "board of long names": (LONG, LONG_CLAIM, "Bo", "/board"),
    "trade of long names": (LONG, LONG_OFFER, "WWWWWWWWWWWWWWWW", "/trade"),
    "gift to a long name": (LONG, LONG_CLAIM, "Bo", "/pay?to=WWWWWWWWWWWWWWWW"),
    "debt of a long name": (LONG, LONG_DEBT, "Maximilian-Alexs", "/"),
    "bids of long names": (LONG, ("Maximilian-Alexs throws 4 5", LONG_NO), "Bo", "/"),
    "tax": (FOUR, ("Ann throws 1 3",), "Ann", "/"),
    "sealed bid": (FOUR, BIDS, "Mia", "/"),
    "sealed bid of a long name": (LONG, (*LONG_LOT, "Bo bids $77"), "WWWWWWWWWWWWWWWW", "/"),
    "keyed in": (FOUR, BIDS, "Gran", "/"),
    "keyed in by some": (EIGHT, MANY_BID, "Leo", "/"),
    "tied": (FOUR, TIE, "Mia", "/"),
    "not tied": (FOUR, TIE, "Ann", "/"),
    "round": (FOUR, ("Ann throws 4 6",), "Mia", "/"),
    "round of a long name": (LONG, ("Maximilian-Alexs throws 4 6",), "Bo", "/"),
}
RULES = {
    **dict.fromkeys(
        (
            "sealed bid",
            "sealed bid of a long name",
            "keyed in",
            "keyed in by some",
            "tied",
            "not tied",
        ),
        ("sealed bids",),
    ),
    **dict.fromkeys(("round", "round of a long name"), ("rounds 999",)),
}
"""House rules of some positions."""


@cache
def main(position: str, language: str) -> str:
    """Return the changing part of the page of a position in a language."""
    players, lines, seat, address = POSITIONS[position]
    text.set_language(language)
    rules, first = RULES.get(position, ()), players.split()[0]
    try:
        game = at(*lines, game=table(players, first=first, house_rules=rules))
        return page_of(game, seat, address)
    finally:
        text.set_language("en")


@pytest.fixture(scope="module")
def phones(chromium: Any) -> Iterator[StillPages]:
    phones = StillPages(chromium)
    yield phones
    phones.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_nothing_is_cut_broken_pale_or_out_of_reach(
    phones: StillPages, language: str, size: str
) -> None:
    scheme = "dark" if language == "de" else "light"
    found = {}
    for position in POSITIONS:
        if faults := phones.show(main(position, language), size, scheme).evaluate(FAULTS):
            found[position] = faults
    assert found == {}


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_large_letters_break_no_sum_and_cover_no_button(phones: StillPages, language: str) -> None:
    """Text is half as large again, as somebody has set it for the whole phone."""
    found = {}
    for position in POSITIONS:
        tab = phones.show(main(position, language))
        tab.evaluate("document.documentElement.style.fontSize = '24px'")
        faults = tab.evaluate(FAULTS)
        tab.evaluate("document.documentElement.style.fontSize = ''")
        if faults:
            found[position] = faults
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_refused", [False, True])
def test_a_phone_that_knocks_shows_whom_it_asks_to_be(
    phones: StillPages, size: str, is_refused: bool
) -> None:
    asking = Asking("Mia", "42", "code")
    game = at(game=table(FOUR))
    tab = phones.show(pages.knocking(game, asking, is_refused=is_refused), size)
    assert tab.evaluate(FAULTS) == []
    assert tab.evaluate("document.documentElement.scrollHeight <= innerHeight")
    if is_refused:
        assert not tab.get_by_text(PHONE["ask again"]).is_visible()
        waits = tab.evaluate("document.getAnimations().map(one => one.effect.getTiming().duration)")
        assert waits == [10_000]
        tab.evaluate("document.getAnimations()[0].finish()")
        assert tab.get_by_text(PHONE["ask again"]).is_visible()


@pytest.mark.parametrize("size", SIZES)
def test_one_foot_has_one_height_for_who_collects_and_who_pays(
    phones: StillPages, size: str
) -> None:
    heights = {
        phones.show(main(position, "en"), size).evaluate(
            "document.querySelector('.claim').offsetHeight"
        )
        for position in ("claim", "payer")
    }
    assert len(heights) == 1


BARS = """[...document.querySelectorAll(".head, .bar")]
    .reduce((sum, one) => sum + one.offsetHeight, 0) / innerHeight"""


@pytest.mark.parametrize("position", ["claim", "board", "draft", "gift"])
def test_a_phone_that_lies_on_its_side_is_not_full_of_bars(
    phones: StillPages, position: str
) -> None:
    assert phones.show(main(position, "de"), "wide").evaluate(BARS) <= 0.3


# --- pages that follow the game -------------------------------------------------------------------


def test_the_page_goes_to_its_top_when_something_new_asks(phones: StillPages) -> None:
    tab = phones.follow(main("payer", "en"))
    for position, is_new in (
        ("payer", False),
        ("claim", True),
        ("claim", False),
        ("claim beside a sale", True),
        ("bids", True),
        ("bids", False),
        ("payer", True),
    ):
        tab.evaluate("scrollTo(0, 60)")
        bring(tab, "page", main(position, "en"))
        assert (tab.evaluate("scrollY") == 0) == is_new, position


def test_a_tap_on_a_page_says_that_there_is_no_connection(phones: StillPages) -> None:
    tab = phones.follow(main("payer", "en"))
    bring(tab, "away")
    tab.evaluate("new Promise(done => setTimeout(done, 450))")
    tab.tap(".bar a[href='/board']")
    assert tab.inner_text("#said") == PHONE["offline"]
