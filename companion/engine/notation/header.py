"""The header of a record: what the table agreed on before the first throw."""

import re
from collections.abc import Mapping

from companion.engine import board, edition
from companion.engine.limits import excerpt, quoted
from companion.engine.notation.tokens import NotationError, Words
from companion.engine.sentence import Sentence
from companion.engine.state import BANK, POT, Setup

_KEYS = (
    *("edition", "board", "players", "banker", "first", "rent", "cards"),
    *("game", "house rules", "dealt"),
)
_GAME = re.compile(
    r"full|second-bankruptcy|short|time-limit ((?:[01]?[0-9]|2[0-3]):[0-5][0-9])", re.IGNORECASE
)
_RESERVED = {BANK, POT, "nothing", "undo", "sold", "time", "ruling", "expect", "refused"}
_CHOICES = {"rent": ("watchful", "shown", "automatic"), "cards": ("table", "program")}
_LONGEST_NAME = 16
_DEALT_TO_EACH = 2
_GAMES_THAT_DEAL = ("time-limit", "short")


def is_header(line: str) -> bool:
    """Whether a line is ``key: value`` and no move; ``ruling:`` and ``refused X:`` are none."""
    return re.match(r"(?!ruling\b|refused\b|expect\b)[a-z ]+:", line, re.IGNORECASE) is not None


def split(line: str) -> tuple[str, str]:
    """Key and value of a header line. Raises NotationError when the key is not known."""
    key, _, value = (part.strip() for part in line.partition(":"))
    key = " ".join(key.lower().split())
    if key not in _KEYS:
        raise NotationError(
            f"no header is called {quoted(key)}; expected one of {', '.join(_KEYS)}"
        )
    if not value:
        raise NotationError(f"'{key}:' needs a value")
    return key, value


def setup_of(values: Mapping[str, str]) -> Setup:
    """The set-up that header values mean. Raises NotationError, DataFileError.

    A game of the ledger may have been agreed on before ``check_setup`` refused such a set-up.
    """
    if "players" not in values:
        raise NotationError("the header needs 'players: Ann, Bob'")
    rules = edition.load(values.get("edition", "1961"))
    house_rules = tuple(" ".join(rule.split()) for rule in _list(values, "house rules"))
    rules = edition.with_house_rules(rules, house_rules)
    players = names(values["players"], rules)
    streets = board.load(values.get("board", "atlantic-city"))
    game, until = _game(values.get("game", "full"))
    return Setup(
        players=players,
        edition=rules,
        board=streets,
        banker=_banker(values),
        first=_first(values, players),
        rent=_choice(values, "rent", rules.rent_asking),
        cards=_choice(values, "cards", "table"),
        game=game,
        until=until,
        house_rules=house_rules,
        dealt=_dealt(_list(values, "dealt"), Words(players, streets), rules.starting_cash),
    )


def check_setup(setup: Setup) -> Setup:
    """``setup``, unless no new game can begin so. Raises NotationError."""
    without = edition.load(setup.edition.source)
    if problem := edition.contradiction(without, setup.house_rules):
        raise NotationError(f"'house rules: …': {problem}")
    pack, packs = setup.edition.pack, setup.board.packs
    if pack not in packs and pack not in _packs_of_shipped_boards():
        known = ", ".join(packs)
        raise NotationError(
            f"'edition: {setup.edition.source}' plays with the cards {quoted(pack)},"
            f" but {setup.board.name} has only: {known}"
        )
    if setup.dealt and setup.game not in _GAMES_THAT_DEAL:
        raise NotationError(f"'dealt: …': in a {setup.game} game nothing is dealt (QUICK-1)")
    for player in setup.players if setup.dealt else ():
        held = sum(name == player for name, _ in setup.dealt)
        if held != _DEALT_TO_EACH:
            raise NotationError(
                f"'dealt: …': {player} is dealt {held}, not {_DEALT_TO_EACH} (QUICK-1)"
            )
    return setup


def _packs_of_shipped_boards() -> set[str]:
    """A board that names no such pack plays with its classic one: London's never changed."""
    return {pack for name in board.names() for pack in board.load(name).packs}


def names(text: str, rules: edition.Edition) -> tuple[str, ...]:
    """The players of a comma separated list, in seating order. Raises NotationError."""
    players = tuple(" ".join(name.split()) for name in text.split(","))
    for name in players:
        check_name(name)
    if len({name.lower() for name in players}) < len(players):
        raise NotationError("two players have the same name: tell them apart")
    if not rules.fewest_players <= len(players) <= rules.most_players:
        raise NotationError(
            Sentence(
                "{edition} is for {fewest} to {most} players, not {count} (SET-3)",
                edition=rules.name,
                fewest=rules.fewest_players,
                most=rules.most_players,
                count=len(players),
            )
        )
    return players


