"""Write docs/rules.md from the clauses, the editions, the refusals and the records of the rules.

``bin/docs`` runs this; tests/test_docs.py fails while the file is out of date.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.engine import Reason, edition
from companion.engine.edition import Edition
from companion.engine.notation import parse_record
from tests.tree import ROOT, files, read

TARGET = ROOT / "docs/rules.md"
RULES = ROOT / "tests/engine/rules"
CLAUSE = re.compile(r"\b[A-Z]+-\d+\b")
USUAL = {"board: atlantic-city", "players: Ann, Bob", "first: Ann"}

INTRODUCTION = """\
# The rules, clause by clause

Every refusal on the screen, every rule in the program and every test names a clause, such as
RENT-6. This page explains each clause, shows how the editions differ, and lists the scenarios that
test it. Open a scenario to see its moves; each is a game that `companion check` replays. If a
scenario says nothing else, Ann and Bob play, Ann begins, and the board is Atlantic City.

`bin/docs` generates this page from the
[clauses](../tests/engine/rules/clauses.toml), the editions in `companion/engine/editions/` and the
records in `tests/engine/rules/`. Edit those, not this page.

**Settled** marks a reading that was chosen because the rule sheets leave the question open.
**Keys** are the values of the edition files; **house rules** are the switches that change them.
"""


@dataclass(frozen=True)
class Scenario:
    """One record: its file, its first comment without the clauses, and its lines."""

    path: Path
    clauses: tuple[str, ...]
    title: str
    edition: str
    lines: tuple[str, ...]


@cache
def clauses() -> dict[str, Any]:
    """Read the meanings, by clause, with the titles of the chapters."""
    return tomllib.loads(read(RULES / "clauses.toml"))


def scenario(path: Path) -> Scenario:
    """Read a record as a scenario. Its first comment begins with the clauses it shows."""
    text = read(path)
    lines = text.splitlines()
    comment = [line[2:] for line in lines[: next(i for i, s in enumerate(lines) if s[:1] != "#")]]
    head, _, title = " ".join(comment).partition(": ")
    assert CLAUSE.match(head), f"{path.name}: its first line names no clause"
    return Scenario(
        path=path,
        clauses=tuple(CLAUSE.findall(head)),
        title=title[:1].upper() + title[1:],
        edition=parse_record(text, path.name).setup.edition.name,
        lines=tuple(lines[len(comment) :]),
    )


def keys() -> dict[str, list[str]]:
    """Map each clause to the keys of the edition files that it names.

    The comment behind a key in 1961.toml begins with its clauses.
    """
    found = defaultdict(list)
    for line in read(ROOT / "companion/engine/editions/1961.toml").splitlines():
        if key := re.match(r"(\w+) = .*?# ((?:[A-Z]+-\d+(?:, )?)+)", line):
            for clause in CLAUSE.findall(key[2]):
                found[clause].append(key[1])
    return found


def value(rules: Edition, key: str) -> str:
    """Write the value of a key as an edition file does."""
    if key == "players":
        return f"{rules.fewest_players} to {rules.most_players}"
    found = getattr(rules, key)
    if isinstance(found, tuple):
        return ", ".join(map(str, found)) if key == "notes" else str([*map(list, found)])
    return str(found).lower() if isinstance(found, bool) else str(found)


def key_line(key: str) -> str:
    """Write the values of a key, with the editions that share each of them."""
    by_value = defaultdict(list)
    for name in edition.names():
        by_value[value(edition.load(name), key)].append(name)
    if len(by_value) == 1:
        return f"`{key}`: {next(iter(by_value))}"
    parts = (f"{found} ({', '.join(names)})" for found, names in by_value.items())
    return f"`{key}`: {'; '.join(parts)}"


def house_rules(clause_keys: list[str]) -> list[str]:
    """Name the house rules that change one of these keys."""
    found: dict[str, Mapping[str, object]] = {}
    for one in edition.names():
        found |= edition.load(one).house_rules
    return [name for name, changes in found.items() if _keys_of(changes) & {*clause_keys}]


def _keys_of(changes: Mapping[str, object]) -> set[str]:
    """Return the keys that a house rule changes, or goes by."""
    rows = {"deal_by_players"} if "by players" in changes.values() else set()
    return {*changes} | rows


def steps(one: Scenario) -> Iterator[str]:
    """Yield the lines of a record without its edition, the usual header and blank lines."""
    for line in one.lines:
        if line and line not in USUAL and not line.startswith("edition:"):
            yield line


def details(one: Scenario) -> str:
    """Write a scenario as a title that opens on its moves."""
    body = "\n".join(steps(one))
    return (
        f"<details><summary>{escape(one.title)} <em>({one.edition})</em></summary>\n\n"
        f"```text\n{body}\n```\n\n</details>"
    )


def escape(text: str) -> str:
    """Escape a title for the HTML around it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def section(clause: str, scenarios: list[Scenario]) -> Iterator[str]:
    """Yield the blocks of one clause."""
    entry = clauses()[clause]
    yield f"### {clause}\n\n{entry['says']}"
    if settled := entry.get("settled"):
        yield f"**Settled:** {settled}"
    notes = [f"**Editions:** {', '.join(entry.get('editions', ['all']))}"]
    own = keys()[clause]
    if own:
        notes.append(f"**Keys:** {'; '.join(map(key_line, own))}")
    if turned := house_rules(own):
        notes.append(f"**House rules:** {', '.join(turned)}")
    refused = [reason.meaning for reason in Reason if reason.clause == clause]
    if refused:
        notes.append(f"**Refused if:** {'; '.join(refused)}")
    yield "\n".join(f"- {note}" for note in notes)
    yield from (details(one) for one in scenarios if one.clauses[0] == clause)
    also = [one.clauses[0] for one in scenarios if one.clauses[0] != clause]
    if also:
        links = ", ".join(f"[{name}](#{name.lower()})" for name in dict.fromkeys(also))
        yield f"See also scenarios of {links}."


def chapter_of(clause: str) -> str:
    """Return the letters before the number of a clause."""
    return clause.partition("-")[0]


def rulebook() -> str:
    """Write the whole page."""
    scenarios = sorted(map(scenario, files("tests/engine/rules/**/*.game")), key=lambda s: s.title)
    titles = clauses()["chapters"]
    known = [name for name in clauses() if name != "chapters"]
    chapters = {name: [*group] for name, group in groupby(known, chapter_of)}
    blocks = [INTRODUCTION, "## Contents"]
    blocks.append(
        "\n".join(
            f"- [{titles[name]}](#{slug(titles[name])}): "
            + ", ".join(f"[{clause}](#{clause.lower()})" for clause in group)
            for name, group in chapters.items()
        )
    )
    for name, group in chapters.items():
        blocks.append(f"## {titles[name]}")
        for clause in group:
            shown = [one for one in scenarios if clause in one.clauses]
            blocks += section(clause, shown)
    return "\n\n".join(block.strip() for block in blocks) + "\n"


def slug(title: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def main() -> None:
    """Write the page."""
    TARGET.write_text(rulebook(), encoding="utf-8")


if __name__ == "__main__":
    main()
