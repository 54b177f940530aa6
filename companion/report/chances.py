"""Chances of winning over a game: their course, their sources, lucky rolls and judged choices.

The change of a chance between two positions has one of three sources. The luck of a roll or of a
card is its result less the mean of what could have come. All else is a choice: one's own, or what
the others chose, rulings included. Moves that were undone are nobody's luck.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion import text
from companion.engine import moves, play, refusal
from companion.engine.events import BidMade, BidsOpened
from companion.engine.moves import DrawCard, Move, PlayerMove, Roll, RollForStart
from companion.engine.phases import Auction, ToBuy
from companion.engine.state import Game
from companion.odds.chances import NotRated, chances, expected
from companion.report.timeline import Step, Timeline
from companion.report.what_if import FEW_PAIRS, PAIRS, Branch, WhatIf, compare
from companion.text.chances import choice_text
from companion.text.history import BETWEEN
from companion.text.told import Told

LUCKIEST = 3
"""Largest number of lucky rolls."""
LETTERS = "ABC"
"""Letters of the choices that are told."""
SHORTLIST = 6
"""Choices that the estimate finds, which a few pairs of rollouts rank."""
ROLLOUTS = SHORTLIST * FEW_PAIRS + len(LETTERS) * (PAIRS - FEW_PAIRS)
"""Largest number of pairs of rollouts that the choices of a game take."""
LEAST = 0.02
"""Smallest difference by a choice; a smaller one is not worth telling."""


@dataclass(frozen=True, slots=True)
class ChancesSource:
    """Chance of one player at the start and at the end, and what changed it. All from 0 to 1."""

    player: str
    began: float
    dice: float
    cards: float
    choices: float
    ended: float


@dataclass(frozen=True, slots=True)
class LuckyRoll:
    """Roll, with what it gave its player against the mean of the 36."""

    step: Step
    turn: int
    player: str
    gain: float


@dataclass(frozen=True, slots=True)
class Choice:
    """Steps in which ``player`` chose, from ``first`` to ``last``, and the other branch."""

    player: str
    step: Step
    first: int
    last: int
    before: Game
    after: Game
    instead: Branch
    other: PlayerMove | None
    """Move of the other branch; None for waiting a turn."""

    @property
    def repeated(self) -> int:
        """Number of moves of the same kind in a row; an auction is one."""
        return 1 if self.other else self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """Choice that moved the chance of its player much, compared with its alternative."""

    letter: str
    choice: Choice
    turn: int
    before: float
    after: float
    what_if: WhatIf


@dataclass(frozen=True, slots=True)
class Course:
    """Chances of everybody before the first step and after every step."""

    values: tuple[Mapping[str, float], ...]
    sources: tuple[ChancesSource, ...]
    luckiest: tuple[LuckyRoll, ...]
    """Rolls that gave their player most, the best first."""


def course(timeline: Timeline) -> Course:
    """Return the chances over a game. Raises NotRated."""
    if reason := timeline.unrated:
        raise NotRated(reason)
    names = timeline.setup.players
    values = [chances(timeline.start)]
    dice, cards = (dict.fromkeys(names, 0.0) for _ in range(2))
    rolls = []
    for step in timeline.standing:
        values.append(_after(step, values[-1]))
        if not isinstance(step.move, Roll | RollForStart | DrawCard):
            continue
        mean = expected(step.before, step.move)
        gains = {name: values[-1][name] - mean[name] for name in names}
        into = cards if isinstance(step.move, DrawCard) else dice
        for name in names:
            into[name] += gains[name]
        if isinstance(step.move, Roll):
            player = step.move.player
            rolls.append(LuckyRoll(step, step.before.turn.number, player, gains[player]))
    rolls.sort(key=lambda roll: -roll.gain)
    sources = tuple(
        ChancesSource(
            name,
            began=values[0][name],
            dice=dice[name],
            cards=cards[name],
            choices=values[-1][name] - values[0][name] - dice[name] - cards[name],
            ended=values[-1][name],
        )
        for name in names
    )
    lucky = tuple(roll for roll in rolls[:LUCKIEST] if roll.gain > 0)
    return Course(tuple(values), sources, lucky)


def _after(step: Step, before: Mapping[str, float]) -> Mapping[str, float]:
    """Return the chances after ``step``; bids are not estimated anew if nothing else changed."""
    if isinstance(step.move, moves.Pass) and step.after.phase.__class__ is Auction:
        return before
    return chances(step.after)


def by_turn(timeline: Timeline, values: Course) -> dict[int, Mapping[str, float]]:
    """Return the chances at the end of each turn of the players still in the game then."""
    found = {timeline.start.turn.number: values.values[0]}
    for step, after in zip(timeline.standing, values.values[1:], strict=True):
        before = step.before.players
        found[step.before.turn.number] = {
            name: chance for name, chance in after.items() if not before[name].out
        }
    return found


# --- choices ---------------------------------------------------------------------------------


def judged_choices(
    timeline: Timeline,
    pairs: int = PAIRS,
    progress: Callable[[int], object] = lambda _: None,
) -> list[JudgedChoice]:
    """Return the choices that changed the game most, in the order of play. Raises NotRated.

    The estimate makes a short list, a few rollouts rank it, and the best get all the rollouts.
    """
    found = sorted(_swings(timeline), key=lambda pair: -abs(pair[0]))[:SHORTLIST]
    looks = [(choice, look(choice, min(FEW_PAIRS, pairs), progress)) for _, choice in found]
    looks.sort(key=lambda pair: -abs(pair[1].difference))
    judged = []
    for choice, so_far in looks[: len(LETTERS)]:
        result = look(choice, pairs, progress, so_far)
        if abs(result.difference) >= max(LEAST, 2 * result.error):
            judged.append((choice, result))
    judged.sort(key=lambda pair: pair[0].first)
    return [_judged(letter, *pair) for letter, pair in zip(LETTERS, judged, strict=False)]


def describe(choice: Choice) -> Told:
    """Describe a choice in one line."""
    return choice_text(choice.step.move, _line(choice), choice.repeated, choice.before)


def summarize(choice: Choice) -> Told:
    """Describe a choice in a few words: no sides of a trade, nothing that followed."""
    is_answer = isinstance(choice.step.move, moves.AcceptTrade | moves.RefuseTrade)
    return (_line(choice) if is_answer else describe(choice)).split(BETWEEN)[0]


def _line(choice: Choice) -> Told:
    setup, step = choice.before.setup, choice.step
    return text.line(step.move, step.events, setup.board, setup.edition.pack)


def look(
    choice: Choice,
    pairs: int = PAIRS,
    progress: Callable[[int], object] = lambda _: None,
    so_far: WhatIf | None = None,
) -> WhatIf:
    """Compare both branches of a choice. Raises NotRated."""
    seed = f"{choice.first}/{choice.player}"
    so_far = so_far or WhatIf(choice.player)
    return compare(so_far, Branch(choice.after), choice.instead, pairs, seed, progress)


def _judged(letter: str, choice: Choice, result: WhatIf) -> JudgedChoice:
    before, after = (chances(game)[choice.player] for game in (choice.before, choice.after))
    return JudgedChoice(letter, choice, choice.before.turn.number, before, after, result)


def _swings(timeline: Timeline) -> Iterator[tuple[float, Choice]]:
    """Yield every choice with the difference that the estimate sees in it."""
    for choice in choices(timeline):
        player = choice.player
        other = choice.instead.game if not choice.instead.resting else choice.before
        yield chances(choice.after)[player] - chances(other)[player], choice


def choices(timeline: Timeline) -> Iterator[Choice]:
    """Yield the choices of a game: to buy, to answer an offer, to win a bid, to build, to mortgage.

    One choice has all buildings, or mortgages, of a player in a row. An auction is one choice of
    the player who won it, and one of the player who declined the deed.
    """
    steps = timeline.standing
    at = 0
    while at < len(steps):
        if choice := _choice(timeline, at):
            yield choice
            if choice.other is None:
                at = choice.last
        at += 1


def _choice(timeline: Timeline, at: int) -> Choice | None:
    """Return the choice of the step at a place, or None if nothing else could be chosen."""
    steps, move = timeline.standing, timeline.standing[at].move
    if isinstance(move, moves.Build | moves.Mortgage | moves.Unmortgage):
        return _waiting(timeline, at)
    if isinstance(move, moves.Bid) and not _wins(steps, at):
        return None
    other = _opposite(steps[at].before, move)
    if other is None or refusal(steps[at].before, other):
        return None
    return choice_between(timeline, at, other)


def choice_between(timeline: Timeline, at: int, other: PlayerMove) -> Choice:
    """Return the choice between the step at a place and ``other``, which is legal there.

    If the step leads to an auction, the branch that was played begins when the auction is over.
    """
    steps, last = timeline.standing, at
    while isinstance(steps[last].after.phase, Auction) and last + 1 < len(steps):
        last += 1
    return _chosen(steps, at, last, other.player, Branch(play(steps[at].before, other)), other)


def _chosen(
    steps: list[Step],
    first: int,
    last: int,
    player: str,
    instead: Branch,
    other: PlayerMove | None = None,
) -> Choice:
    before, after = steps[first].before, steps[last].after
    return Choice(player, steps[first], first, last, before, after, instead, other)


def _opposite(game: Game, move: Move) -> PlayerMove | None:
    """Return the move that the player could have made instead, or None."""
    match move:
        case moves.Buy(player):
            return moves.Decline(player)
        case moves.Decline(player) if isinstance(game.phase, ToBuy):
            return moves.Buy(player)
        case moves.AcceptTrade(player):
            return moves.RefuseTrade(player)
        case moves.RefuseTrade(player):
            return moves.AcceptTrade(player)
        case moves.Bid(player):
            return moves.Pass(player)
    return None


def _wins(steps: list[Step], at: int) -> bool:
    """Return True if the bid of the step at a place wins the auction."""
    bid = steps[at].move
    if steps[at].before.edition.sealed_bids and isinstance(bid, moves.Bid):
        opened = (one for one in steps[at:] if any(isinstance(e, BidsOpened) for e in one.events))
        return any(BidMade(bid.player, bid.amount) in one.events for one in [*opened][:1])
    for later in steps[at + 1 :]:
        if isinstance(later.move, moves.Bid):
            return False
        if not isinstance(later.after.phase, Auction):
            return True
    return False


def _waiting(timeline: Timeline, at: int) -> Choice | None:
    """Return the choice to build or to mortgage instead of waiting, with the moves in a row."""
    steps = timeline.standing
    first = steps[at]
    assert isinstance(first.move, PlayerMove)
    if first.before.debts:
        return None  # Debtors raise cash because they must.
    kind, player, last = type(first.move), first.move.player, at
    while last + 1 < len(steps):
        move = steps[last + 1].move
        if type(move) is not kind or getattr(move, "player", "") != player:
            break
        last += 1
    return _chosen(steps, at, last, player, Branch(first.before, resting=player))
