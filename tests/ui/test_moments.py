"""The moment of a move: what is told, which way the token went, and who paid whom."""

from dataclasses import astuple, replace

import pytest

from companion import text
from companion.engine.state import start
from companion.palette import THEMES, Theme
from companion.screens.moments import Fly, flights
from companion.table.moments import Moment, Payment
from companion.table.moments.values import LONG_SECONDS, SECONDS
from companion.text.moments import moment
from tests.ui.moments import HOUSES, NEAR, OWNED, told
from tests.ui.positions import table


def spaces(moment: Moment) -> list[int]:
    return [stop.position for stop in moment.path]


def jumps(moment: Moment) -> list[int]:
    return [stop.position for stop in moment.path if stop.by_jump]


MANY = "ruling: Ann owns Atlantic Avenue; Ann owns Marvin Gardens; Ann stands on Illinois Avenue"


# --- rolls ------------------------------------------------------------------------------------


def test_a_roll_tells_dice_way_and_rent() -> None:
    seen = told(HOUSES, NEAR, "Ann throws 4 2")
    assert (seen.parts, seen.dice, seen.number) == (("roll", "claim"), (4, 2), 7)
    assert (seen.marker, seen.creditor) == (0, 1)
    assert seen.headline.player == "Ann"
    assert seen.headline.title == moment("rolled", player="Ann", total=6)
    assert seen.headline.subline == moment("rolled.to", space="Tennessee Avenue")
    assert spaces(seen) == [12, 13, 14, 15, 16, 17, 18]
    assert jumps(seen) == []
    assert seen.verdict.text == moment("rent.of", owner="Bob", deed="Tennessee Avenue")
    assert seen.verdict.detail == moment("rent.with")
    assert (seen.verdict.amount, seen.verdict.tone) == ("$200", "plain")
    assert (seen.verdict.buildings, seen.spaces) == (2, ())
    assert seen.payments == ()
    assert seen.seconds == SECONDS


def test_the_strip_shows_who_owns_what_and_what_stands_there() -> None:
    *_, virginia, railroad, james, chest, tennessee = told(HOUSES, NEAR, "Ann throws 4 2").path
    assert (tennessee.group, tennessee.marker, tennessee.buildings) == ("orange", 1, 2)
    assert (james.marker, james.buildings) == (1, 0)
    assert (virginia.marker, railroad.kind, chest.kind) == (-1, "railroad", "community_chest")


def test_passing_go_pays_the_salary() -> None:
    seen = told("ruling: Ann stands on Boardwalk; Ann has $100", "Ann throws 1 3")
    assert spaces(seen) == [39, 0, 1, 2, 3]
    assert seen.payments == (Payment("bank", "Ann", 200),)
    assert seen.verdict.detail == moment("for_sale")


def test_a_seat_that_is_handed_over_is_no_payment_and_its_undo_is_none() -> None:
    rename = "ruling: Bob is called Eve; Eve pays $7 to Cy"
    assert told(rename).payments == (Payment("Eve", "Cy", 7),)
    assert told(rename, "undo").payments == (Payment("Cy", "Eve", 7),)


def test_two_payments_of_a_roll_are_counted_one_after_the_other() -> None:
    seen = told(
        "ruling: Ann stands on Boardwalk; Ann has $100",
        "Ann throws 3 2",
        game=table(rules="modern"),
    )
    assert seen.payments == (
        Payment("bank", "Ann", 200),
        Payment("Ann", "bank", 200),
    )


@pytest.mark.parametrize(
    ("lines", "detail"),
    [
        (("ruling: Bob owns Tennessee Avenue",), moment("rent")),
        ((OWNED,), moment("rent.set")),
        ((f"{OWNED}; Bob is in jail",), moment("rent.set")),
        (
            ("ruling: Bob owns Tennessee Avenue; Tennessee Avenue is mortgaged",),
            moment("rent.mortgaged"),
        ),
        (("ruling: Ann owns Tennessee Avenue",), moment("own", player="Ann")),
        ((), moment("for_sale")),
    ],
)
def test_a_street_says_why_rent_is_due_or_none(lines: tuple[str, ...], detail: str) -> None:
    assert told(*lines, NEAR, "Ann throws 4 2").verdict.detail == detail


def test_no_rent_is_due_to_an_owner_in_jail_if_the_table_plays_so() -> None:
    setup = table().setup
    strict = replace(setup.edition, rent_while_in_jail=False)
    seen = told(
        "ruling: Bob owns Tennessee Avenue; Bob is in jail",
        NEAR,
        "Ann throws 4 2",
        game=start(replace(setup, edition=strict)),
    )
    assert seen.verdict.detail == moment("rent.jailed", owner="Bob")
    assert seen.verdict.amount == ""


def test_a_railroad_counts_the_owners_railroads() -> None:
    seen = told(
        "ruling: Bob owns Reading Railroad; Bob owns Short Line; Ann stands on Go",
        "Ann throws 2 3",
    )
    assert seen.verdict.detail == moment("rent.owned", owned=2, size=4)
    assert seen.verdict.amount == "$50"


