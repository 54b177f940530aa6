"""``companion chances``: who was winning in a finished game, and where it came from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, TypedDict, TypeVar

import click

from companion import text
from companion.cli.data import Data
from companion.cli.kept_results import kept
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_game
from companion.cli.options import AsJson, GameOrLast, RefusedValue, Whole, command, echo, option
from companion.cli.progress import ProgressBar
from companion.ledger.reader import LedgerReader
from companion.odds.chances import chances
from companion.report.chances import ROLLOUTS, course, describe, judged_choices
from companion.report.timeline import AuditedTimeline, Step, load_timeline
from companion.report.turning_points import turning_points, why
from companion.report.what_if import PAIRS
from companion.system.priority import give_way
from companion.text.chances import CHANCES, UNRATED, percent, points
from companion.text.report import EPISODES

T = TypeVar("T")


class ToldMove(TypedDict):
    """A move worth telling, in the turn ``turn`` of ``player``."""

    move: int
    turn: int
    player: str
    text: str


class ToldRoll(ToldMove):
    """A roll, and the chance of winning that it brought."""

    gain: float


class ToldTurn(ToldMove):
    """A move, and the chances of ``player`` before and after it."""

    before: float
    after: float


class ToldChoice(ToldMove):
    """A choice: chances after it and after the other one, by ``pairs`` of rollouts."""

    played: float
    instead: float
    error: float
    pairs: int


class ToldSources(TypedDict):
    """Chance of a player at the start and at the end, and what changed it."""

    player: str
    began: float
    dice: float
    cards: float
    choices: float
    ended: float


class ToldChances(TypedDict):
    """Account of a game, without its number."""

    why: str
    players: Sequence[ToldSources]
    luckiest: Sequence[ToldRoll]
    turning_points: Sequence[ToldTurn]
    choices: Sequence[ToldChoice]


class ChancesResult(ToldChances):
    """Account of a game: who was winning, and where it came from."""

    game: int


class ChancesAfterMove(TypedDict):
    """Everybody's chance of winning after a move, with ``--move``."""

    game: int
    move: int
    chances: Mapping[str, float]


@command
def chances_command(
    game: GameOrLast,
    move: Annotated[
        int | None,
        option("Only the chances after move N; 0 is the start.", Whole(0), "N"),
    ],
    as_json: AsJson,
    language: Language,
    folder: Data,
) -> None:
    """Print who was winning in GAME, and how much of it was dice.

    GAME is the number of a finished game (default: the last). Prints why it was won, and the
    sources of every player's chance of winning, in points. Then come the luckiest rolls, the
    turning points, and the choices that mattered most, each compared with the other choice by
    rollouts. A chance assumes that everybody plays on like
    an average scripted player. Results are stored, and computed again when the game or the program
    changed.

    Exit status: 0, or 2 when the game is not over, is not rated, or cannot be read.
    """
    use_language(language, folder)
    with open_game(folder, game) as (reader, number):
        timeline = finished(reader, number)
        if move is None:
            give_way()
            key = ("chances", text.language(), reader.link(number))
            told: ToldChances = kept(key, lambda: _told(timeline))
            result: ChancesResult = {"game": number, **told}
            echo(as_json, result, _lines(told))
        else:
            after: ChancesAfterMove = {
                "game": number,
                "move": move,
                "chances": _after(timeline, move),
            }
            echo(as_json, after, _shares(after["chances"]))


def finished(reader: LedgerReader, game: int) -> AuditedTimeline:
    """Return the timeline of a finished, sound and rated game. Raises Refused."""
    timeline = load_timeline(reader, game)
    if timeline.audit.first_fault:
        fault = text.translate_message(timeline.audit.first_fault)
        raise RefusedValue(f"Game {game} is NOT SOUND, so its chances mean nothing. {fault}")
    if not timeline.winners:
        raise RefusedValue(f"Game {game} is not over. Its chances can be seen once it is.")
    if reason := timeline.unrated:
        raise RefusedValue(f"Game {game} is not rated. {UNRATED[reason]}")
    return timeline


