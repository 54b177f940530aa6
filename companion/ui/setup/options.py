"""Options of the set-up screen, and the set-up that they make."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import SystemRandom

from companion.engine import board, edition
from companion.engine.notation import NotationError, check_name, parse_header
from companion.engine.state import Setup
from companion.text.names import about, edition_name
from companion.text.screens.past_games import few
from companion.text.screens.play import SETUP
from companion.text.screens.setup import AGREEING, problem, text_of
from companion.ui.markers import SIGNS, signs
from companion.ui.play.view import Choice, Option
from companion.ui.setup import deal_out, house_rules
from companion.ui.setup.deal_out import QUICK, Dealt
from companion.ui.setup.house_rules import EnabledRules
from companion.ui.tiles import Tile

RENT = ("watchful", "shown", "automatic")
CARDS = ("table", "program")
DICE = ("tray", "hand")
GAMES = ("full", "time-limit", "second-bankruptcy", "short")
MOST_PLAYERS, OTHER_BANKERS = 12, 8
DEFAULTS = {
    "edition": "1961",
    "board": "atlantic-city",
    "cards": "table",
    "dice": "tray",
    "game": "full",
    "until": "",
}
_HEADER = ("edition", "board", "rent", "cards")
QUARTER = 15


def defaults() -> dict[str, str]:
    """Return the options of the first game."""
    return with_rent(dict(DEFAULTS))


def with_rent(chosen: dict[str, str]) -> dict[str, str]:
    """Set the edition's own way of asking for rent (TABLE-6)."""
    return chosen | {"rent": edition.load(chosen["edition"]).rent_asking}


def editions(chosen: dict[str, str]) -> list[Option]:
    """Return the editions, with their differences and numbers of players."""
    sheets = ((name, edition.load(name)) for name in edition.names())
    return [
        Option(
            "edition",
            name,
            edition_name(rules),
            name == chosen["edition"],
            about(rules),
            text_of("seats", fewest=rules.fewest_players, most=rules.most_players),
        )
        for name, rules in sheets
    ]


def boards(chosen: dict[str, str]) -> list[Choice]:
    """Return the boards."""
    return [_choice("board", {name: board.load(name).name for name in board.names()}, chosen)]


def choices(chosen: dict[str, str]) -> list[Choice]:
    """Return the options besides the rules, with a line about the chosen one."""
    ways = {"rent": RENT, "cards": CARDS, "dice": DICE, "game": GAMES}
    return [
        _choice(key, {name: _text(key, name) for name in names}, chosen)
        for key, names in ways.items()
    ]


def _text(key: str, name: str) -> str:
    return (AGREEING if key == "game" else SETUP)[name]


def _choice(key: str, named: dict[str, str], chosen: dict[str, str]) -> Choice:
    options = (Option(key, name, text, name == chosen[key]) for name, text in named.items())
    sentences = AGREEING if key == "game" else SETUP
    line = sentences.get(f"about_{chosen[key]}", "").format(**chosen)
    return Choice(sentences[key], line, tuple(options))


def name_problem(name: str, others: list[str]) -> str:
    """Explain why a name cannot be used, or return ""."""
    try:
        check_name(name)
    except NotationError:
        return SETUP["no_name" if name else "unnamed"]
    return SETUP["taken"] if name.lower() in (other.lower() for other in others) else ""


def in_two_hours(now: datetime) -> str:
    """Return the time two hours from ``now``, rounded down to a quarter of an hour."""
    return add_minutes(f"{now + timedelta(hours=2):%H:%M}", 0)


def add_minutes(until: str, minutes: int) -> str:
    """Add ``minutes`` to ``until`` and round down to a quarter of an hour."""
    hours, past = (int(part) for part in until.split(":"))
    quarters = (60 * hours + past + minutes) // QUARTER % (24 * 60 // QUARTER)
    return f"{quarters * QUARTER // 60:02d}:{quarters * QUARTER % 60:02d}"


def switches(chosen: dict[str, str], enabled: EnabledRules) -> list[house_rules.Switch]:
    """Return the house rules of the chosen edition as switches."""
    currency = board.load(chosen["board"]).currency
    return house_rules.switches(edition.load(chosen["edition"]), enabled, currency)


