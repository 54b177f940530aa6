"""How often the medium is waited for: once a move, before the move is acknowledged."""

import re
import shutil
from pathlib import Path

import pytest

from tests.ledger.gaming import go, line, writer

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
MOVES = 100


def traced(tmp_path: Path, folder: Path, moves: int, *mirror: str) -> str:
    """The system calls of a program that plays in ``folder``."""
    trace = tmp_path / "trace"
    calls = "trace=fsync,fdatasync,sync_file_range,pwrite64,write"
    under = ("strace", "-f", "-y", "-e", calls, "-o", str(trace))
    with writer(folder, str(moves), *mirror, under=under) as process:
        go(process)
        assert line(process) == "open"
        assert [int(line(process)) for _ in range(moves)] == list(range(1, moves + 1))
        process.communicate()
    return trace.read_text()


def per_move(trace: str) -> list[str]:
    """The system calls before each acknowledgement, from that of move 1 on."""
    return re.split(r'write\(1<[^>]*>, "\d+\\n"', trace)[1:-1]


def test_one_flush_a_move(tmp_path: Path) -> None:
    """Between two acknowledgements the log is flushed once. A checkpoint writes to the ledger and
    flushes both; the move after it begins the log anew, and flushes its header. Each folder that
    was made is flushed into the one around it; SQLite does the last."""
    data = tmp_path / "new" / "data"
    trace = traced(tmp_path, data, MOVES)
    flushed = set(re.findall(r"sync\(\d+<([^>]*)>", trace))
    assert {str(tmp_path), str(data.parent), str(data)} <= flushed
    wanted = {"plain": ["-wal"], "checkpoint": ["", "-wal", "-wal"], "anew": ["-wal", "-wal"]}
    kinds = []
    for calls_of_move in per_move(trace):
        flushes = re.findall(r"f(?:data)?sync\(\d+<[^>]*/ledger\.db(-wal)?>", calls_of_move)
        kind = "anew" if kinds[-1:] == ["checkpoint"] else "plain"
        if re.search(r"pwrite64\(\d+<[^>]*/ledger\.db>", calls_of_move):
            kind = "checkpoint"
        kinds.append(kind)
        assert sorted(flushes) == wanted[kind]
    assert len(kinds) == MOVES - 1
    assert 1 <= kinds.count("checkpoint") <= MOVES // 20


def test_two_flushes_a_move_with_a_second_copy(tmp_path: Path, stick: Path) -> None:
    """The ledger first, then the copy, then the acknowledgement."""
    for calls_of_move in per_move(traced(tmp_path, tmp_path / "data", 20, str(stick))):
        flushed = re.findall(r"f(?:data)?sync\(\d+<[^>]*/(ledger\.[^>]*)>", calls_of_move)
        assert flushed == ["ledger.db-wal", "ledger.mirror"]
