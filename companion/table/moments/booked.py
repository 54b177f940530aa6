"""Reader of one booked move: its events, and the positions around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from companion.engine import events as ev
from companion.engine import moves
from companion.engine.board import Board, Card, Kind
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.obligations import Claim
from companion.engine.phases import Auction
from companion.engine.state import BANK, Game, Player
from companion.table.markers import markers_of
from companion.text import money, signed
from companion.text.told import Told

E = TypeVar("E", bound=Event)
TRIES = 3
"""Rolls for doubles in jail (JAIL-3)."""


@dataclass(frozen=True, slots=True)
class BookedMove:
    """Move with its events, and the positions before and after it."""

    before: Game
    move: Move
    events: tuple[Event, ...]
    after: Game

    @property
    def board(self) -> Board:
        """Board of the game."""
        return self.before.board

    @property
    def is_watchful(self) -> bool:
        """True if owners watch for their own rent (TABLE-6)."""
        return self.before.setup.rent == "watchful"

    @property
    def markers(self) -> dict[str, int]:
        """Marker of everybody, by the name before the move and by the one after it."""
        return {**markers_of(self.before.players), **markers_of(self.after.players)}

    def player_before(self, name: str) -> Player:
        """Return a player as before the move, by the name then or by one that came with it."""
        before = self.before.players
        return before.get(name) or [*before.values()][[*self.after.players].index(name)]

    @property
    def player(self) -> str:
        """Name of the player who made the move; empty for the table and the banker."""
        return getattr(self.move, "player", "")

    def first(self, kind: type[E]) -> E | None:
        """First event of a kind, or None."""
        return next(self.all(kind), None)

    def all(self, kind: type[E]) -> Iterator[E]:
        """Yield the events of a kind."""
        return (event for event in self.events if isinstance(event, kind))

    def payment(self, *whys: str) -> ev.Paid | None:
        """First payment for one of these purposes, or None."""
        return next((paid for paid in self.all(ev.Paid) if paid.why in whys), None)

    def raised(self) -> list[ev.BuildingsChanged]:
        """List the lots on which buildings were added."""
        return [event for event in self.all(ev.BuildingsChanged) if event.buildings > event.before]

    def card(self) -> Card | None:
        """Card that was drawn, or None."""
        drawn = self.first(ev.CardDrawn)
        if drawn is None:
            return None
        return self.board.pack(self.before.edition.pack, Kind(drawn.pack))[drawn.card]

    def claim(self) -> Claim | None:
        """Claim that arose; none where owners watch for their own rent (RENT-7)."""
        arose = self.first(ev.ClaimArose)
        return arose.claim if arose and not self.is_watchful else None

    def open_claim(self) -> Claim | None:
        """Claim that arose and waits for its owner, or None."""
        claim = self.claim()
        return claim if claim in self.after.claims else None

    def completed_sets(self) -> list[tuple[str, str]]:
        """List players with groups that are theirs now and were not before."""
        found = dict.fromkeys(
            (event.receiver, self.board.deeds[event.deed].group)
            for event in self.all(ev.DeedPassed)
            if event.receiver != BANK
        )
        return [(player, group) for player, group in found if self._is_new_set(player, group)]

    def _is_new_set(self, player: str, group: str) -> bool:
        size = len(self.board.groups[group])
        before, after = (game.owned_in_group(player, group) for game in (self.before, self.after))
        return before < size == after

    def tries_in_jail(self) -> int:
        """Return the rolls without doubles of a player who has just rolled in jail; else 0."""
        rolled = self.first(ev.Thrown)
        if rolled is None or self.first(ev.Moved):
            return 0
        return self.before.players[rolled.player].jail_turn

    def closes_unsold(self) -> bool:
        """Return True if an auction ended without a bid."""
        auction = self.before.phase
        is_opening = self.first(ev.BidsOpened) is not None
        is_closing = is_opening or isinstance(self.move, moves.Pass | moves.CloseAuction)
        has_bid = not isinstance(auction, Auction) or bool(auction.bidder)
        has_bid = has_bid or self.payment("bid") is not None
        return is_closing and not has_bid and self.first(ev.Answered) is not None

    def money(self, amount: int) -> Told:
        """Format an amount in the currency of the board."""
        return money(amount, self.board.currency)

    def signed(self, amount: int) -> Told:
        """Format a gain or a loss in the currency of the board."""
        return signed(amount, self.board.currency)
