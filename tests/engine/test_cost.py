"""What a move costs, counted in calls, which no slow or busy machine changes."""

import gc
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from companion.engine import Game, Setup, board, edition, legal_moves, play, replay, start
from companion.engine.bots import BotStyle, answer
from companion.engine.decide import RULES
from companion.engine.draft import Draft
from companion.engine.events import Event
from companion.engine.moves import Move, Roll
from companion.engine.phases import CardThrow, ToThrow
from companion.simulation.games import NAMES, InMemory, evening
from companion.table.shuffle import Packs

MISER = BotStyle(
    cash_reserve=10**9,
    bid_percent=0,
    forget_rent_percent=0,
    trade_percent=0,
    return_percent=100,
    pays_jail_fine=False,
)
"""Never buys, so that a game goes on for ever and is always the same."""


def table(players: int) -> Setup:
    seats = NAMES[:players]
    return Setup(seats, edition.load("1934"), board.load("atlantic-city"), first=seats[0])


def endless() -> Iterator[Game]:
    game, random = start(table(4)), Random(4)
    packs = Packs(game.setup, "4")
    misers = dict.fromkeys(game.players, MISER)
    packs = Packs(game.setup, "4")
    while True:
        yield game
        move = answer(game, misers, random.choice)
        if move is None:
            assert isinstance(game.phase, ToThrow | CardThrow)
            move = Roll(game.phase.player, (random.randint(1, 6), random.randint(1, 6)))
        game = play(game, packs.filled_in(game, move))


def calls(work: Callable[[], object]) -> int:
    """How many functions are called to do the work."""
    count, before = 0, sys.getprofile()

    def tick(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tick)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def listed(games: Iterator[Game], moves: int) -> int:
    """Play a number of moves, and list the legal ones after each."""
    return sum(len([*legal_moves(game)]) for game in islice(games, moves))


def test_a_move_costs_the_same_however_many_were_played() -> None:
    games, cost, played = endless(), {}, 0
    for number in (10, 100, 1000, 10_000):
        for _ in islice(games, number - played):
            pass
        cost[number] = calls(lambda: listed(games, 80))
        played = number + 80
    assert max(cost.values()) < 1.15 * min(cost.values()), cost


def test_no_move_is_judged_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[Move] = []
    for kind, rule in RULES.items():

        def counted(draft: Draft, move: Move, rule: Callable[..., None] = rule) -> None:
            judged.append(move)
            rule(draft, move)

        monkeypatch.setitem(RULES, kind, counted)
    setup = Setup(NAMES[:4], edition.load("1961"), board.load("london"), first=NAMES[0])
    total = 0
    for _ in islice(evening(InMemory(setup), "judged", 2000), 600):
        assert len(judged) == len({*judged})
        total += len(judged)
        judged.clear()
    assert 600 <= total < 1.2 * 600, "most wishes are legal"


def test_a_game_leaves_nothing_for_the_collector() -> None:
    for seed in ("first", "second"):
        gc.collect()
        gc.disable()
        try:
            for game in evening(InMemory(table(4)), seed, 60):
                [*legal_moves(game)]
            del game
            left = gc.collect()
        finally:
            gc.enable()
    assert left == 0


def test_a_move_costs_no_more_than_its_players() -> None:
    per_player = {}
    for players in (2, 4, 8, 12):
        games = evening(InMemory(table(players)), "cost", 2000)
        per_player[players] = calls(lambda: listed(games, 400)) / players  # noqa: B023
    assert max(per_player, key=per_player.__getitem__) == 2, per_player


@pytest.mark.parametrize("players", [2, 4, 8])
def test_replaying_costs_less_than_playing(players: int) -> None:
    table_of = InMemory(table(players))
    playing = calls(lambda: [*evening(table_of, "replayed", 100)])
    told: list[tuple[Event, ...]] = []
    first = table_of.game
    while first.past:
        told.append(first.past.events)
        first = first.past.before
    assert calls(lambda: replay(first, reversed(told))) < playing / 3
    assert replay(first, reversed(told)) == table_of.game
