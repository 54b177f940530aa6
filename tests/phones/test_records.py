"""The records of the rules by phone, as far as it may: the same rows except for the source.

Each wish goes through the real socket, its thread and the queue.
"""

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion import wishes
from companion.engine.moves import Move
from companion.engine.notation import format_move, parse_move, parse_record
from companion.ledger.records import Entry, Source
from companion.runtime import wishes as wish_socket
from companion.table.phones.judging import ALLOWED, meant_since
from tests.phones.evening import PATIENCE, QuietBank
from tests.tree import files

EVERY = 12
"""Number of records of which one is played in the ordinary run."""


@pytest.fixture(scope="module")
def banks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[QuietBank, QuietBank]]:
    """One bank for fingers alone, and one with phones."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("PER_SECOND", "BURST"):
            patch.setattr(wish_socket, limit, 1e9)
        both = tuple(QuietBank(tmp_path_factory.mktemp(name)) for name in ("fingers", "phones"))
        yield both[0], both[1]
    for bank in both:
        bank.close()


@pytest.fixture(scope="module")
def link(banks: tuple[QuietBank, QuietBank]) -> Iterator[socket.socket]:
    """A connection to the bank with phones, as the server has one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
        link.connect(str(banks[1].run / wishes.SOCKET_NAME))
        link.setblocking(False)
        yield link


def sampled() -> list[object]:
    slow = [pytest.mark.slow]
    return [
        pytest.param(path, id=path.stem, marks=[] if n % EVERY == 0 else slow)
        for n, path in enumerate(files("tests/engine/rules/**/*.game"))
    ]


def touch(bank: QuietBank, move: Move) -> None:
    session = bank.table.session
    assert bank.table.ledger_guard.play(lambda: session.play(move, Source.TOUCH))


def wish(bank: QuietBank, link: socket.socket, move: Move) -> dict[str, Any]:
    """Wish for a move as the server does: as a packet."""
    session = bank.table.session
    fields = {
        "game": session.game_hash,
        "seat": getattr(move, "player", ""),
        "move": format_move(move, session.setup.board),
        "since": meant_since(session.game, session.history, move),
        "request": f"{session.game_number}-{len(session.history)}",
        "until": monotonic() + PATIENCE,
    }
    link.send(wishes.encode(fields))
    return wishes.parse_object(bank.until(lambda: received(link)))


def received(link: socket.socket) -> bytes:
    """Return a packet; empty if there is none yet."""
    try:
        return link.recv(2 * wishes.MOST_BYTES)
    except BlockingIOError:
        return b""


def rows(bank: QuietBank) -> list[Entry]:
    return list(bank.ledger.entries(bank.table.session.game_number))


@pytest.mark.parametrize("path", sampled())
def test_a_record_by_phone_has_the_rows_of_one_by_touch(
    banks: tuple[QuietBank, QuietBank], link: socket.socket, path: Path
) -> None:
    record = parse_record(path.read_text(encoding="utf-8"), path.name)
    fingers, phones = banks
    wished = set[int]()
    for bank in banks:
        bank.table.begin(record.setup)
    for line in record.lines:
        if isinstance(line.meaning, Move):
            touch(fingers, line.meaning)
            if isinstance(line.meaning, ALLOWED):
                number = len(phones.table.session.history) + 1
                wished.add(number)
                assert wish(phones, link, line.meaning) == {"booked": number}, line.text
            else:
                touch(phones, line.meaning)
        elif line.text.lower().startswith("refused"):
            # Somebody may have a name by now that the record does not begin with.
            seats = replace(record.setup, players=tuple(fingers.table.game.players))
            refused = parse_move(line.text.partition(":")[2], seats)
            assert set(wish(phones, link, refused)) == {"said"}, line.text
    for one, other in zip(rows(fingers), rows(phones), strict=True):
        assert (one.number, one.by, one.text, one.events) == (
            other.number,
            other.by,
            other.text,
            other.events,
        )
        assert other.source == ("phone" if one.number in wished else one.source)
