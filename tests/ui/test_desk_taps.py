"""How often somebody has to touch the screen: whole games of scripted players, played by hand with
a tray."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from companion.engine import invariants, moves
from companion.engine.moves import Move
from companion.engine.notation import check, parse_header, parse_move, parse_record
from companion.engine.notation.record import format_record
from companion.ledger.audit import audit_all
from companion.simulation.games import evening
from hardware import FakeTray
from tests.sizes import sizes
from tests.ui.bot_players import Guests
from tests.ui.driver import Desk
from tests.ui.touch import Hand

HEADER = "edition: 1961\nplayers: Ann, Bob, Cy, Dee\n"
BUDGET = {"shown": 1.0, "automatic": 0.6}
"""Taps a turn for what the turn itself asks."""
OF_THE_TURN: tuple[type[Move], ...] = (
    moves.RollForStart,
    moves.Roll,
    moves.Buy,
    moves.Decline,
    moves.CollectRent,
    moves.DrawCard,
    moves.PayFlatTax,
    moves.PayTenPercent,
    moves.PayFine,
    moves.UseJailCard,
    moves.TakeChance,
    moves.PayDebt,
    moves.KeepMortgage,
    moves.DeclareBankruptcy,
)
"""What has to be answered because of where a token stands; what players undertake besides, an
auction, a deal, a house, takes as many taps as they like."""


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with Desk(tmp_path_factory.mktemp("desk"), echo=0.0) as desk, FakeTray() as tray:
        desk.devices.tray(tray.path)
        desk.until(lambda: desk.table.tray_input.state == "found")
        yield Hand(desk, tray)


class Count:
    """Turns and taps of some games."""

    def __init__(self) -> None:
        self.turns = 0
        self.taps: Counter[type[Move]] = Counter()
        self.moves: Counter[type[Move]] = Counter()

    def a_turn(self, kinds: tuple[type[Move], ...] = ()) -> float:
        counted = (n for kind, n in self.taps.items() if not kinds or kind in kinds)
        return sum(counted) / self.turns

    def said(self) -> str:
        rows = (
            f"{kind.__name__}: {n} moves, {self.taps[kind]} taps, {self.taps[kind] / n:.2f} each"
            for kind, n in self.moves.most_common()
        )
        every = f"{self.a_turn():.3f} taps a turn, {self.a_turn(OF_THE_TURN):.3f} of them asked"
        return "\n".join((f"{self.turns} turns", every, *rows))


def played(hand: Hand, games: range, header: str, most: int | None = None) -> Count:
    count = Count()
    for number in games:
        hand.taps.clear()
        hand.desk.table.begin(parse_header(header))
        hand.desk.frames()
        for game in islice(evening(Guests(hand), f"1/{number}", 2000), most):
            assert invariants.violations(game) == []
        count.turns += game.turn.number
        count.taps += hand.taps
        session = hand.desk.table.session
        made = [played.move for played in session.history]
        count.moves += Counter(map(type, made))
        record = parse_record(format_record(session.setup, iter(made)))
        assert check(record).game == session.game
    return count


LIGHT_BLUE = (
    "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue; Ann owns Connecticut Avenue"
)
FIVE = "Vermont Avenue, Oriental Avenue, Connecticut Avenue, Vermont Avenue, Oriental Avenue"


@pytest.mark.parametrize(
    ("before", "move", "taps"),
    [
        (("ruling: Bob owns Vermont Avenue", "Ann throws 3 5"), "Bob collects rent", 1),
        (("Ann throws 3 5",), "Ann buys", 1),
        (("Ann throws 3 5",), "Ann declines", 1),
        (("Ann throws 3 5", "Ann buys"), "undo", 1),
        (("ruling: Ann is in jail",), "Ann pays fine", 1),
        ((LIGHT_BLUE,), "Ann builds on Vermont Avenue", 3),
        ((LIGHT_BLUE,), f"Ann builds on {FIVE}", 4),
        ((LIGHT_BLUE,), "Ann mortgages Vermont Avenue", 3),
    ],
)
def test_what_is_done_often_takes_few_taps(
    hand: Hand, before: tuple[str, ...], move: str, taps: int
) -> None:
    hand.desk.sit_down("Ann Bob", *before)
    hand.taps.clear()
    hand.make(parse_move(move, hand.desk.table.session.setup))
    assert hand.taps.total() == taps


@pytest.mark.parametrize(("rent", "cards"), [("shown", "table"), ("automatic", "program")])
def test_a_game_by_touch_is_the_game_of_the_rules(hand: Hand, rent: str, cards: str) -> None:
    count = played(hand, range(1, 2), f"{HEADER}rent: {rent}\ncards: {cards}\n", most=80)
    assert count.turns > 10


@pytest.mark.timeout(3000)
@pytest.mark.parametrize("games", sizes(slow=2, hours=8))
@pytest.mark.parametrize("rent", BUDGET)
@pytest.mark.parametrize("cards", ["program", "table"])
def test_a_turn_asks_for_few_taps(hand: Hand, rent: str, cards: str, games: int) -> None:
    count = played(hand, range(1, games + 1), f"{HEADER}rent: {rent}\ncards: {cards}\n")
    print(f"\n{rent} rent, cards of the {cards}: {count.said()}")
    assert count.a_turn(OF_THE_TURN) <= BUDGET[rent], count.said()
    assert [audit.first_fault for audit in audit_all(hand.desk.ledger) if audit.first_fault] == []
