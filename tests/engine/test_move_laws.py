"""The invariants of a move see a fault that is planted in the rules, and nothing in sound games."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine import invariants, parse_move, play
from companion.engine.events import BuildingsChanged, Paid
from companion.engine.evolve import APPLY
from companion.engine.notation import parse_header
from companion.engine.problems import PositionProblem
from companion.engine.rules import bankruptcy, mortgage
from companion.engine.state import BANK, Game, start


def after(*lines: str) -> Game:
    game = start(parse_header("players: Ann, Bob\nfirst: Ann\n"))
    for line in lines:
        game = play(game, parse_move(line, game.setup))
    return game


def broken(game: Game) -> set[str]:
    """The names of the laws that the last move broke."""
    assert game.past
    before, events = game.past.before, game.past.events
    return {law.__name__ for law in invariants.MOVE_LAWS if law(before, events, game)}


ON_THE_WAY = "Ann stands on Short Line; Ann has $70"
OWES = (
    f"ruling: Ann owns Baltic Avenue; Baltic Avenue is mortgaged; {ON_THE_WAY}",
    "Ann throws 1 2",
)
POOR = "ruling: Ann owns Baltic Avenue; Ann stands on Short Line; Ann has $20"
RUINED = (
    "ruling: Ann owns Baltic Avenue; Ann owns Mediterranean Avenue; Baltic Avenue carries 1 house;"
    " Ann stands on Short Line; Ann has $20; Bob owns Boardwalk; Bob owns Park Place;"
    " Boardwalk carries 1 house",
    "Ann throws 1 3",
    "Bob collects rent",
    "Ann goes bankrupt",
)


def test_sound_moves_break_nothing() -> None:
    assert broken(after(*OWES)) == set()
    assert broken(after(POOR, "Ann throws 1 2", "Ann mortgages Baltic Avenue")) == set()
    assert broken(after(POOR, "Ann throws 1 2", "Ann goes bankrupt")) == set()


SEALED = "players: Ann, Bob, Cy\nfirst: Ann\nhouse rules: sealed bids\n"


@pytest.mark.parametrize(
    "changes",
    [
        {"sealed": (("Bob", 9), ("Bob", 8))},
        {"sealed": (("Bob", 9),), "seller": "Bob"},
        {"sealed": (("Bob", 9),), "among": ("Ann", "Cy")},
        {"sealed": (("Bob", 9),), "bidder": "Ann", "bid": 1},
    ],
)
def test_a_sealed_bid_that_cannot_be_is_found(changes: dict[str, Any]) -> None:
    game = start(parse_header(SEALED))
    for line in ("Ann throws 1 2", "Ann declines", "Bob bids $9"):
        game = play(game, parse_move(line, game.setup))
    assert invariants.position_violations(game) == []
    impossible = replace(game, pending=(replace(game.pending[-1], **changes),))
    [fault] = invariants.position_violations(impossible)
    assert (fault.reason, fault.facts["player"]) == (PositionProblem.SEALED_BID_MISPLACED, "Bob")


def test_a_dollar_that_gets_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def loses(game: Game, event: Paid) -> None:
        sound(game, Paid(event.payer, event.payee, event.amount - 1, event.why))

    sound = APPLY[Paid]
    monkeypatch.setitem(APPLY, Paid, loses)
    assert broken(after("Ann throws 1 2", "Ann buys")) == {"money_follows_the_events"}


def test_a_debtor_who_spends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mortgage.guards, "owes_nothing", lambda game, player: None)
    lifted = after(*OWES, "Ann lifts Baltic Avenue")
    assert broken(lifted) == {"debtors_get_poorer_only_by_paying"}


def test_a_bankrupt_who_keeps_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def keeps_the_deeds(story: Any, player: str, receiver: str, deeds: Any) -> None:
        sound(story, player, receiver, ())

    sound = bankruptcy._hand_over
    monkeypatch.setattr(bankruptcy, "_hand_over", keeps_the_deeds)
    gone = after(POOR, "Ann throws 1 2", "Ann goes bankrupt")
    assert broken(gone) == {"bankrupts_hand_on_all_they_could_raise"}


def test_a_bankrupt_whose_buildings_bring_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_nothing(draft: Any, player: str) -> None:
        for deed in draft.game.deeds_of(player):
            if before := draft.game.holdings[deed.key].buildings:
                draft.emit(BuildingsChanged(deed.key, before, 0))

    assert broken(after(*RUINED)) == set()
    monkeypatch.setattr(bankruptcy.building, "sell_everything", for_nothing)
    assert broken(after(*RUINED)) == {"bankrupts_hand_on_all_they_could_raise"}


def test_a_bankrupt_whose_cash_goes_to_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def to_the_bank(draft: Any, player: str, receiver: str, deeds: Any) -> None:
        draft.emit(Paid(player, BANK, draft.game.players[player].cash, "estate"))
        sound(draft, player, receiver, deeds)

    sound = bankruptcy._hand_over
    monkeypatch.setattr(bankruptcy, "_hand_over", to_the_bank)
    assert broken(after(*RUINED)) == {"bankrupts_hand_on_all_they_could_raise"}


@pytest.mark.parametrize("way", ["Bob leaves", "ruling: Bob is out"])
def test_an_offer_that_outlives_its_party_is_found(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(bankruptcy, "end_obligations", lambda *what, **how: None)
    left = after("ruling: Cy joins", "Ann offers Bob $5 for nothing", way)
    assert broken(left) == {"whoever_leaves_takes_part_in_nothing"}
