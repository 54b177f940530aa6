"""The history's lines for building, mortgages, deals, debts and the end."""

import pytest

from companion.engine.decide import decide
from companion.engine.state import Game
from companion.text import line
from tests.ui.positions import at, read, table
from tests.ui.said_of_deeds import BLUES, BUILT, HOTELS, IN_DEBT, MORTGAGED, ONE_LEFT, OWING_RENT

pytestmark = pytest.mark.usefixtures("keys")

LESS = "\N{MINUS SIGN}"


def last(*lines: str, game: Game | None = None) -> str:
    before = at(*lines[:-1], game=game)
    move = read(before, lines[-1])
    return line(move, decide(before, move), before.board)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            (BLUES, "Ann builds on Boardwalk"),
            f"built(buildings=house(n=1), deeds=Boardwalk, player=Ann, sum={LESS}$200)",
        ),
        (
            (BLUES, "Ann builds on Boardwalk, Park Place, Boardwalk"),
            (
                "built(buildings=house(n=3), deeds=and(last=Park Place, most=Boardwalk), "
                f"player=Ann, sum={LESS}$600)"
            ),
        ),
        (
            (
                f"{BLUES}; Boardwalk carries 4 houses; Park Place carries 4 houses",
                "Ann builds on Boardwalk",
            ),
            f"built(buildings=hotel(n=1), deeds=Boardwalk, player=Ann, sum={LESS}$200)",
        ),
        ((BUILT, "Ann sells from Boardwalk"), "sell(deed=Boardwalk, gain=+$100, payee=Ann)"),
        (
            (HOTELS, "Ann sells hotels of dark blue"),
            "sell(deed=Park Place, gain=+$500, payee=Ann) · mortgage+(deed=Boardwalk, gain=+$500)",
        ),
        ((BLUES, "Ann mortgages Boardwalk"), "mortgage(deed=Boardwalk, gain=+$200, payee=Ann)"),
        (
            (MORTGAGED, "Ann lifts Baltic Avenue"),
            f"lift(deed=Baltic Avenue, loss={LESS}$30, payer=Ann) · interest+(loss={LESS}$3)",
        ),
        (
            (*ONE_LEFT, "Ann builds on Boardwalk"),
            "short house(deeds=Boardwalk, player=Ann)",
        ),
        ((*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims"), "claims(player=Cy)"),
        (
            (*ONE_LEFT, "Ann builds on Boardwalk", "Cy waives"),
            f"waives(player=Cy) · build+(deed=Boardwalk, loss={LESS}$200, payer=Ann)",
        ),
        (
            (*ONE_LEFT, "Ann builds on Boardwalk", "Cy claims", "Cy bids $60", "Ann passes"),
            f"passed(player=Ann) · bid+(loss={LESS}$60, payer=Cy)",
        ),
        (
            (
                *ONE_LEFT,
                "Ann builds on Boardwalk",
                "Cy claims",
                "Cy bids $60",
                "Ann passes",
                "Cy places on Baltic Avenue",
            ),
            "places(building=house, deed=Baltic Avenue, player=Cy)",
        ),
        (
            (BLUES, "Ann offers Bob Boardwalk, $50 for nothing"),
            "offered(gives=and(last=$50, most=Boardwalk), other=Bob, player=Ann, wants=nothing)",
        ),
        (
            (BLUES, "Ann offers Bob Boardwalk for $350", "Bob accepts"),
            (
                "accepted(other=Bob, player=Ann) · owns+(deed=Boardwalk, receiver=Bob) "
                "· collected(amount=$350, payee=Ann, payer=Bob)"
            ),
        ),
        ((BLUES, "Ann offers Bob $5 for nothing", "Bob refuses"), "refused(other=Bob, player=Ann)"),
        ((BLUES, "Ann offers Bob $5 for nothing", "Ann withdraws"), "withdrawn(player=Ann)"),
        (
            (
                MORTGAGED,
                "Ann offers Bob Baltic Avenue for $20",
                "Bob accepts",
                "Bob keeps mortgage on Baltic Avenue",
            ),
            f"interest(deed=Baltic Avenue, loss={LESS}$3, payer=Bob)",
        ),
        ((*OWING_RENT, "Ann goes bankrupt"), "bankrupt(player=Ann, receiver=Bob)"),
        (
            (*IN_DEBT, "ruling: Ann has $0", "Ann goes bankrupt"),
            "broke(player=Ann)",
        ),
        (("Bob leaves",), "leaves(player=Bob)"),
        (("ruling: Cy is out", "Bob leaves"), "leaves(player=Bob) · won+(winners=Ann)"),
    ],
)
def test_the_line_of_a_move(lines: tuple[str, ...], said: str) -> None:
    assert last(*lines) == said


def test_rent_paid_in_lots_says_what_is_still_owed() -> None:
    game = at(*OWING_RENT, "ruling: Ann owns Baltic Avenue", game=table(rules="1935"))
    assert last("Ann hands over Baltic Avenue", game=game) == (
        "rent(amount=$5, deed=Virginia Avenue, payee=Bob, payer=Ann) "
        "· reduced+(creditor=Bob, debtor=Ann, left=$7) "
        "· owns+(deed=Baltic Avenue, receiver=Bob)"
    )
    assert last("Ann puts up Baltic Avenue", game=game) == (
        "puts_up(deed=Baltic Avenue, player=Ann) · rent+(amount=$5, payee=Bob) "
        "· reduced+(creditor=Bob, debtor=Ann, left=$7)"
    )


def test_who_won_is_said_when_time_is_up() -> None:
    game = at("ruling: Bob has $2000", game=table(game="time-limit"))
    assert last("time is up", game=game) == "time · won+(winners=Bob)"
