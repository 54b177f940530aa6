"""Confirmation sheets: the consequences of moves that one tap must not make."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine import moves
from companion.engine.decide import decide
from companion.engine.events import (
    Asked,
    ClaimEnded,
    DeedPassed,
    Event,
    GameEnded,
    JailCardPassed,
    LastRoundBegan,
    Paid,
)
from companion.engine.moves import Move
from companion.engine.phases import Auction
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game
from companion.engine.valuation import worth
from companion.table.markers import markers_of
from companion.table.prompts import Answer
from companion.table.prompts.auction import item_title
from companion.text import counted, sum_of
from companion.text.moves import secured_deeds
from companion.text.names import party_name, players_listed
from companion.text.screens.confirmation import SHEETS, text_of
from companion.text.screens.play import WORDS
from companion.text.told import Told, Wording


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One consequence, with its sum or receiver."""

    text: Wording
    amount: Wording = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Question before a move, with the consequences of a yes.

    ``verb`` is the text of the key that says yes, ``move`` what it plays; None closes the bank.
    ``marker`` belongs to the player, -1 for nobody.
    """

    title: Wording
    marker: int
    lines: tuple[SheetLine, ...]
    note: Wording
    cancel: str
    verb: Wording
    move: Move | None


def sheet_for(game: Game, answer: Answer) -> Sheet | None:
    """Sheet to confirm ``answer`` with; None for moves that need none."""
    move = answer.move
    key = _KEYS.get(type(move))
    if key is None or (isinstance(game.phase, Auction) and game.phase.bidder):
        return None
    player = getattr(move, "player", "")
    lines = _LINES.get(type(move), _leaving)
    if isinstance(game.phase, Auction) and (game.phase.sealed or game.phase.tied):
        key, lines = ("open", _opening) if isinstance(move, moves.CloseAuction) else (key, lines)
    if isinstance(move, moves.EndByTime) and _begins_last_round(game, move):
        key, lines = "last", _last_round
    return Sheet(
        text_of(f"{key} title", player=player),
        markers_of(game.players).get(player, -1),
        tuple(lines(game, move)),
        text_of(f"{key} note", player=player),
        SHEETS["cancel"],
        text_of(f"{key} verb", player=player),
        move,
    )


def closing_sheet(is_playing: bool) -> Sheet:
    """Sheet to confirm that the program ends; a game is kept in the ledger."""
    note = WORDS["game_kept"] if is_playing else ""
    return Sheet(SHEETS["close title"], -1, (), note, SHEETS["cancel"], WORDS["close"], move=None)


_KEYS: dict[type[Move], str] = {
    moves.LeaveGame: "leave",
    moves.DeclareBankruptcy: "bankrupt",
    moves.EndByTime: "end",
    moves.CloseAuction: "unsold",
}
"""Keys of the texts about moves that are asked about; an auction only before its first bid."""


def _leaving(game: Game, move: Move) -> Iterator[SheetLine]:
    """Yield the transfers of cash, deeds and cards (TABLE-3, BANK-2 to BANK-4)."""
    player, events = getattr(move, "player", ""), decide(game, move)
    sold = _sum(events, lambda paid: paid.why == "sell" and paid.payee == player)
    if sold:
        yield SheetLine(SHEETS["sold"], sum_of(game, sold))
    for paid in events:
        if isinstance(paid, Paid) and paid.why == "estate":
            yield SheetLine(_to("cash", paid.payee), sum_of(game, paid.amount))
    yield from _deeds(player, events)
    cards = [event for event in events if isinstance(event, JailCardPassed)]
    if cards:
        yield SheetLine(_to("jail cards", cards[0].receiver), str(len(cards)))
    yield from _lapsing(game, events, player)
    for event in events:
        if isinstance(event, GameEnded):
            yield SheetLine(_won(event))


def _deeds(player: str, events: Sequence[Event]) -> Iterator[SheetLine]:
    passed = [event for event in events if isinstance(event, DeedPassed)]
    if not passed:
        return
    auctioned = any(isinstance(e, Asked) and isinstance(e.phase, Auction) for e in events)
    security = secured_deeds(player, events)
    for lender, count in Counter(e.receiver for e in passed if e.deed in security).items():
        yield SheetLine(counted(count, "deed"), _to("to", lender))
    if rest := [event for event in passed if event.deed not in security]:
        receiver = SHEETS["auctioned"] if auctioned else _to("to", rest[0].receiver)
        yield SheetLine(counted(len(rest), "deed"), receiver)


def _lapsing(game: Game, events: Iterable[Event], player: str) -> Iterator[SheetLine]:
    """Yield the rent still due to ``player``, unless owners watch for it (RENT-7)."""
    ended = [event.claim for event in events if isinstance(event, ClaimEnded)]
    due = sum(claim.amount for claim in ended if claim.owner == player)
    if due and game.setup.rent != "watchful":
        yield SheetLine(text_of("rent", player=player), sum_of(game, due))


def _begins_last_round(game: Game, move: Move) -> bool:
    return any(isinstance(event, LastRoundBegan) for event in decide(game, move))


def _last_round(game: Game, move: Move) -> Iterator[SheetLine]:
    """Yield that the game goes on for everybody's last turn (HOUSE-18)."""
    yield SheetLine(SHEETS["last round"])


def _ending(game: Game, move: Move) -> Iterator[SheetLine]:
    """Yield the winners with their worth (QUICK-4) and the rent that lapses."""
    [ended] = [event for event in decide(game, move) if isinstance(event, GameEnded)]
    yield SheetLine(_won(ended), sum_of(game, worth(game, ended.winners[0])))
    due = sum(claim.amount for claim in game.claims)
    if due and game.setup.rent != "watchful":
        yield SheetLine(SHEETS["rents"], sum_of(game, due))


def _won(event: GameEnded) -> Told:
    key = "wins" if len(event.winners) == 1 else "win"
    return text_of(key, winners=players_listed(event.winners))


def _unsold(game: Game, _: Move) -> Iterator[SheetLine]:
    """Yield the item that the bank keeps (FLOW-5)."""
    assert isinstance(game.phase, Auction), "an auction is on"
    yield SheetLine(item_title(game, game.phase), SHEETS["bank keeps"])


def _opening(game: Game, _: Move) -> Iterator[SheetLine]:
    """Yield who has not keyed in a sealed bid, and passes if it is opened now (HOUSE-17)."""
    assert isinstance(game.phase, Auction), "an auction is on"
    missing = still_bidding(game, game.phase)
    yield SheetLine(players_listed(missing), SHEETS["passes" if len(missing) == 1 else "pass"])


_LINES: dict[type[Move], Callable[[Game, Move], Iterator[SheetLine]]] = {
    moves.EndByTime: _ending,
    moves.CloseAuction: _unsold,
}
"""Consequences of moves other than those of a player who leaves."""


def _to(key: str, receiver: str) -> Told:
    return text_of(key, receiver=party_name(receiver))


def _sum(events: Iterable[Event], wanted: Callable[[Paid], bool]) -> int:
    return sum(event.amount for event in events if isinstance(event, Paid) and wanted(event))
