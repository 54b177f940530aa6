"""Every reason for a refusal has its sentence: what is refused, why, what would make it legal."""

import ast

import pytest

from companion.engine import invariants
from companion.engine.decide import refusal
from companion.engine.moves import Move, Undo
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game
from companion.text import refused
from companion.text.refusal_texts import PROBLEMS
from companion.text.refusals import REFUSALS
from tests.tree import files
from tests.tree import read as read_source
from tests.ui import said_of_deeds, said_of_turns
from tests.ui.positions import at, read, table


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
        "The game can end when nothing waits: first Ann chooses how to pay the income tax.",
    )


def test_what_is_said_to_a_bidder_without_a_place() -> None:
    game = at(*said_of_deeds.ONE_LEFT, "Ann builds on Boardwalk", "Cy claims")
    mortgaged = at("Cy mortgages Baltic Avenue", game=game)
    assert said(mortgaged, "Cy bids $5") == (
        Reason.CANNOT_PLACE,
        "Cy has no street that may have a house next: leave it to the others.",
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
            "draws a Chance card",
        ),
        (("Ann throws 1 3",), "Ann pays fine", "Ann has no fine"),
        (("Ann throws 1 3",), "Ann throws 1 2", "first Ann chooses how to pay the income tax."),
        (
            (
                "ruling: Ann has $40; Bob owns Boardwalk; Ann stands on Short Line",
                "Ann throws 2 2",
                "Bob collects rent",
            ),
            "Ann throws 1 2",
            "first Ann pays Bob $50.",
        ),
        (
            ("ruling: Bob owns Electric Company", "Ann throws 3 4", "Ann draws nearest-utility"),
            "Ann buys",
            "Ann has nothing to buy",
        ),
    ],
)
def test_what_has_to_happen_first(lines: tuple[str, ...], move: str, first: str) -> None:
    assert first in said(at(*lines), move)[1]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("ruling: Ann pays $2000 to bank", "Ann would lack $500."),
        (
            "ruling: bank owns Baltic Avenue; Baltic Avenue carries 1 house",
            "is the bank's and cannot have buildings.",
        ),
        (
            "ruling: Baltic Avenue is mortgaged",
            "Baltic Avenue is the bank's and cannot be mortgaged.",
        ),
        ("ruling: Bob has thrown 1 doubles", "Bob does not have the dice."),
        (
            "ruling: Ann owns Boardwalk; Boardwalk carries 1 house; bank owns Boardwalk",
            "Boardwalk has buildings, and the bank cannot own those.",
        ),
        (
            "ruling: Ann owns Water Works; Water Works carries 1 house",
            "Water Works cannot have these buildings.",
        ),
    ],
)
def test_an_impossible_ruling_speaks_of_names_not_keys(move: str, sentence: str) -> None:
    assert sentence in said(table(), move)[1]


def test_every_problem_of_a_ruling_can_be_said_in_any_language() -> None:
    of_moves = {law.__name__ for law in invariants.MOVE_LAWS}  # which no ruling is asked about
    told = [
        call.args[0]
        for path in files("companion/engine/invariants.py", "companion/engine/rules/rulings.py")
        for part in ast.parse(read_source(path)).body
        if getattr(part, "name", "") not in of_moves
        for call in ast.walk(part)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("_impossible", "Sentence")
    ]
    literal = [node.value for node in told if isinstance(node, ast.Constant)]
    assert len(literal) > 15
    assert set(literal) - set(PROBLEMS) == set()


def test_the_claim_of_1934_lapses_with_the_dice() -> None:
    assert "has the dice." in said(table(rules="1934"), "Bob collects rent")[1]


def test_nothing_to_take_back_at_all() -> None:
    assert said(table(), Undo())[1].startswith("There is nothing to take back:")


def test_a_refusal_in_london_speaks_of_pounds() -> None:
    game = at("ruling: Ann has $40", "Ann throws 3 3", game=table(where="london"))
    assert (
        "Ann has £40 and The Angel, Islington costs £100: raise £60 more"
        in said(game, "Ann buys")[1]
    )


def test_a_reason_without_a_sentence_is_still_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REFUSALS.english, Reason.NO_DEBT)
    assert refused(IllegalMove(Reason.NO_DEBT), table()) == "The player owes nothing."
