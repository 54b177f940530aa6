"""What is true of every position, whoever does what: a list of laws, each a function."""

from collections import Counter
from collections.abc import Callable

from companion.engine.board import HOTEL, Kind
from companion.engine.phases import Auction
from companion.engine.sentence import Sentence
from companion.engine.state import BANK, Game


def cash_is_never_negative(game: Game) -> list[Sentence]:
    """Nobody has less than nothing; what cannot be paid is a debt."""
    short = [
        Sentence("{name} has ${amount} less than nothing", name=p.name, amount=-p.cash)
        for p in game.players.values()
        if p.cash < 0
    ]
    return short + ([Sentence("the pot is negative")] if game.pot < 0 else [])


def buildings_are_in_the_box(game: Game) -> list[Sentence]:
    """SET-8: there are no more houses and hotels than the bank had."""
    if game.edition.unlimited_buildings:
        return []
    stock = {
        "{count} houses too many are built": game.houses_in_bank(),
        "{count} hotels too many are built": game.hotels_in_bank(),
    }
    return [Sentence(template, count=-left) for template, left in stock.items() if left < 0]


def buildings_asked_about_are_in_the_box(game: Game) -> list[Sentence]:
    """FLOW-6: what is bid for, or won and not placed yet, is still there to be placed."""
    if game.edition.unlimited_buildings:
        return []
    stock = {"house": game.houses_in_bank(), "hotel": game.hotels_in_bank()}
    asked = [getattr(phase, "building", "") for phase in game.pending]
    return [
        Sentence(f"the bank has no {name} for those who want it")
        for name, left in stock.items()
        if name in asked and not left
    ]


def buildings_stand_on_open_lots(game: Game) -> list[Sentence]:
    """BLD-1, BLD-5: only a street that is not mortgaged carries buildings, at most a hotel."""
    return [
        Sentence("{street} cannot carry the buildings on it", street=game.board.deeds[key].name)
        for key, holding in game.holdings.items()
        if holding.buildings
        and (
            game.board.deeds[key].kind is not Kind.STREET
            or holding.mortgaged
            or game.setup.top_houses < holding.buildings < HOTEL
            or holding.buildings > HOTEL
        )
    ]


def deeds_have_players(game: Game) -> list[Sentence]:
    """Whoever owns a deed is in the game."""
    return [
        Sentence(
            "{street} is owned by {name}, who is not in the game",
            street=game.board.deeds[key].name,
            name=holding.owner,
        )
        for key, holding in game.holdings.items()
        if holding.owner not in game.players or game.players[holding.owner].out
    ]


def jail_cards_exist_once(game: Game) -> list[Sentence]:
    """CARD-2: each pack has one."""
    held = Counter(pack for player in game.players.values() for pack in player.jail_cards)
    return [
        Sentence("{count} jail cards of {pack} are held", count=count, pack=pack)
        for pack, count in held.items()
        if count > 1
    ]


def prisoners_are_in_jail(game: Game) -> list[Sentence]:
    """Whoever has turns to sit stands on the jail space."""
    return [
        Sentence("{name} is in jail on space {space}", name=p.name, space=p.space)
        for p in game.players.values()
        if p.jail_turn and game.board.spaces[p.space].kind is not Kind.JAIL
    ]


def whoever_is_out_has_nothing(game: Game) -> list[Sentence]:
    """BANK-5: a player who left keeps neither money nor cards, claims nor debts."""
    out = {p.name for p in game.players.values() if p.out}
    if not out:
        return []
    rich = [p.name for p in game.players.values() if p.out and (p.cash or p.jail_cards)]
    parties = {name for c in game.claims for name in (c.owner, c.payer)}
    parties |= {name for d in game.debts for name in (d.debtor, d.creditor)} - {BANK}
    return [
        Sentence("{name} is out and still has something", name=name)
        for name in [*rich, *(parties & out)]
    ]


def whoever_is_out_waits_for_nothing(game: Game) -> list[Sentence]:
    """BANK-5: a player who left neither sits in jail nor holds dice that are to be thrown."""
    sits = [p.name for p in game.players.values() if p.out and p.jail_turn]
    holds = [game.turn.player] if game.turn.to_throw else []
    return [
        Sentence("{name} is out and still has a turn to come", name=name)
        for name in [*sits, *(name for name in holds if game.players[name].out)]
    ]


def bids_are_covered(game: Game) -> list[Sentence]:
    """BUY-4: whoever has bid highest has the cash for it."""
    return [
        Sentence(
            "{name} has bid ${amount} and must be able to pay it",
            name=phase.bidder,
            amount=phase.bid,
        )
        for phase in game.pending
        if isinstance(phase, Auction)
        and phase.bidder
        and game.players[phase.bidder].cash < phase.bid
    ]


LAWS: tuple[Callable[[Game], list[Sentence]], ...] = (
    cash_is_never_negative,
    buildings_are_in_the_box,
    buildings_asked_about_are_in_the_box,
    buildings_stand_on_open_lots,
    deeds_have_players,
    jail_cards_exist_once,
    prisoners_are_in_jail,
    whoever_is_out_has_nothing,
    whoever_is_out_waits_for_nothing,
    bids_are_covered,
)


def broken(game: Game) -> list[Sentence]:
    """What does not hold in ``game``, a sentence each; empty in every position of a sound game."""
    return [fault for law in LAWS for fault in law(game)]
