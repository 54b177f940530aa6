"""The line of every move, and what the move did to everybody's balance."""

import pytest

from companion.engine.decide import apply, decide
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.state import Game
from companion.text import changes, describe, line
from tests.ui.positions import at, read, table

pytestmark = pytest.mark.usefixtures("keys")

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
        (("Ann throws 5 4",), "rolled(player=Ann, total=9) · moved+(space=Connecticut Avenue)"),
        (
            ("ruling: Ann stands on Boardwalk", "Ann throws 1 2"),
            "rolled(player=Ann, total=3) · moved+(space=Community Chest) · salary+(gain=+$200)",
        ),
        (
            ("ruling: Ann has thrown 2 doubles", "Ann throws 4 4"),
            "rolled(player=Ann, total=8) · jailed+",
        ),
        (("ruling: Ann is in jail", "Ann throws 4 5"), "rolled(player=Ann, total=9) · stays+"),
        (
            ("ruling: Ann is in jail", "Ann throws 3 3"),
            "rolled(player=Ann, total=6) · left+ · moved+(space=St. James Place)",
        ),
        (
            ("ruling: Ann is in jail, turn 3", "Ann throws 1 3"),
            (
                f"rolled(player=Ann, total=4) · fine+(loss={LESS}$50) · left+ "
                "· moved+(space=Virginia Avenue)"
            ),
        ),
        (
            ("ruling: Ann stands on Short Line", "Ann throws 1 2"),
            f"rolled(player=Ann, total=3) · moved+(space=Luxury Tax) · tax+(loss={LESS}$75)",
        ),
        (
            ("ruling: Ann has $40; Ann stands on Short Line", "Ann throws 1 2"),
            (
                "rolled(player=Ann, total=3) · moved+(space=Luxury Tax) "
                "· owes(amount=$75, creditor=bank, debtor=Ann)"
            ),
        ),
        (("Ann throws 1 2", "Ann buys"), f"price+(deed=Baltic Avenue, loss={LESS}$60, payer=Ann)"),
        (AUCTION, "declined(deed=Baltic Avenue, player=Ann)"),
        ((*AUCTION, "Bob bids $60"), "bids(amount=$60, player=Bob)"),
        ((*AUCTION, "Bob passes"), "passed(player=Bob)"),
        (
            (*AUCTION, "Bob bids $60", "sold"),
            f"bid(deed=Baltic Avenue, loss={LESS}$60, payer=Bob)",
        ),
        (
            (*AUCTION, "Bob bids $60", "Ann passes", "Cy passes"),
            f"passed(player=Cy) · bid+(loss={LESS}$60, payer=Bob)",
        ),
        ((*AUCTION, "sold"), "no_bid"),
        (
            (*AUCTION, "Ann passes", "Bob passes", "Cy passes"),
            "passed(player=Cy) · nobody_bid",
        ),
        (
            (*RENTED, "Bob collects rent"),
            "rent(amount=$12, deed=Virginia Avenue, payee=Bob, payer=Ann)",
        ),
        (
            ("ruling: Ann has $5", *RENTED, "Bob collects rent"),
            "debt(amount=$12, creditor=Bob, debtor=Ann, why=collected.for(deed=Virginia Avenue))",
        ),
        (
            ("ruling: Ann has $5", *RENTED, "Bob collects rent", "ruling: Ann has $50", "Ann pays"),
            "rent(amount=$12, deed=Virginia Avenue, payee=Bob, payer=Ann)",
        ),
        (
            (*CHANCE, "Ann draws dividend"),
            "drew(card=collect(amount=$50), pack=Chance, player=Ann)",
        ),
        ((*CHANCE, "Ann draws go-to-jail"), "drew(card=go_to_jail, pack=Chance, player=Ann)"),
        ((*CHANCE, "Ann draws jail-card"), "drew(card=jail_card, pack=Chance, player=Ann)"),
        (
            (*CHANCE, "Ann draws chairman"),
            "drew(card=pay_each(amount=$50), pack=Chance, player=Ann)",
        ),
        (
            (*CHANCE, "Ann draws back-three"),
            "drew(card=go_back(spaces=3), pack=Chance, player=Ann) · moved+(space=Income Tax)",
        ),
        (
            (*CHANCE, "Ann draws advance-to-go"),
            "drew(card=advance(to=GO), pack=Chance, player=Ann) · salary+(gain=+$200)",
        ),
        (
            ("ruling: Ann owns Boardwalk; Boardwalk carries 2 houses", *CHANCE),
            "rolled(player=Ann, total=7) · moved+(space=Chance)",
        ),
        (
            (
                "ruling: Ann owns Boardwalk; Boardwalk carries 2 houses",
                *CHANCE,
                "Ann draws general-repairs",
            ),
            (
                "drew(card=repairs(per_hotel=$100, per_house=$25), pack=Chance, "
                f"player=Ann) · loss+(loss={LESS}$50)"
            ),
        ),
        (("Ann throws 1 3", "Ann pays flat tax"), f"flat(player=Ann, sum={LESS}$200)"),
        (
            ("Ann throws 1 3", "Ann pays ten percent"),
            f"tenth(player=Ann, sum={LESS}$150)",
        ),
        (
            ("ruling: Ann has $90", "Ann throws 1 3", "Ann pays flat tax"),
            "flat(player=Ann, sum=) · owes(amount=$200, creditor=bank, debtor=Ann)",
        ),
        (("ruling: Ann is in jail", "Ann pays fine"), f"fine(loss={LESS}$50, payer=Ann) · left+"),
        (
            ("ruling: Ann is in jail; Ann holds chance jail card", "Ann plays jail card"),
            "used_card(giver=Ann) · left+",
        ),
        (("Ann throws 1 2", "Ann buys", "undo 2"), "undo(moves=move(n=2))"),
        (("Ann throws 1 2", "undo"), "undo(moves=move(n=1))"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_line_of_a_move(lines: tuple[str, ...], said: str) -> None:
    assert last(*lines) == said


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("Ann has $1550", "ruling(effects=gain(amount=$50, payee=Ann, payer=bank))"),
        (
            "Ann pays $50 to Bob (a bet)",
            "ruling(effects=collected(amount=$50, payee=Bob, payer=Ann)) (a bet)",
        ),
        ("Ann owns Boardwalk", "ruling(effects=owns+(deed=Boardwalk, receiver=Ann))"),
        (
            "Ann owns Boardwalk; Boardwalk carries 3 houses",
            (
                "ruling(effects=owns+(deed=Boardwalk, "
                "receiver=Ann); carries+(buildings=house(n=3), deed=Boardwalk))"
            ),
        ),
        (
            "Ann owns Boardwalk; Boardwalk is mortgaged",
            "ruling(effects=owns+(deed=Boardwalk, receiver=Ann); mortgaged+(deed=Boardwalk))",
        ),
        (
            "Ann is in jail, turn 2",
            (
                "ruling(effects=moved(player=Ann, "
                "space=Jail / Just Visiting); in_jail(jail_turn=2, player=Ann))"
            ),
        ),
        ("Bob has the dice", "ruling(effects=dice(player=Bob))"),
        ("Ann has thrown 2 doubles", "ruling(effects=doubles+(doubles=double(n=2), player=Ann))"),
        ("Bob holds chance jail card", "ruling(effects=jail_card(receiver=Bob))"),
        ("no claims", "ruling(effects=nothing)"),
    ],
)
def test_a_ruling_is_marked_as_one(ruling: str, said: str) -> None:
    assert last(f"ruling: {ruling}") == said


