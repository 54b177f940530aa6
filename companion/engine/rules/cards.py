"""Chance and Community Chest: drawing a card and carrying out its effect."""

from collections.abc import Callable

from companion.engine import guards
from companion.engine.board import HOTEL, SPACES, Card, Deed, Kind
from companion.engine.draft import Draft
from companion.engine.events import Answered, Asked, CardDrawn, CardThrown, JailCardPassed, Paid
from companion.engine.moves import Dice, DrawCard, TakeChance
from companion.engine.phases import CardThrow, FineOrChance, ToDraw
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import movement, rent
from companion.engine.rules.debts import charge, fine
from companion.engine.rules.jail import go_to_jail
from companion.engine.state import BANK, Game


def draw_card(draft: Draft, move: DrawCard) -> None:
    """Draw a card and carry out its effect (CARD-1)."""
    phase = guards.asked(draft.game, move.player, ToDraw, Reason.NO_CARD_TO_DRAW)
    card = draft.game.board.pack(draft.game.edition.pack, Kind(phase.pack)).get(move.card)
    if card is None:
        raise IllegalMove(Reason.NOT_IN_PACK, pack=phase.pack)
    if card.effect == "jail_card" and draft.game.jail_card_holder(phase.pack) != BANK:
        raise IllegalMove(Reason.CARD_IS_HELD, pack=phase.pack)
    draft.emit(Answered(), CardDrawn(move.player, phase.pack, card.key))
    _EFFECTS[card.effect](draft, move.player, card)


def take_chance(draft: Draft, move: TakeChance) -> None:
    """Draw a Chance card instead of paying the fine of a card (CARD-1)."""
    guards.asked(draft.game, move.player, FineOrChance, Reason.NO_CHANCE_OFFERED)
    draft.emit(Answered(), Asked(ToDraw(move.player, Kind.CHANCE)))


def roll_for_rent(draft: Draft, phase: CardThrow, dice: Dice) -> None:
    """Charge ten times the roll made for a utility reached by a card (FLOW-19)."""
    draft.emit(Answered(), CardThrown(phase.player, dice))
    deed = draft.game.board.deeds[phase.deed]
    rent.open_claim(draft, phase.owner, phase.player, deed, deed.rent[-1] * sum(dice))


def drawable(game: Game, pack: str) -> list[str]:
    """List the cards of a pack that can be drawn: all that nobody holds (FLOW-19)."""
    is_held = game.jail_card_holder(pack) != BANK
    cards = game.board.pack(game.edition.pack, Kind(pack)).values()
    return [card.key for card in cards if not (is_held and card.effect == "jail_card")]


def _advance(draft: Draft, player: str, card: Card) -> None:
    movement.advance_to(draft, player, draft.game.board.position_of(card.to))


def _advance_to_nearest(draft: Draft, player: str, card: Card) -> None:
    spaces = draft.game.board.spaces
    ahead = (*spaces[draft.game.players[player].space + 1 :], *spaces)
    nearest = next(space.position for space in ahead if space.kind == card.kind)
    rented = _throw_for_utility if card.kind == Kind.UTILITY else _double_rent
    movement.advance_to(draft, player, nearest, rented)


def _double_rent(draft: Draft, player: str, deed: Deed) -> None:
    rent.charge_rent(draft, player, deed, times=2)


def _throw_for_utility(draft: Draft, player: str, deed: Deed) -> None:
    """Ask for a roll if rent is due (FLOW-19)."""
    owner = draft.game.owner(deed.key)
    if draft.game.edition.superseded or not rent.lands_free(draft, owner, player, deed):
        draft.emit(Asked(CardThrow(player, deed.key, owner)))


def _go_back(draft: Draft, player: str, card: Card) -> None:
    here = draft.game.players[player].space
    movement.go_back_to(draft, player, (here - card.spaces) % SPACES)


def _go_back_to(draft: Draft, player: str, card: Card) -> None:
    movement.go_back_to(draft, player, draft.game.board.position_of(card.to))


def _collect(draft: Draft, player: str, card: Card) -> None:
    draft.emit(Paid(BANK, player, card.amount, "card"))


def _pay(draft: Draft, player: str, card: Card) -> None:
    fine(draft, player, card.amount, "card")


def _collect_from_each(draft: Draft, player: str, card: Card) -> None:
    """Collect from everybody, starting to the left of the drawer (FLOW-3).

    Players who cannot pay owe the amount.
    """
    for other in draft.game.left_of(player)[:-1]:
        charge(draft, other, player, card.amount, "card")


def _pay_each(draft: Draft, player: str, card: Card) -> None:
    for other in draft.game.left_of(player)[:-1]:
        charge(draft, player, other, card.amount, "card")


def _repairs(draft: Draft, player: str, card: Card) -> None:
    buildings = [h.buildings for h in draft.game.holdings.values() if h.owner == player]
    houses = sum(count for count in buildings if count < HOTEL)
    due = card.per_house * houses + card.per_hotel * buildings.count(HOTEL)
    fine(draft, player, due, "card")


def _jail_card(draft: Draft, player: str, card: Card) -> None:
    """Give the player the card, to be kept until used or sold (CARD-2)."""
    draft.emit(JailCardPassed(card.pack, BANK, player))


def _fine_or_chance(draft: Draft, player: str, card: Card) -> None:
    draft.emit(Asked(FineOrChance(player, card.amount)))


_EFFECTS: dict[str, Callable[[Draft, str, Card], None]] = {
    "advance": _advance,
    "advance_to_nearest": _advance_to_nearest,
    "collect": _collect,
    "pay": _pay,
    "collect_from_each": _collect_from_each,
    "pay_each": _pay_each,
    "repairs": _repairs,
    "go_back": _go_back,
    "go_back_to": _go_back_to,
    "go_to_jail": lambda draft, player, card: go_to_jail(draft, player),
    "jail_card": _jail_card,
    "fine_or_chance": _fine_or_chance,
}
