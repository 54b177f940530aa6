"""Episodes of a game: the moves that belong together, and what happened in them.

A rent begins with the roll that led to it and ends when it is paid, or when its debtor is bankrupt
and the estate is sold. The chances move at any of these steps, so that an episode is judged as a
whole. Every step of a game belongs to exactly one episode.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.engine import moves
from companion.engine.events import CardDrawn, ClaimArose, ClaimEnded, DeedPassed, Paid, PlayerOut
from companion.engine.obligations import Claim
from companion.engine.phases import Auction, ToSettle
from companion.report.timeline import Step, Timeline
from companion.text import names
from companion.text.chances import choice_text
from companion.text.format import listed
from companion.text.report import EPISODES
from companion.text.told import Told

WORKS = (
    moves.Build
    | moves.Sell
    | moves.SellHotels
    | moves.SellDown
    | moves.Mortgage
    | moves.Unmortgage
    | moves.SellDeed
)
"""Moves with which players change their own properties."""


@dataclass(slots=True)
class Episode:
    """Places of the steps that belong together, in ``Timeline.standing``."""

    places: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Happening:
    """Most important fact of an episode as text, with the step in which it happened."""

    step: Step
    text: Told
    rank: int = 0
    """Importance of facts of this kind, from 0 for the most important."""


def episodes(timeline: Timeline) -> list[Episode]:
    """Return the episodes of a game, in the order in which they began."""
    finder = _Finder()
    for place, step in enumerate(timeline.standing):
        finder.add(place, step)
    return finder.found


class _Finder:
    """Finds the episode of each step of a game, from the first step on."""

    def __init__(self) -> None:
        self.found: list[Episode] = []
        self._open: list[Episode] = []
        """Episodes that asked the questions in ``Game.pending``."""
        self._claims: dict[Claim, Episode] = {}
        self._offer = Episode()
        self._works: dict[tuple[int, str], Episode] = {}
        """Episodes in which a player built or completed a set, by turn and player."""

    def add(self, place: int, step: Step) -> None:
        """Add the next step to its episode."""
        episode = self._episode_of(step)
        if not episode.places:
            self.found.append(episode)
        episode.places.append(place)
        self._remember(step, episode)

    def _episode_of(self, step: Step) -> Episode:
        before, move = step.before, step.move
        match move:
            case moves.Rule() | moves.LeaveGame() | moves.EndByTime():
                return Episode()
            case moves.CollectRent():
                return next(filter(None, map(self._claims.get, _ended(step))), Episode())
            case moves.OfferTrade(player, other) if not _owes(step, {player, other}):
                return Episode()
            case moves.AcceptTrade() | moves.RefuseTrade() | moves.WithdrawTrade():
                return self._offer
        if self._open and before.pending:
            return self._open[-1]
        if isinstance(move, WORKS):
            return self._works.get((before.turn.number, move.player), Episode())
        return Episode()

    def _remember(self, step: Step, episode: Episode) -> None:
        """Note what later steps of the episode refer to."""
        pending = len(step.after.pending)
        self._open = [*self._open[:pending], *[episode] * (pending - len(self._open))]
        for event in step.events:
            if isinstance(event, ClaimArose):
                self._claims[event.claim] = episode
        turn, whole = step.before.turn.number, step.before.holdings.ownership.whole_groups
        for group, owner in step.after.holdings.ownership.whole_groups.items():
            if whole.get(group) != owner:
                self._works[turn, owner] = episode
        if isinstance(step.move, moves.OfferTrade):
            self._offer = episode
        elif isinstance(step.move, WORKS):
            self._works[turn, step.move.player] = episode


def _ended(step: Step) -> Iterator[Claim]:
    """Yield the claims that were collected in a step."""
    for event in step.events:
        if isinstance(event, ClaimEnded) and event.how == "collected":
            yield event.claim


def _owes(step: Step, people: set[str]) -> bool:
    """Return True if the game waits for a debt of one of ``people``."""
    return isinstance(step.before.phase, ToSettle) and any(
        debt.debtor in people for debt in step.before.debts
    )


# --- what happened ---------------------------------------------------------------------------


def happening(
    timeline: Timeline, episode: Episode, player: str, change: Sequence[float]
) -> Happening:
    """Return what happened in an episode that moved the standing of ``player``.

    ``change`` has what each of its steps did to it. A bankruptcy comes first, then a completed set,
    then a rent, a deal, a purchase, a card and buildings.
    """
    told = _Teller(timeline, [timeline.standing[place] for place in episode.places], player)
    others = (told.rent, told.deal, told.purchase, told.card, told.building)
    for rank, ways in enumerate(((told.ruin,), (told.whole_set,), others)):
        for find in ways:
            if found := find():
                return replace(found, rank=rank)
    step = told.steps[max(range(len(change)), key=lambda at: abs(change[at]))]
    is_long = isinstance(step.move, moves.Rule) and len(step.move.effects) > 1
    return Happening(step, EPISODES.fill("ruling") if is_long else timeline.line(step), rank=3)


class _Teller:
    """Finds what happened in the steps of one episode, and tells it."""

    def __init__(self, timeline: Timeline, steps: list[Step], player: str) -> None:
        self.steps = steps
        self._timeline, self._player = timeline, player
        self._board = timeline.setup.board
        self._told_ends = {"collected"} if timeline.rent_hidden else {"collected", "lapsed"}

    def ruin(self) -> Happening | None:
        """Return the last bankruptcy, with the sets that it completed or handed over."""
        for step in reversed(self.steps):
            for event in step.events:
                if isinstance(event, PlayerOut):
                    return Happening(step, self._ruin(step, event))
        return None

    def _ruin(self, step: Step, event: PlayerOut) -> Told:
        known = self._names(step)
        debtor = known[event.player]
        debt = step.before.debt_of(event.player)
        if not debt:
            return EPISODES.fill("left", player=debtor)
        heir = known.get(debt.creditor, debt.creditor)
        sets = self._new_sets()
        if heir in sets:
            return EPISODES.fill("heir sets", debtor=debtor, creditor=heir, sets=_sets(sets[heir]))
        ruin = EPISODES.fill("bankrupt", debtor=debtor, creditor=names.party_name(heir))
        for owner in (self._player, *sets):
            if owner in sets:
                return EPISODES.fill(
                    "estate sets", bankrupt=ruin, player=owner, sets=_sets(sets[owner])
                )
        return ruin

    def whole_set(self) -> Happening | None:
        """Return how a set was completed, that of the player first."""
        sets = self._new_sets()
        for owner in (self._player, *sets):
            if owner in sets:
                return self._completed(owner, sets[owner])
        return None

    def _completed(self, owner: str, groups: list[str]) -> Happening:
        for step in reversed(self.steps):
            known = self._names(step)
            for event in step.events:
                if (
                    isinstance(event, DeedPassed)
                    and known.get(event.receiver) == owner
                    and self._board.deeds[event.deed].group in groups
                ):
                    return Happening(step, self._way(step, event, owner, groups))
        step = self.steps[-1]
        return Happening(step, EPISODES.fill("set", player=owner, sets=_sets(groups)))

    def _way(self, step: Step, deed: DeedPassed, owner: str, groups: list[str]) -> Told:
        """Tell how ``deed`` came to the owner whose set it completed."""
        sets, known = _sets(groups), self._names(step)
        if isinstance(step.move, moves.AcceptTrade):
            return EPISODES.fill("set deal", player=owner, sets=sets, other=known[deed.giver])
        name = names.deed_name(self._board, deed.deed)
        for event in step.events:
            if isinstance(event, Paid) and event.why in ("price", "bid"):
                key = "set purchase" if event.why == "price" else "set auction"
                amount = self._timeline.money(event.amount)
                return EPISODES.fill(key, player=owner, sets=sets, deed=name, amount=amount)
        return EPISODES.fill("set", player=owner, sets=sets)

    def rent(self) -> Happening | None:
        """Return the largest rent that was asked for, or that nobody asked for in time."""
        ends = [
            (step, event)
            for step in self.steps
            for event in step.events
            if isinstance(event, ClaimEnded) and event.how in self._told_ends
        ]
        if not ends:
            return None
        step, end = max(ends, key=lambda pair: pair[1].claim.amount)
        claim = end.claim
        paid = sum(
            event.amount
            for one in self.steps
            for event in one.events
            if isinstance(event, Paid) and event.why == "rent" and event.deed == claim.deed
        )
        known = self._names(step)
        asked = "rent" if paid == claim.amount else "rent owed"
        told = EPISODES.fill(
            asked if end.how == "collected" else "rent missed",
            payer=known[claim.payer],
            payee=known[claim.owner],
            amount=self._timeline.money(claim.amount),
            deed=names.deed_name(self._board, claim.deed),
        )
        return Happening(step, told)

    def deal(self) -> Happening | None:
        """Return the deal that was made."""
        for step in reversed(self.steps):
            if isinstance(step.move, moves.AcceptTrade):
                line = self._timeline.line(step)
                return Happening(step, choice_text(step.move, line, 1, step.before))
        return None

    def purchase(self) -> Happening | None:
        """Return the purchase of a deed from the bank, or at an auction."""
        for step in reversed(self.steps):
            for event in step.events:
                if isinstance(event, Paid) and event.why in ("price", "bid") and event.deed:
                    told = EPISODES.fill(
                        "auction" if isinstance(step.before.phase, Auction) else "purchase",
                        player=self._names(step)[event.payer],
                        deed=names.deed_name(self._board, event.deed),
                        amount=self._timeline.money(event.amount),
                    )
                    return Happening(step, told)
        return None

    def card(self) -> Happening | None:
        """Return the card that was drawn, with what it cost or brought."""
        for step in self.steps:
            for event in step.events:
                if isinstance(event, CardDrawn):
                    return Happening(step, self._card(step, event))
        return None

    def _card(self, step: Step, drawn: CardDrawn) -> Told:
        events = [event for one in self.steps for event in one.events]
        paid = sum(
            event.amount * ((event.payee == drawn.player) - (event.payer == drawn.player))
            for event in events
            if isinstance(event, Paid) and event.why == "card"
        )
        if not paid:
            return self._timeline.line(step)
        return EPISODES.fill(
            "card paid" if paid < 0 else "card got",
            player=self._names(step)[drawn.player],
            amount=self._timeline.money(abs(paid)),
            pack=names.pack_name(self._board, drawn.pack),
        )

    def building(self) -> Happening | None:
        """Return what a player built, with its cost."""
        paid = [
            (step, event)
            for step in self.steps
            for event in step.events
            if isinstance(event, Paid) and event.why == "build"
        ]
        if not paid:
            return None
        step, last = paid[-1]
        built = dict.fromkeys(self._board.deeds[event.deed].group for _, event in paid)
        told = EPISODES.fill(
            "built",
            player=self._names(step)[last.payer],
            sets=_sets([*built]),
            amount=self._timeline.money(sum(event.amount for _, event in paid)),
        )
        return Happening(step, told)

    def _new_sets(self) -> Mapping[str, list[str]]:
        """Return the groups that became whole in the episode, by owner."""
        found: dict[str, str] = {}
        for step in self.steps:
            before = step.before.holdings.ownership.whole_groups
            after = step.after.holdings.ownership.whole_groups
            known = self._names(step)
            now = self._timeline.names_at_end(step.after.players)
            found |= {
                group: now[owner]
                for group, owner in after.items()
                if known.get(before.get(group, "")) != now[owner]
            }
        sets: dict[str, list[str]] = {}
        for group, owner in found.items():
            sets.setdefault(owner, []).append(group)
        return sets

    def _names(self, step: Step) -> dict[str, str]:
        return self._timeline.names_at_end(step.before.players)


def _sets(groups: Sequence[str]) -> Told:
    return listed([names.set_name(group) for group in groups])
