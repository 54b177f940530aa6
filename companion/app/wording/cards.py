"""The cards, in words of our own: what one does, short enough for a button."""

from companion.app.wording.figures import money
from companion.engine.board import Board, Card, Kind

CARDS = {
    "advance": "Advance to {to}",
    "advance_to_nearest": "Advance to the nearest {kind}",
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
"""By effect."""

KINDS = {
    Kind.RAILROAD: "railroad: double rent",
    Kind.UTILITY: "utility: ten times a throw",
}
"""What the nearest of its kind costs."""


def card(board: Board, card: Card) -> str:
    """What a card does."""
    there = {space.key: space.name for space in board.spaces}
    return CARDS[card.effect].format(
        to=there.get(card.to, ""),
        kind=KINDS[Kind(card.kind)] if card.kind else "",
        spaces=card.spaces,
        amount=money(card.amount, board.currency),
        per_house=money(card.per_house, board.currency),
        per_hotel=money(card.per_hotel, board.currency),
    )