def test_a_utility_multiplies_the_dice() -> None:
    seen = told("ruling: Bob owns Electric Company; Ann stands on Go", "Ann throws 6 6")
    assert seen.verdict.detail == moment("rent.dice", times=4, total=12)
    assert seen.verdict.amount == "$48"


def test_three_doubles_jump_to_jail() -> None:
    seen = told("ruling: Ann has thrown 2 doubles", "Ann throws 2 2")
    assert seen.parts == ("jail", "roll")
    assert (spaces(seen), jumps(seen)) == ([0, 10], [10])
    assert seen.headline.subline == moment("jail.doubles")


def test_go_to_jail_is_walked_to_and_jumped_from() -> None:
    seen = told("ruling: Ann stands on B. & O. Railroad", "Ann throws 2 3")
    assert seen.kind == "jail"
    assert (spaces(seen), jumps(seen)) == ([25, 26, 27, 28, 29, 30, 10], [10])
    assert seen.verdict.text == moment("jail.go")


def test_a_roll_in_jail_without_doubles_goes_nowhere() -> None:
    seen = told("ruling: Ann is in jail", "Ann throws 2 3")
    assert (seen.kind, seen.path) == ("roll", ())
    assert seen.headline.subline == moment("jail.stays")


def test_an_opening_roll_says_who_leads() -> None:
    opened = told("Ann opens 4 5", "Bob opens 1 1", game=table(first=""))
    assert opened.verdict.text == text.prompt("opening.rolled", player="Ann", total=9)


def test_the_last_opening_roll_says_who_starts() -> None:
    opened = ("Ann opens 4 5", "Bob opens 1 1", "Cy opens 3 3")
    assert told(*opened, game=table(first="")).verdict.text == moment("starts", player="Ann")
    tie = told("Ann opens 4 5", "Bob opens 5 4", "Cy opens 3 3", game=table(first=""))
    assert tie.verdict.text == moment("tied", players=text.listed(["Ann", "Bob"]))


# --- cards ------------------------------------------------------------------------------------


def test_a_card_that_goes_back_is_walked_backwards() -> None:
    seen = told("Ann throws 3 4", "Ann draws back-three", game=table(rules="modern"))
    assert (seen.kind, spaces(seen)) == ("card", [7, 6, 5, 4])
    assert seen.payments == (Payment("Ann", "bank", 200),)
    assert seen.verdict.amount == text.signed(-200)


def test_a_card_that_leads_past_go_walks_there() -> None:
    seen = told("ruling: Ann stands on Park Place", "Ann throws 1 4", "Ann draws advance-to-go")
    assert (spaces(seen)[0], spaces(seen)[-1], len(seen.path)) == (2, 0, 39)
    assert seen.payments[0].amount == 200


def test_a_birthday_is_paid_by_everybody() -> None:
    seen = told("ruling: Ann stands on Park Place", "Ann throws 1 4", "Ann draws grand-opera")
    assert [(paid.payer, paid.payee) for paid in seen.payments] == [("Bob", "Ann"), ("Cy", "Ann")]


# --- rent and money ---------------------------------------------------------------------------


def test_collected_rent_is_a_payment() -> None:
    seen = told(HOUSES, NEAR, "Ann throws 4 2", "Bob collects rent from Ann")
    assert seen.parts == ("rent",)
    assert seen.payments == (Payment("Ann", "Bob", 200),)
    assert not seen.is_staged, "the dice keys stay where they are"


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_money_flies_in_the_colours_of_the_theme(theme: Theme) -> None:
    seen = told(HOUSES, NEAR, "Ann throws 4 2", "Bob collects rent from Ann")
    [money] = [one for one in flights(seen, (), theme) if isinstance(one, Fly)]
    assert {*money.colors} < {*(one for one in astuple(theme) if isinstance(one, str))}


def test_rent_that_cannot_be_paid_is_a_debt() -> None:
    seen = told(HOUSES, "ruling: Ann has $146", NEAR, "Ann throws 4 2", "Bob collects rent")
    assert seen.parts == ("debt",)
    assert seen.headline.player == "Ann"
    assert seen.payments == ()


def test_rent_paid_at_once_is_part_of_the_roll() -> None:
    seen = told(HOUSES, NEAR, "Ann throws 4 2", game=table(rent="automatic"))
    assert seen.parts == ("roll", "rent")
    assert seen.verdict.detail == moment("rent.paid")
    assert [paid.amount for paid in seen.payments] == [200]
    assert seen.creditor == -1


def test_a_claim_lapses_with_the_roll_that_ends_it() -> None:
    seen = told(
        "ruling: Bob owns Tennessee Avenue", NEAR, "Ann throws 4 2",
        "ruling: Bob stands on Go", "Bob throws 4 6",
        "ruling: Cy stands on Go", "Cy throws 4 6",
    )  # fmt: skip
    assert seen.parts == ("roll", "missed")
    assert seen.headline.player == "Cy"


def test_an_undo_pays_back_and_takes_no_stage() -> None:
    seen = told(HOUSES, NEAR, "Ann throws 4 2", "Bob collects rent from Ann", "undo")
    assert seen.parts == ("undo",)
    assert seen.payments == (Payment("Bob", "Ann", 200),)
    assert (seen.path, seen.dice, seen.is_staged) == ((), None, False)


