"""Markov chain of a token's moves, for the long-run visits to each space.

The state is the space, the doubles rolled so far in the turn, and the turn in jail. A visit is a
space on which the token is put: by a roll, and again by a card drawn there. A player in jail is
assumed to roll for doubles, and to pay the fine only in the third turn.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from companion.engine.board import PACKS, SPACES, Board, Card, Kind
from companion.engine.rules.jail import LAST_TURN
from companion.engine.rules.turn import DOUBLES_TO_JAIL

State = tuple[int, int, int]
"""Space, doubles so far in this turn, and number of the next turn in jail (0: not in jail)."""

THROWS = 120
"""Number of rolls followed: with twice as many, no share changes by a millionth."""


@cache
def shares(board: Board, pack: str) -> tuple[float, ...]:
    """Return each space's share of all visits; the shares sum to 1.

    ``pack`` is the edition's pack of cards.
    """
    chain = _Chain(board, pack)
    steps: dict[State, _Outcome] = {}
    spread: dict[State, float] = {(0, 0, 0): 1.0}
    for _ in range(THROWS):
        after, visits = defaultdict[State, float](float), [0.0] * SPACES
        for state, share in spread.items():
            if state not in steps:
                steps[state] = chain.throw(state)
            for to, chance in steps[state].ends.items():
                after[to] += share * chance
            for space, chance in steps[state].visits.items():
                visits[space] += share * chance
        spread = dict(after)
    return tuple(visit / sum(visits) for visit in visits)


@dataclass(slots=True)
class _Outcome:
    """Probabilities of the visits during one roll, and of the states after it."""

    visits: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    ends: dict[State, float] = field(default_factory=lambda: defaultdict(float))


class _Chain:
    """Transitions of the chain for one board and pack of cards."""

    def __init__(self, board: Board, pack: str) -> None:
        self._spaces = board.spaces
        self._position_of = board.position_of
        self._cards = {kind: list(board.pack(pack, kind).values()) for kind in PACKS}
        self._jail = next(s.position for s in board.spaces if s.kind is Kind.JAIL)

    def throw(self, state: State) -> _Outcome:
        """Return the combined outcome of the 36 results of two dice."""
        outcome = _Outcome()
        for a, b in product(range(1, 7), repeat=2):
            self._moves(state, a, b, outcome)
        return outcome

    def _moves(self, state: State, a: int, b: int, outcome: _Outcome) -> None:
        space, doubles, jail_turn = state
        if a != b and 0 < jail_turn < LAST_TURN:
            outcome.ends[(space, 0, jail_turn + 1)] += 1 / 36
            return
        doubles = doubles + 1 if a == b and not jail_turn else 0
        if doubles == DOUBLES_TO_JAIL:
            self._jailed(1 / 36, outcome)
        else:
            self._lands((space + a + b) % SPACES, doubles, 1 / 36, outcome)

    def _jailed(self, share: float, outcome: _Outcome) -> None:
        outcome.visits[self._jail] += share
        outcome.ends[(self._jail, 0, 1)] += share

    def _lands(self, space: int, doubles: int, share: float, outcome: _Outcome) -> None:
        outcome.visits[space] += share
        kind = self._spaces[space].kind
        if kind is Kind.GO_TO_JAIL:
            self._jailed(share, outcome)
        elif not (cards := self._cards.get(kind)):
            outcome.ends[(space, doubles, 0)] += share
        else:
            pack = sum(card.copies for card in cards)
            for card in cards:
                self._draws(card, space, doubles, share * card.copies / pack, outcome)

    def _draws(self, card: Card, space: int, doubles: int, share: float, outcome: _Outcome) -> None:
        if card.effect == "go_to_jail":
            self._jailed(share, outcome)
        elif (to := self._leads_to(card, space)) is not None:
            self._lands(to, doubles, share, outcome)
        else:
            outcome.ends[(space, doubles, 0)] += share

    def _leads_to(self, card: Card, space: int) -> int | None:
        """Return the space to which a card moves a token, or None if it does not move it."""
        match card.effect:
            case "advance" | "go_back_to":
                return self._position_of(card.to)
            case "go_back":
                return (space - card.spaces) % SPACES
            case "advance_to_nearest":
                ahead = ((space + step) % SPACES for step in range(1, SPACES + 1))
                return next(s for s in ahead if self._spaces[s].kind == card.kind)
        return None
