"""Options of a new game, and the set-up that they make."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import SystemRandom
from typing import get_args

from companion.engine import board, edition
from companion.engine.board import Board
from companion.engine.notation import (
    NotationError,
    check_name,
    check_seat_name,
    deeds_dealt,
    parse_header,
)
from companion.engine.state import Setup
from companion.look.typefaces import unshown
from companion.table.markers import markers_of
from companion.table.setup import deal_out, house_rules
from companion.table.setup.deal_out import Dealt
from companion.table.setup.house_rules import EnabledRules
from companion.text.screens.setup import SETUP, missing, problem, text_of
from companion.text.told import Told, Wording

Chosen = Mapping[str, str]
"""Chosen option of each kind; ``until`` is "" for an hour after the start."""

RENT = get_args(edition.RentAsking)
CARDS = ("table", "program")
DICE = ("tray", "hand")
GAMES = ("full", "time-limit", "second-bankruptcy", "short")
DEFAULTS = {
    "edition": "1961",
    "board": "atlantic-city",
    "cards": "table",
    "dice": "tray",
    "game": "full",
    "until": "",
}
_HEADER = ("edition", "board", "rent", "cards")
HOUR, QUARTER = 60, 15
"""Minutes that a game with a time limit lasts, and that a tap adds to them."""


def defaults() -> dict[str, str]:
    """Options of the first game."""
    return with_rent(DEFAULTS)


def with_rent(chosen: Chosen) -> dict[str, str]:
    """Set the edition's own way of asking for rent (TABLE-6)."""
    return {**chosen, "rent": edition.load(chosen["edition"]).rent_asking}


def name_problem(
    name: str, others: Sequence[str], where: Board, check: Callable[[str], None] = check_name
) -> Wording:
    """Explain why a name cannot be used at a table with that board, or return ""."""
    try:
        check(name)
        check_seat_name(name, others, where)
    except NotationError:
        return SETUP["no_name" if name else "unnamed"]
    if letters := unshown(name):
        return text_of("unshown", letters=letters)
    return SETUP["taken"] if name.lower() in (other.lower() for other in others) else ""


def seats_problem(count: int, chosen: Chosen, enabled: EnabledRules) -> Wording:
    """Report how many players are missing or too many, or return "" (SET-3, HOUSE-11)."""
    rules = edition.load(chosen["edition"])
    numbers = edition.players_dealt_to(rules, house_rules.written(rules, enabled))
    fewest = max(rules.fewest_players, min(numbers, default=0))
    most = min(rules.most_players, max(numbers, default=rules.most_players))
    if count < fewest:
        return missing(fewest - count)
    return text_of("too many", most=most) if count > most else ""


def edition_for(count: int, chosen: Chosen) -> str:
    """Edition that takes more players than the chosen one, if those are too many.

    It is the one that takes the fewest, or "".
    """
    if count <= edition.load(chosen["edition"]).most_players:
        return ""
    most = {name: edition.load(name).most_players for name in edition.names()}
    return min((name for name in most if most[name] >= count), key=most.__getitem__, default="")


def end_time(chosen: Chosen, now: datetime) -> str:
    """Time at which a game with a time limit ends if it starts ``now``."""
    return chosen["until"] or f"{now + timedelta(minutes=HOUR):%H:%M}"


def add_minutes(until: str, minutes: int) -> str:
    """Add ``minutes`` to ``until`` and round down to a quarter of an hour."""
    hours, past = (int(part) for part in until.split(":"))
    quarters = (60 * hours + past + minutes) // QUARTER % (24 * 60 // QUARTER)
    return f"{quarters * QUARTER // 60:02d}:{quarters * QUARTER % 60:02d}"


def available_rules(chosen: Chosen, enabled: EnabledRules) -> dict[str, int | None]:
    """Return the enabled rules that the chosen edition has, too."""
    known = edition.load(chosen["edition"]).house_rules
    return {name: amount for name, amount in enabled.items() if name in known}


def deeds_each(count: int, chosen: Chosen, enabled: EnabledRules) -> int:
    """Return the number of deeds dealt to each of ``count`` players; 0 without a deal."""
    return deeds_dealt(_rules(count, chosen, enabled), chosen["game"])


def deal(names: Sequence[str], chosen: Chosen, enabled: EnabledRules) -> Dealt:
    """Deal deeds, if the game begins with a deal."""
    rules, count = _rules(len(names), chosen, enabled), deeds_each(len(names), chosen, enabled)
    streets = board.load(chosen["board"])
    return deal_out.deal(names, streets, rules, count, SystemRandom()) if count else ()


def _rules(count: int, chosen: Chosen, enabled: EnabledRules) -> edition.Edition:
    plain = edition.load(chosen["edition"])
    return edition.with_house_rules(plain, house_rules.written(plain, enabled), count)


def exchange_markers(names: Sequence[str], player: str, marker: int) -> dict[str, int]:
    """Markers that change when ``player`` takes ``marker``.

    The player who had ``marker`` gets the marker of ``player``.
    """
    now = markers_of(names)
    others = {name: now[player] for name, held in now.items() if held == marker}
    return {**others, player: marker}


def setup_of(
    names: Sequence[str],
    chosen: Chosen,
    enabled: EnabledRules,
    now: datetime,
    dealt: Dealt = (),
    first: str = "",
    banker: str = "",
) -> Setup:
    """Return the set-up of a game that starts ``now``.

    ``first`` begins; "" means the highest roll (SET-6). ``banker`` keeps the bank; "" means the
    player in the first seat (FLOW-15).

    Raises NotationError or DataFileError if the options do not fit.
    """
    header = {key: chosen[key] for key in _HEADER}
    header |= {"players": ", ".join(names), "first": first, "banker": banker}
    header["game"] = chosen["game"]
    if chosen["game"] == "time-limit":
        header["game"] += f" {end_time(chosen, now)}"
    if deeds_each(len(names), chosen, enabled):
        header["dealt"] = deal_out.header_text(dealt)
    header["house rules"] = house_rules.header_text(edition.load(chosen["edition"]), enabled)
    return parse_header("\n".join(f"{key}: {value}" for key, value in header.items() if value))


def error_text(chosen: Chosen, error: ValueError) -> Told:
    """Explain why a game cannot begin, with the currency of the chosen board."""
    return problem(error, board.load(chosen["board"]).currency)


def options_from(setup: Setup) -> dict[str, str]:
    """Options of a previous set-up, except what belongs to that evening.

    The source of its dice is unknown: the ledger does not store it.
    """
    return {
        "edition": setup.edition.source,
        "board": setup.board.source,
        "rent": setup.rent,
        "cards": setup.cards,
        "game": setup.game,
        "until": "",
    }
