"""Whatever can be read on a screen comes from the catalogues, at once in another language.

It is read in a language that marks all its words: what stands there unmarked would stay English in
every language. Names of people, and what boards and editions call things, are not translated.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zoneinfo import available_timezones

import pytest

from companion import text as companion_text
from companion.engine import board as boards
from companion.engine.board import Board
from companion.table import settings
from companion.table.states.bank_cards import BankCardActions
from companion.table.states.dice import DiceActions
from companion.text.names import short_names
from tests.ui.driver import Desk, opened_bank
from tests.ui.fake_languages import BEGUN, ENDED, teach
from tests.ui.scene_records import LONGEST, POSITIONS

FINGERPRINT = re.compile(r"\b[A-Z0-9]{4}([- ][A-Z0-9]{4}){3}\b")
WORD, CUT = re.compile(r"[^\W\d_]{2,}"), re.compile(r"[^\W\d_]+…")
"""Word, and a name that is cut beside its token."""
TAPS = 15
"""On each screen, wherever they lead."""


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch)


def unmarked(text: str) -> str:
    """What of a text is outside of all marks."""
    depth, outside = 0, []
    for letter in text:
        depth -= letter == ENDED
        outside.append(" " if depth else letter)
        depth += letter == BEGUN
    return "".join(outside).replace(BEGUN, " ").replace(ENDED, " ")


KEYBOARDS = ("ab", "AB", "ÀÉ", "ČŞ")
"""Keys that lead to other letters."""


def names(desk: Desk, board: Board) -> set[str]:
    """Every word of a name that is not translated, and what was typed."""
    seating = desk.table.values["setup"]
    typed = (seating.entry, desk.table.values["ruling"].entry, desk.table.network.value.entry)
    called = {*typed, *KEYBOARDS, *seating.names, *seating.known}
    called |= {
        *(boards.load(name).name for name in boards.names()),
        *(space.name for space in board.spaces),
        *(name for key in board.deeds for name in short_names(board, key)),
        *board.groups,
    }
    called |= {"ÀÉ", "ČŞ"}  # of the keyboard
    called |= {*LONGEST, *companion_text.languages().values()}
    called |= {zone.partition("/")[2] for zone in available_timezones()}
    return set(re.findall(r"[^\W_]+", " ".join(called)))


def english(desk: Desk) -> list[str]:
    """The texts with words in them that are neither marked nor names."""
    known = names(desk, desk.table.session.setup.board)
    return [
        f"{desk.table.screen}: {text}"
        for text in desk.texts()
        if set(re.findall(r"[^\W\d_]{2,}", unmarked(CUT.sub("", FINGERPRINT.sub("", text)))))
        - known
    ]


def screens() -> list[str]:
    """All, except the one that is only seen when the ledger is damaged."""
    from companion.screens.registry import SCREENS

    return [name for name in SCREENS if name not in ("recovery", "debt")]


def wander(desk: Desk, taps: int, random: Random) -> Iterator[None]:
    """Fingers on whatever can be tapped."""
    for _ in range(taps):
        if live := desk.all_keys():
            desk.tap(random.choice(live))
        yield


def test_what_is_outside_of_all_marks() -> None:
    assert unmarked("«Pay «$5» now» Ann · «to «all»» x").split() == ["Ann", "·", "x"]


@pytest.mark.usefixtures("marked")
def test_nothing_is_said_but_by_the_catalogues_even_if_it_was_seen_in_english(desk: Desk) -> None:
    found = []
    desk.table.dice.actions = DiceActions(*[lambda *_: None] * 4)
    desk.table.bank_cards.actions = BankCardActions(*[lambda *_: None] * 3)
    desk.table.speak("marked")
    for position, lines in POSITIONS.items():
        desk.sit_down(" ".join(LONGEST[:2]), *lines, rent="shown")
        found += [f"{position}: {text}" for text in english(desk)]
    for screen in screens():
        desk.sit_down("Ann Bob Cy", "Ann throws 4 5", "Ann buys", rent="shown")
        desk.table.speak("en")
        desk.table.open(screen)
        desk.frames()
        desk.table.show_screen("menu")
        desk.table.speak("marked")
        desk.show(screen)
        found += english(desk)
        for _ in wander(desk, TAPS, Random(screen)):
            if companion_text.language() != "marked":  # the finger chose another language
                desk.table.speak("marked")
                desk.frames()
            found += english(desk)
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.usefixtures("marked")
def test_the_way_out_of_a_damaged_ledger_is_said_by_the_catalogues(
    desk: Desk, tmp_path: Path
) -> None:
    from companion.runtime.recovery import ways_out

    desk.sit_down("Ann Bob Cy")
    desk.table.speak("marked")
    desk.table.recovery.offer("title", "", ways_out(tmp_path, None, []), print)
    desk.frames()
    assert not english(desk), "\n".join(english(desk))


@pytest.mark.parametrize(("option", "spoken"), [("de", "de"), ("", "es")])
def test_what_is_said_at_the_start_is_stronger_than_what_the_table_is_used_to(
    desk: Desk, tmp_path: Path, option: str, spoken: str
) -> None:
    folder = tmp_path / "books"
    folder.mkdir()
    settings.save(settings.place(folder), settings.Settings(language="es"))
    with opened_bank(folder, option):
        assert companion_text.language() == spoken
        assert settings.load(settings.place(folder))[0].language == "es"
