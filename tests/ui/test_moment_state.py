"""Moments at a real table without a window: what is booked is seen, and nothing waits for it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.events import ClaimEnded, Event
from companion.engine.moves import Buy, Decline, Roll
from companion.engine.phases import Over
from companion.table.moments.values import SECONDS
from companion.table.play.claims import ClaimLine
from companion.table.shuffle import Packs
from companion.text.event_texts import sentence
from companion.text.moments import moment as moment_text
from tests.ui.driver import setup
from tests.ui.moments import TimedTable, next_move
from tests.words import plain

# --- a moment on the stage --------------------------------------------------------------------


def test_a_moment_is_shown_with_the_booking_and_goes_by_itself(timed: TimedTable) -> None:
    timed.make(Roll("Ann", (4, 5)))
    assert timed.shown
    assert (timed.shown.kind, timed.shown.dice) == ("rolled", (4, 5))
    assert timed.table.moments.is_staged
    timed.clock.wait(SECONDS - 0.01)
    assert timed.shown
    timed.clock.wait(0.02)
    assert timed.shown is None
    assert not timed.table.moments.is_staged


def test_the_answer_counts_before_the_moment_has_gone(timed: TimedTable) -> None:
    """Booking comes first: what is asked now is known at once, and buttons on pins answer it."""
    timed.make(Roll("Ann", (4, 5)))
    assert timed.table.now.kind == "buy"
    timed.buttons.press("yes", "one")
    assert isinstance(timed.table.session.history[-1].move, Buy)
    assert timed.shown
    assert timed.shown.kind == "price"


def test_the_tray_never_waits_for_a_moment(timed: TimedTable) -> None:
    timed.table.tray_input.on_found()
    timed.tray(3, 3)
    timed.make(Decline("Ann"))
    timed.say("sold")
    assert timed.table.moments.is_staged
    assert timed.table.awaited == timed.table.number
    timed.tray(4, 5)
    assert timed.shown
    assert (timed.shown.number, timed.shown.dice) == (4, (4, 5))


def test_the_end_of_an_old_moment_does_not_end_a_new_one(timed: TimedTable) -> None:
    timed.make(Roll("Ann", (4, 5)))
    timed.clock.wait(SECONDS / 2)
    timed.make(Buy("Ann"))
    timed.clock.wait(SECONDS * 0.75)
    assert timed.shown
    assert timed.shown.kind == "price"


def test_a_skip_ends_the_stage(timed: TimedTable) -> None:
    timed.make(Roll("Ann", (4, 5)))
    timed.clock.wait(1.0)
    timed.table.moments.skip()
    assert timed.shown is None


def test_a_moment_beside_the_names_takes_no_stage_and_no_skip(timed: TimedTable) -> None:
    timed.say("ruling: Bob owns Connecticut Avenue", "Ann throws 4 5")
    timed.clock.wait(5)
    timed.say("Bob collects rent")
    assert timed.shown
    assert (timed.shown.kind, timed.table.moments.is_staged) == ("rent", False)
    timed.table.moments.skip()
    assert timed.shown


def test_the_page_turns_after_the_moment(timed: TimedTable) -> None:
    timed.say("ruling: Ann has $10; Ann stands on Boardwalk; Bob owns Baltic Avenue")
    timed.say("ruling: Bob owns Mediterranean Avenue; Baltic Avenue carries hotel")
    timed.say("ruling: Ann stands on Go", "Ann throws 1 2")
    timed.clock.wait(5)
    timed.say("Bob collects rent")
    assert timed.table.screen == "debt", "nothing is on the stage"
    timed.say("Ann goes bankrupt")
    assert timed.table.screen == "play"
    assert timed.table.moments.is_staged
    timed.clock.wait(5)
    assert timed.table.screen == "play"
    timed.say("Bob throws 1 2", "Bob leaves")
    assert (timed.table.screen, timed.shown.kind) == ("game_over", "won")


def test_a_skip_turns_the_page_at_once(timed: TimedTable) -> None:
    timed.say("Ann throws 4 5", "Ann declines")
    assert timed.table.screen == "auction", "declining has no moment"
    timed.say("Bob bids $10", "sold")
    assert timed.table.screen == "play"
    assert timed.shown
    assert timed.shown.kind == "bid"


def test_other_pages_tell_the_moment_in_words(timed: TimedTable) -> None:
    timed.table.tray_input.on_found()
    timed.table.show_screen("history")
    timed.tray(4, 5)
    assert timed.table.screen == "history"
    assert str(timed.table.notice) == str(timed.table.lines[0].sentence)


def test_a_language_changes_the_moment_and_the_claims(timed: TimedTable) -> None:
    timed.say("ruling: Bob owns Connecticut Avenue", "Ann throws 4 5")
    timed.table.speak("de")
    assert timed.shown
    assert plain(timed.shown.headline.title) == str(sentence("rolled", player="Ann", total=9))
    assert plain(timed.shown.verdict.detail) == str(moment_text("rent"))
    [line] = timed.table.moments.claims
    assert str(line.until).split()[0] == "bis"


def test_a_resumed_game_has_claims_and_no_moment(timed: TimedTable) -> None:
    timed.say("ruling: Bob owns Connecticut Avenue", "Ann throws 4 5")
    claims = list(timed.table.moments.claims)
    timed.table.resume(1)
    assert timed.shown is None
    assert timed.table.moments.claims == claims


def test_demonstrations_show_moments_as_much_shorter_as_they_play_faster(timed: TimedTable) -> None:
    timed.table.moments.speed = 10.0
    timed.make(Roll("Ann", (4, 5)))
    timed.clock.wait(SECONDS / 10 + 0.01)
    assert timed.shown is None


# --- whole games ------------------------------------------------------------------------------


TOLD = {"rolled", "rent", "bid", "price", "build", "bankrupt"}
PAUSES = (0.0, 0.25, 1.125, 2.5)
"""Seconds until the table goes on: at once, hurried, as the moment goes, and after it."""


class Watched(TimedTable):
    """A table that notes for how long each moment was on the screen."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.seen: dict[int, float] = {}
        self._since, self._number = self.clock.now, 0
        for name in ("screen", "notice"):
            self.table.bind(**{name: self._look})
        self.table.moments.bind(shown=self._look)

    def _look(self, *_: object) -> None:
        """Note how long what was on the screen until now has been there."""
        self.seen[self._number] = self.seen.get(self._number, 0) + self.clock.now - self._since
        is_visible = self.table.screen in ("play", "game_over") or bool(self.table.notice)
        self._number = self.shown.number if self.shown and is_visible else 0
        self._since = self.clock.now

    def time_on_screen(self, number: int) -> float:
        self._look()
        return self.seen.get(number, 0.0)


