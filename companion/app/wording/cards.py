"""The cards, in words of our own: what one does, short enough for a button."""

from companion.app.wording.figures import money
from companion.app.wording.language import Sentences
from companion.engine.board import Board, Card

CARDS = Sentences(
    {
        "advance": "Advance to {to}",
        "advance_to_nearest railroad": "Advance to the nearest railroad: double rent",
        "advance_to_nearest utility": "Advance to the nearest utility: ten times a throw",
        "collect": "The bank pays you {amount}",
        "pay": "Pay the bank {amount}",
        "collect_from_each": "Each player pays you {amount}",
        "pay_each": "Pay each player {amount}",
        "repairs": "Repairs: {per_house} a house, {per_hotel} a hotel",
        "go_back": "Go back {spaces} spaces",
        "go_back_to": "Go back to {to}",
        "go_to_jail": "Go to jail",
        "jail_card": "Get out of jail free: keep it",
        "fine_or_chance": "Pay {amount} or take a Chance card",
    }
)
"""By effect, and by kind where that makes a difference."""


def card(board: Board, card: Card) -> str:
    """What a card does."""
    there = {space.key: space.name for space in board.spaces}
    return CARDS[f"{card.effect} {card.kind}".strip()].format(
        to=there.get(card.to, ""),
        spaces=card.spaces,
        amount=money(card.amount, board.currency),
        per_house=money(card.per_house, board.currency),
        per_hotel=money(card.per_hotel, board.currency),
    )
