"""Every clause of the rules is shown by a record that a player can read."""

import re
from functools import cache
from pathlib import Path

import pytest

from companion.engine.notation import NotationError, check, parse_record
from tests.engine.records import RECORDS, each_record, read

CLAUSES = Path(__file__).parent / "rules" / "clauses.txt"


@each_record
def test_record_holds(path: Path) -> None:
    checked = check(read(path))
    assert [f"{path}:{f.line.number}: {f.line.text}: {f.problem}" for f in checked.faults] == []
    assert checked.expectations, "a record that expects nothing shows nothing"


@cache
def named_clauses() -> set[tuple[str, str]]:
    """Which clauses are named in the comments of records, with the edition that is played."""
    named = set()
    for path in RECORDS:
        text, edition = path.read_text(encoding="utf-8"), read(path).setup.edition.source
        comments = " ".join(line.partition("#")[2] for line in text.splitlines())
        refused = " ".join(re.findall(r"^refused ([A-Z]+-\d+)", text, re.MULTILINE))
        named |= {(clause, edition) for clause in re.findall(r"\b[A-Z]+-\d+\b", comments + refused)}
    return named


def wanted_clauses() -> list[tuple[str, str]]:
    """The clauses, and for each the editions in which it says something of its own."""
    rows = [line.split() for line in CLAUSES.read_text(encoding="utf-8").splitlines()]
    return [(row[0], edition) for row in rows if row and row[0] != "#" for edition in row[1:]]


@pytest.mark.parametrize(("clause", "edition"), wanted_clauses())
def test_clause_is_shown(clause: str, edition: str) -> None:
    assert (clause, edition) in named_clauses()


def test_a_record_that_does_not_hold_is_found() -> None:
    text = "players: Ann, Bob\nfirst: Ann\nAnn throws 1 2\nexpect Ann on Boardwalk\nBob buys\n"
    faults = check(parse_record(text)).faults
    assert [fault.line.number for fault in faults] == [4, 5]


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(NotationError) as error:
        parse_record("players: Ann, Bob\nAnn throws 3\n", "evening.game")
    assert error.value.place == "evening.game:2"
