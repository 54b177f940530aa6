"""The audit finds what was changed behind the program's back, and names the first row."""

import gc
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from companion.engine import Game, invariants
from companion.engine.moves import Buy
from companion.engine.notation import parse_header
from companion.engine.problems import Message, PositionProblem, Problem
from companion.engine.state import Setup
from companion.ledger import replay
from companion.ledger.audit import Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, Source, ThrowOutcome, TrayThrow
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from companion.text import translate_message
from tests.ledger.gaming import SETUP, play, play_text
from tests.ledger.said import HEAD, THROWS, Place, named
from tests.ledger.tampering import audited, forge


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Game 1 with 30 moves, the first a throw of the tray; game 2 with 5; a throw refused."""
    folder = tmp_path_factory.mktemp("played")
    with Ledger.open(folder) as ledger:
        session = Session.begin(ledger, SETUP)
        session.use_roll("tray/1/1", (1, 2))
        session.play(Buy("Ann"), Source.TOUCH, "touch 1.2")
        play(session, 28, Random(5))
        ledger.record_throw(TrayThrow("tray/1/2", (6, 6), ThrowOutcome.REFUSED))
        play(Session.begin(ledger, SETUP), 5, Random(6))
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return Path(copytree(played, tmp_path, dirs_exist_ok=True))


def test_a_sound_ledger_is_said_to_be_sound(folder: Path) -> None:
    found = audited(folder)
    assert [(a.game, a.moves, a.verdict) for a in found] == [
        (1, 30, Verdict.SOUND),
        (2, 5, Verdict.SOUND),
    ]
    assert all(a.first_fault is None for a in found)


HEADER = (1, HEAD), Why.HEAD_CHANGED
EVENT = "INSERT INTO events (game, move, number, kind, reversed, data) VALUES"
TAMPERED = (
    ("UPDATE moves SET text = 'Ann declines' WHERE #2", ((1, 2), Why.HASH_DIFFERS)),
    ("UPDATE moves SET at = '2020' || substr(at, 5) WHERE #9", ((1, 9), Why.HASH_DIFFERS)),
    ("UPDATE moves SET \"by\" = 'Bob' WHERE #2", ((1, 2), Why.HASH_DIFFERS)),
    ("UPDATE moves SET source = 'button' WHERE #30", ((1, 30), Why.HASH_DIFFERS)),
    ("UPDATE moves SET request = 'other' WHERE #12", ((1, 12), Why.HASH_DIFFERS)),
    ("UPDATE moves SET hash = upper(hash) WHERE #12", ((1, 12), Why.HASH_DIFFERS)),
    ("UPDATE moves SET previous_hash = hash WHERE #12", ((1, 12), Why.OUT_OF_ORDER)),
    ("UPDATE events SET amount = 59 WHERE amount = 60 AND @2", ((1, 2), Why.COLUMN_DIFFERS)),
    (
        "UPDATE events SET payer = 'Bob' WHERE payer = 'Ann' AND @2",
        ((1, 2), Why.COLUMN_DIFFERS),
    ),
    ("UPDATE events SET data = replace(data, ':60,', ':6,') WHERE @2", ((1, 2), Why.HASH_DIFFERS)),
    ("UPDATE events SET amount = 9999 WHERE @0 AND payee = 'Ann'", ((1, 0), Why.COLUMN_DIFFERS)),
    ("DELETE FROM events WHERE @7 AND number = 1", ((1, 7), Why.HASH_DIFFERS)),
    (f"{EVENT} (1, 99, 1, 'Paid', 0, '{{}}')", (None, LedgerProblem.STRAY_ROW)),
    ("UPDATE games SET header = replace(header, 'Ann', 'Eve') WHERE number = 1", HEADER),
    ("UPDATE games SET started_at = '2020' WHERE number = 1", HEADER),
    ("UPDATE players SET name = 'Eve' WHERE game = 1 AND seat = 1", HEADER),
    ("DELETE FROM tray_throws WHERE number = 1", ((1, 1), Why.HASH_DIFFERS)),
    ("UPDATE tray_throws SET a = 6 WHERE number = 1", ((1, 1), Why.HASH_DIFFERS)),
    ("UPDATE tray_throws SET a = 1 WHERE number = 2", ((THROWS, 2), Why.THROW)),
    ("UPDATE tray_throws SET number = 3 WHERE number = 2", ((THROWS, 2), Why.THROW)),
)


@pytest.mark.parametrize(("script", "fault"), TAMPERED)
def test_the_first_bad_row_is_named(
    folder: Path, script: str, fault: tuple[Place | None, Message]
) -> None:
    script = re.sub(r"#(\d+)", r"game = 1 AND number = \1", script)
    forge(folder, re.sub(r"@(\d+)", r"game = 1 AND move = \1", script))
    (found, *_) = audited(folder)
    assert found.verdict is Verdict.NOT_SOUND
    assert named(found.first_fault) == fault
    sentence = translate_message(found.first_fault)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_forged_column_is_quoted_with_what_it_should_be(folder: Path) -> None:
    forge(folder, "UPDATE events SET payer = 'Bob' WHERE payer = 'Ann' AND game = 1 AND move = 2")
    fault = audited(folder)[0].first_fault
    assert fault
    assert fault.facts["fault"] == Problem(
        Why.COLUMN_DIFFERS, event=2, column="payer", found="'Bob'", wanted="'Ann'"
    )


def test_rules_that_changed_meanwhile_are_seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "decide", lambda game, move: ())
    assert named(audited(folder)[0].first_fault) == ((1, 1), Why.OTHER_EVENTS)


def test_a_position_that_cannot_exist_is_seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a rule was wrong on the evening, and is wrong still."""
    poor = [Problem(PositionProblem.NEGATIVE_CASH, player="Ann", amount=3)]
    monkeypatch.setattr(invariants, "LAWS", (lambda game: poor if game.turn.number > 1 else [],))
    (found, *_) = audited(folder)
    assert found.first_fault
    assert found.first_fault.facts["fault"] == Problem(Why.IMPOSSIBLE_POSITION, why=poor[0])