def toggle_rule(chosen: dict[str, str], enabled: EnabledRules, name: str) -> dict[str, int | None]:
    """Turn a house rule of the chosen edition on or off."""
    return house_rules.turn(edition.load(chosen["edition"]), enabled, name)


def available_rules(chosen: dict[str, str], enabled: EnabledRules) -> dict[str, int | None]:
    """Return the enabled rules that the chosen edition has, too."""
    return house_rules.available(edition.load(chosen["edition"]), enabled)


def deal(names: Sequence[str], chosen: dict[str, str]) -> Dealt:
    """Deal deeds, if the chosen variant begins with a deal."""
    if chosen["game"] not in QUICK:
        return ()
    return deal_out.deal(names, board.load(chosen["board"]), SystemRandom())


def hands(dealt: Dealt, names: Sequence[str], chosen: dict[str, str]) -> list[deal_out.Hand]:
    """Return the deeds of each player."""
    return deal_out.hands(dealt, names, board.load(chosen["board"]))


def undealt_tiles(dealt: Dealt, chosen: dict[str, str]) -> list[Tile]:
    """Return the deeds that are not dealt."""
    return deal_out.undealt_tiles(dealt, board.load(chosen["board"]))


def sign_tiles(names: Sequence[str], player: str) -> list[Tile]:
    """Return a tile for each marker, with the name of the player who has it."""
    holders = {sign: name for name, sign in signs(names).items()}
    return [
        Tile(str(sign), holders.get(sign, ""), seat=sign, chosen=holders.get(sign) == player)
        for sign in range(SIGNS)
    ]


def exchange_signs(names: Sequence[str], player: str, sign: int) -> dict[str, int]:
    """Return the markers that change when ``player`` takes ``sign``.

    The player who had ``sign`` gets the marker of ``player``.
    """
    now = signs(names)
    others = {name: now[player] for name, held in now.items() if held == sign}
    return {**others, player: sign}


def bankers(names: Sequence[str], known: Sequence[str], banker: str) -> list[Tile]:
    """Return the possible bankers: the players, and people who played before."""
    sitting = signs(names)
    others = [name for name in known if name not in sitting][:OTHER_BANKERS]
    return [
        Tile(name, name, seat=sitting.get(name, -1), chosen=name == banker)
        for name in (*names, *others)
    ]


def setup_of(
    names: Sequence[str],
    chosen: dict[str, str],
    enabled: EnabledRules,
    dealt: Dealt = (),
    first: str = "",
    banker: str = "",
) -> Setup:
    """Return the set-up.

    ``first`` begins; "" means the highest throw (SET-6). ``banker`` keeps the bank; "" means the
    player in the first seat (FLOW-15).

    Raises NotationError or DataFileError if the options do not fit; its text is one sentence.
    """
    header = {key: chosen[key] for key in _HEADER}
    header |= {"players": ", ".join(names), "first": first, "banker": banker}
    header["game"] = chosen["game"]
    if chosen["game"] == "time-limit":
        header["game"] += f" {chosen['until']}"
    if chosen["game"] in QUICK:
        header["dealt"] = deal_out.header_text(dealt)
    header["house rules"] = house_rules.header_text(enabled)
    return parse_header("".join(f"{key}: {value}\n" for key, value in header.items() if value))


def error_text(chosen: dict[str, str], error: ValueError) -> str:
    """Explain in one sentence why the set-up is impossible."""
    return problem(error, board.load(chosen["board"]).currency)


def options_from(setup: Setup) -> dict[str, str]:
    """Return the options of a previous set-up.

    The source of its dice is unknown: the ledger does not store it.
    """
    return {
        "edition": setup.edition.source,
        "board": setup.board.source,
        "rent": setup.rent,
        "cards": setup.cards,
        "game": setup.game,
        "until": setup.until,
    }


def summarize(setup: Setup) -> str:
    """Summarize the players and the rules of a previous game."""
    return f"{few(setup.players)} · {edition_name(setup.edition)} · {setup.board.name}"
