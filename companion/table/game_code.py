"""Codes of a game as values for the screen. The module does not use Kivy."""

from dataclasses import dataclass
from pathlib import Path

from companion import text
from companion.engine.standings import standings
from companion.export import game_code
from companion.ledger import paths
from companion.ledger.checks import folded
from companion.ledger.copies import open_image
from companion.table.markers import markers_of
from companion.text.screens.game_code import text_of
from companion.text.screens.past_games import day

Modules = tuple[bytes, ...]
"""Rows of a QR code from the top, without its border: one byte a module, 1 for a dark one."""


@dataclass(frozen=True, slots=True)
class GameCode:
    """Codes of one game, with its result, its time and its fingerprint.

    ``marker`` belongs to the winner, -1 for none or several. ``results`` are the result and a
    shorter text.
    """

    game: int = 0
    marker: int = -1
    results: tuple[str, ...] = ()
    when: str = ""
    moves: int = 0
    fingerprint: str = ""
    codes: tuple[Modules, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do with the codes, with its number as text."""

    number: str
    text: str


def draw_codes(copy: bytes, game: int) -> GameCode:
    """Return the codes of a game in a copy of the ledger.

    Call it on a worker thread: the codes of a long game take seconds. Raises LedgerError if the
    game cannot be read, or is too long for codes.
    """
    with open_image(copy) as reader:
        row, position = reader.game(game), None
        for _, fold in folded(reader, game, Path(paths.FILE_NAME)):
            position = fold.position
        assert position is not None, "every game has an opening"
        won = [one for one in standings(position) if one.won]
        worth = text.money(won[0].worth, position.board.currency) if len(won) == 1 else ""
        return GameCode(
            game=game,
            marker=markers_of(row.players)[won[0].name] if len(won) == 1 else -1,
            results=_results([one.name for one in won], worth),
            when=text_of(
                "when",
                began=day(row.started_at.astimezone()),
                turns=text.counted(position.turn.number, "turn"),
            ),
            moves=row.moves,
            fingerprint=reader.fingerprint(game),
            codes=tuple(_modules(one) for one in game_code.texts(reader, game)),
        )


def _results(winners: list[str], worth: str) -> tuple[str, ...]:
    if not winners:
        return (text_of("open"),)
    first = [name.split()[0] for name in winners]
    full, short = (
        text_of("won", winners=text.listed(names), worth=worth).strip()
        for names in (winners, first)
    )
    return full, short


def _modules(code: str) -> Modules:
    return tuple(bytes(row) for row in game_code.draw(code).matrix)
