"""Second copies, bundles and records that somebody else made, or wanted to do harm with."""

import csv
import json
import os
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest

from companion import foreign
from companion.engine.limits import ForeignError
from companion.engine.notation import parse_header, parse_move
from companion.export.bundle import SUMS, bundle, first_fault, unpacked
from companion.export.problems import ExportProblem
from companion.ledger import hashing, mirror
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Source
from companion.ledger.records import BEGINNING, Entry, GameHead
from companion.ledger.restore import restore
from companion.runtime.ledger_session import LedgerSession
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.exporting import play_in
from tests.ledger.test_books_commands import RECORD

MB = 1 << 20


def peak_of(work: Callable[[], object]) -> int:
    """Bytes of memory that ``work`` had at most."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# --- second copies -----------------------------------------------------------------------------

HOPELESS = [
    b"[" * 100_000,
    b'{"after":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"after":[0,0,0],"game":' + b"[" * 100_000,
    b'{"after":[1,0,0],"game":{"hash":{"a":[]}}}',
    b'{"after":[1,0,9223372036854775808],"game":{}}',
    b'{"after":["x","y","z"],"throw":{}}',
    b"9" * 5000,
    b"\xff\xfe",
    b"\x00",
    b"",
    b"null",
    b'"\\ud800"',
    b"x" * (1 << 21),
]


@pytest.fixture
def kept(tmp_path: Path, stick: Path) -> tuple[Path, Path]:
    """A ledger with a game, and the folder of its second copy."""
    data, record = tmp_path / "data", tmp_path / "kept.game"
    record.write_text(RECORD)
    companion("import", record, "--data", data, "--mirror", stick)
    return data, stick


@pytest.mark.parametrize("last", HOPELESS, ids=range(len(HOPELESS)))
def test_the_bank_opens_whatever_the_last_line_of_its_second_copy_is(
    kept: tuple[Path, Path], last: bytes
) -> None:
    data, stick = kept
    with (stick / "ledger.mirror").open("ab") as file:
        file.write(last + b"\n")
    with LedgerSession(data, stick) as books:
        assert not books.trouble
        assert books.ledger
        assert books.ledger.warning or last == b"\x00"  # as a power cut leaves it: cut off
        *_, session = Session.resuming(books.ledger, 1)
        session.play(parse_move("Ann throws 1 2", session.setup), Source.TOUCH)
    if last != b"\x00":
        with pytest.raises(LedgerError):
            list(mirror.read(stick / "ledger.mirror"))


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_a_second_copy_that_is_no_file_stops_nothing(
    kept: tuple[Path, Path], make: Callable[[Path], object]
) -> None:
    data, stick = kept
    (stick / "ledger.mirror").unlink()
    make(stick / "ledger.mirror")
    with LedgerSession(data, stick) as books:
        assert not books.trouble
        assert books.ledger
        assert books.ledger.warning
    with pytest.raises(LedgerError):
        list(mirror.read(stick / "ledger.mirror"))
    assert mirror.count_moves(stick / "ledger.mirror") == 0
    (data / "ledger.db").write_bytes(b"not any more a ledger" * 1000)
    companion("restore", "--data", data, "--mirror", stick, status=2)


EVENTS = [
    '{"is":"Moved"}',
    '{"is":"Moved","player":{"is":"Moved"},"space":7}',
    '{"amount":1e999,"is":"Paid","payee":"Ann","payer":"bank","why":"card"}',
    f'{{"amount":{1 << 70},"is":"Paid","payee":"Ann","payer":"bank","why":"card"}}',
    '{"amount":"x","is":"Paid","payee":"Ann","payer":"bank","why":"card"}',
    '{"claim":5,"how":"void","is":"ClaimEnded"}',
    '{"is":"Paid","x":' + "[" * 2000 + "]" * 2000 + "}",
    '{"is":"Undone","count":99}',
    '{"is":"Undone","count":"x"}',
    "[" * 100_000,
    "\ud800",
    "",
]


@pytest.mark.parametrize("event", EVENTS, ids=range(len(EVENTS)))
def test_a_second_copy_with_fitting_hashes_and_no_sense_is_not_restored(
    kept: tuple[Path, Path], event: str
) -> None:
    """Whoever writes a second copy can make its hashes, too."""
    data, stick = kept
    players = ("Ann", "Bob")
    head = GameHead(1, "2026-01-01T00:00:00.000000+00:00", "players: Ann, Bob\n", "x", players)
    head = replace(head, hash=hashing.game_hash(head))
    entry = Entry(1, 1, 0, head.started_at, "", "import", "start", "", head.hash)
    entry = replace(entry, events=(event,))
    entry = replace(entry, hash=hashing.move_hash(entry))
    place = BEGINNING.after(head)
    text = mirror.to_line(head, place) + mirror.to_line(entry, place.after(entry))
    (stick / "ledger.mirror").write_bytes(text)
    (data / "ledger.db").unlink()
    with pytest.raises(LedgerError):
        restore(data, stick / "ledger.mirror")
    assert not (data / "ledger.db").exists()


def test_a_second_copy_without_an_end_is_read_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "ledger.mirror"
    with path.open("wb") as file:
        file.truncate(1 << 33)

    def look() -> None:
        with pytest.raises(LedgerError):
            list(mirror.read(path))

    assert peak_of(look) < 8 * MB


# --- bundles -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    path = folder / "game-1.zip"
    with snapshot(play_in(folder, 1, turns=5, odd=5)) as books:
        bundle(books, 1, path)
    return path


def bomb(path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr(f"game-1/{SUMS}", "")
        with archive.open("game-1/ledger.db", "w", force_zip64=True) as member:
            for _ in range(256):
                member.write(bytes(MB))


def of_many(path: Path) -> None:
    with ZipFile(path, "w") as archive:
        for number in range(30_000):
            archive.writestr(f"game-1/{number}", "")


def with_a_folder(path: Path) -> None:
    with ZipFile(path, "w") as archive:
        archive.writestr("game-1/ledger.db", "")
        archive.writestr(f"game-1/{SUMS}/", "")


def packed_by(method: int) -> Callable[[Path], None]:
    def pack(path: Path) -> None:
        with ZipFile(path, "w", method) as archive:
            archive.writestr("game-1/ledger.db", b"a ledger " * 1000)
            archive.writestr(f"game-1/{SUMS}", "")

    return pack


def corrupt_lzma(path: Path) -> None:
    packed_by(ZIP_LZMA)(path)
    data = bytearray(path.read_bytes())
    data[60:80] = bytes(20)
    path.write_bytes(data)


def marked(sign_offsets: tuple[int, int], value: int) -> Callable[[Path], None]:
    """The archive with another value in both heads of its first file."""

    def mark(path: Path) -> None:
        packed_by(ZIP_STORED)(path)
        data = bytearray(path.read_bytes())
        for sign, offset in zip((b"PK\x03\x04", b"PK\x01\x02"), sign_offsets, strict=True):
            data[data.index(sign) + offset] |= value
        path.write_bytes(data)

    return mark


def with_much_in_its_sums(path: Path) -> None:
    with ZipFile(path, "w", ZIP_STORED) as archive:
        archive.writestr(ZipInfo("game-1/ledger.db"), b"")
        archive.writestr(f"game-1/{SUMS}", bytes(MB))


def overlapping(path: Path) -> None:
    """Ninety names for one piece of data that unpacks to a megabyte."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("game-1/0", bytes(MB))
        first = archive.infolist()[0]
        for _ in range(1, 90):
            again = ZipInfo("game-1/0")
            for name in ("compress_type", "compress_size", "file_size", "CRC", "header_offset"):
                setattr(again, name, getattr(first, name))
            archive.filelist.append(again)
        archive.writestr("game-1/ledger.db", b"")
        archive.writestr(f"game-1/{SUMS}", b"")


