"""Each thing that happens in a game has one name and one sentence, in every table of texts.

The names are those of the events; a payment has the name of its purpose, which the ledger stores.
What no event tells has a name in one table alone.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from companion.table.moments.parts import KINDS
from companion.text.event_texts import PHRASES
from companion.text.history import LINES
from companion.text.moments import CLAIMS, MOMENTS
from companion.text.moves import HEADS
from companion.text.purposes import PURPOSES
from companion.text.report import REPORT

Tables = Mapping[str, Mapping[str, str | tuple[str, str]]]

EVENTS: Tables = {"events": PHRASES.english, "purposes": PURPOSES.english}
OTHERS: Tables = {
    "moves": HEADS.english,
    "lines": LINES.english,
    "moments": MOMENTS.english,
    "claims": CLAIMS.english,
    "parts of a moment": dict.fromkeys(KINDS, ""),
}
OWN = {
    "moves": "declined chance flat tenth short places puts_up bankrupt leaves time otherwise",
    "lines": "undid unsold ruling nothing",
    "moments": "own for_sale not_yet draw visit sold unsold set sets part leaves more play undid",
    "claims": "until collect from short",
    "parts of a moment": "undid ruling bankrupt leaves set unsold claim other",
}
"""Names of what no event tells, by table. Whoever adds one looks first how the others call it."""
SIDES = {"rent in", "rent out"}
"""Purposes of the report's that are two sides of one."""


def name_of(key: str) -> str:
    """Name of a thing in a key: what comes behind it is a part, or a case, of that thing."""
    return re.split(r"[. ]", key)[0]


def unknown(others: Tables, own: Mapping[str, str] = OWN) -> dict[str, set[str]]:
    """Names of each table that neither an event has nor its own list."""
    known = {name_of(key) for table in EVENTS.values() for key in table}
    found = {
        name: {name_of(key) for key in table} - known - {*own.get(name, "").split()}
        for name, table in others.items()
    }
    return {name: names for name, names in found.items() if names}


def said_twice(tables: Tables) -> list[list[str]]:
    """Keys of several tables that have one sentence, whatever its fields are called."""
    by_sentence: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for table, key, words in sentences(tables):
        by_sentence[re.sub(r"{\w+}", "{}", words)].setdefault(table, f"{table} {key}")
    return [[*keys.values()] for keys in by_sentence.values() if len(keys) > 1]


def sentences(tables: Tables) -> Iterator[tuple[str, str, str]]:
    for table, texts in tables.items():
        for key, words in texts.items():
            pair = (words,) if isinstance(words, str) else words
            yield from ((table, key, one) for one in pair if one)


def test_what_an_event_tells_has_its_name_in_every_table() -> None:
    assert unknown(OTHERS) == {}


def test_a_name_of_one_table_alone_is_in_use() -> None:
    for table, own in OWN.items():
        assert {*own.split()} <= {name_of(key) for key in OTHERS[table]}


def test_no_sentence_is_in_two_tables() -> None:
    assert said_twice({**EVENTS, **OTHERS}) == []


def test_the_report_calls_purposes_as_the_ledger_does() -> None:
    purposes = {key.removeprefix("why ") for key in REPORT if key.startswith("why ")}
    assert purposes - SIDES - {"seat"} == {*PURPOSES} - {"item", "rent"}


def test_a_second_name_is_found() -> None:
    planted: Tables = {"moments": {"built": "{player} built {buildings}"}}
    assert unknown(planted) == {"moments": {"built"}}
    planted = {"claims": {"missed.rent": "Missed: {amount}", "lapsed": "Too late"}}
    assert unknown(planted) == {"claims": {"missed"}}


def test_a_second_sentence_is_found() -> None:
    planted: Tables = {"moments": {"collected": "{owner} paid {player} {sum}"}}
    assert said_twice({**EVENTS, **planted}) == [["events loss", "moments collected"]]
