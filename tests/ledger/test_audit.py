"""The audit finds what was changed behind the program's back, and names the first row."""

import gc
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.engine import Game, invariants
from companion.engine.moves import Buy, Roll
from companion.engine.notation import parse_move
from companion.engine.problems import Message, PositionProblem, Problem
from companion.ledger import hashing, replay
from companion.ledger.audit import Verdict, audit, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, Source, ThrowOutcome, TrayThrow
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.reader import LedgerReader
from companion.table.session import Session
from companion.text import translate_message
from tests.ledger import shelves
from tests.ledger.gaming import SETUP, another_program, play
from tests.ledger.said import HEAD, THROWS, Place, named, place_named
from tests.ledger.tampering import audited, forge
from tests.problems import reasons


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Game 1 with 30 moves, the first a throw of the tray; game 2 with 5; a throw refused."""
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        session.use_roll("tray/1/1", (1, 2))
        session.play(Buy("Ann"), Source.TOUCH, "touch 1.2")
        play(session, 28, Random(5))
        ledger.record_throw(TrayThrow("tray/1/2", (6, 6), ThrowOutcome.REFUSED))
        play(Session.begin(ledger, SETUP), 5, Random(6))
    return tmp_path


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
    (f"{EVENT} (1, 7, 99, 'Paid', 0, '{{}}')", ((1, 7), Why.HASH_DIFFERS)),
    (f"{EVENT} (1, 99, 1, 'Paid', 0, '{{}}')", (None, LedgerProblem.STRAY_ROW)),
    (
        "DELETE FROM events WHERE @7; DELETE FROM moves WHERE #7",
        ((1, 7), Why.MOVE_MISSING),
    ),
    (
        """UPDATE moves SET number = 77 WHERE #7; UPDATE moves SET number = 7 WHERE #8;
           UPDATE moves SET number = 8 WHERE #77""",
        ((1, 7), Why.OUT_OF_ORDER),
    ),
    ("UPDATE games SET header = replace(header, 'Ann', 'Eve') WHERE number = 1", HEADER),
    ("UPDATE games SET started_at = '2020' WHERE number = 1", HEADER),
    ("UPDATE players SET name = 'Eve' WHERE game = 1 AND seat = 1", HEADER),
    ("DELETE FROM tray_throws WHERE number = 1", ((1, 1), Why.HASH_DIFFERS)),
    ("UPDATE tray_throws SET a = 6 WHERE number = 1", ((1, 1), Why.HASH_DIFFERS)),
    ("UPDATE tray_throws SET a = 1 WHERE number = 2", ((THROWS, 2), Why.THROW)),
    ("UPDATE tray_throws SET number = 3 WHERE number = 2", ((THROWS, 2), Why.THROW)),
    ("DROP INDEX moves_request", (None, Why.PART_MISSING)),
    ("DROP VIEW deeds; CREATE VIEW deeds AS SELECT 1", (None, Why.PART_CHANGED)),
    (
        """DROP VIEW balances;
           CREATE VIEW balances AS SELECT 1 AS game, 'Ann' AS account, 2 AS dollars""",
        (None, Why.PART_CHANGED),
    ),
    (
        "CREATE TRIGGER theirs AFTER INSERT ON moves BEGIN SELECT 1; END",
        (None, Why.FOREIGN_TRIGGER),
    ),
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


def test_a_game_that_was_taken_out_leaves_a_gap(folder: Path) -> None:
    forge(
        folder,
        """DELETE FROM tray_throws; DELETE FROM events WHERE game = 1;
           DELETE FROM moves WHERE game = 1; DELETE FROM players WHERE game = 1;
           DELETE FROM games WHERE number = 1""",
    )
    (found,) = audited(folder)
    assert found.game == 2
    assert found.first_fault == Problem(LedgerProblem.ENTRY_MISSING, entry=1)


def test_a_dropped_trigger_is_missed(folder: Path) -> None:
    with another_program(folder) as conn:
        conn.execute("DROP TRIGGER events_keep_update")
    missing = Problem(Why.PART_MISSING, kind="trigger", name="events_keep_update")
    fault = Problem(LedgerProblem.FILE_CHANGED, part=missing)
    assert all(a.first_fault == fault for a in audited(folder))
    with snapshot(folder) as books:
        assert audit(books, 2).first_fault == fault


def rechain(folder: Path, number: int, text: str) -> None:
    """A forger who knows the chain: another text, and every later hash made again."""
    with another_program(folder) as conn, snapshot(folder) as books:
        link = ""
        for entry in books.entries(1):
            if entry.number < number:
                continue
            if entry.number == number:
                entry, link = replace(entry, text=text), entry.previous_hash
            entry = replace(entry, previous_hash=link)
            link = hashing.move_hash(entry)
            conn.execute(
                "UPDATE moves SET text = ?, previous_hash = ?, hash = ? WHERE entry = ?",
                (entry.text, entry.previous_hash, link, entry.entry),
            )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Bob buys", Why.MOVE_REFUSED),
        ("Ann declines", Why.OTHER_EVENTS),
        ("Ann steals", Why.MOVE_UNREADABLE),
    ],
)
def test_a_chain_made_anew_does_not_get_past_the_rules(
    folder: Path, text: str, reason: Why
) -> None:
    with another_program(folder) as conn:
        conn.execute("DROP TRIGGER moves_keep_update")
    rechain(folder, 2, text)
    fault = audited(folder)[0].first_fault
    assert place_named(fault) == (1, 2)
    assert reason in reasons(fault)


