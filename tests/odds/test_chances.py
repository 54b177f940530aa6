"""The chances of winning are fair to the seats, and luck is nothing on average."""

from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

import pytest

from companion.engine import Game, Setup, board, edition, play, start
from companion.engine.bots.trading import accepting
from companion.engine.moves import AcceptTrade, DrawCard, Move, RefuseTrade, Roll, RollForStart
from companion.engine.phases import CardThrow, Opening, Over, ToDraw, ToThrow
from companion.odds.chances import NotRated, Unrated, chances, luck, unrated
from companion.odds.features import features
from companion.report.what_if import cards_left
from companion.simulation.games import InMemory, evening
from tools.rated_games import HOUSE_RULES, agreement

NAMES = ("Ann", "Bob", "Cy", "Dee")
SETUP = Setup(NAMES, edition.load("1961"), board.load("atlantic-city"))


@pytest.fixture(scope="module")
def evening_of_four() -> list[Game]:
    return [start(SETUP), *evening(InMemory(SETUP), "chances", 2000)]


def some(positions: list[Game], *phases: type, count: int = 12) -> list[Game]:
    found = [game for game in positions if isinstance(game.phase, phases)]
    return Random(1).sample(found, min(count, len(found)))


def test_chances_sum_to_one_and_a_bankrupt_has_none(evening_of_four: list[Game]) -> None:
    for game in evening_of_four[::3]:
        found = chances(game)
        assert [*found] == [*game.players]
        assert sum(found.values()) == pytest.approx(1, abs=1e-12)
        assert all(found[name] == 0 for name, player in game.players.items() if player.out)


def test_end_of_a_game_is_certain(evening_of_four: list[Game]) -> None:
    end = evening_of_four[-1]
    assert isinstance(end.phase, Over)
    assert chances(end) == {name: float(name in end.phase.winners) for name in NAMES}


def test_a_game_before_the_first_roll_is_open() -> None:
    assert [*chances(start(SETUP)).values()] == pytest.approx([0.25] * 4, abs=1e-12)


def test_players_who_change_seats_change_chances(evening_of_four: list[Game]) -> None:
    for game in some(evening_of_four, ToThrow, CardThrow, ToDraw, count=4):
        for seats in permutations(NAMES):
            setup = replace(game.setup, players=seats)
            moved = game.copy()
            moved.setup, moved.players = setup, {name: game.players[name] for name in seats}
            assert chances(moved) == pytest.approx(chances(game), abs=1e-12)


DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def outcomes(game: Game) -> list[Move]:
    """All that can come of chance in a position, each as often as it does."""
    match game.phase:
        case ToThrow(player=player) | CardThrow(player=player):
            return [Roll(player, dice) for dice in DICE]
        case Opening(waiting=waiting):
            return [RollForStart(waiting[0], dice) for dice in DICE]
    assert isinstance(game.phase, ToDraw)
    return [DrawCard(game.phase.player, card) for card in cards_left(game)]


def test_luck_of_all_that_can_come_sums_to_zero(evening_of_four: list[Game]) -> None:
    rolls = some(evening_of_four, ToThrow, CardThrow, count=2)
    for game in (start(SETUP), *rolls, *some(evening_of_four, ToDraw, count=2)):
        gains = [luck(game, move) for move in outcomes(game)]
        for name in NAMES:
            assert sum(gain[name] for gain in gains) == pytest.approx(0, abs=1e-12)


def test_luck_of_one_move_takes_from_the_others_what_it_gives(evening_of_four: list[Game]) -> None:
    for game in some(evening_of_four, ToThrow):
        gains = luck(game, Roll(game.turn.player, (3, 4)))
        assert sum(gains.values()) == pytest.approx(0, abs=1e-12)


def test_an_open_offer_counts_with_both_answers(evening_of_four: list[Game]) -> None:
    offers = [game for game in evening_of_four if game.offer]
    shares = []
    for game in offers:
        assert game.offer
        share, other = accepting(game, game.offer), game.offer.other
        yes, no = (chances(play(game, move(other))) for move in (AcceptTrade, RefuseTrade))
        mean = {name: share * yes[name] + (1 - share) * no[name] for name in NAMES}
        assert chances(game) == pytest.approx(mean, abs=1e-12)
        shares.append(share)
    assert any(0 < share < 1 for share in shares)


def test_estimate_asks_for_nothing_that_is_hidden(evening_of_four: list[Game]) -> None:
    """Two positions that look the same at the table are rated the same, however reached."""
    for before, after in pairwise(evening_of_four):
        if before == after:
            assert features(before) == features(after)


def rules(*names: str) -> Setup:
    return replace(SETUP, edition=edition.with_house_rules(SETUP.edition, names), house_rules=names)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (SETUP, None),
        (rules(HOUSE_RULES[0]), None),
        (rules("starting cash $5000"), Unrated.RULES),
        (replace(SETUP, edition=replace(SETUP.edition, source="ours.toml")), Unrated.RULES),
        (replace(SETUP, game="short"), Unrated.ENDING),
        (replace(SETUP, game="time-limit", until="21:30"), Unrated.ENDING),
        (replace(SETUP, game="second-bankruptcy"), Unrated.ENDING),
        (replace(SETUP, players=tuple("ABCDEFGHI")), Unrated.PLAYERS),
    ],
)
def test_games_are_rated_if_the_weights_know_their_rules(
    setup: Setup, reason: Unrated | None
) -> None:
    assert unrated(setup) is reason
    if reason:
        with pytest.raises(NotRated) as error:
            chances(start(setup))
        assert error.value.reason is reason


def test_every_setup_of_the_fit_is_rated() -> None:
    for players in range(2, 9):
        assert unrated(agreement(Random(players), players)) is None
    assert all(unrated(rules(rule)) is None for rule in HOUSE_RULES)