def test_the_end_by_ruling() -> None:
    assert last("ruling: Ann is out; Bob is out").endswith("; out(player=Bob); won+(winners=Cy))")


def test_the_opening_says_who_starts() -> None:
    game = table("Ann Bob", first="")
    assert last("Ann opens 4 5", game=game) == "opening(player=Ann, total=9)"
    assert last("Ann opens 4 5", "Bob opens 6 6", game=game) == (
        "opening(player=Bob, total=12) · starts(player=Bob)"
    )
    assert last("Ann opens 4 5", "Bob opens 5 4", game=game) == (
        "opening(player=Bob, total=9) · tied+(players=and(last=Bob, most=Ann))"
    )


def test_rent_that_collects_itself_is_told_with_the_throw() -> None:
    game = table(rent="automatic")
    said = last(*RENTED, game=game)
    assert said == (
        "rolled(player=Ann, total=8) · moved+(space=Virginia Avenue) · rent+(amount=$12, payee=Bob)"
    )


LAPSE = (*RENTED, "Bob throws 1 2", "Bob declines", "sold", "Cy throws 3 4")


def test_rent_that_lapses_is_told_with_the_throw() -> None:
    assert (
        last(*LAPSE)
        == "rolled(player=Cy, total=7) · moved+(space=Chance) · lapsed+(amount=$12, owner=Bob)"
    )


def test_where_owners_watch_for_themselves_nothing_is_said_of_it() -> None:
    assert (
        last(*LAPSE, game=table(rent="watchful"))
        == "rolled(player=Cy, total=7) · moved+(space=Chance)"
    )


def test_london_in_pounds_and_its_own_card() -> None:
    game = at("Ann throws 1 1", game=table(where="london"))
    assert (
        last("Ann draws birthday", game=game)
        == "drew(card=collect_from_each(amount=£10), pack=Community Chest, player=Ann)"
    )
    choice = at("Ann draws fine-or-chance", game=game)
    assert last("Ann pays fine", game=choice) == "collected(amount=£10, payee=bank, payer=Ann)"
    assert last("Ann takes a chance", game=choice) == "chance(player=Ann)"


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
        "rolled(player=Ann, total=5)",
        "moved(player=Ann, space=Income Tax)",
        "salary(gain=+$200, payee=Ann)",
    ]


def test_a_claim_is_never_told() -> None:
    _, events = happened(at(RENTED[0]), RENTED[1])
    assert describe(events, table().board) == [
        "rolled(player=Ann, total=8)",
        "moved(player=Ann, space=Virginia Avenue)",
    ]