MADE = [
    bomb,
    of_many,
    with_a_folder,
    packed_by(ZIP_LZMA),
    corrupt_lzma,
    packed_by(zipfile.ZIP_BZIP2),
    marked((6, 8), 1),  # encrypted
    marked((8, 10), 99),  # of an unknown method
    with_much_in_its_sums,
]


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__qualname__)
def test_an_archive_that_is_made_to_do_harm_is_one_sentence(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / "x.zip"
    make(path)

    def look() -> None:
        with pytest.raises(LedgerError):
            first_fault(path)

    assert peak_of(look) < 8 * MB
    companion("audit", path, status=2)
    assert not list(Path("/tmp").glob("companion-bundle-*/ledger.db"))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_share_their_data_are_read_once(tmp_path: Path) -> None:
    overlapping(tmp_path / "x.zip")
    fault = first_fault(tmp_path / "x.zip")
    assert fault
    assert fault.reason is ExportProblem.FILE_TWICE


@pytest.mark.parametrize("path", ["/dev/zero", "/dev", "/nowhere/x.zip"])
def test_an_archive_that_is_no_file_is_one_sentence(path: str) -> None:
    with pytest.raises(LedgerError):
        first_fault(Path(path))
    with pytest.raises(LedgerError), unpacked(Path(path)):
        pass


def test_a_true_bundle_is_far_from_every_limit(sound: Path) -> None:
    with ZipFile(sound) as archive:
        members = archive.infolist()
        unpacked_size = sum(member.file_size for member in members)
    assert len(members) * 5 < foreign.MOST_MEMBERS
    assert unpacked_size * 2 < sound.stat().st_size * foreign.MOST_GROWTH
    assert first_fault(sound) is None


# --- records and tables ------------------------------------------------------------------------


def test_a_record_with_a_byte_order_mark_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    path.write_bytes(b"\xef\xbb\xbf" + RECORD.strip().replace("\n", "\r\n").encode())
    companion("check", path)
    companion("import", path, "--data", tmp_path / "data")


def test_what_is_no_record_is_one_short_sentence_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    cases = {
        b"players: Ann, Bob\n\xff\n": 2,
        RECORD.strip().encode("utf-16"): 1,
        b"players: Ann, Bob\n" + b"x" * MB: 2,
        b"players: Ann, Bob\nexpect bank " + b"9" * 5000 + b" houses, 1 hotel": 2,
    }
    for data, line in cases.items():
        path.write_bytes(data)
        for command in (("check", path), ("import", path, "--data", tmp_path / "data")):
            output = companion(*command, status=2)
            assert f"{path}:{line}: " in output
            assert len(output) < 400
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 34)
    others = [tmp_path / name for name in ("pipe", "", "large", "none")]
    for other in (*others, Path("/dev/zero")):
        for command in (("check", other), ("import", other, "--data", tmp_path / "data")):
            assert peak_of(lambda command=command: companion(*command, status=2)) < 16 * MB
    assert not (tmp_path / "data").exists()


