"""Header of a record: the options on which the table agrees before the first roll."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar, get_args

from companion.engine import board, edition
from companion.engine.limits import ForeignError, excerpt
from companion.engine.notation.readable import check_seat_name
from companion.engine.notation.tokens import NotationError, NotationWords, check_name
from companion.engine.problems import InputProblem, Money
from companion.engine.state import Setup

T = TypeVar("T")

KEYS = (
    "edition",
    "board",
    "players",
    "banker",
    "first",
    "rent",
    "cards",
    "game",
    "house rules",
    "dealt",
    "date",
)
_GAME = re.compile(
    r"full|second-bankruptcy|short|time-limit(?: ((?:[01]?[0-9]|2[0-3]):[0-5][0-9]))?",
    re.IGNORECASE,
)
_CHOICES = {"rent": get_args(edition.RentAsking), "cards": ("table", "program")}
FIRST_YEAR = 1900
"""Earliest year of a game: the first boards of this kind are of its first years."""
_DEEDS_PER_PLAYER = 2
_GAMES_WITH_DEAL = ("time-limit", "short")


def deeds_dealt(rules: edition.Edition, game: str) -> int:
    """Return the number of deeds dealt to each player before a game (QUICK-1, HOUSE-10)."""
    return rules.deeds_dealt or (_DEEDS_PER_PLAYER if game in _GAMES_WITH_DEAL else 0)


def is_header(line: str) -> bool:
    """Return True if the line has the form ``key: value`` and is not a move.

    Lines such as ``ruling: ...`` and ``refused BLD-2: ...`` are not headers.
    """
    return re.match(r"(?!ruling\b|refused\b|expect\b)[a-z ]+:", line, re.IGNORECASE) is not None


def split_line(line: str, keys: Sequence[str] = KEYS) -> tuple[str, str]:
    """Return the key and value of a header line.

    Raises NotationError if the key is unknown or has no value.
    """
    key, _, value = (part.strip() for part in line.partition(":"))
    key = " ".join(key.lower().split())
    if key not in keys:
        raise NotationError(InputProblem.UNKNOWN_HEADER, header=excerpt(key), choices=keys)
    if not value:
        raise NotationError(InputProblem.EMPTY_HEADER, header=key)
    return key, value


def build_setup(values: Mapping[str, str]) -> Setup:
    """Build the setup from header values.

    Raises NotationError or DataFileError, whose ``header`` is the key of the line that is at fault.

    Rules for new games are not checked: a game in the ledger may be older than they are. See
    ``check_setup``.
    """
    if "players" not in values:
        raise NotationError(InputProblem.NO_PLAYERS)
    return _build(values)


def build_rules(values: Mapping[str, str]) -> Setup:
    """Build a setup without players, in which a time limit may be without an hour.

    Raises NotationError or DataFileError, as ``build_setup`` does.
    """
    return _build(values, is_open=True)


def _build(values: Mapping[str, str], is_open: bool = False) -> Setup:
    with _header_line("edition"):
        plain = edition.load(values.get("edition", "1961"))
    with _header_line("players"):
        players = parse_players(values["players"], plain) if "players" in values else ()
    house_rules = tuple(" ".join(rule.split()) for rule in _list(values, "house rules"))
    with _header_line("house rules"):
        rules = edition.with_house_rules(plain, house_rules, len(players))
    with _header_line("board"):
        streets = board.load(values.get("board", "atlantic-city"))
    with _header_line("game"):
        game, until = _game(values.get("game", "full"), is_open)
    with _header_line("banker"):
        banker = _banker(values)
    with _header_line("dealt"):
        dealt = _dealt(_list(values, "dealt"), NotationWords(players, streets), rules)
    with _header_line("date"):
        date = _date(values.get("date", ""))
    return Setup(
        players=players,
        edition=rules,
        board=streets,
        banker=banker,
        first=_first(values, players),
        rent=_choice(values, "rent", rules.rent_asking),
        cards=_choice(values, "cards", "table"),
        game=game,
        until=until,
        house_rules=house_rules,
        dealt=dealt,
        date=date,
    )


def build_from_lines(
    rows: Sequence[tuple[int, str]],
    name: str,
    keys: Sequence[str],
    build: Callable[[dict[str, str]], T],
) -> T:
    """Return what ``build`` makes of the values in the numbered lines of a header.

    Raises NotationError with ``NAME:LINE`` as its place.
    """
    values: dict[str, str] = {}
    line_numbers: dict[str, int] = {}
    for number, line in rows:
        try:
            key, value = split_line(line, keys)
            if key in values:
                raise NotationError(InputProblem.HEADER_TWICE, header=key)
        except NotationError as error:
            raise at_line(name, number, error) from None
        values[key], line_numbers[key] = value, number
    try:
        return build(values)
    except ForeignError as error:
        number = line_numbers.get(error.header) or line_numbers.get("players", 1)
        raise at_line(name, number, error) from None


def at_line(name: str, number: int, error: ForeignError) -> NotationError:
    """Return ``error`` with the record and the line in front of its place."""
    place = f"{name}:{number}: {error.place}" if error.place else f"{name}:{number}"
    return NotationError(error.reason, place, **error.facts)


@contextmanager
def _header_line(key: str) -> Iterator[None]:
    """Set the ``header`` of an error."""
    try:
        yield
    except ForeignError as error:
        error.header = key
        raise


def check_setup(setup: Setup) -> Setup:
    """Return ``setup`` if a new game can begin with it.

    Raises NotationError if a name makes lines unreadable, the house rules contradict each other or
    the number of players (HOUSE-11), the cards are missing, or the deeds dealt do not fit the game.
    """
    with _header_line("players"):
        for number, name in enumerate(setup.players):
            check_seat_name(name, setup.players[:number], setup.board)
    plain = edition.load(setup.edition.source)
    with _header_line("house rules"):
        if problem := edition.contradiction(plain, setup.house_rules):
            raise NotationError(problem.reason, "", **problem.facts)
        _check_row(plain, setup)
    with _header_line("edition"):
        _check_pack(setup)
    with _header_line("dealt" if setup.dealt else "house rules"):
        _check_deal(setup)
    return setup


def _check_row(plain: edition.Edition, setup: Setup) -> None:
    """Raise NotationError if a house rule has no row for the number of players (HOUSE-11)."""
    numbers, count = edition.players_dealt_to(plain, setup.house_rules), len(setup.players)
    if numbers and setup.players and count not in numbers:
        reason = InputProblem.NO_ROW_FOR_PLAYERS
        raise NotationError(reason, edition=plain.name, choices=numbers, count=count)


def _check_pack(setup: Setup) -> None:
    """Raise NotationError if the board has no cards for the edition."""
    pack, packs = setup.edition.pack, setup.board.packs
    if pack not in packs and pack not in _packs_of_shipped_boards():
        raise NotationError(
            InputProblem.UNKNOWN_PACK,
            edition=setup.edition.source,
            pack=excerpt(pack),
            board=setup.board.name,
            choices=[*packs],
        )


def _check_deal(setup: Setup) -> None:
    """Raise NotationError if the deeds dealt do not fit the game (QUICK-1, HOUSE-10).

    A quick game may be without a deal, but not one whose house rule names a number.
    """
    wanted, players = deeds_dealt(setup.edition, setup.game), len(setup.players)
    if setup.dealt and not wanted:
        raise NotationError(InputProblem.NOTHING_IS_DEALT, game=setup.game)
    if wanted * players > (most := len(setup.board.deeds)):
        reason = InputProblem.TOO_MANY_DEEDS
        raise NotationError(reason, count=wanted, players=players, most=most)
    for player in setup.players if setup.dealt or setup.edition.deeds_dealt else ():
        count = sum(name == player for name, _ in setup.dealt)
        if count != wanted:
            reason = InputProblem.WRONG_NUMBER_OF_DEEDS
            raise NotationError(reason, player=player, count=count, wanted=wanted)


def _packs_of_shipped_boards() -> set[str]:
    """Return the names of the packs of all shipped boards.

    A board without one of these packs plays with its classic pack: London's cards never changed.
    """
    return {pack for name in board.names() for pack in board.load(name).packs}


def parse_players(text: str, rules: edition.Edition) -> tuple[str, ...]:
    """Return the players of a comma-separated list, in seating order.

    Raises NotationError for an invalid or repeated name, or a wrong number of players.
    """
    players = tuple(" ".join(name.split()) for name in text.split(","))
    for name in players:
        check_name(name)
    if len({name.lower() for name in players}) < len(players):
        raise NotationError(InputProblem.SAME_NAME)
    if not rules.fewest_players <= len(players) <= rules.most_players:
        raise NotationError(
            InputProblem.WRONG_NUMBER_OF_PLAYERS,
            edition=rules.name,
            fewest=rules.fewest_players,
            most=rules.most_players,
            count=len(players),
        )
    return players


def parse_header(text: str) -> Setup:
    """Parse the header of a new game.

    Raises NotationError or DataFileError, also if no new game can begin with the options.
    """
    return check_setup(read_header(text))


def read_header(text: str) -> Setup:
    """Read the header of an existing game, without the rules for new games.

    Raises NotationError or DataFileError.
    """
    return build_setup(dict(split_line(line) for line in text.splitlines() if line.strip()))


def format_header(setup: Setup) -> str:
    """Return the header of ``setup``, with a line for each option that is set."""
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
        "dealt": _format_deal(setup),
        "date": setup.date,
    }
    return "".join(f"{key}: {value}\n" for key, value in values.items() if value)


def _date(text: str) -> str:
    """Return a day of the calendar as it is written. Raises NotationError."""
    if not text:
        return ""
    match = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", text)
    year, month, day = map(int, match.groups()) if match else (0, 0, 0)
    if year >= FIRST_YEAR and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]:
        return text
    raise NotationError(InputProblem.INVALID_DATE, text=excerpt(text))


def _banker(values: Mapping[str, str]) -> str:
    banker = " ".join(values.get("banker", "").split())
    if banker:
        check_name(banker)
    return _seated_name(values, banker) or banker


def _first(values: Mapping[str, str], players: tuple[str, ...]) -> str:
    first = " ".join(values.get("first", "").split())
    if first and not _seated_name(values, first):
        with _header_line("first"):
            reason = InputProblem.FIRST_NOT_A_PLAYER
            raise NotationError(reason, name=excerpt(first), players=players)
    return _seated_name(values, first)


def _seated_name(values: Mapping[str, str], name: str) -> str:
    players = (" ".join(player.split()) for player in values.get("players", "").split(","))
    return next((player for player in players if player.lower() == name.lower()), "")


def _choice(values: Mapping[str, str], key: str, default: str) -> str:
    value = values.get(key, default).lower()
    if value not in _CHOICES[key]:
        with _header_line(key):
            reason = InputProblem.INVALID_OPTION
            raise NotationError(reason, option=key, value=excerpt(value), choices=_CHOICES[key])
    return value


def _list(values: Mapping[str, str], key: str) -> list[str]:
    return [part.strip() for part in values.get(key, "").split(",") if part.strip()]


def _game(text: str, is_open: bool) -> tuple[str, str]:
    """Return the mode and, for a time limit, the hour (QUICK-1 to QUICK-3).

    The hour may be missing if the time limit ``is_open``.
    """
    match = _GAME.fullmatch(" ".join(text.split()))
    if match is None or (match[0].lower() == "time-limit" and not is_open):
        raise NotationError(
            InputProblem.INVALID_OPTION,
            option="game",
            value=excerpt(text),
            choices=("full", "time-limit 21:30", "second-bankruptcy", "short"),
        )
    return match[0].lower().split()[0], match[1] or ""


def _dealt(
    parts: list[str], words: NotationWords, rules: edition.Edition
) -> tuple[tuple[str, str], ...]:
    """Read ``Ann Baltic Avenue, Bob Boardwalk`` (QUICK-1, HOUSE-10).

    Raises NotationError if a deed is dealt twice, or a player cannot pay for all deeds.
    """
    dealt = [_dealt_deed(part, words) for part in parts]
    deeds = [deed for _, deed in dealt]
    if repeated := [deed for deed in deeds if deeds.count(deed) > 1]:
        raise NotationError(InputProblem.DEALT_TWICE, deed=words.format_deed(repeated[0]))
    cash = rules.starting_cash
    for player in words.players if rules.dealt_deeds_paid else ():
        if sum(words.board.deeds[deed].price for name, deed in dealt if name == player) > cash:
            raise NotationError(InputProblem.DEAL_NOT_COVERED, player=player, amount=Money(cash))
    return tuple(dealt)


def _dealt_deed(part: str, words: NotationWords) -> tuple[str, str]:
    for player in sorted(words.players, key=len, reverse=True):
        if part.lower().startswith(f"{player.lower()} "):
            return player, words.deed(part[len(player) :].strip())
    raise NotationError(InputProblem.INVALID_DEAL, text=excerpt(part))


def _format_deal(setup: Setup) -> str:
    words = NotationWords(setup.players, setup.board)
    return ", ".join(f"{name} {words.format_deed(deed)}" for name, deed in setup.dealt)
