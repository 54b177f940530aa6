"""Rules cards that are kept on this machine, and what the set-up takes from them.

They lie beside the ledger, and not among the settings: they belong to the family and not to the
screen, and a copy of the folder has both. Each is a text file of its own, which a person can read
and copy: a file that cannot be read any more costs no other card.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.engine import edition
from companion.engine.edition import Edition
from companion.engine.limits import ForeignError, decode, read_file
from companion.engine.notation import RulesCard, build_card, format_card, parse_card
from companion.engine.problems import InputProblem, Problem
from companion.ledger.problems import Why
from companion.table.setup import house_rules, options
from companion.table.setup.house_rules import EnabledRules, Switch
from companion.table.setup.options import Chosen
from companion.text.names import about as about_edition
from companion.text.names import edition_name
from companion.text.screens.setup import OPTIONS, SETUP, VALUES, about_board, about_rows, text_of
from companion.text.settings import SettingsProblem
from companion.text.told import Wording, capital
from companion.whole_file import written_whole

FOLDER, ENDING = "rules", ".txt"
_CHOSEN = ("edition", "board", "rent", "cards", "game")
LARGEST_CARD = 1 << 14
"""Largest number of bytes of a card: twice what every house rule of an edition takes."""
MOST_CARDS = 100
NAME_PROBLEMS = {
    InputProblem.NO_NAME_OF_RULES,
    InputProblem.INVALID_NAME_LENGTH,
    InputProblem.SEPARATOR_IN_NAME,
}
"""Reasons why a card cannot have its name."""


def read_card(path: Path) -> RulesCard:
    """Return the card in a file. Raises ForeignError."""
    return parse_card(decode(read_file(path, LARGEST_CARD), str(path)), str(path))


def kept_cards(folder: Path) -> tuple[tuple[RulesCard, ...], tuple[ForeignError, ...]]:
    """Return the cards that are kept in a folder, by name, and why other files cannot be read."""
    found, faults = _files(folder)
    return tuple(card for _, card in found), faults


def keep_card(folder: Path, card: RulesCard) -> Problem | None:
    """Keep a card, in place of one of its name; return the problem if that fails."""
    found, _ = _files(folder)
    path = next((at for at, one in found if is_same_name(one.name, card.name)), None)
    if folder.is_symlink():  # On a drive it may lead anywhere.
        return Problem(SettingsProblem.UNWRITABLE, path=folder, why=Problem(Why.A_LINK))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with written_whole(path or _free_path(folder, card.name)) as part:
            part.write_text(format_card(card), encoding="utf-8")
    except OSError as error:
        return Problem(SettingsProblem.UNWRITABLE, path=folder, why=error.strerror)
    return None


def copy_cards(source: Path, target: Path, *, over: bool) -> Problem | None:
    """Keep the cards of one folder in another one, too; return the problem if that fails.

    Those of the same name there are replaced if ``over`` is set, and stay otherwise.
    """
    there, _ = kept_cards(target)
    cards = (card for card in kept_cards(source)[0] if over or not find_card(there, card.name))
    problems = (keep_card(target, card) for card in cards if card not in there)
    return next(filter(None, problems), None)


def forget_card(folder: Path, name: str) -> Problem | None:
    """Delete the card of a name; return the problem if that fails."""
    try:
        for path, card in _files(folder)[0]:
            if is_same_name(card.name, name):
                path.unlink()
    except OSError as error:
        return Problem(SettingsProblem.UNWRITABLE, path=folder, why=error.strerror)
    return None


def find_card(cards: Iterable[RulesCard], name: str) -> RulesCard | None:
    """Return the card of a name, or None."""
    return next((card for card in cards if is_same_name(card.name, name)), None)


def is_same_name(one: str, other: str) -> bool:
    """Return True if two names differ at most in capitals."""
    return one.casefold() == other.casefold()


def _files(folder: Path) -> tuple[list[tuple[Path, RulesCard]], tuple[ForeignError, ...]]:
    found, faults = [], []
    for path in sorted(folder.glob(f"*{ENDING}"))[:MOST_CARDS]:
        try:
            found.append((path, read_card(path)))
        except ForeignError as error:
            faults.append(error)
    return sorted(found, key=lambda one: one[1].name.casefold()), tuple(faults)


def _free_path(folder: Path, name: str) -> Path:
    """Return a path that no file has."""
    names = (f"{_stem(name)}{number}{ENDING}" for number in ("", *range(2, MOST_CARDS + 2)))
    return next(folder / one for one in names if not (folder / one).exists())


def page_name(card: RulesCard) -> str:
    """Return the name of the file of a card's page."""
    return f"{_stem(card.name)}.html"


