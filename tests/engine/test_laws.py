"""Whatever is done at a table can be written down, taken back and replayed; nobody is stuck."""

from dataclasses import replace
from random import Random

import pytest

from companion.engine import Game, apply, decide, legal_moves, moves, parse_record, replay, start
from companion.engine.decide import play
from companion.engine.holdings import Holdings
from companion.engine.moves import Move
from companion.engine.phases import Over
from companion.simulation.games import NAMES
from tools.random_play import agree, refereed

NOT_LISTED = (moves.Bid, moves.OfferTrade, moves.Rule, moves.SellDown)
ENDS_TOO_MUCH = (moves.Undo, moves.LeaveGame, moves.EndByTime)
RAISES = (moves.Mortgage, moves.Sell, moves.SellHotels, moves.SellDown)
NEVER_URGENT = (*RAISES, moves.Unmortgage, moves.Build)


def seen_afresh(game: Game) -> Game:
    """The position of somebody who has just come in and remembers nothing of the deeds."""
    holdings = Holdings(game.board)
    for key, holding in sorted(game.holdings.items()):
        holdings = holdings.with_deed(key, holding)
    return replace(game, holdings=holdings)


def is_listable(move: Move) -> bool:
    return len(getattr(move, "deeds", ())) <= 1 and not isinstance(move, NOT_LISTED)


def goes_on(game: Game, move: Move) -> bool:
    """Return True if ``move`` answers what waits, or raises cash for a debt."""
    in_debt = getattr(move, "player", "") in {debt.debtor for debt in game.debts}
    return not isinstance(move, ENDS_TOO_MUCH if in_debt else (*ENDS_TOO_MUCH, *NEVER_URGENT))


@pytest.mark.parametrize("number", range(8))
def test_random_games_keep_every_law(number: int) -> None:
    name = f"laws/{number}"
    played = refereed(agree(Random(name), NAMES, {}), name)
    assert [*played.faults, *played.laws] == [], played.record
    assert [*parse_record(played.record).moves()] == played.made
    game = first = start(played.setup)
    for move in played.made:
        listed = [*legal_moves(game)]
        assert listed == [*legal_moves(seen_afresh(game))]
        assert len(listed) == len({*listed})
        if is_listable(move):
            assert move in listed
        assert any(goes_on(game, possible) for possible in listed), "nobody can go on"
        before, game = game, play(game, move)
        if isinstance(move, moves.Undo):
            for _ in range(move.count):
                before = before.past.before
            assert (game, game.past) == (before, before.past)
        else:
            assert apply(game, decide(game, moves.Undo())) == before
    assert isinstance(game.phase, Over)
    told, earlier = [], game
    while earlier.past:
        told.append(earlier.past.events)
        earlier = earlier.past.before
    assert replay(first, reversed(told)) == game
