"""The voice says the last move and nothing older, never over a sound, until a touch hushes it."""

from pathlib import Path

import pytest

from companion import text
from companion.screens.fingers import Fingers
from companion.screens.viewer import Viewer
from companion.table.sound_cues import seconds_of
from companion.table.speech import EVERYTHING, MONEY, OFF, SAYS
from companion.text import money
from companion.text.speech import heard, speech
from tests.ui.driver import setup
from tests.ui.moments import TimedTable
from tests.ui.speaking import SpeakingTable

OWNED = "ruling: Bob owns Tennessee Avenue; Ann stands on Electric Company"
LONGEST = 1.0
"""Seconds after which every sound of a move has ended."""


@pytest.fixture
def speaking(timed: TimedTable, tmp_path: Path) -> SpeakingTable:
    return SpeakingTable(timed, tmp_path)


def turn(player: str) -> str:
    return heard([speech("turn", player=player)])


# --- when -----------------------------------------------------------------------------------------


def test_a_speech_begins_when_the_sound_of_its_move_ends(speaking: SpeakingTable) -> None:
    speaking.play(OWNED)
    speaking.clock.wait(LONGEST)
    moved = speaking.clock()
    speaking.play("Ann throws 4 2")
    assert [name for at, name in speaking.played if at == moved] == ["dice"]
    assert len(speaking.speaker.said) == 1, "the dice are still heard"
    speaking.clock.wait(LONGEST)
    at, _ = speaking.speaker.said[-1]
    assert at == pytest.approx(moved + seconds_of("dice"))
    assert at - moved < 0.3


def test_without_sounds_a_speech_begins_with_the_next_picture(speaking: SpeakingTable) -> None:
    speaking.settings.change(sound=False)
    moved = speaking.clock()
    speaking.play("Ann throws 4 2")
    assert [at for at, _ in speaking.speaker.said] == [moved]


def test_no_sound_is_heard_while_the_voice_speaks(speaking: SpeakingTable) -> None:
    speaking.play(OWNED, "Ann throws 4 2")
    for _ in range(300):
        assert not (speaking.voice.is_speaking and speaking.is_heard)
        speaking.clock.wait(0.01)
    assert speaking.voice.is_speaking
    assert [name for _, name in speaking.played[-1:]] == ["dice"], "the voice told of the rent"


def test_sounds_are_as_before_where_the_voice_has_nothing_to_say(speaking: SpeakingTable) -> None:
    speaking.settings.change(voice=OFF)
    speaking.play(OWNED, "Ann throws 4 2")
    speaking.clock.wait(3)
    assert [name for _, name in speaking.played[-3:]] == ["dice", "claim-1", "turn"]


def test_a_refusal_is_heard_over_nothing(speaking: SpeakingTable) -> None:
    speaking.play("Ann throws 4 2")
    speaking.clock.wait(LONGEST)
    assert speaking.voice.is_speaking
    speaking.timed.table.refuse("no")
    assert not speaking.voice.is_speaking
    assert speaking.played[-1][1] == "refused"


# --- never behind the game ------------------------------------------------------------------------


def test_another_move_drops_what_is_said_of_the_one_before(speaking: SpeakingTable) -> None:
    speaking.play("Ann throws 4 2")
    speaking.clock.wait(LONGEST)
    # A move of a tray, without a touch.
    speaking.timed.say("Ann buys")
    speaking.clock.frame()
    assert speaking.speaker.hushed == 1
    assert not speaking.voice.is_speaking
    speaking.clock.wait(LONGEST)
    assert len(speaking.speaker.said) == 2


def test_what_waits_for_a_sound_is_dropped_by_another_move(speaking: SpeakingTable) -> None:
    speaking.play("Ann throws 4 2", "Ann buys")
    speaking.clock.wait(LONGEST)
    assert len(speaking.speaker.said) == 1
    assert speaking.speaker.words[0].endswith(turn("Bob"))


def test_a_late_end_of_an_old_speech_ends_no_other(speaking: SpeakingTable) -> None:
    speaking.play("Ann throws 4 2")
    speaking.clock.wait(LONGEST)
    old = speaking.speaker.done
    speaking.play("Ann buys")
    speaking.clock.wait(LONGEST)
    old(True)
    assert speaking.voice.is_speaking
    speaking.speaker.done(True)
    assert not speaking.voice.is_speaking


