"""Every reason for a refusal has its sentence: what is refused, why, what would make it legal."""

import pytest

from companion.engine.decide import refusal
from companion.engine.moves import Move, Undo
from companion.engine.problems import Money, PositionProblem, Problem
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game
from companion.text import refused, translate_message
from companion.text.refusals import REFUSALS
from tests.ui import said_of_deeds, said_of_turns
from tests.ui.positions import at, read, table

pytestmark = pytest.mark.usefixtures("keys")


def said(game: Game, move: str | Move) -> tuple[Reason, str]:
    error = refusal(game, read(game, move) if isinstance(move, str) else move)
    assert error is not None, "it was legal"
    return error.reason, refused(error, game)


@pytest.mark.parametrize("reason", said_of_turns.REFUSED, ids=lambda reason: reason.name)
def test_a_refusal_says_why_in_a_sentence(reason: Reason) -> None:
    lines, move, sentence = said_of_turns.REFUSED[reason]
    assert said(at(*lines), move) == (reason, sentence)


@pytest.mark.parametrize("reason", said_of_turns.BEFORE_THE_START, ids=lambda reason: reason.name)
def test_a_refusal_before_the_start_says_why(reason: Reason) -> None:
    move, sentence = said_of_turns.BEFORE_THE_START[reason]
    assert said(table(first=""), move) == (reason, sentence)


@pytest.mark.parametrize("reason", said_of_deeds.REFUSED, ids=lambda reason: reason.name)
def test_a_refusal_about_deeds_says_why(reason: Reason) -> None:
    lines, move, sentence = said_of_deeds.REFUSED[reason]
    assert said(at(*lines), move) == (reason, sentence)


@pytest.mark.parametrize("reason", said_of_deeds.IN_1935, ids=lambda reason: reason.name)
def test_a_refusal_about_deeds_in_1935_says_why(reason: Reason) -> None:
    lines, move, sentence = said_of_deeds.IN_1935[reason]
    assert said(at(*lines, game=table(rules="1935")), move) == (reason, sentence)


def test_what_is_said_before_time_is_up() -> None:
    game = at("Ann throws 1 3", game=table(game="time-limit"))
    assert said(game, "time is up") == (
        Reason.NOT_YET_TIME,
        "NOT_YET_TIME(waiting=TaxChoice(player=Ann))",
    )


def test_what_is_said_to_a_bidder_without_a_place() -> None:
    game = at(*said_of_deeds.ONE_LEFT, "Ann builds on Boardwalk", "Cy claims")
    mortgaged = at("Cy mortgages Baltic Avenue", game=game)
    assert said(mortgaged, "Cy bids $5") == (
        Reason.CANNOT_PLACE,
        "CANNOT_PLACE(building=house, player=Cy)",
    )


def test_every_reason_has_a_sentence_that_was_provoked() -> None:
    assert set(REFUSALS) == set(Reason)
    shown = {*said_of_turns.REFUSED, *said_of_turns.BEFORE_THE_START}
    shown |= {*said_of_deeds.REFUSED, *said_of_deeds.IN_1935}
    assert shown | {Reason.NOT_YET_TIME, Reason.CANNOT_PLACE} == set(Reason)


@pytest.mark.parametrize(
    ("lines", "move", "first"),
    [
        (
            ("ruling: Ann stands on Boardwalk", "Ann throws 3 5"),
            "Ann throws 1 1",
            "ToDraw(pack=Chance, player=Ann)",
        ),
        (("Ann throws 1 3",), "Ann pays fine", "NOT_IN_JAIL(player=Ann)"),
        (("Ann throws 1 3",), "Ann throws 1 2", "TaxChoice(player=Ann)"),
        (
            (
                "ruling: Ann has $40; Bob owns Boardwalk; Ann stands on Short Line",
                "Ann throws 2 2",
                "Bob collects rent",
            ),
            "Ann throws 1 2",
            "ToSettle(creditor=Bob, debt=$50, debtor=Ann)",
        ),
        (
            ("ruling: Bob owns Electric Company", "Ann throws 3 4", "Ann draws nearest-utility"),
            "Ann buys",
            "NOTHING_TO_BUY(player=Ann)",
        ),
    ],
)
def test_what_has_to_happen_first(lines: tuple[str, ...], move: str, first: str) -> None:
    assert first in said(at(*lines), move)[1]


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (
            "ruling: Ann pays $2000 to bank",
            Problem(PositionProblem.NEGATIVE_CASH, player="Ann", amount=Money(500)),
        ),
        (
            "ruling: bank owns Baltic Avenue; Baltic Avenue carries 1 house",
            Problem(PositionProblem.BANK_HAS_NO_BUILDINGS, deed="Baltic Avenue"),
        ),
        (
            "ruling: Baltic Avenue is mortgaged",
            Problem(PositionProblem.BANK_HAS_NO_MORTGAGE, deed="Baltic Avenue"),
        ),
        (
            "ruling: Bob has thrown 1 doubles",
            Problem(PositionProblem.WITHOUT_THE_DICE, player="Bob"),
        ),
        (
            "ruling: Ann owns Boardwalk; Boardwalk carries 1 house; bank owns Boardwalk",
            Problem(PositionProblem.BANK_CANNOT_OWN_BUILDINGS, deed="Boardwalk"),
        ),
        (
            "ruling: Ann owns Water Works; Water Works carries 1 house",
            Problem(PositionProblem.IMPOSSIBLE_BUILDINGS, deed="Water Works"),
        ),
    ],
)
def test_an_impossible_ruling_speaks_of_names_not_keys(move: str, problem: Problem) -> None:
    error = refusal(table(), read(table(), move))
    assert error
    assert error.facts["problem"] == problem
    assert translate_message(problem) in refused(error, table())


def test_the_claim_of_1934_lapses_with_the_dice() -> None:
    assert "lapses=receive" in said(table(rules="1934"), "Bob collects rent")[1]


def test_nothing_to_take_back_at_all() -> None:
    assert said(table(), Undo())[1] == "NOTHING_TO_UNDO"


def test_a_refusal_in_london_speaks_of_pounds() -> None:
    game = at("ruling: Ann has $40", "Ann throws 3 3", game=table(where="london"))
    assert (
        "amount=£100, cash=£40, deed=The Angel, Islington, player=Ann, short=£60"
        in said(game, "Ann buys")[1]
    )


def test_a_reason_without_a_sentence_is_still_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REFUSALS.english, Reason.NO_DEBT)
    assert refused(IllegalMove(Reason.NO_DEBT), table()) == "The player owes nothing."
