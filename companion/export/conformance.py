"""Records of the rules as cases for other engines: one JSON object a record.

A case has the header of its record and its steps: a move to make, one that must be refused, or
facts that must be true by then. Every value is written out, so that nobody has to parse notation;
the line stays beside it for people. ``docs/conformance.md`` explains the fields.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.engine import board
from companion.engine.board import Board
from companion.engine.edition import load, names
from companion.engine.limits import ForeignError
from companion.engine.moves import Move
from companion.engine.notation import Expectation, Record, check, parse_record
from companion.engine.rulings import Effect
from companion.engine.snapshot import to_dict
from companion.engine.state import Setup
from companion.foreign import read_text
from companion.resources import records as scenarios

CASES, BOARDS, EDITIONS = "cases.jsonl", "boards.json", "editions.json"
_CLAUSE = re.compile(r"[A-Z]+-\d+")
_EDITION = re.compile(r"^(edition: *).*", re.MULTILINE)


def write(records: Iterable[Path], folder: Path, edition: str | None = None) -> int:
    """Write cases, boards and editions into ``folder``; return the number of cases.

    Without ``records`` the cases are those of the program.
    With an ``edition`` each record is played in it, and left out if a line of it fails there.
    Raises ForeignError with the line of a record that is invalid.
    """
    cases = [one for path in records or scenarios() if (one := case(path, edition))]
    boards = {name: printed(board.load(name)) for name in board.names()}
    editions = {name: plain(load(name)) for name in names()}
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / CASES).open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(one, ensure_ascii=False)}\n" for one in cases)
    for name, facts in ((BOARDS, boards), (EDITIONS, editions)):
        (folder / name).write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return len(cases)


def case(path: Path, edition: str | None = None) -> dict[str, Any] | None:
    """Return the record in a file as a case; None if a line fails in another ``edition``."""
    text, name = read_text(path), str(path)
    record = parse_record(text, name)
    if edition:
        try:
            record = parse_record(_EDITION.sub(rf"\g<1>{edition}", text, 1), name)
        except ForeignError:  # Too many players, or a house rule that it does not know.
            return None
    checked = check(record)
    if edition and checked.faults:
        return None
    clauses, title = head(text)
    return {
        "name": f"{path.parent.name}/{path.stem}",
        "clauses": clauses,
        "title": title,
        "header": header(record.setup),
        "steps": list(steps(record)),
        "end": to_dict(checked.game),
    }


def head(text: str) -> tuple[list[str], str]:
    """Return the clauses that the first comment of a record names, and the sentence behind them."""
    comment = re.match(r"(?:#.*\n)*", text)
    said = " ".join(line.lstrip("# ") for line in comment[0].splitlines()) if comment else ""
    named, _, title = said.partition(": ")
    clauses = _CLAUSE.findall(named)
    return (clauses, title) if clauses else ([], said)


def header(setup: Setup) -> dict[str, Any]:
    """Return what a table agreed on before the first roll."""
    agreed = {field.name: getattr(setup, field.name) for field in fields(setup)}
    agreed |= {"edition": setup.edition.source, "board": setup.board.source}
    return {name: plain(fact) for name, fact in agreed.items()}


def printed(found: Board) -> dict[str, Any]:
    """Return what is printed on a board and its cards."""
    names = ("name", "currency", "houses", "hotels", "salary", "fine", "spaces", "packs")
    return {name: plain(getattr(found, name)) for name in names}


def steps(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the lines of a record as steps."""
    for line in record.lines:
        place = {"line": line.number, "text": line.text}
        if isinstance(line.meaning, Expectation):
            facts = {"form": line.meaning.form, **line.meaning.facts}
            yield place | {"expect": plain(facts)}
        else:
            yield place | {"move": plain(line.meaning)}


def plain(value: Any) -> Any:
    """Return a value of the engine as JSON has it; a move or an effect names its class."""
    if is_dataclass(value):
        told = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        return {"is": type(value).__name__} | told if isinstance(value, Move | Effect) else told
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value