@pytest.mark.parametrize("is_waiting", [True, False])
def test_any_finger_hushes_it(speaking: SpeakingTable, is_waiting: bool) -> None:
    speaking.play("Ann throws 4 2")
    speaking.clock.wait(0 if is_waiting else LONGEST)
    said = len(speaking.speaker.said)
    viewer = Viewer(speaking.timed.table, 800, 480)
    Fingers(viewer).down(1, 1, 1)
    assert not speaking.voice.is_speaking
    assert speaking.speaker.hushed == 1 - is_waiting
    speaking.clock.wait(LONGEST)
    assert len(speaking.speaker.said) == said


def test_a_call_that_was_cut_off_is_repeated_until_it_was_heard(speaking: SpeakingTable) -> None:
    speaking.play("Ann throws 4 2", "Ann buys")
    speaking.clock.wait(LONGEST)
    speaking.play("ruling: Cy pays $7 to Ann")
    speaking.clock.wait(LONGEST)
    assert speaking.speaker.words[-1].endswith(turn("Bob"))
    speaking.speaker.done(True)
    speaking.play("ruling: Cy pays $8 to Ann")
    speaking.clock.wait(LONGEST)
    assert turn("Bob") not in speaking.speaker.words[-1]


def test_whoever_is_to_roll_is_called_when_a_game_begins_or_goes_on(
    speaking: SpeakingTable,
) -> None:
    speaking.play("Ann throws 4 2", "Ann buys")
    speaking.timed.begin(setup("Cy Dot"))
    speaking.clock.wait(LONGEST)
    assert speaking.speaker.words == [turn("Cy")]
    speaking.settings.change(voice=MONEY)
    speaking.timed.begin(setup("Eve Flo"))
    speaking.clock.wait(LONGEST)
    assert speaking.speaker.words == [turn("Cy")]
    assert not speaking.voice.is_speaking


# --- what and in which language -------------------------------------------------------------------


def test_the_language_of_the_voice_is_apart_from_that_of_the_screens(
    speaking: SpeakingTable,
) -> None:
    speaking.settings.speak("es")
    speaking.settings.change(voice_language="de", voice=MONEY)
    speaking.play(OWNED, "Ann throws 4 2")
    speaking.clock.wait(LONGEST)
    _, said = speaking.speaker.said[-1]
    with text.in_language("de"):
        german = heard([speech("claim", owner="Bob", payer="Ann", amount=money(14))])
    assert (said.language, said.words) == ("de", german)
    assert text.language() == "es"
    speaking.settings.change(voice_language="")
    assert speaking.voice.language == "es"


def test_it_is_as_loud_as_the_sounds_and_speaks_without_them(speaking: SpeakingTable) -> None:
    speaking.settings.change(volume=2, sound=False)
    speaking.play("Ann throws 4 2")
    _, said = speaking.speaker.said[-1]
    assert said.volume == pytest.approx(0.4)


def test_a_table_without_a_synthesiser_only_shows(speaking: SpeakingTable) -> None:
    speaking.speaker.is_there = False
    speaking.play(OWNED, "Ann throws 4 2")
    speaking.clock.wait(LONGEST)
    assert speaking.speaker.said == []
    assert not speaking.voice.is_there
    assert "claim-1" in [name for _, name in speaking.played]


@pytest.mark.parametrize("says", SAYS)
def test_the_sample_is_what_the_voice_would_say(speaking: SpeakingTable, says: str) -> None:
    speaking.settings.change(voice=says)
    speaking.settings.tapped(("hear",), speaking.timed.table)
    speaking.clock.frame()
    assert speaking.speaker.words == [speaking.voice.sample]
    assert (turn("Ann") in speaking.voice.sample) is (says != MONEY)


def test_the_sample_calls_nobody(speaking: SpeakingTable) -> None:
    speaking.play("Ann throws 4 2", "Ann buys")
    speaking.settings.tapped(("hear",), speaking.timed.table)
    speaking.clock.wait(LONGEST)
    speaking.speaker.done(True)
    speaking.settings.change(voice=EVERYTHING)
    speaking.play("ruling: Cy pays $7 to Ann")
    speaking.clock.wait(LONGEST)
    assert speaking.speaker.words[-1].endswith(turn("Bob"))
