"""What a table may choose before the first throw, and the set-up that the choices make."""

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
from companion.ui.setup.house_rules import Turned
from companion.ui.tiles import Tile

RENT = ("watchful", "shown", "automatic")
CARDS = ("table", "program")
DICE = ("tray", "hand")
GAMES = ("full", "time-limit", "second-bankruptcy", "short")
MOST_PLAYERS, OTHER_BANKERS = 12, 8
DEFAULTS = {
    **{"edition": "1961", "board": "atlantic-city", "cards": "table", "dice": "tray"},
    **{"game": "full", "until": ""},
}
_HEADER = ("edition", "board", "rent", "cards")
QUARTER = 15


def defaults() -> dict[str, str]:
    """What is chosen until somebody chooses otherwise."""
    return with_rent(dict(DEFAULTS))


def with_rent(chosen: dict[str, str]) -> dict[str, str]:
    """The edition brings its own way of asking for rent (TABLE-6)."""
    return chosen | {"rent": edition.load(chosen["edition"]).rent_asking}


def editions(chosen: dict[str, str]) -> list[Option]:
    """The rule sheets, each with what is peculiar to it, and for how many it is."""
    sheets = ((name, edition.load(name)) for name in edition.names())
    return [
        Option(
            *("edition", name, edition_name(rules), name == chosen["edition"], about(rules)),
            text_of("seats", fewest=rules.fewest_players, most=rules.most_players),
        )
        for name, rules in sheets
    ]


def boards(chosen: dict[str, str]) -> list[Choice]:
    """The boards there are."""
    return [_choice("board", {name: board.load(name).name for name in board.names()}, chosen)]


def choices(chosen: dict[str, str]) -> list[Choice]:
    """What the table agrees on besides the rules, with what is chosen and a line about it."""
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
    """Why nobody at this table can be called that; "" when somebody can."""
    try:
        check_name(name)
    except NotationError:
        return SETUP["no_name" if name else "unnamed"]
    return SETUP["taken"] if name.lower() in (other.lower() for other in others) else ""


def in_two_hours(now: datetime) -> str:
    """A full quarter of an hour, about two hours from ``now``."""
    return add_minutes(f"{now + timedelta(hours=2):%H:%M}", 0)


def add_minutes(until: str, minutes: int) -> str:
    """So many minutes after ``until``, on a full quarter, around the clock."""
    hours, past = (int(part) for part in until.split(":"))
    quarters = (60 * hours + past + minutes) // QUARTER % (24 * 60 // QUARTER)
    return f"{quarters * QUARTER // 60:02d}:{quarters * QUARTER % 60:02d}"


def switches(chosen: dict[str, str], turned: Turned) -> list[house_rules.Switch]:
    """The house rules of the edition chosen."""
    currency = board.load(chosen["board"]).currency
    return house_rules.switches(edition.load(chosen["edition"]), turned, currency)


def toggle_rule(chosen: dict[str, str], turned: Turned, name: str) -> dict[str, int | None]:
    """One house rule more, or less."""
    return house_rules.turn(edition.load(chosen["edition"]), turned, name)


def available_rules(chosen: dict[str, str], turned: Turned) -> dict[str, int | None]:
    """The house rules that the edition chosen has, too."""
    return house_rules.known_to(edition.load(chosen["edition"]), turned)


def deal(names: Sequence[str], chosen: dict[str, str]) -> Dealt:
    """Two deeds for everybody, where the way to play begins with that."""
    if chosen["game"] not in QUICK:
        return ()
    return deal_out.deal(names, board.load(chosen["board"]), SystemRandom())


def hands(dealt: Dealt, names: Sequence[str], chosen: dict[str, str]) -> list[deal_out.Hand]:
    """What everybody is dealt."""
    return deal_out.hands(dealt, names, board.load(chosen["board"]))


def not_dealt(dealt: Dealt, chosen: dict[str, str]) -> list[Tile]:
    """What might have been dealt instead."""
    return deal_out.not_dealt(dealt, board.load(chosen["board"]))


def sign_tiles(names: Sequence[str], player: str) -> list[Tile]:
    """Every sign, with the name of whoever has it; that of ``player`` is the chosen one."""
    holders = {sign: name for name, sign in signs(names).items()}
    return [
        Tile(str(sign), holders.get(sign, ""), seat=sign, chosen=holders.get(sign) == player)
        for sign in range(SIGNS)
    ]


def exchanged(names: Sequence[str], player: str, sign: int) -> dict[str, int]:
    """By which signs some are known when ``player`` takes ``sign``: whoever had that one gets the
    one that ``player`` had."""
    now = signs(names)
    others = {name: now[player] for name, held in now.items() if held == sign}
    return {**others, player: sign}


def bankers(names: Sequence[str], known: Sequence[str], banker: str) -> list[Tile]:
    """Who may keep the bank: everybody who plays, and people who were here before."""
    sitting = signs(names)
    others = [name for name in known if name not in sitting][:OTHER_BANKERS]
    return [
        Tile(name, name, seat=sitting.get(name, -1), chosen=name == banker)
        for name in (*names, *others)
    ]


def setup_of(
    names: Sequence[str],
    chosen: dict[str, str],
    turned: Turned,
    dealt: Dealt = (),
    first: str = "",
    banker: str = "",
) -> Setup:
    """The set-up; ``first`` begins, or "" the highest throw (SET-6); ``banker`` keeps the bank, or
    "" whoever sits first (FLOW-15).

    Raises NotationError or DataFileError, a sentence each.
    """
    header = {key: chosen[key] for key in _HEADER}
    header |= {"players": ", ".join(names), "first": first, "banker": banker}
    header["game"] = chosen["game"]
    if chosen["game"] == "time-limit":
        header["game"] += f" {chosen['until']}"
    if chosen["game"] in QUICK:
        header["dealt"] = deal_out.written(dealt)
    header["house rules"] = house_rules.written(turned)
    return parse_header("".join(f"{key}: {value}\n" for key, value in header.items() if value))


def error_text(chosen: dict[str, str], error: ValueError) -> str:
    """Why the set-up cannot be made, in a sentence for the table."""
    return problem(error, board.load(chosen["board"]).currency)


def options_from(setup: Setup) -> dict[str, str]:
    """What a table chose that played before; how its dice came is not in the books."""
    return {
        **{"edition": setup.edition.source, "board": setup.board.source},
        **{"rent": setup.rent, "cards": setup.cards, "game": setup.game, "until": setup.until},
    }


def summarize(setup: Setup) -> str:
    """Who played last time, and by which rules."""
    return f"{few(setup.players)} · {edition_name(setup.edition)} · {setup.board.name}"