@pytest.mark.parametrize("rent", ["shown", "watchful", "automatic"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_whatever_is_booked_was_seen_for_a_second(tmp_path: Path, seed: int, rent: str) -> None:
    """Unless the next input came sooner: over games that end."""
    timed, random = Watched(tmp_path), Random(seed)
    timed.begin(setup("Ann Bob Cy Dee", rent=rent, cards="program"))
    packs, told = Packs(timed.table.session.setup, "seed"), set()
    while not isinstance(timed.game.phase, Over) and timed.table.number < 700:
        before = {line.claim: line.place for line in timed.table.moments.claims}
        form = claim_form(timed)
        timed.make(next_move(timed.game, packs, random))
        played, pause = timed.table.session.history[-1], random.choice(PAUSES)
        moment, claims = timed.shown, due(timed)
        check_claims(timed, played.events, before, form, rent)
        timed.clock.wait(pause)
        if moment and TOLD.intersection(moment.parts):
            told |= {*moment.parts}
            assert timed.time_on_screen(played.number) >= min(1.0, pause), (moment, pause)
        assert due(timed) == claims, "nothing moves by itself"
    assert told >= TOLD
    timed.ledger.close()


def claim_form(timed: TimedTable) -> str:
    return next((line.form for line in timed.table.moments.claims), "wide")


def due(timed: TimedTable) -> list[ClaimLine]:
    return [line for line in timed.table.moments.claims if not line.is_missed]


def check_claims(
    timed: TimedTable,
    events: tuple[Event, ...],
    before: dict[Any, int],
    form: str,
    rent: str,
) -> None:
    """Every claim is shown where it was; what has lapsed is seen to have lapsed."""
    lines = list(timed.table.moments.claims)
    if rent == "watchful":
        assert lines == []
        return
    assert {line.claim for line in due(timed)} == {*timed.game.claims}
    lapsed = {e.claim for e in events if isinstance(e, ClaimEnded) and e.how == "lapsed"}
    assert lapsed <= {line.claim for line in lines if line.is_missed}
    assert len({line.place for line in lines}) == len(lines)
    if form == claim_form(timed):
        kept = {line.claim: line.place for line in lines if line.claim in before}
        assert kept == {claim: before[claim] for claim in kept}
