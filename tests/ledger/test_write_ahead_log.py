"""Damage in the write-ahead log is found before SQLite takes it for the end of the log, and a power
cut is never taken for damage."""

import os
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger import paths, restore, write_ahead_log
from companion.ledger.audit import FILE, Verdict, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.ledger.problems import LedgerProblem
from tests.commands import companion
from tests.ledger.gaming import contents, evening, play
from tests.ledger.tampering import audited
from tests.ledger.unplugged import FILES, FRAME, HEADER, Unplugged, everything, turned
from tests.sizes import sizes

_, LOG, _ = FILES
SECTOR = 512


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Unplugged:
    return Unplugged(tmp_path_factory.mktemp("fresh") / "ledger", moves=14)


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Unplugged:
    return Unplugged(tmp_path_factory.mktemp("restarted") / "ledger", moves=5, restarts=True)


@pytest.fixture(params=["fresh", "restarted"])
def ledger(request: pytest.FixtureRequest) -> Unplugged:
    unplugged: Unplugged = request.getfixturevalue(request.param)
    unplugged.store("", b"")
    return unplugged


def places(ledger: Unplugged) -> dict[str, int]:
    """A byte of each part of a log: of its header, of a frame in the middle, of the last ones."""
    frames = ledger.frames()
    commit, padding = frames[-2], frames[-1]
    assert commit[1:] == padding[1:]
    middle, last = frames[len(frames) // 2][0], ledger.last_transaction()
    return {
        "the magic number": 0,
        "the byte order": 3,
        "the version": 7,
        "the size of a page": 10,
        "the salts of the log": 18,
        "the checksum of the header": 30,
        "the first page": HEADER + 100,
        "the number of a page": middle + 3,
        "the size of the database": commit[0] + 7,
        "the salts of a frame": middle + 9,
        "the checksum of a frame": middle + 17,
        "the content of a page": middle + 2000,
        "the last move": last + 700,
        "the salts of the last move": last + 12,
        "the checksum of the last move": last + 22,
        "the end of the last move": commit[0] + 3000,
    }


def test_a_flipped_bit_is_found_wherever_it_is(ledger: Unplugged) -> None:
    for number, (name, place) in enumerate(places(ledger).items()):
        ledger.store(LOG, turned(ledger.whole[LOG], 8 * place + number % 8))
        before = contents(ledger.data)
        with pytest.raises(Damaged) as caught:
            Ledger.open(ledger.data)
        assert caught.value.facts["count"] > 0, name
        assert contents(ledger.data) == before


def test_a_bit_that_could_be_one_of_the_checksum_is_found(ledger: Unplugged) -> None:
    """A bit of a page's last word changes the checksum by one bit: either explains it."""
    for at, *_ in ledger.frames():
        if ledger.last_transaction() <= at < ledger.frames()[-2][0]:
            for byte, has_others in ((FRAME - 4, False), (FRAME - 1, True)):
                ledger.store(LOG, turned(ledger.whole[LOG], 8 * (at + byte) + 7))
                assert ledger.judged() == "found", (at, byte)
                write_ahead_log.repair(ledger.path)
                is_whole = ledger.log.read_bytes() == ledger.whole[LOG]
                assert is_whole or has_others, (at, byte)


def test_the_sentence_counts_the_moves_in_question(fresh: Unplugged) -> None:
    fresh.store(LOG, turned(fresh.whole[LOG], 8 * (HEADER + 100)))
    fault = write_ahead_log.examine(fresh.path).fault
    # The moves, and the note that the second copy is not: each is one.
    assert fault
    assert fault.facts["count"] == write_ahead_log._Log(fresh.whole[LOG]).commits() >= 14


def test_of_a_flip_in_the_repeated_last_frame_nothing_is_said(ledger: Unplugged) -> None:
    padding = ledger.frames()[-1][0]
    ledger.store(LOG, turned(ledger.whole[LOG], 8 * (padding + 900)))
    assert ledger.judged() == "harmless"


def test_a_sector_that_rotted_is_found_but_in_the_last_move(ledger: Unplugged) -> None:
    """Or in the repeated frame before it, of which a power cut can take a part."""
    whole, last = ledger.whole[LOG], ledger.last_transaction() - FRAME
    for sector in range(0, last // SECTOR * SECTOR, 11 * SECTOR):
        ledger.log.write_bytes(overwritten(whole, sector, SECTOR))
        assert write_ahead_log.examine(ledger.path).fault, sector


def test_a_power_cut_in_the_last_move_is_not_called_damage(ledger: Unplugged) -> None:
    """Any sectors of it are there or not; where they are not, there is what was there before."""
    whole, start, end = ledger.whole[LOG], ledger.last_transaction(), ledger.live()
    before = {"nothing": bytes(len(whole)), "an older frame": whole[end:] + whole}
    random, unfinished = Random(3), 0
    bounds = [start, *range((start // SECTOR + 1) * SECTOR, end, SECTOR), end]
    for number in range(40):
        old = before["nothing" if number % 2 else "an older frame"]
        old = old if number % 4 else old[(end - start) % FRAME :]
        log = bytearray(whole)
        share = random.random()
        for at, stop in pairwise(bounds):
            if at == bounds[number % len(bounds)] or random.random() > share:
                log[at:stop] = old[at:stop]
        ledger.log.write_bytes(log)
        found = write_ahead_log.examine(ledger.path)
        assert not found.fault, number
        unfinished += found.unfinished
    assert unfinished


def test_the_rest_of_a_repeated_frame_may_be_missing_when_the_next_move_is_cut(
    ledger: Unplugged,
) -> None:
    """It is written after the flush, so that the next power cut can take it, too."""
    start, whole = ledger.last_transaction(), bytearray(ledger.whole[LOG])
    whole[start // SECTOR * SECTOR - 2 * SECTOR : start] = bytes(2 * SECTOR + start % SECTOR)
    ledger.log.write_bytes(whole)
    assert write_ahead_log.examine(ledger.path) == write_ahead_log.Finding(unfinished=True)
    with Ledger.open(ledger.data) as opened:
        assert Problem(LedgerProblem.LOG_INCOMPLETE) in opened.messages()
        assert everything(opened) == ledger.rows[:-1]


@pytest.mark.parametrize("junk", [bytes(SECTOR), Random(1).randbytes(SECTOR), bytes(4096)], ids=len)
def test_the_block_of_the_header_may_be_junk_when_the_first_move_is_cut(
    fresh: Unplugged, junk: bytes
) -> None:
    """The first frame is in that block, too; the header alone is not written again."""
    whole, frames = fresh.whole[LOG], fresh.frames()
    ends = [number for number, (_, _, size) in enumerate(frames) if size]
    later = [end for end in ends if frames[end][1:] != frames[end - 1][1:]]
    one, two = (whole[: frames[end][0] + FRAME] for end in later[:2])
    fresh.store(LOG, junk + one[len(junk) :])
    assert write_ahead_log.examine(fresh.path) == write_ahead_log.Finding(unfinished=True)
    with Ledger.open(fresh.data) as opened:
        assert Problem(LedgerProblem.LOG_INCOMPLETE) in opened.messages()
        assert fresh.rows[: len(everything(opened))] == everything(opened)
    for log in (junk + two[len(junk) :], bytes(HEADER) + one[HEADER:]):
        fresh.store(LOG, log)
        assert write_ahead_log.examine(fresh.path).fault


@pytest.mark.parametrize("size", [0, 20, 32, 600, HEADER + FRAME - 1])
def test_a_log_that_was_never_more_than_begun(ledger: Unplugged, size: int) -> None:
    for begun in (ledger.whole[LOG][:size], bytes(size)):
        ledger.log.write_bytes(begun)
        assert write_ahead_log.examine(ledger.path) == write_ahead_log.Finding()


def test_a_header_cut_while_a_log_is_begun_anew_over_an_old_one(fresh: Unplugged) -> None:
    """The old one is in the database already."""
    fresh.store("", b"")
    for junk in (bytes(32), Random(1).randbytes(32), Random(2).randbytes(4096)):
        fresh.store(LOG, junk + fresh.whole[LOG][len(junk) :])
        assert write_ahead_log.examine(fresh.path).fault
    fresh.store("", b"")
    Ledger.open(fresh.data).close()  # Now the database has it all.
    for junk in (bytes(32), Random(1).randbytes(32), Random(2).randbytes(4096)):
        fresh.log.write_bytes(junk + fresh.whole[LOG][len(junk) :])
        # Whoever opens it notes that it was cut off, in a page that the log had, too.
        changed = write_ahead_log.examine(fresh.path).fault
        assert not changed


def test_a_log_without_its_ledger_is_not_deleted(ledger: Unplugged) -> None:
    for lose in (Path.unlink, lambda path: path.write_bytes(b"")):
        ledger.store("", b"")
        lose(ledger.path)
        with pytest.raises(Damaged):
            Ledger.open(ledger.data)
        assert ledger.log.read_bytes() == ledger.whole[LOG]
    restore.go_on(ledger.data, None, None)
    assert paths.log(ledger.data / "ledger-damaged-1.db").read_bytes() == ledger.whole[LOG]
    Ledger.open(ledger.data).close()


def overwritten(log: bytes, at: int, size: int) -> bytes:
    """The same with other bytes in one place."""
    return log[:at] + bytes(byte ^ 0x5A for byte in log[at : at + size]) + log[at + size :]


def damaged(ledger: Unplugged, size: int = 1) -> None:
    """Early in the log, one bit is flipped, or more is gone."""
    at = HEADER + 3 * FRAME + 2000
    log = ledger.whole[LOG]
    rotten = turned(log, 8 * at) if size == 1 else overwritten(log, at, size)
    ledger.store(LOG, rotten)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["audit"], 1),
        (["audit", "--all"], 1),
        (["games"], 2),
        (["stats"], 2),
        (["export", "1", "--json"], 2),
        (["export", "1", "--notation"], 2),
        (["report", "1", "-o", "report.html"], 2),
        (["backup", "copy.db"], 2),
        (["datasette", "-o", "copies"], 2),
    ],
)
def test_no_command_takes_the_rest_for_all(
    fresh: Unplugged, arguments: list[str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged(fresh)
    monkeypatch.chdir(fresh.root)
    told = companion(*arguments, "--data", fresh.data, status=status)
    assert str(write_ahead_log.examine(fresh.path).fault) in told
    assert fresh.log.exists()
    assert not (fresh.root / "copy.db").exists()


def test_an_audit_reads_what_is_kept(fresh: Unplugged) -> None:
    damaged(fresh, size=600)
    found = audited(fresh.path)
    assert [one.verdict for one in found] == [Verdict.NOT_SOUND] * len(found)
    assert FILE not in [one.game for one in found]


def test_with_a_second_copy_nothing_is_lost(ledger: Unplugged) -> None:
    damaged(ledger, size=600)
    log = ledger.log.read_bytes()
    done = restore.restore(ledger.data, ledger.stick / "ledger.mirror")
    assert (done.from_copy, done.differ) == (len([*moves(ledger)]), 0)
    assert done.kept
    assert paths.log(done.kept).read_bytes() == log
    holds_all(ledger)


def test_a_flipped_bit_is_turned_back_for_the_new_ledger(ledger: Unplugged) -> None:
    damaged(ledger)
    assert restore.readable(ledger.data) == len([*moves(ledger)])
    restore.restore(ledger.data, None)
    holds_all(ledger)


def test_what_was_found_by_turning_a_bit_back_is_verified_by_the_chain(fresh: Unplugged) -> None:
    """Whatever bit explains the checksums: a new ledger has moves as they were, or not at all."""
    random, whole = Random(5), 0
    for _ in range(8):
        bit = random.randrange(8 * HEADER, 8 * fresh.live())
        fresh.store(LOG, turned(fresh.whole[LOG], bit))
        if not write_ahead_log.examine(fresh.path).fault:
            continue
        try:
            restore.restore(fresh.data, None)
        except LedgerError:
            continue
        with snapshot(fresh.data) as books:
            rows = everything(books)
        assert rows == fresh.rows[: len(rows)]
        whole += rows == fresh.rows
    assert whole > 3


def test_what_still_verifies_begins_a_new_ledger(fresh: Unplugged) -> None:
    """Without a second copy, and with more damage than a bit."""
    frames = fresh.frames()
    at = frames[len(frames) // 2][0] + 900
    log = fresh.whole[LOG]
    fresh.store(LOG, overwritten(log, at, 700))
    kept = restore.readable(fresh.data)
    assert 12 < kept < len([*moves(fresh)])
    restore.restore(fresh.data, None)
    with Ledger.open(fresh.data) as opened:
        assert opened.place().moves == kept
        assert opened.numbers() == [1, 2]
        assert all(found.verdict is Verdict.SOUND for found in audit_all(opened))
    assert paths.log(fresh.data / "ledger-damaged-1.db").read_bytes() != log


def moves(ledger: Unplugged) -> list[object]:
    return [row for row in ledger.rows if type(row).__name__ == "Entry"]


def holds_all(ledger: Unplugged) -> None:
    with Ledger.open(ledger.data) as opened:
        assert everything(opened) == ledger.rows
        assert all(found.verdict is Verdict.SOUND for found in audit_all(opened))


# --- flipped bits, anywhere -------------------------------------------------------------------

FLIPS = 10_000
"""Flips with ``--hours``, at least: as many in each file, with each kind of log."""
MANY = -(-FLIPS // (2 * len(FILES)))
FEW = 20


def flipped(ledger: Unplugged, flips: int) -> dict[str, Counter[str]]:
    """Return the outcomes of ``flips`` single flipped bits in each file."""
    random, counts = Random(11), dict[str, Counter[str]]()
    for name in FILES:
        whole = ledger.whole[name]
        # Behind what SQLite reads of the log lies an older one, which nobody needs.
        size = ledger.live() if name == FILES[1] else len(whole)
        counts[name] = Counter()
        for _ in range(flips):
            ledger.store(name, turned(whole, random.randrange(8 * size)))
            counts[name][ledger.judged()] += 1
    return counts


def removed(counts: dict[str, Counter[str]], flips: int) -> int:
    """Count the flips that remove moves without a word; every file was flipped as often."""
    print({name: dict(found) for name, found in counts.items()})
    assert {name: found.total() for name, found in counts.items()} == dict.fromkeys(FILES, flips)
    return sum(found["removes moves"] for found in counts.values())


@pytest.mark.timeout(6_000)
@pytest.mark.parametrize("flips", sizes(FEW, slow=200, hours=MANY))
def test_no_flipped_bit_removes_moves_without_a_word(ledger: Unplugged, flips: int) -> None:
    counts = flipped(ledger, flips)
    assert removed(counts, flips) == 0
    assert all(found["found"] > flips / 7 for found in counts.values())


def test_without_the_examination_of_the_log_moves_are_removed(
    ledger: Unplugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault that the test above must see."""
    monkeypatch.setattr(
        write_ahead_log, "examine", lambda path, named=None: write_ahead_log.Finding()
    )
    assert removed(flipped(ledger, FEW), FEW) > FEW / 2


# --- a log that loses its end while the ledger is open ----------------------------------------


@pytest.mark.parametrize("left", [0.0, 0.5, 0.99])
def test_a_log_that_lost_its_end_is_noticed_before_the_next_move(
    tmp_path: Path, left: float
) -> None:
    log = tmp_path / "ledger.db-wal"
    with evening(tmp_path, count=12) as (_, session):
        moves = len(session.history)
        os.truncate(log, int(log.stat().st_size * left))
        for _ in range(2):
            with pytest.raises(Damaged) as error:
                play(session, 1, Random(2))
            assert error.value.reason is LedgerProblem.LOG_SHORTENED
        assert len(session.history) == moves
        with pytest.raises(Damaged):
            session.catch_up()
    with Ledger.open(tmp_path) as ledger:
        assert ledger.place().moves <= moves + 1


def test_a_log_that_grows_and_begins_anew_is_no_damage(tmp_path: Path) -> None:
    log, sizes = tmp_path / "ledger.db-wal", set[int]()
    with evening(tmp_path, count=0) as (_, session):
        for _ in range(400):
            play(session, 1, Random(session.next_number))
            sizes.add(log.stat().st_size)
    assert len(sizes) < 400