def step_of(timeline: AuditedTimeline, move: int) -> Step:
    """Return the step of a move that was not undone. Raises UsageError if there is none."""
    for step in timeline.standing:
        if step.number == move:
            return step
    last = timeline.standing[-1].number
    if 0 < move <= last:
        raise click.UsageError(f"Move {move} was taken back. Choose another move.")
    raise click.UsageError(f"There is no move {move}. The last move is {last}.")


def _after(timeline: AuditedTimeline, move: int) -> Mapping[str, float]:
    position = step_of(timeline, move).after if move else timeline.start
    return dict(chances(position))


def _told(timeline: AuditedTimeline) -> ToldChances:
    """Return everything that the command prints, as JSON."""
    whole = course(timeline)
    judged = with_bar(ROLLOUTS, lambda progress: judged_choices(timeline, PAIRS, progress))
    return {
        "why": str(why(timeline, whole.values)),
        "players": [
            {
                "player": one.player,
                "began": one.began,
                "dice": one.dice,
                "cards": one.cards,
                "choices": one.choices,
                "ended": one.ended,
            }
            for one in whole.sources
        ],
        "luckiest": [
            {
                "move": roll.step.number,
                "turn": roll.turn,
                "player": roll.player,
                "text": str(timeline.line(roll.step)),
                "gain": roll.gain,
            }
            for roll in whole.luckiest
        ],
        "turning_points": [
            {
                "move": point.step.number,
                "turn": point.turn,
                "player": point.player,
                "text": str(point.happening.text),
                "before": point.before,
                "after": point.after,
            }
            for point in turning_points(timeline, whole.values)
        ],
        "choices": [
            {
                "move": one.choice.step.number,
                "turn": one.turn,
                "player": one.choice.player,
                "text": str(describe(one.choice)),
                "played": one.what_if.played,
                "instead": one.what_if.instead,
                "error": one.what_if.error,
                "pairs": len(one.what_if.pairs),
            }
            for one in judged
        ],
    }


def with_bar(length: int, compute: Callable[[Callable[[int], object]], T]) -> T:
    """Return ``compute(progress)``, with a progress bar on standard error."""
    with ProgressBar("Rollouts", length) as bar:
        return compute(bar.step)


def _shares(found: Mapping[str, float]) -> Iterator[str]:
    yield f"{'':<16} {CHANCES['chance']}"
    for name, chance in found.items():
        yield f"{name:<16} {percent(chance):>6}"


def _lines(found: ToldChances) -> Iterator[str]:
    yield f"{found['why']}\n"
    heads = ("began", "dice", "cards", "choices", "ended")
    yield f"{'':<16}" + "".join(f"{CHANCES[key]:>9}" for key in heads)
    for one in found["players"]:
        parts = "".join(
            f"{points(part):>9}" for part in (one["dice"], one["cards"], one["choices"])
        )
        began, ended = percent(one["began"]), percent(one["ended"])
        yield f"{one['player']:<16}{began:>9}{parts}{ended:>9}"
    yield f"\n{CHANCES['luckiest']}"
    for roll in found["luckiest"]:
        yield _line(roll, points(roll["gain"]))
    yield f"\n{CHANCES['turning points']}"
    for point in found["turning_points"]:
        facts = {"before": percent(point["before"]), "after": percent(point["after"])}
        yield _line(point, str(EPISODES.fill("moved", player=point["player"], **facts)))
    yield f"\n{CHANCES['turned']}"
    for choice in found["choices"]:
        played, instead = percent(choice["played"]), percent(choice["instead"], choice["error"])
        yield _line(choice, f"{played}, {CHANCES['what if']} {instead}")
    yield ""
    yield CHANCES["meaning"]


def _line(told: ToldMove, figures: str) -> str:
    return f"{told['move']:>5}  {told['text']}: {figures}"
