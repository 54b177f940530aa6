"""The history's lines for building, mortgages, deals, debts and the end."""

import pytest

from companion.engine.decide import decide
from companion.engine.state import Game
from companion.text import line
from tests.ui.positions import at, read, table
from tests.ui.said_of_deeds import BLUES, BUILT, HOTELS, IN_DEBT, MORTGAGED, ONE_LEFT, OWING_RENT

LESS = "\N{MINUS SIGN}"


def last(*lines: str, game: Game | None = None) -> str:
    before = at(*lines[:-1], game=game)
    move = read(before, lines[-1])
    return line(move, decide(before, move), before.board)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((BLUES, "Ann builds on Boardwalk"), f"Ann built 1 house on Boardwalk {LESS}$200"),
        (
            (BLUES, "Ann builds on Boardwalk, Park Place, Boardwalk"),
            f"Ann built 3 houses on Boardwalk and Park Place {LESS}$600",
        ),
        (
            (
                f"{BLUES}; Boardwalk carries 4 houses; Park Place carries 4 houses",
                "Ann builds on Boardwalk",
            ),
            f"Ann built 1 hotel on Boardwalk {LESS}$200",
        ),
        ((BUILT, "Ann sells from Boardwalk"), "Ann sold from Boardwalk +$100"),
        (
            (HOTELS, "Ann sells hotels of dark blue"),
            "Ann sold from Park Place +$500 · Boardwalk +$500",
        ),
        ((BLUES, "Ann mortgages Boardwalk"), "Ann mortgaged Boardwalk +$200"),
        (
            (MORTGAGED, "Ann lifts Baltic Avenue"),
            f"Ann lifted the mortgage on Baltic Avenue {LESS}$30 · interest {LESS}$3",
        ),
        (
            (*ONE_LEFT, "Ann builds on Boardwalk"),
            "Ann wants to build on Boardwalk, and the bank runs short of houses",
        ),
        ((*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims"), "Cy wants one, too"),
        (
            (*ONE_LEFT, "Ann builds on Boardwalk", "Cy waives"),
            f"Cy wants none · Ann built on Boardwalk {LESS}$200",
        ),
        (
            (*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims", "Cy bids $60", "Ann passes"),
            f"Ann passed · sold to Cy {LESS}$60",
        ),
        (
            (
                *(*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims", "Cy bids $60"),
                *("Ann passes", "Cy places on Baltic Avenue"),
            ),
            "Cy put the house on Baltic Avenue",
        ),
        (
            (BLUES, "Ann offers Bob Boardwalk, $50 for nothing"),
            "Ann offers Bob Boardwalk and $50 for nothing",
        ),
        (
            (BLUES, "Ann offers Bob Boardwalk for $350", "Bob accepts"),
            "Bob accepted the offer of Ann · Bob owns Boardwalk · Bob paid Ann $350",
        ),
        ((BLUES, "Ann offers Bob $5 for nothing", "Bob refuses"), "Bob refused the offer of Ann"),
        ((BLUES, "Ann offers Bob $5 for nothing", "Ann withdraws"), "Ann took the offer back"),
        (
            (
                *(MORTGAGED, "Ann offers Bob Baltic Avenue for $20", "Bob accepts"),
                "Bob keeps mortgage on Baltic Avenue",
            ),
            f"Bob paid interest on Baltic Avenue {LESS}$3",
        ),
        ((*OWING_RENT, "Ann goes bankrupt"), "Ann is bankrupt: everything goes to Bob"),
        (
            (*IN_DEBT, "ruling: Ann has $0", "Ann goes bankrupt"),
            "Ann is bankrupt",
        ),
        (("Bob leaves",), "Bob leaves the table"),
        (("ruling: Cy is out", "Bob leaves"), "Bob leaves the table · Ann won"),
    ],
)
def test_the_line_of_a_move(lines: tuple[str, ...], said: str) -> None:
    assert last(*lines) == said


def test_rent_paid_in_lots_says_what_is_still_owed() -> None:
    game = at(*OWING_RENT, "ruling: Ann owns Baltic Avenue", game=table(rules="1935"))
    assert last("Ann hands over Baltic Avenue", game=game) == (
        "Ann paid Bob rent for Virginia Avenue $5 · Ann still owes Bob $7 · Bob owns Baltic Avenue"
    )
    assert last("Ann puts up Baltic Avenue", game=game) == (
        "Ann puts Baltic Avenue up for auction · paid Bob rent $5 · Ann still owes Bob $7"
    )


def test_who_won_is_said_when_time_is_up() -> None:
    game = at("ruling: Bob has $2000", game=table(game="time-limit"))
    assert last("time is up", game=game) == "Time is up · Bob won"