def check_name(name: str) -> None:
    """Raises NotationError when nobody at a table can be called ``name``."""
    if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
        raise NotationError(f"{quoted(name)}: a name has 1 to {_LONGEST_NAME} printable characters")
    if held := set(name) & set(",:$#"):
        raise NotationError(f"'{name}': a name holds no '{min(held)}'")
    if name.lower() in _RESERVED:
        raise NotationError(f"'{name}' means something else in a record: choose another name")


def parse_header(text: str) -> Setup:
    """The set-up of a new game from the lines of a header.

    Raises NotationError or DataFileError, also if no new game can begin so.
    """
    return check_setup(read_header(text))


def read_header(text: str) -> Setup:
    """The set-up that the lines of a header mean. Raises NotationError, DataFileError."""
    return setup_of(dict(split(line) for line in text.splitlines() if line.strip()))


def format_header(setup: Setup) -> str:
    """The header of ``setup``, a line for everything that was chosen."""
    values = {
        "edition": setup.edition.source,
        "board": setup.board.source,
        "players": ", ".join(setup.players),
        "banker": setup.banker,
        "first": setup.first,
        "rent": setup.rent,
        "cards": setup.cards,
        "game": f"{setup.game} {setup.until}".strip(),
        "house rules": ", ".join(setup.house_rules),
        "dealt": _written_deal(setup),
    }
    return "".join(f"{key}: {value}\n" for key, value in values.items() if value)


def _banker(values: Mapping[str, str]) -> str:
    banker = " ".join(values.get("banker", "").split())
    if banker:
        check_name(banker)
    return _as_seated(values, banker) or banker


def _first(values: Mapping[str, str], players: tuple[str, ...]) -> str:
    first = " ".join(values.get("first", "").split())
    if first and not _as_seated(values, first):
        raise NotationError(
            f"'first: {excerpt(first)}' is nobody at the table: {', '.join(players)}"
        )
    return _as_seated(values, first)


def _as_seated(values: Mapping[str, str], name: str) -> str:
    players = (" ".join(player.split()) for player in values["players"].split(","))
    return next((player for player in players if player.lower() == name.lower()), "")


def _choice(values: Mapping[str, str], key: str, default: str) -> str:
    value = values.get(key, default).lower()
    if value not in _CHOICES[key]:
        raise NotationError(f"'{key}: {excerpt(value)}': expected {', '.join(_CHOICES[key])}")
    return value


def _list(values: Mapping[str, str], key: str) -> list[str]:
    return [part.strip() for part in values.get(key, "").split(",") if part.strip()]


def _game(text: str) -> tuple[str, str]:
    """The mode and, with a time limit, the hour (QUICK-1 to QUICK-3)."""
    match = _GAME.fullmatch(" ".join(text.split()))
    if match is None:
        raise NotationError(
            f"'game: {excerpt(text)}': expected full, time-limit 21:30, second-bankruptcy or short"
        )
    return match[0].lower().split()[0], match[1] or ""


def _dealt(parts: list[str], words: Words, cash: int) -> tuple[tuple[str, str], ...]:
    """``Ann Baltic Avenue, Bob Boardwalk``: each deed once, and paid for (QUICK-1)."""
    dealt = [_one_dealt(part, words) for part in parts]
    deeds = [deed for _, deed in dealt]
    if twice := [deed for deed in deeds if deeds.count(deed) > 1]:
        raise NotationError(f"'dealt: …': {words.written_deed(twice[0])} is dealt twice")
    for player in words.players:
        if sum(words.board.deeds[deed].price for name, deed in dealt if name == player) > cash:
            cannot = "'dealt: …': {player} cannot pay for all that with ${cash}"
            raise NotationError(Sentence(cannot, player=player, cash=cash))
    return tuple(dealt)


def _one_dealt(part: str, words: Words) -> tuple[str, str]:
    for player in sorted(words.players, key=len, reverse=True):
        if part.lower().startswith(f"{player.lower()} "):
            return player, words.deed(part[len(player) :].strip())
    raise NotationError(
        f"'dealt: {excerpt(part)}': expected a player and a deed, 'Ann Baltic Avenue'"
    )


def _written_deal(setup: Setup) -> str:
    words = Words(setup.players, setup.board)
    return ", ".join(f"{name} {words.written_deed(deed)}" for name, deed in setup.dealt)
