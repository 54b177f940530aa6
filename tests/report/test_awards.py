"""Awards of an evening: of games so short that they can be added up by hand."""

from datetime import UTC, datetime

from companion.engine.decide import outcome
from companion.report.awards import Award, Honour, awards
from companion.report.timeline import Step, Timeline
from tests.ui.positions import read, table

PASSED = ("Ann passes", "Bob passes", "Cy passes")


def timeline(*lines: str, players: str = "Ann Bob Cy") -> Timeline:
    """A game of these moves, none of which is undone."""
    game = table(players)
    course = Timeline(game.setup, game)
    for number, line in enumerate(lines, 1):
        move = read(game, line)
        events, after = outcome(game, move)
        at = datetime(2026, 11, 22, tzinfo=UTC)
        course.standing.append(Step(number, at, "touch", move, events, game, after))
        game = after
    return course


def award(honour: Honour, *lines: str) -> Award | None:
    return next((one for one in awards(timeline(*lines)) if one.honour is honour), None)


def test_nobody_earned_anything_in_a_game_without_moves() -> None:
    assert awards(timeline()) == []


def test_a_collected_rent_is_the_biggest_and_its_deed_the_best_earner() -> None:
    rent = ("ruling: Ann owns Boardwalk", "Ann throws 1 2", "Ann declines", *PASSED)
    rent += ("ruling: Bob stands on Short Line", "Bob throws 1 3", "Ann collects rent from Bob")
    biggest = award(Honour.BIGGEST_RENT, *rent)
    assert biggest == Award(Honour.BIGGEST_RENT, 50, player="Ann", payer="Bob")
    best = award(Honour.BEST_EARNER, *rent)
    assert best == Award(Honour.BEST_EARNER, 50, player="Ann", deed="boardwalk")


def test_whoever_passed_most_is_the_most_patient() -> None:
    lines = ("Ann throws 1 2", "Ann declines", "Bob bids $10", "Cy passes", "Ann passes")
    patient = award(Honour.MOST_PATIENT, *lines)
    assert patient is not None
    assert (patient.player, patient.amount) == ("Ann", 1), "of two, the first seat"


def test_whoever_missed_a_rent_was_lucky() -> None:
    """Three of 36 rolls lead to a rent of $50."""
    deed = "ruling: Bob owns Boardwalk"
    missed = award(Honour.LUCKIEST, deed, "ruling: Ann stands on Short Line", "Ann throws 1 1")
    hit = award(Honour.LUCKIEST, deed, "ruling: Ann stands on Short Line", "Ann throws 1 3")
    assert missed is not None
    assert (missed.player, missed.amount) == ("Ann", round(3 * 50 / 36))
    assert hit is None