def _stem(name: str) -> str:
    """Return a name for a file that every drive takes."""
    return re.sub(r"[^\w' -]", "-", name)


# --- cards and the set-up ------------------------------------------------------------------------


def card_of(name: str, chosen: Chosen, enabled: EnabledRules) -> RulesCard:
    """Return the present rules as a card. Raises NotationError or DataFileError."""
    plain = edition.load(chosen["edition"])
    values = {key: chosen[key] for key in _CHOSEN}
    values["game"] = f"{chosen['game']} {chosen['until']}".strip()
    if enabled:
        values["house rules"] = house_rules.header_text(plain, enabled)
    return build_card({"name": name, **values})


def chosen_by(card: RulesCard) -> dict[str, str]:
    """Return the options of the set-up that a card chooses."""
    return {**options.options_from(card.setup), "until": card.setup.until}


def enabled_by(card: RulesCard) -> dict[str, int | None]:
    """Return the house rules that a card turns on."""
    return house_rules.read(card.setup.edition, card.setup.house_rules)


def is_in_force(card: RulesCard, chosen: Chosen, enabled: EnabledRules) -> bool:
    """Return True if the present rules are those of the card."""
    wanted = chosen_by(card)
    return enabled == enabled_by(card) and all(chosen[key] == wanted[key] for key in wanted)


# --- cards in words ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule in words: its name, its value or amount, and a sentence about it."""

    title: Wording
    value: Wording
    about: Wording
    details: Wording = ""
    """Further facts, for paper only."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together; the chapter of the options has no title."""

    title: str
    rules: tuple[RuleText, ...]


def in_words(card: RulesCard) -> list[Chapter]:
    """Return every rule of a card in words: first the options, then the house rules."""
    setup, enabled = card.setup, enabled_by(card)
    plain = edition.load(setup.edition.source)
    currency = setup.board.currency
    switches = {
        chapter: house_rules.switches(plain, enabled, currency, chapter)
        for chapter in house_rules.CHAPTERS
    }
    chapters = [
        Chapter(
            SETUP[chapter],
            tuple(
                RuleText(one.text, one.sum, one.about, _rows(plain, one, currency))
                for one in found
                if one.on
            ),
        )
        for chapter, found in switches.items()
    ]
    return [Chapter("", _options(card)), *(one for one in chapters if one.rules)]


def _rows(plain: Edition, one: Switch, currency: str) -> Wording:
    """Return the rows of a house rule that goes by the number of players (HOUSE-11), or ""."""
    if edition.goes_by_players(plain, one.name):
        return about_rows(plain.deal_by_players, currency)
    return ""


def _options(card: RulesCard) -> tuple[RuleText, ...]:
    setup, plain = card.setup, card.setup.edition
    game = VALUES[setup.game]
    length: Wording = text_of("until", until=setup.until) if setup.until else game[0]
    return (
        RuleText(OPTIONS["edition"][0], capital(edition_name(plain)), about_edition(plain)),
        RuleText(OPTIONS["board"][0], setup.board.name, about_board(setup.board)),
        RuleText(OPTIONS["game"][0], length, game[1]),
        RuleText(OPTIONS["rent"][0], *VALUES[setup.rent]),
        RuleText(OPTIONS["cards"][0], *VALUES[setup.cards]),
    )


def summary(card: RulesCard) -> Wording:
    """Return a line about a card: its edition and the number of its house rules."""
    name = capital(edition_name(card.setup.edition))
    if not card.setup.house_rules:
        return text_of("none on", edition=name)
    return text_of("rules on", edition=name, count=len(card.setup.house_rules))
