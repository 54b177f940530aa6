"""The line of every move, and what the move did to everybody's balance."""

import pytest

from companion.engine.decide import apply, decide
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.state import Game
from companion.text import changes, describe, line
from tests.ui.positions import at, read, table

LESS = "\N{MINUS SIGN}"


def happened(game: Game, text: str) -> tuple[Move, tuple[Event, ...]]:
    move = read(game, text)
    return move, decide(game, move)


def last(*lines: str, game: Game | None = None) -> str:
    """The history's line for the last of ``lines``."""
    before = at(*lines[:-1], game=game)
    watchful = before.setup.rent == "watchful"
    return line(*happened(before, lines[-1]), before.board, before.edition.pack, watchful=watchful)


RENTED = ("ruling: Bob owns Virginia Avenue; Ann stands on Oriental Avenue", "Ann throws 5 3")
AUCTION = ("Ann throws 1 2", "Ann declines")
CHANCE = ("Ann throws 3 4",)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("Ann throws 5 4",), "Ann threw 5 + 4 · Connecticut Avenue"),
        (
            ("ruling: Ann stands on Boardwalk", "Ann throws 1 2"),
            "Ann threw 1 + 2 · Community Chest · salary +$200",
        ),
        (("ruling: Ann has thrown 2 doubles", "Ann throws 4 4"), "Ann threw 4 + 4 · to jail"),
        (("ruling: Ann is in jail", "Ann throws 4 5"), "Ann threw 4 + 5 · stays in jail"),
        (
            ("ruling: Ann is in jail", "Ann throws 3 3"),
            "Ann threw 3 + 3 · out of jail · St. James Place",
        ),
        (
            ("ruling: Ann is in jail, turn 3", "Ann throws 1 3"),
            f"Ann threw 1 + 3 · fine {LESS}$50 · out of jail · Virginia Avenue",
        ),
        (
            ("ruling: Ann stands on Short Line", "Ann throws 1 2"),
            f"Ann threw 1 + 2 · Luxury Tax · tax {LESS}$75",
        ),
        (
            ("ruling: Ann has $40; Ann stands on Short Line", "Ann throws 1 2"),
            "Ann threw 1 + 2 · Luxury Tax · Ann owes the bank $75",
        ),
        (("Ann throws 1 2", "Ann buys"), f"Ann bought Baltic Avenue {LESS}$60"),
        (AUCTION, "Ann did not buy Baltic Avenue"),
        ((*AUCTION, "Bob bids $60"), "Bob bid $60"),
        ((*AUCTION, "Bob passes"), "Bob passed"),
        (
            (*AUCTION, "Bob bids $60", "sold"),
            f"Bob bought Baltic Avenue at auction {LESS}$60",
        ),
        (
            (*AUCTION, "Bob bids $60", "Ann passes", "Cy passes"),
            f"Cy passed · sold to Bob {LESS}$60",
        ),
        ((*AUCTION, "sold"), "Nobody bid: the bank keeps it"),
        (
            (*AUCTION, "Ann passes", "Bob passes", "Cy passes"),
            "Cy passed · nobody bid: the bank keeps it",
        ),
        ((*RENTED, "Bob collects rent"), "Ann paid Bob rent for Virginia Avenue $12"),
        (
            ("ruling: Ann has $5", *RENTED, "Bob collects rent"),
            "Ann owes Bob $12: rent for Virginia Avenue",
        ),
        (
            ("ruling: Ann has $5", *RENTED, "Bob collects rent", "ruling: Ann has $50", "Ann pays"),
            "Ann paid Bob rent for Virginia Avenue $12",
        ),
        ((*CHANCE, "Ann draws dividend"), "Ann drew Chance: The bank pays you $50"),
        ((*CHANCE, "Ann draws go-to-jail"), "Ann drew Chance: Go to jail"),
        ((*CHANCE, "Ann draws jail-card"), "Ann drew Chance: Get out of jail free: keep it"),
        ((*CHANCE, "Ann draws chairman"), "Ann drew Chance: Pay each player $50"),
        (
            (*CHANCE, "Ann draws back-three"),
            "Ann drew Chance: Go back 3 spaces · Income Tax",
        ),
        (
            (*CHANCE, "Ann draws advance-to-go"),
            "Ann drew Chance: Advance to GO · salary +$200",
        ),
        (
            ("ruling: Ann owns Boardwalk; Boardwalk carries 2 houses", *CHANCE),
            "Ann threw 3 + 4 · Chance",
        ),
        (
            (
                "ruling: Ann owns Boardwalk; Boardwalk carries 2 houses",
                *CHANCE,
                "Ann draws general-repairs",
            ),
            f"Ann drew Chance: Repairs: $25 a house, $100 a hotel · {LESS}$50",
        ),
        (("Ann throws 1 3", "Ann pays flat tax"), f"Ann chose the fixed income tax {LESS}$200"),
        (
            ("Ann throws 1 3", "Ann pays ten percent"),
            f"Ann chose a tenth for income tax {LESS}$150",
        ),
        (
            ("ruling: Ann has $90", "Ann throws 1 3", "Ann pays flat tax"),
            "Ann chose the fixed income tax · Ann owes the bank $200",
        ),
        (("ruling: Ann is in jail", "Ann pays fine"), f"Ann paid the fine {LESS}$50 · out of jail"),
        (
            ("ruling: Ann is in jail; Ann holds chance jail card", "Ann plays jail card"),
            "Ann used a jail card · out of jail",
        ),
        (("Ann throws 1 2", "Ann buys", "undo 2"), "Took back 2 moves"),
        (("Ann throws 1 2", "undo"), "Took back 1 move"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_line_of_a_move(lines: tuple[str, ...], said: str) -> None:
    assert last(*lines) == said


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("Ann has $1550", "Ruling: Ann got $50 from the bank"),
        ("Ann pays $50 to Bob (a bet)", "Ruling: Ann paid Bob $50 (a bet)"),
        ("Ann owns Boardwalk", "Ruling: Ann owns Boardwalk"),
        (
            "Ann owns Boardwalk; Boardwalk carries 3 houses",
            "Ruling: Ann owns Boardwalk; Boardwalk has 3 houses",
        ),
        (
            "Ann owns Boardwalk; Boardwalk is mortgaged",
            "Ruling: Ann owns Boardwalk; Boardwalk is mortgaged",
        ),
        (
            "Ann is in jail, turn 2",
            "Ruling: Ann moved to Jail / Just Visiting; Ann is in jail, turn 2",
        ),
        ("Bob has the dice", "Ruling: Bob has the dice"),
        ("Ann has thrown 2 doubles", "Ruling: Ann has thrown 2 doubles"),
        ("Bob holds chance jail card", "Ruling: Bob holds a jail card"),
        ("no claims", "Ruling: nothing changed"),
    ],
)
def test_a_ruling_is_marked_as_one(ruling: str, said: str) -> None:
    assert last(f"ruling: {ruling}") == said


