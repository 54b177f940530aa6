"""Codes of a game as values for the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion import text
from companion.engine.phases import Auction
from companion.engine.standings import standings
from companion.export import game_code
from companion.export.problems import ExportProblem
from companion.ledger import paths
from companion.ledger.checks import folded
from companion.ledger.copies import open_image
from companion.ledger.errors import LedgerError
from companion.table.markers import markers_of
from companion.text.names import players_listed
from companion.text.screens.game_code import CODE, text_of
from companion.text.screens.past_games import day
from companion.text.told import Wording

Modules = tuple[bytes, ...]
"""Rows of a QR code from the top, without its border: one byte a module, 1 for a dark one."""


@dataclass(frozen=True, slots=True)
class GameCode:
    """Codes of one game, with its result, its time and its fingerprint.

    ``marker`` belongs to the winner, -1 for none or several. ``results`` are the result and
    shorter texts, with the names of ``winners``.
    """

    game: int = 0
    marker: int = -1
    results: tuple[Wording, ...] = ()
    winners: tuple[str, ...] = ()
    when: Wording = ""
    moves: int = 0
    fingerprint: str = ""
    codes: tuple[Modules, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownCode:
    """Code of a game on the screen, or the link to its report if the game is shared.

    ``back`` is the screen that Back leads to. ``link`` is empty while the report is written, of
    which the share ``done`` is, from 0 to 1. ``place`` is the index of the code: a long game has
    several. ``fault`` says why there is none.
    """

    game: int = 0
    back: str = "game_over"
    shares: bool = False
    link: str = ""
    done: float = 0.0
    code: GameCode = GameCode()
    place: int = 0
    fault: Wording = ""

    @property
    def modules(self) -> Modules:
        """Modules of the code shown; empty while it is being drawn, and for a link."""
        codes = () if self.shares else self.code.codes
        return codes[self.place] if codes else ()

    @property
    def sentence(self) -> Wording:
        """Text in the place of the code: it is being drawn, or the reason why there is none."""
        return "" if self.link or self.modules else self.fault or CODE["drawing"]

    @property
    def is_being_written(self) -> bool:
        """True while the report is written to which a link will lead."""
        return self.shares and not self.link and not self.fault

    @property
    def counter(self) -> Wording:
        """Number of the code shown, as text; empty if there is only one."""
        count = 0 if self.shares else len(self.code.codes)
        return text_of("counter", place=self.place + 1, count=count) if count > 1 else ""

    @property
    def steps(self) -> tuple[Wording, ...]:
        """Instructions, line by line; empty while the code is being drawn."""
        if self.shares:
            return CODE["scan link"], CODE["keep picture"]
        count = len(self.code.codes)
        moves = text.counted(self.code.moves, "move")
        key = "photograph all" if count > 1 else "photograph"
        first = text_of(key, count=count, moves=moves)
        return (first, CODE["import"], CODE["compare"]) if count else ()


def draw_codes(copy: bytes, game: int) -> GameCode:
    """Codes of a game in a copy of the ledger.

    Call it on a worker thread: the codes of a long game take seconds. Raises LedgerError if the
    game cannot be read, is too long for codes, or has sealed bids (HOUSE-17).
    """
    with open_image(copy) as reader:
        row, position = reader.game(game), None
        for _, fold in folded(reader, game, Path(paths.FILE_NAME)):
            position = fold.position
        assert position is not None, "every game has an opening"
        if isinstance(position.phase, Auction) and position.phase.sealed:
            raise LedgerError(ExportProblem.BIDS_ARE_SEALED)
        won = [one for one in standings(position) if one.won]
        worth = text.sum_of(position, won[0].worth) if len(won) == 1 else ""
        return GameCode(
            game=game,
            marker=markers_of(row.players)[won[0].name] if len(won) == 1 else -1,
            results=results_of([one.name for one in won], worth),
            winners=tuple(one.name for one in won),
            when=text_of(
                "when",
                began=day(row.started_at.astimezone()),
                turns=text.counted(position.turn.number, "turn"),
            ),
            moves=row.moves,
            fingerprint=reader.fingerprint(game),
            codes=tuple(_modules(one) for one in game_code.texts(reader, game)),
        )


def results_of(winners: Sequence[str], worth: Wording = "") -> tuple[Wording, ...]:
    """Return the result in words, the longest first; ``worth`` is that of a single winner."""
    if not winners:
        return (text_of("open"),)
    first = [name.split()[0] for name in winners]
    full, short = (
        text_of("won", winners=players_listed(names), worth=worth).rstrip()
        for names in (winners, first)
    )
    if len(winners) == 1:
        return full, short
    return full, short, text_of("several won", count=len(winners))


def _modules(code: str) -> Modules:
    return tuple(bytes(row) for row in game_code.draw(code).matrix)