WIDE = "\uff1d\uff0b\uff0d\uff20"


def test_a_spreadsheet_runs_no_name_and_no_note(tmp_path: Path) -> None:
    record = tmp_path / "evening.game"
    names = ["=cmd|' /C calc'!", "+1+1", "-2+3", "@SUM(A1)", f"{WIDE[0]}1", "Ann"]
    record.write_text(
        f"players: {', '.join(names)}\nfirst: Ann\nruling: Ann has $5 (=1+1)\nAnn throws 1 2\n"
    )
    data = tmp_path / "data"
    companion("import", record, "--data", data)
    companion("export", 1, "--csv", tmp_path / "csv", "--data", data)
    seen = set()
    for path in (tmp_path / "csv").iterdir():
        with path.open(encoding="utf-8", newline="") as file:
            cells = [cell for row in csv.reader(file, quoting=csv.QUOTE_NONNUMERIC) for cell in row]
        texts = [cell for cell in cells if isinstance(cell, str)]
        assert not [text for text in texts if text.startswith((*"=+-@\t\r\n", *WIDE))]
        seen.update(texts)
        assert [cell for cell in cells if isinstance(cell, float)], path
    assert {f"'{name}" for name in names[:-1]} <= seen
    before = companion("export", 1, "--notation", "--data", data)
    assert "players: =cmd|' /C calc'!, +1+1" in before


def test_an_amount_beyond_the_ledger_never_reaches_it(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'like = "1961"\nstarting_cash = {1 << 63}\n')
    with pytest.raises(ForeignError):
        parse_header(f"edition: {own}\nplayers: Ann, Bob\n")
    own.write_text('like = "1961"\nname = "rich"\nstarting_cash = 999999999\n')
    rich = tmp_path / "rich.game"
    more = "ruling: Ann receives $999999999 from bank\n" * 20
    rich.write_text(f"edition: {own}\nplayers: Ann, Bob\n{more}")
    data = tmp_path / "data"
    companion("import", rich, "--data", data)
    told = companion("export", 1, "--json", "--data", data)
    assert json.loads(told.split("\n", 1)[1])["balances"]["Ann"] == 21 * 999_999_999
