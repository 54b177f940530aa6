"""``evolve``: apply an event to a position.

It contains no guard: an event is a fact, checked by ``decide`` before it was recorded.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.engine import events as ev
from companion.engine.events import Event
from companion.engine.holdings import Holding
from companion.engine.obligations import Debt
from companion.engine.phases import Opening, Over, Phase, ReceivedMortgages, Shortage, ToSettle
from companion.engine.state import BANK, POT, Game, Player, Turn

T = TypeVar("T", Game, Player, Turn, Holding, Debt, Phase)


def evolve(game: Game, event: Event) -> Game:
    """Return the position after ``event``."""
    return _APPLY[type(event)](game, event)


def changed(value: T, **changes: Any) -> T:
    """Return a copy of ``value`` with some fields changed.

    It does the same as ``dataclasses.replace`` for values without slots and is several times
    faster, because it does not call ``__init__``.
    """
    copy = object.__new__(value.__class__)
    object.__setattr__(copy, "__dict__", value.__dict__ | changes)
    return copy


def _player(game: Game, name: str, **changes: Any) -> Game:
    player = changed(game.players[name], **changes)
    return changed(game, players={**game.players, name: player})


def _turn(game: Game, **changes: Any) -> Game:
    return changed(game, turn=changed(game.turn, **changes))


def _top(game: Game, **changes: Any) -> Game:
    return changed(game, pending=(*game.pending[:-1], changed(game.pending[-1], **changes)))


def _holding(game: Game, deed: str, holding: Holding | None) -> Game:
    return changed(game, holdings=game.holdings.with_deed(deed, holding))


def _without(items: tuple[Any, ...], item: object) -> tuple[Any, ...]:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _opening_thrown(game: Game, event: ev.OpeningThrown) -> Game:
    opening = game.phase
    assert isinstance(opening, Opening)
    thrown = (*opening.thrown, (event.player, sum(event.dice)))
    return _top(game, waiting=opening.waiting[1:], thrown=thrown)


def _opening_tied(game: Game, event: ev.OpeningTied) -> Game:
    return changed(game, pending=(Opening(event.players),))


def _turn_began(game: Game, event: ev.TurnBegan) -> Game:
    return changed(game, turn=Turn(event.player, game.turn.number + 1))


def _thrown(game: Game, event: ev.Thrown) -> Game:
    doubles = game.turn.doubles + (event.dice[0] == event.dice[1])
    return _turn(game, doubles=doubles, dice=event.dice, to_throw=event.again)


def _jailed(game: Game, event: ev.Jailed) -> Game:
    jailed = _player(game, event.player, space=event.space, jail_turn=1)
    return _ends_turn(jailed, event.player)


def _ends_turn(game: Game, player: str) -> Game:
    return _turn(game, to_throw=False) if game.turn.player == player else game


def _paid(game: Game, event: ev.Paid) -> Game:
    players, pot = {**game.players}, game.pot
    for account, amount in ((event.payer, -event.amount), (event.payee, event.amount)):
        if account == POT:
            pot += amount
        elif account != BANK:
            players[account] = changed(players[account], cash=players[account].cash + amount)
    return changed(game, players=players, pot=pot)


def _deed_passed(game: Game, event: ev.DeedPassed) -> Game:
    if event.receiver == BANK:
        return _holding(game, event.deed, None)
    before = game.holdings.get(event.deed) or Holding(event.receiver)
    return _holding(game, event.deed, changed(before, owner=event.receiver))


def _buildings_changed(game: Game, event: ev.BuildingsChanged) -> Game:
    holding = changed(game.holdings[event.deed], buildings=event.buildings)
    return _holding(game, event.deed, holding)


def _mortgage_changed(game: Game, event: ev.MortgageChanged) -> Game:
    holding = changed(game.holdings[event.deed], mortgaged=event.mortgaged)
    return _holding(game, event.deed, holding)


def _bidder_passed(game: Game, event: ev.BidderPassed) -> Game:
    return _top(game, passed=(*game.phase.passed, event.player))  # type: ignore[attr-defined]


def _building_claimed(game: Game, event: ev.BuildingClaimed) -> Game:
    shortage = game.phase
    assert isinstance(shortage, Shortage)
    return _top(
        game,
        waiting=_without(shortage.waiting, event.player),
        claiming=(*shortage.claiming, event.player),
    )


def _building_waived(game: Game, event: ev.BuildingWaived) -> Game:
    shortage = game.phase
    assert isinstance(shortage, Shortage)
    return _top(game, waiting=_without(shortage.waiting, event.player))


def _mortgage_answered(game: Game, event: ev.MortgageAnswered) -> Game:
    received = game.phase
    assert isinstance(received, ReceivedMortgages)
    left = _without(received.deeds, event.deed)
    return _top(game, deeds=left) if left else changed(game, pending=game.pending[:-1])


def _debt_reduced(game: Game, event: ev.DebtReduced) -> Game:
    return _debt_changed(game, event.debt, amount=event.left)


def _debt_changed(game: Game, debt: Debt, **changes: Any) -> Game:
    place = game.debts.index(debt)
    after = changed(debt, **changes)
    return changed(game, debts=(*game.debts[:place], after, *game.debts[place + 1 :]))


def _player_out(game: Game, event: ev.PlayerOut) -> Game:
    game = _ends_turn(_player(game, event.player, out=True, jail_turn=0), event.player)
    left = (p for p in game.pending if event.player not in _parties(p))
    pending = tuple(_opening_without(p, event.player) for p in left)
    return changed(game, pending=pending, bankruptcies=game.bankruptcies + event.bankrupt)


def _parties(phase: Phase) -> tuple[str, ...]:
    # Who answers, and who receives the rent of a roll: the phase ends if either is out (FLOW-4).
    return getattr(phase, "player", ""), getattr(phase, "owner", "")


def _opening_without(phase: Phase, player: str) -> Phase:
    if not isinstance(phase, Opening):
        return phase
    thrown = tuple(throw for throw in phase.thrown if throw[0] != player)
    return Opening(tuple(name for name in phase.waiting if name != player), thrown)


def _game_ended(game: Game, event: ev.GameEnded) -> Game:
    # FLOW-18: everything still open is void.
    return changed(game, pending=(Over(event.winners),), debts=(), claims=(), offer=None)


def _debt_arose(game: Game, event: ev.DebtArose) -> Game:
    settling = any(isinstance(phase, ToSettle) for phase in game.pending)
    pending = game.pending if settling else (*game.pending, ToSettle())
    return changed(game, debts=(*game.debts, event.debt), pending=pending)


def _debt_ended(game: Game, event: ev.DebtEnded) -> Game:
    debts = _without(game.debts, event.debt)
    pending = game.pending if debts else _without(game.pending, ToSettle())
    return changed(game, debts=debts, pending=pending)


def _jail_card_passed(game: Game, event: ev.JailCardPassed) -> Game:
    if event.giver != BANK:
        cards = _without(game.players[event.giver].jail_cards, event.pack)
        game = _player(game, event.giver, jail_cards=cards)
    if event.receiver != BANK:
        # Sorted, so that the Chance card is played first (FLOW-8).
        cards = tuple(sorted((*game.players[event.receiver].jail_cards, event.pack)))
        game = _player(game, event.receiver, jail_cards=cards)
    return game


def _undone(game: Game, event: ev.Undone) -> Game:
    for _ in range(event.count):
        assert game.past is not None
        game = game.past.before
    return game


_APPLY: dict[type[Event], Callable[[Game, Any], Game]] = {
    ev.OpeningThrown: _opening_thrown,
    ev.OpeningTied: _opening_tied,
    ev.TurnBegan: _turn_began,
    ev.Thrown: _thrown,
    ev.CardThrown: lambda game, _: game,
    ev.Moved: lambda game, e: _player(game, e.player, space=e.space),
    ev.Jailed: _jailed,
    ev.JailTurnSet: lambda game, e: _player(game, e.player, jail_turn=e.jail_turn),
    ev.LeftJail: lambda game, e: _player(game, e.player, jail_turn=0),
    ev.Paid: _paid,
    ev.DeedPassed: _deed_passed,
    ev.BuildingsChanged: _buildings_changed,
    ev.MortgageChanged: _mortgage_changed,
    ev.Asked: lambda game, e: changed(game, pending=(*game.pending, e.phase)),
    ev.Answered: lambda game, _: changed(game, pending=game.pending[:-1]),
    ev.BidMade: lambda game, e: _top(game, bidder=e.player, bid=e.amount),
    ev.BidderPassed: _bidder_passed,
    ev.BuildingClaimed: _building_claimed,
    ev.BuildingWaived: _building_waived,
    ev.MortgageAnswered: _mortgage_answered,
    ev.OfferMade: lambda game, e: changed(game, offer=e.offer),
    ev.OfferEnded: lambda game, _: changed(game, offer=None),
    ev.ClaimArose: lambda game, e: changed(game, claims=(*game.claims, e.claim)),
    ev.ClaimEnded: lambda game, e: changed(game, claims=_without(game.claims, e.claim)),
    ev.DebtArose: _debt_arose,
    ev.DebtEnded: _debt_ended,
    ev.DebtReduced: _debt_reduced,
    ev.DebtPassed: lambda game, e: _debt_changed(game, e.debt, creditor=e.receiver),
    ev.CardDrawn: lambda game, _: game,
    ev.JailCardPassed: _jail_card_passed,
    ev.DoublesCounted: lambda game, e: _turn(game, doubles=e.doubles),
    ev.RoundCompleted: lambda game, e: _player(game, e.player, has_been_round=True),
    ev.PlayerOut: _player_out,
    ev.GameEnded: _game_ended,
    ev.Undone: _undone,
    # It only balances the accounts of the ledger: ``Undone`` has already restored the position.
    ev.Reversed: lambda game, _: game,
}
