"""How often the medium is waited for: once a move, before the move is acknowledged."""

import re
import shutil
from pathlib import Path

import pytest

from tests.ledger.gaming import go, line, writer

MOVES = 100


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_one_flush_a_move(tmp_path: Path) -> None:
    """Between two acknowledgements the log is flushed once. A checkpoint writes to the ledger and
    flushes both; the move after it begins the log anew, and flushes its header."""
    trace = tmp_path / "trace"
    calls = "trace=fsync,fdatasync,sync_file_range,pwrite64,write"
    under = ("strace", "-f", "-y", "-e", calls, "-o", str(trace))
    with writer(tmp_path / "data", str(MOVES), under=under) as process:
        go(process)
        assert line(process) == "open"
        assert [int(line(process)) for _ in range(MOVES)] == list(range(1, MOVES + 1))
        process.communicate()
    wanted = {"plain": ["-wal"], "checkpoint": ["", "-wal", "-wal"], "anew": ["-wal", "-wal"]}
    kinds = []
    for calls_of_move in per_move(trace.read_text()):
        flushed = re.findall(r"f(?:data)?sync\(\d+<[^>]*/ledger\.db(-wal)?>", calls_of_move)
        kind = "anew" if kinds[-1:] == ["checkpoint"] else "plain"
        if re.search(r"pwrite64\(\d+<[^>]*/ledger\.db>", calls_of_move):
            kind = "checkpoint"
        kinds.append(kind)
        assert sorted(flushed) == wanted[kind]
    assert len(kinds) == MOVES - 1
    assert 1 <= kinds.count("checkpoint") <= MOVES // 20


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_two_flushes_a_move_with_a_second_copy(tmp_path: Path, stick: Path) -> None:
    """The ledger first, then the copy, then the acknowledgement."""
    trace = tmp_path / "trace"
    calls = "trace=fsync,fdatasync,sync_file_range,pwrite64,write"
    under = ("strace", "-f", "-y", "-e", calls, "-o", str(trace))
    with writer(tmp_path / "data", "20", str(stick), under=under) as process:
        go(process)
        assert line(process) == "open"
        assert [int(line(process)) for _ in range(20)] == list(range(1, 21))
        process.communicate()
    for calls_of_move in per_move(trace.read_text()):
        flushed = re.findall(r"f(?:data)?sync\(\d+<[^>]*/(ledger\.[^>]*)>", calls_of_move)
        assert flushed == ["ledger.db-wal", "ledger.mirror"]


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_a_new_folder_is_there_after_a_power_cut(tmp_path: Path) -> None:
    """Each folder that was made is flushed into the one around it; SQLite does the last."""
    trace = tmp_path / "trace"
    under = ("strace", "-f", "-y", "-e", "trace=fsync,fdatasync", "-o", str(trace))
    with writer(tmp_path / "new" / "data", under=under) as process:
        go(process)
        assert line(process) == "open"
        process.communicate()
    flushed = set(re.findall(r"sync\(\d+<([^>]*)>", trace.read_text()))
    assert {str(tmp_path), str(tmp_path / "new"), str(tmp_path / "new" / "data")} <= flushed


def per_move(trace: str) -> list[str]:
    """The system calls before each acknowledgement, from that of move 1 on."""
    return re.split(r'write\(1<[^>]*>, "\d+\\n"', trace)[1:-1]