def test_a_cut_off_end_shows_in_the_fingerprint_alone(folder: Path) -> None:
    (before, _) = audited(folder)
    forge(
        folder,
        """DELETE FROM events WHERE game = 2; DELETE FROM moves WHERE game = 2;
           DELETE FROM players WHERE game = 2; DELETE FROM games WHERE number = 2;
           DELETE FROM events WHERE move > 25; DELETE FROM moves WHERE number > 25""",
    )
    (after,) = audited(folder)
    assert after.verdict is Verdict.SOUND
    assert after.moves == 25
    assert after.fingerprint != before.fingerprint


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


def test_the_ledger_in_use_audits_itself(folder: Path) -> None:
    with Ledger.open(folder) as ledger:
        assert isinstance(ledger, LedgerReader)
        assert audit(ledger, 2).verdict is Verdict.SOUND


def test_throws_by_hand_and_by_tray_are_told_apart(folder: Path) -> None:
    with snapshot(folder) as books:
        _, first, *_ = books.entries(1)
    assert (first.source, first.text) == (Source.TRAY, "Ann throws 1 2 by tray")
    assert Roll("Ann", (1, 2)) != Roll("Ann", (1, 2), by_tray=True)


SETTLED_ANEW = {
    "younger debts count towards bankruptcy": (
        1,
        """
        ruling: Ann has $40; Ann owns Oriental Avenue
        Ann throws 3 4
        Ann draws chairman
        Ann goes bankrupt""",
    ),
    "a debtor beyond help gives a mortgaged deed away": (
        1,
        """
        ruling: Bob owns Baltic Avenue; Ann owns Boardwalk; Boardwalk is mortgaged; Ann has $3
        Ann throws 1 2
        Bob collects rent
        Ann offers Cy Boardwalk for nothing""",
    ),
    "a purchase left open stays with the bank": (
        1,
        """
        Ann throws 1 2
        Ann leaves""",
    ),
    "what a bankrupt is owed is passed on, and a purchase left open stays with the bank": (
        1,
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
    "a debtor bids": (
        2,
        """
        ruling: Ann stands on Electric Company; Bob has $40; Cy owns Water Works
        Ann throws 2 3
        Ann draws grand-opera
        Cy leaves
        Bob bids $40""",
    ),
    "a younger rent is paid at once": (
        2,
        """
        ruling: Bob owns Oriental Avenue; Cy has $40; Ann stands on Electric Company
        ruling: Cy has the dice; Cy owns Baltic Avenue
        Cy throws 4 2
        Ann throws 2 3
        Ann draws grand-opera
        Bob collects rent""",
    ),
    "what a bankrupt is owed dies": (
        2,
        """
        ruling: Bob owns Boardwalk; Boardwalk carries 4 houses; Ann owns Oriental Avenue
        ruling: Ann has $0; Cy has $2; Cy has the dice; Ann stands on Short Line
        Cy throws 4 2
        Ann throws 1 3
        Ann collects rent
        Bob collects rent
        Ann goes bankrupt""",
    ),
    "lifted with a second tenth": (
        2,
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


@pytest.mark.parametrize(("back", "lines"), SETTLED_ANEW.values(), ids=SETTLED_ANEW.keys())
def test_a_game_of_superseded_rules_is_sound(tmp_path: Path, back: int, lines: str) -> None:
    by_then = replace(SETUP, edition=replace(SETUP.edition, superseded=back))
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, by_then)
        for line in lines.split("\n")[1:]:
            session.play(parse_move(line.strip(), SETUP), Source.TOUCH)
    (found,) = audited(tmp_path)
    assert (found.first_fault, found.verdict, found.superseded) == (None, Verdict.SOUND, 1)
    with Ledger.open(tmp_path) as ledger:
        reopened = Session.resume(ledger, 1)
        assert reopened.setup == SETUP
        assert reopened.game == replace(session.game, setup=SETUP)


def test_a_second_bankruptcy_of_superseded_rules_is_sound(tmp_path: Path) -> None:
    setup = replace(SETUP, players=("Ann", "Bob", "Cy", "Dee"), game="second-bankruptcy")
    lines = (
        "ruling: Bob owns Boardwalk; Ann has $0; Cy has $0; Ann stands on Short Line",
        "ruling: Cy owns Reading Railroad; Reading Railroad is mortgaged; Cy stands on Short Line",
        "Ann throws 1 3",
        "Bob collects rent",
        "Ann goes bankrupt",
        "ruling: Cy has the dice",
        "Cy throws 1 3",
        "Bob collects rent",
        "Cy goes bankrupt",
    )
    with Ledger.open(tmp_path) as ledger:
        by_then = replace(setup, edition=replace(setup.edition, superseded=2))
        session = Session.begin(ledger, by_then)
        for line in lines:
            session.play(parse_move(line, setup), Source.TOUCH)
    (found,) = audited(tmp_path)
    assert (found.verdict, found.superseded) == (Verdict.SOUND, 1)


def test_an_audit_keeps_no_position_of_a_game_that_is_done(tmp_path: Path) -> None:
    shelves.fill(tmp_path, 2000)
    gc.collect()  # otherwise positions of other tests would go in between
    with snapshot(tmp_path / "ledger.db") as books:
        kept = [sum(type(one) is Game for one in gc.get_objects()) for _ in audit_all(books)]
    assert len(kept) > 5
    assert {*kept} == {kept[0]}