def test_the_end_by_ruling() -> None:
    assert last("ruling: Ann is out; Bob is out").endswith("Bob is out of the game; Cy won")


def test_the_opening_says_who_starts() -> None:
    game = table("Ann Bob", first="")
    assert last("Ann opens 4 5", game=game) == "Ann threw 4 + 5 for who starts"
    assert last("Ann opens 4 5", "Bob opens 6 6", game=game) == (
        "Bob threw 6 + 6 for who starts · Bob starts"
    )
    assert last("Ann opens 4 5", "Bob opens 5 4", game=game) == (
        "Bob threw 5 + 4 for who starts · Ann and Bob tie and throw again"
    )


def test_rent_that_collects_itself_is_told_with_the_throw() -> None:
    game = table(rent="automatic")
    said = last(*RENTED, game=game)
    assert said == "Ann threw 5 + 3 · Virginia Avenue · paid Bob rent $12"


LAPSE = (*RENTED, "Bob throws 1 2", "Bob declines", "sold", "Cy throws 3 4")


def test_rent_that_lapses_is_told_with_the_throw() -> None:
    assert last(*LAPSE) == "Cy threw 3 + 4 · Chance · Bob's rent of $12 lapsed"


def test_where_owners_watch_for_themselves_nothing_is_said_of_it() -> None:
    assert last(*LAPSE, game=table(rent="watchful")) == "Cy threw 3 + 4 · Chance"


def test_london_in_pounds_and_its_own_card() -> None:
    game = at("Ann throws 1 1", game=table(where="london"))
    assert (
        last("Ann draws birthday", game=game)
        == "Ann drew Community Chest: Each player pays you £10"
    )
    choice = at("Ann draws fine-or-chance", game=game)
    assert last("Ann pays fine", game=choice) == "Ann paid the bank £10"
    assert last("Ann takes a chance", game=choice) == "Ann takes a Chance card"


@pytest.mark.parametrize(
    ("lines", "came_to"),
    [
        (("Ann throws 5 4",), {}),
        (("Ann throws 1 2", "Ann buys"), {"Ann": -60}),
        ((*RENTED, "Bob collects rent"), {"Ann": -12, "Bob": 12}),
        ((*CHANCE, "Ann draws chairman"), {"Ann": -100, "Bob": 50, "Cy": 50}),
        (("Ann throws 1 2", "Ann buys", "undo"), {"Ann": 60}),
        ((*RENTED, "Bob collects rent", "undo"), {"Ann": 12, "Bob": -12}),
        (("ruling: Ann pays $5 to Bob; Bob pays $5 to Ann",), {}),
    ],
)
def test_what_a_move_came_to(lines: tuple[str, ...], came_to: dict[str, int]) -> None:
    before = at(*lines[:-1])
    _, events = happened(before, lines[-1])
    assert changes(events) == came_to
    after = apply(before, events)
    assert {n: p.cash - before.players[n].cash for n, p in after.players.items()} == {
        **dict.fromkeys(before.players, 0),
        **came_to,
    }


def test_told_is_a_sentence_for_each_event() -> None:
    game = at("ruling: Ann stands on Boardwalk")
    _, events = happened(game, "Ann throws 1 4")
    assert describe(events, game.board) == [
        "Ann threw 1 + 4",
        "Ann moved to Income Tax",
        "Ann collected the salary +$200",
    ]


def test_a_claim_is_never_told() -> None:
    _, events = happened(at(RENTED[0]), RENTED[1])
    assert describe(events, table().board) == ["Ann threw 5 + 3", "Ann moved to Virginia Avenue"]
