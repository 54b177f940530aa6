"""Every reason for a refusal has its sentence: what is refused, why, what would make it legal."""

import re
from collections.abc import Iterator

import pytest

from companion.engine.decide import refusal
from companion.engine.moves import Buy, DrawCard, Move
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import Game
from companion.text import refused
from companion.text.refusals import REFUSALS
from tests.ui.examples import RECORDS, examples, retold
from tests.ui.positions import at, read, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

NOT_WRITTEN = {
    Reason.NO_SUCH_PLAYER: (Buy("Zoe"), "player=Zoe, players=and(last=Cy, most=Ann, Bob)"),
    Reason.NOT_IN_PACK: (DrawCard("Ann", "no-such-card"), "pack=Chance"),
}
"""Refusals of moves that no record can have, with their facts."""


def sentence(game: Game, move: str | Move) -> Iterator[str]:
    """The reason, if the sentence does not begin with it, and the sentence."""
    error = refusal(game, read(game, move) if isinstance(move, str) else move)
    assert error is not None, "it was legal"
    name, said = error.reason.name, str(refused(error, game))
    yield said if said.startswith(name) else f"{name}: {said}"


@pytest.mark.parametrize("example", examples("refusals"))
def test_a_refusal_says_why_in_a_sentence(example: str) -> None:
    assert retold(example, sentence) == example


@pytest.mark.parametrize("reason", NOT_WRITTEN, ids=lambda reason: reason.name)
def test_a_refusal_of_what_no_record_has_says_why(reason: Reason) -> None:
    move, facts = NOT_WRITTEN[reason]
    assert [*sentence(at("Ann throws 3 4"), move)] == [f"{reason.name}({facts})"]


def test_every_reason_has_a_sentence_that_was_provoked() -> None:
    assert set(REFUSALS) == set(Reason)
    provoked = re.findall("^> ([A-Z_]+)", (RECORDS / "refusals.txt").read_text("utf-8"), re.M)
    assert {Reason[name] for name in provoked} | {*NOT_WRITTEN} == set(Reason)


def test_a_reason_without_a_sentence_is_still_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REFUSALS.english, Reason.NO_DEBT)
    assert plain(refused(IllegalMove(Reason.NO_DEBT), table())) == "The player owes nothing."
