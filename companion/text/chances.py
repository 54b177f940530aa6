"""Texts of the chances of winning: luck, choices, and why a game is not rated."""

from companion.engine import moves
from companion.engine.board import Board
from companion.engine.moves import Move
from companion.engine.obligations import Offer
from companion.engine.phases import Auction, ToBuy
from companion.engine.state import Game
from companion.odds.chances import Unrated
from companion.text.catalogue import Sentences
from companion.text.format import money
from companion.text.names import deed_name, goods_name, party_name
from companion.text.told import MINUS, Told

CHANCES = Sentences(
    {
        "winning": "Who was winning",
        "chance": "Chance of winning",
        "worth": "Worth: cash, properties, houses",
        "show chance": "Chance",
        "show worth": "Worth",
        "meaning": (
            "The chance of winning if everybody had played on from there like an average scripted"
            " player. It knows the board and the cash. It does not know your family."
        ),
        "sources": "Where it came from",
        "began": "began",
        "dice": "dice",
        "cards": "cards",
        "choices": "choices",
        "ended": "ended",
        "sources meaning": (
            "Chances of winning in 100. Dice and cards count against the average of what could have"
            " come; choices are one's own, what the others chose, and rulings."
        ),
        "best dice": "The dice gave {best} {most} of 100 chances, and took {least} from {worst}.",
        "instead": "{played} instead of {best}",
        "turning points": "Turning points",
        "turned": "Choices that mattered",
        "before": "before",
        "played": "as played",
        "what if": "what if",
        "pairs": (
            "Each \N{LEFT DOUBLE QUOTATION MARK}what if\N{RIGHT DOUBLE QUOTATION MARK} was played"
            " on {pairs} times with the same dice in both. Behind ± is the standard error."
        ),
        "percent": "{n} %",
        "with error": "{n} % ± {error}",
        "difference": "Difference: {points} points, ± {error}",
        "and more": "{choice} and {n} more",
        "bid for": "{player} bid {amount} for {deed}",
        "bought for": "{player} bought {deed} for {amount}",
        "accepted": "{player} accepted {gives} from {other} for {wants}",
        "refused": "{player} refused {gives} from {other} for {wants}",
        "luckiest": "Luckiest rolls",
        "not rated": "The chances of winning are not rated.",
    }
)

CHANCE_LINES = Sentences(
    {
        "luckiest roll": ("Luckiest roll", "{player}, turn {turn}: {gain} %"),
    }
)
"""Title and text of the line about chances on the game over screen."""

UNRATED = Sentences(
    {
        Unrated.ENDING: "Only full games are rated, not short or timed ones.",
        Unrated.PLAYERS: "Only games of two to eight players are rated.",
        Unrated.RULES: "These rules are not rated: nobody knows the odds of a table's own rules.",
        Unrated.PEOPLE: "Games in which people came or went are not rated.",
        Unrated.BOARD: "A table's own board is not rated.",
    }
)
"""Reasons why a game has no chances of winning."""

QUESTIONS = Sentences(
    {
        "buy": "What if {player} had bought it?",
        "decline": "What if {player} had not bought it?",
        "accept": "What if {player} had accepted?",
        "refuse": "What if {player} had refused?",
        "pass": "What if {player} had passed at {amount}?",
        "wait": "What if {player} had waited a turn?",
        "other": "What if {player} had done otherwise?",
    }
)

_KEYS: dict[type[Move], str] = {
    moves.Buy: "buy",
    moves.Decline: "decline",
    moves.AcceptTrade: "accept",
    moves.RefuseTrade: "refuse",
}


def question(player: str, played: Move, other: Move | None, currency: str = "$") -> Told:
    """Ask for the other branch of a choice; ``other`` is None for waiting a turn."""
    if other is None:
        key = "wait"
    elif isinstance(other, moves.Pass) and isinstance(played, moves.Bid):
        key = "pass"
    else:
        key = _KEYS.get(type(other), "other")
    amount = money(played.amount, currency) if isinstance(played, moves.Bid) else ""
    return QUESTIONS.fill(key, player=player, amount=amount)


def percent(chance: float, error: float | None = None) -> str:
    """Format a chance from 0 to 1 in percent, with its error if there is one: ``27 % ± 3``."""
    n = round(100 * chance)
    if error is None:
        return str(CHANCES.fill("percent", n=n))
    return str(CHANCES.fill("with error", n=n, error=max(1, round(100 * error))))


def percent_label(n: int) -> str:
    """Format a whole percentage, as on the axis of a chart."""
    return str(CHANCES.fill("percent", n=n))


def instead(played: float, other: float) -> str:
    """Compare a chance with the chance of the other branch: ``65 % instead of 56 %``."""
    return str(CHANCES.fill("instead", played=percent(played), best=percent(other)))


def points(change: float) -> str:
    """Format a change of a chance in hundredths, with its sign: ``+12``."""
    n = round(100 * change)
    return f"+{n}" if n > 0 else f"{MINUS}{-n}" if n else "0"


def choice_text(move: Move, line: Told, repeated: int, before: Game) -> Told:
    """Describe a choice by what it was about, else by the ``line`` of its first move.

    The move was made in the position ``before``, and ``repeated`` times in a row.
    """
    board, phase = before.board, before.phase
    match move:
        case moves.Bid(player, amount) if isinstance(phase, Auction) and phase.deed:
            return _paid_for("bid for", player, phase.deed, amount, board)
        case moves.Buy(player) if isinstance(phase, ToBuy):
            price = board.deeds[phase.deed].price
            return _paid_for("bought for", player, phase.deed, price, board)
        case moves.AcceptTrade() if before.offer:
            return _answer_to("accepted", before.offer, board)
        case moves.RefuseTrade() if before.offer:
            return _answer_to("refused", before.offer, board)
    if repeated < 2:
        return line
    return CHANCES.fill("and more", choice=line, n=repeated - 1)


def _paid_for(key: str, player: str, deed: str, amount: int, board: Board) -> Told:
    paid = money(amount, board.currency)
    return CHANCES.fill(key, player=player, amount=paid, deed=deed_name(board, deed))


def _answer_to(key: str, offer: Offer, board: Board) -> Told:
    gives, wants = goods_name(board, offer.gives), goods_name(board, offer.wants)
    other = party_name(offer.player)
    return CHANCES.fill(key, player=offer.other, other=other, gives=gives, wants=wants)


chance_text = CHANCES.fill
