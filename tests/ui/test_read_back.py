"""Every move that a screen or the rules offer is read back as the move that it was.

A row of the ledger that is refused by the reader of moves locks a game in, so none may be stored.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, permutations
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from companion.engine import edition
from companion.engine.legal_moves import legal_moves
from companion.engine.moves import Move, Rule
from companion.engine.notation import format_move, parse_move
from companion.engine.rulings import Instalments, MoveCash
from companion.engine.state import Game
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.screens.pay import Pay, begun, parties, payment
from companion.simulation.games import InMemory, evening
from companion.table import ruling
from companion.table.debt import shortfall
from companion.table.menu.leave import ending, ways_out
from companion.table.play.claims import stack
from companion.table.prompts import now
from companion.table.properties.plan import NOTHING
from companion.table.properties.view import answers as deed_answers
from companion.table.session import LedgerError, Session, Source
from companion.table.trade import view as trade
from companion.table.trade.draft import LEND, start_draft, toggle_item, with_instalments
from tests.ui.positions import at, table
from tools.random_play import agree

AWKWARD = ("Ann (left)", "a;b", "no", "is", "O'Neill", "7", "for", "Ann throws")


def written_wrong(games: Iterable[Game]) -> list[str]:
    """Lines that are not read as the move that they were written for, each looked at once."""
    offers = {(move, game.setup, game.board) for game in games for move in offered(game)}
    lines = ((move, setup, format_move(move, board)) for move, setup, board in offers)
    return [line for move, setup, line in lines if parse_move(line, setup) != move]


def offered(game: Game) -> Iterator[Move]:
    """Every move that the rules list, and every answer of every screen, refused ones too."""
    yield from legal_moves(game)
    prompt = now(game)
    answers = [*prompt.answers, *ways_out(game), ending(game)]
    answers += [line.answer for line in stack(game) if line.answer]
    for debt in game.debts:
        owed = shortfall(game, debt)
        answers += [owed.pays, *(way.answer for way in owed.ways)]
    for name in game.in_play():
        for deed in game.deeds_of(name):
            answers += deed_answers(game, name, NOTHING, deed.key)
    everybody = parties(game, begun())
    answers += [payment(game, Pay(*pair, 50)) for pair in permutations(everybody, 2)]
    answers += deals(game)
    yield from (answer.move for answer in answers if answer.move)
    yield from rulings(game)


def deals(game: Game) -> Iterator[object]:
    """The keys of a draft in which one player gives everything that can be given."""
    if len(game.in_play()) < 2 or game.offer:
        return
    draft = start_draft(game, game.turn.player)
    for side in (0, 1):
        for thing in trade.sides(game, draft)[side].things:
            if thing.key == LEND:
                draft = with_instalments(draft, side, Instalments(20, 3))
            else:
                draft = toggle_item(draft, side, thing.key)
    for shown in trade.sides(game, draft):
        yield from shown.answers


def rulings(game: Game) -> Iterator[Move]:
    """One ruling of each kind and choice that *Fix a mistake* offers."""
    for row in ruling.kinds(game):
        for kind in row.kinds:
            if kind.key:
                yield from (Rule((effect,), "") for effect in effects(game, kind.key, []))


def effects(game: Game, kind: str, chosen: list[ruling.ChosenValue]) -> Iterator[object]:
    slot = ruling.next_slot(kind, chosen)
    if not slot:
        yield ruling.effect(kind, chosen)
    elif slot == ruling.AMOUNT:
        yield from effects(game, kind, [*chosen, ruling.amount_value(game, 20)])
    else:
        for tile in ruling.options(game, slot, chosen):
            yield from effects(game, kind, [*chosen, ruling.picked(slot, tile)])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(24))
def test_whatever_is_offered_is_read_back(seed: int) -> None:
    random = Random(seed)
    editions = edition.names()
    setup = agree(random, AWKWARD, {"edition": editions[seed % len(editions)]})
    games = islice(evening(InMemory(setup), f"read {seed}", 60), 0, None, 40)
    assert written_wrong(games) == []


def test_the_pot_is_offered_and_read_back() -> None:
    game = at("ruling: pot receives $100 from bank", game=table(house_rules=POT))
    paid = [move for move in offered(game) if isinstance(move, Rule)]
    pairs = {(e.payer, e.payee) for move in paid for e in move.effects if isinstance(e, MoveCash)}
    assert {("Ann", "pot"), ("pot", "Ann"), ("bank", "pot"), ("pot", "bank")} <= pairs
    assert written_wrong([game]) == []


POT = ("free parking pot",)


def test_a_move_that_would_not_be_read_back_is_not_stored(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path)
    session = Session.begin(ledger, table().setup)
    game, lost = session.game, "Ann purrs"
    with (
        patch("companion.table.session.format_move", lambda *_: lost),
        pytest.raises(LedgerError) as refused,
    ):
        session.play(Rule((MoveCash("Ann", "bank", 60),), ""), Source.TOUCH)
    assert refused.value.reason is LedgerProblem.MOVE_NOT_READ_BACK
    assert session.game is game
    assert session.history == []
    assert session.play(Rule((MoveCash("Ann", "bank", 60),), ""), Source.TOUCH).number == 1
    ledger.close()
