"""Texts of the cards, short enough for a button."""

from companion.engine.board import Board, Card
from companion.text.catalogue import Sentences
from companion.text.format import money, signed
from companion.text.names import space_name
from companion.text.told import Told, filled

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
"""Texts by effect, and by kind where the effect depends on it."""

TILES = Sentences(
    {
        "advance": "to|{to}",
        "advance_to_nearest railroad": "nearest|railroad",
        "advance_to_nearest utility": "nearest|utility",
        "collect": "{gain}|{title}",
        "pay": "{loss}|{title}",
        "collect_from_each": "{gain}|from each",
        "pay_each": "{loss}|to each",
        "repairs": "repairs|{per_house}/{per_hotel}",
        "go_back": "back|{spaces} spaces",
        "go_back_to": "back to|{to}",
        "go_to_jail": "to|jail",
        "jail_card": "jail|card",
        "fine_or_chance": "{loss}|or Chance",
    }
)
"""Two very short lines on a tile with a pictogram, separated by a bar."""

TITLES = Sentences(
    {
        "annuity": "pension",
        "bank-credit": "credit",
        "bank-error": "bank's slip",
        "bank-interest": "interest",
        "beauty-contest": "prize",
        "birthday": "birthday",
        "bonds": "bonds",
        "building-loan": "loan repaid",
        "chairman": "honour",
        "charity": "charity",
        "consolation-prize": "lottery",
        "crossword-competition": "puzzle",
        "dividend": "dividend",
        "doctor": "doctor",
        "drunk-in-charge": "drinking",
        "grand-opera": "opera",
        "hospital": "hospital",
        "inheritance": "inheritance",
        "insurance-premium": "insurance",
        "lawsuit": "lawsuit",
        "life-insurance": "insurance",
        "lottery": "lottery",
        "no-licence": "no licence",
        "poor-tax": "poor tax",
        "preference-shares": "interest",
        "school-fees": "school fees",
        "school-tax": "school tax",
        "services": "services",
        "speeding-fine": "speeding",
        "stock-sale": "shares sold",
        "tax-refund": "tax refund",
        "wedding": "wedding",
        "xmas-fund": "savings",
    }
)
"""Occasions by card key, to tell apart cards with the same effect."""


def card_title(card: Card) -> str:
    """Return the occasion of a card, or "" if its effect identifies the card."""
    return TITLES.get(card.key, "")


def card(board: Board, card: Card) -> Told:
    """Describe what a card does."""
    return filled(CARDS[_key(card)], _fields(board, card))


def card_tile(board: Board, card: Card) -> tuple[Told, Told]:
    """Return the two lines of the tile of a card."""
    fields = _fields(board, card)
    first, _, second = TILES[_key(card)].partition("|")
    return filled(first, fields), filled(second, fields)


def _key(card: Card) -> str:
    return f"{card.effect} {card.kind}".strip()


def _fields(board: Board, card: Card) -> dict[str, object]:
    to = (space_name(board, space.position) for space in board.spaces if space.key == card.to)
    return {
        "to": next(to, ""),
        "title": card_title(card),
        "spaces": card.spaces,
        "amount": money(card.amount, board.currency),
        "gain": signed(card.amount, board.currency),
        "loss": signed(-card.amount, board.currency),
        "per_house": money(card.per_house, board.currency),
        "per_hotel": money(card.per_hotel, board.currency),
    }