def test_a_ruling_moves_money_and_takes_no_stage() -> None:
    seen = told("ruling: Ann pays $50 to Bob; Cy stands on Boardwalk")
    assert seen.kind == "ruling"
    assert seen.payments == (Payment("Ann", "Bob", 50),)
    assert (spaces(seen), jumps(seen), seen.is_staged) == ([0, 39], [39], False)


# --- properties -------------------------------------------------------------------------------


def test_a_purchase_tells_how_much_of_the_set_is_owned() -> None:
    seen = told("Ann throws 1 2", "Ann buys")
    assert seen.parts == ("bought",)
    assert seen.headline.subline == "Baltic Avenue"
    assert seen.verdict.detail == moment("part", owned=1, size=2)
    assert (seen.verdict.amount, seen.verdict.tone) == (text.signed(-60), "out")
    assert seen.payments == (Payment("Ann", "bank", 60),)
    assert [(stop.position, stop.marker) for stop in seen.spaces] == [(1, -1), (3, 0)]


def test_a_set_completed_lasts_longer() -> None:
    seen = told(MANY, "Ann throws 1 2", "Ann buys")
    assert seen.parts == ("set", "bought")
    assert seen.verdict.detail == moment("set")
    assert seen.seconds == LONG_SECONDS


def test_an_auction_is_sold_or_not() -> None:
    begun = ("Ann throws 1 2", "Ann declines")
    sold = told(*begun, "Bob bids $40", "sold")
    assert (sold.parts, sold.headline.player) == (("sold",), "Bob")
    assert sold.payments[0].amount == 40
    unsold = told(*begun, "sold")
    assert (unsold.parts, unsold.headline.subline) == (("unsold",), "Baltic Avenue")
    assert not told(*begun, "Bob bids $40").is_seen


def test_building_tells_the_new_rent() -> None:
    seen = told(OWNED, "Bob builds on Tennessee Avenue, New York Avenue")
    assert (seen.parts, seen.headline.player) == (("built", "paid"), "Bob")
    assert seen.verdict.text == moment("built.rent", amount="$80")
    assert seen.payments == (Payment("Bob", "bank", 200),)
    assert [(stop.position, stop.buildings) for stop in seen.spaces] == [(16, 0), (18, 1), (19, 1)]


def test_a_trade_tells_what_each_side_gets() -> None:
    seen = told(
        "ruling: Ann owns Boardwalk",
        "Ann offers Bob Boardwalk for $300",
        "Bob accepts",
    )
    assert seen.kind == "trade"
    assert seen.verdict.text == moment("gets", player="Ann", goods="$300")
    assert seen.verdict.detail == moment("gets", player="Bob", goods="Boardwalk")
    assert [(stop.position, stop.marker) for stop in seen.spaces][-1] == (39, 1)


# --- ends -------------------------------------------------------------------------------------


BROKE = (
    "ruling: Bob owns Tennessee Avenue; Bob owns New York Avenue; Bob owns St. James Place",
    "ruling: Tennessee Avenue carries 2 houses; New York Avenue carries 2 houses",
    "ruling: Ann has $46",
    NEAR,
    "Ann throws 4 2",
    "Bob collects rent",
    "Ann goes bankrupt",
)


def test_a_bankruptcy_says_who_gets_everything() -> None:
    seen = told(*BROKE)
    assert seen.kind == "bankrupt"
    assert seen.headline.player == "Ann"
    assert seen.headline.subline == moment("estate", receiver="Bob")
    assert seen.payments == (Payment("Ann", "Bob", 46),)
    assert seen.seconds == LONG_SECONDS


def test_the_last_bankruptcy_is_the_win() -> None:
    seen = told(*BROKE, game=table("Ann Bob"))
    assert seen.parts[:2] == ("win", "bankrupt")
    assert seen.headline.player == "Bob"


# --- watchful tables --------------------------------------------------------------------------


def test_nothing_tips_an_owner_off() -> None:
    """Landing on a property looks the same, whoever owns it and whatever stands on it."""

    def landing(ruling: str) -> Moment:
        return told(ruling, NEAR, "Ann throws 4 2", game=table(rent="watchful"))

    due = landing(HOUSES)
    own = landing(OWNED.replace("Bob", "Ann"))
    mortgaged = landing(f"{OWNED}; Tennessee Avenue is mortgaged")
    assert due == own == mortgaged
    assert (due.verdict.detail, due.verdict.amount, due.parts) == ("", "", ("roll",))
    assert due.creditor == -1


def test_nobody_hears_of_a_rent_that_a_watchful_owner_missed() -> None:
    seen = told(
        "ruling: Bob owns Tennessee Avenue", NEAR, "Ann throws 4 2",
        "ruling: Bob stands on Go", "Bob throws 4 6",
        "ruling: Cy stands on Go", "Cy throws 4 6",
        game=table(rent="watchful"),
    )  # fmt: skip
    assert seen.parts == ("roll",)
