"""``companion whatif``: another move in a finished game, played on many times."""

from dataclasses import asdict
from typing import Annotated, Any, TypedDict

import click

from companion import text
from companion.cli.chances import finished, step_of, with_bar
from companion.cli.data import Data
from companion.cli.kept_results import kept
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_reader
from companion.cli.options import GAME, LARGEST, AsJson, Whole, argument, command, echo, option
from companion.engine import NotationError, format_move, parse_move, refusal
from companion.engine.moves import PlayerMove
from companion.report.chances import Choice, choice_between, look
from companion.report.timeline import AuditedTimeline
from companion.report.what_if import WhatIf
from companion.system.priority import give_way
from companion.text.chances import CHANCES, chance_text, percent, points


class WhatIfResult(TypedDict):
    """Chances of ``player`` after a move and after ``instead``, by ``pairs`` of rollouts."""

    game: int
    move: int
    instead: str
    player: str
    played: float
    chance_instead: float
    difference: float
    error: float
    pairs: int


@command
def whatif_command(
    *,
    game: Annotated[int, argument(GAME)],
    move: Annotated[int, argument(Whole(1, LARGEST))],
    instead: Annotated[str, argument(metavar="INSTEAD")],
    pairs: Annotated[int, option("Number of pairs of rollouts.", Whole(2, 10_000))] = 60,
    as_json: AsJson,
    language: Language,
    folder: Data,
) -> None:
    """Compare move MOVE of GAME with another move, INSTEAD.

    MOVE is the number of a move, and INSTEAD a legal move in the notation, such as "Ann declines".
    Scripted players play both branches on for twelve turns, with the same dice in both. The chances
    of winning at the end are averaged. The figure behind ± is the standard error of the difference.
    Results are stored.

    Exit status: 0, or 2 when the game is not over, is not rated or cannot be read, or when there is
    no such move.
    """
    use_language(language, folder)
    with open_reader(folder) as reader:
        timeline = finished(reader, game)
        choice = _choice(timeline, move, instead)
        other = format_move(choice.other, timeline.setup.board) if choice.other else instead
        give_way()
        key = ("whatif", reader.link(game), move, other, pairs)
        found = kept(key, lambda: _compared(choice, pairs))
    result = WhatIf(found["player"], tuple(map(tuple, found["pairs"])))
    facts: WhatIfResult = {
        "game": game,
        "move": move,
        "instead": other,
        "player": result.player,
        "played": result.played,
        "chance_instead": result.instead,
        "difference": result.difference,
        "error": result.error,
        "pairs": len(result.pairs),
    }
    difference = chance_text(
        "difference", points=points(result.difference), error=max(1, round(100 * result.error))
    )
    lines = (
        f"{CHANCES['chance']}: {result.player}",
        f"{percent(result.played):>8}  {format_move(choice.step.move, timeline.setup.board)}",
        f"{percent(result.instead):>8}  {other}",
        str(difference),
    )
    echo(as_json, facts, lines)


def _compared(choice: Choice, pairs: int) -> dict[str, Any]:
    return asdict(with_bar(pairs, lambda progress: look(choice, pairs, progress)))


def _choice(timeline: AuditedTimeline, number: int, line: str) -> Choice:
    """Return the choice between a move that was played and another. Raises UsageError."""
    step = step_of(timeline, number)
    try:
        other = parse_move(line, step.before.setup)
    except NotationError as error:
        raise click.UsageError(text.translate_message(error)) from error
    if not isinstance(other, PlayerMove):
        raise click.UsageError(
            f"'{line}' is not a move of one player. Name a move such as 'Ann declines'."
        )
    if other == step.move:
        raise click.UsageError(f"Move {number} is '{line}'. Name another move to compare with.")
    if refused := refusal(step.before, other):
        raise click.UsageError(str(text.refused(refused, step.before)))
    return choice_between(timeline, timeline.standing.index(step), other)