FOUR = replace(SETUP, players=("Ann", "Bob", "Cy", "Dee"), game="second-bankruptcy")
PROMISING = parse_header("players: Ann, Bob, Cy\nfirst: Bob\nhouse rules: promises in deals")
SETTLED_ANEW = {
    "younger debts count towards bankruptcy": (
        1,
        SETUP,
        """
        ruling: Ann has $40; Ann owns Oriental Avenue
        Ann throws 3 4
        Ann draws chairman
        Ann goes bankrupt""",
    ),
    "a debtor beyond help gives a mortgaged deed away": (
        1,
        SETUP,
        """
        ruling: Bob owns Baltic Avenue; Ann owns Boardwalk; Boardwalk is mortgaged; Ann has $3
        Ann throws 1 2
        Bob collects rent
        Ann offers Cy Boardwalk for nothing""",
    ),
    "a purchase left open stays with the bank": (
        1,
        SETUP,
        """
        Ann throws 1 2
        Ann leaves""",
    ),
    "what a bankrupt is owed is passed on, and a purchase left open stays with the bank": (
        1,
        SETUP,
        """
        ruling: Ann owns Oriental Avenue; Ann has $0; Cy has $2; Cy has the dice
        ruling: Bob owns Boardwalk; Boardwalk carries 4 houses; Ann stands on Short Line
        Cy throws 4 2
        Ann throws 2 2
        Ann throws 1 5
        ruling: Ann has $0
        Ann collects rent
        Bob collects rent
        Ann goes bankrupt""",
    ),
    "an offer of somebody who is out stays open": (
        1,
        SETUP,
        """
        ruling: Bob owns Boardwalk
        Bob offers Cy Boardwalk for $5
        ruling: Bob is out""",
    ),
    "a debtor bids": (
        2,
        SETUP,
        """
        ruling: Ann stands on Electric Company; Bob has $40; Cy owns Water Works
        Ann throws 2 3
        Ann draws grand-opera
        Cy leaves
        Bob bids $40""",
    ),
    "a younger rent is paid at once": (
        2,
        SETUP,
        """
        ruling: Bob owns Oriental Avenue; Cy has $40; Ann stands on Electric Company
        ruling: Cy has the dice; Cy owns Baltic Avenue
        Cy throws 4 2
        Ann throws 2 3
        Ann draws grand-opera
        Bob collects rent""",
    ),
    "a card asks somebody who lands free to roll": (
        1,
        PROMISING,
        """
        ruling: Ann owns Electric Company
        Ann offers Bob free landing on Electric Company 1 time for nothing
        Bob accepts
        ruling: Bob has the dice
        Bob throws 3 4
        Bob draws nearest-utility
        Bob throws 1 2""",
    ),
    "what a bankrupt is owed dies": (
        2,
        SETUP,
        """
        ruling: Bob owns Boardwalk; Boardwalk carries 4 houses; Ann owns Oriental Avenue
        ruling: Ann has $0; Cy has $2; Cy has the dice; Ann stands on Short Line
        Cy throws 4 2
        Ann throws 1 3
        Ann collects rent
        Bob collects rent
        Ann goes bankrupt""",
    ),
    "a second bankruptcy": (
        2,
        FOUR,
        """
        ruling: Bob owns Boardwalk; Ann has $0; Cy has $0; Ann stands on Short Line
        ruling: Cy owns Reading Railroad; Reading Railroad is mortgaged; Cy stands on Short Line
        Ann throws 1 3
        Bob collects rent
        Ann goes bankrupt
        ruling: Cy has the dice
        Cy throws 1 3
        Bob collects rent
        Cy goes bankrupt""",
    ),
    "lifted with a second tenth": (
        2,
        SETUP,
        """
        ruling: Bob owns Boardwalk; Ann owns Short Line; Short Line is mortgaged; Ann has $0
        ruling: Ann stands on Pacific Avenue
        Ann throws 3 5
        Bob collects rent
        Ann goes bankrupt
        Bob keeps mortgage on Short Line
        Bob lifts Short Line""",
    ),
}


@pytest.mark.parametrize(("back", "setup", "lines"), SETTLED_ANEW.values(), ids=SETTLED_ANEW.keys())
def test_a_game_of_superseded_rules_is_sound(
    tmp_path: Path, back: int, setup: Setup, lines: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invariants, "STORED_LAWS", ())
    by_then = replace(setup, edition=replace(setup.edition, superseded=back))
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, by_then)
        play_text(session, lines)
    (found,) = audited(tmp_path)
    assert (found.first_fault, found.verdict, found.superseded) == (None, Verdict.SOUND, 1)
    with Ledger.open(tmp_path) as ledger:
        reopened = Session.resume(ledger, 1)
        assert reopened.setup == setup
        assert reopened.game == replace(session.game, setup=setup)


def test_an_audit_keeps_no_position_of_a_game_that_is_done(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        for number in range(6):
            play(Session.begin(ledger, SETUP), 10, Random(number))
    gc.collect()  # otherwise positions of other tests would go in between
    with snapshot(tmp_path) as books:
        kept = [sum(type(one) is Game for one in gc.get_objects()) for _ in audit_all(books)]
    assert len(kept) == 6
    assert {*kept} == {kept[0]}
