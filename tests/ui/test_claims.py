"""Rent still due: every claim has a line and a place, and keeps it."""

from collections.abc import Iterator

import pytest

from companion.engine.decide import outcome
from companion.engine.events import ClaimEnded
from companion.engine.state import Game
from companion.table.play.claims import ClaimLine, stack
from tests.ui.examples import examples, retold
from tests.ui.positions import at, read, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")


LANDING = "ruling: Bob owns Tennessee Avenue; Ann stands on Electric Company", "Ann throws 4 2"


class Stage:
    """The lines of claims on the stage, from one move of an example to the next."""

    def __init__(self) -> None:
        self.lines: list[ClaimLine] = []

    def after(self, before: Game, move: str) -> Iterator[str]:
        events, game = outcome(before, read(before, move))
        missed = [e.claim for e in events if isinstance(e, ClaimEnded) and e.how == "lapsed"]
        self.lines = stack(game, self.lines, missed)
        if not self.lines:
            yield "nothing"
        for line in self.lines:
            by = "missed" if line.is_missed else f"by {line.answer.player}"
            named = f"{line.names[0]}, {line.group} of {line.marker}"
            dots = f"{line.rolls} of {line.most_rolls}"
            said = (" / ".join(plain(line.collect)), line.until, *line.note[:1], dots)
            place = f"{line.place} {line.form} {by}{' short' * line.is_short}"
            yield f"{place}: {' | '.join(plain((named, *said)))}"


@pytest.mark.parametrize("example", examples("claims"))
def test_the_lines_of_claims(example: str) -> None:
    assert retold(example, Stage().after) == example


def test_beside_answers_there_is_only_room_for_rows() -> None:
    assert [line.form for line in stack(at(*LANDING), is_crowded=True)] == ["row"]


def test_watchful_owners_are_told_nothing_of_what_was_shown() -> None:
    game = at(*LANDING, game=table(rent="watchful"))
    assert stack(game, stack(at(*LANDING)), game.claims) == []
