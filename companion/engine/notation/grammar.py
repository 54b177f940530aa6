"""Moves as lines: the table of forms, one row for each line of the notation."""

import re
from functools import lru_cache

from companion.engine import moves, rulings
from companion.engine.board import Board
from companion.engine.moves import Move
from companion.engine.notation.tokens import Form, NotationError, Words, read_form, write_form
from companion.engine.rulings import Effect
from companion.engine.state import Setup

MOVES = (
    Form(moves.Opens, "{player} opens {dice}{by_tray}"),
    Form(moves.Throws, "{player} throws {dice}{by_tray}"),
    Form(moves.Buys, "{player} buys"),
    Form(moves.Declines, "{player} declines"),
    Form(moves.Bids, "{player} bids {amount}"),
    Form(moves.Passes, "{player} passes"),
    Form(moves.Sold, "sold"),
    Form(moves.Collects, "{player} collects rent"),
    Form(moves.Collects, "{player} collects rent from {payer}"),
    Form(moves.PaysFlatTax, "{player} pays flat tax"),
    Form(moves.PaysTenPercent, "{player} pays ten percent"),
    Form(moves.PaysFine, "{player} pays fine"),
    Form(moves.Pays, "{player} pays"),
    Form(moves.PlaysJailCard, "{player} plays jail card"),
    Form(moves.TakesChance, "{player} takes a chance"),
    Form(moves.Draws, "{player} draws {card}"),
    Form(moves.Builds, "{player} builds on {deeds}"),
    Form(moves.Claims, "{player} claims"),
    Form(moves.Waives, "{player} waives"),
    Form(moves.Places, "{player} places on {deed}"),
    Form(moves.Sells, "{player} sells from {deed}"),
    Form(moves.SellsHotels, "{player} sells hotels of {group}"),
    Form(moves.SellsDown, "{player} sells {group} down to {houses}"),
    Form(moves.Mortgages, "{player} mortgages {deed}"),
    Form(moves.Lifts, "{player} lifts {deed}"),
    Form(moves.KeepsMortgage, "{player} keeps mortgage on {deed}"),
    Form(moves.Offers, "{player} offers {other} {gives} for {wants}"),
    Form(moves.Accepts, "{player} accepts"),
    Form(moves.Refuses, "{player} refuses"),
    Form(moves.Withdraws, "{player} withdraws"),
    Form(moves.HandsOver, "{player} hands over {deed}"),
    Form(moves.PutsUp, "{player} puts up {deed}"),
    Form(moves.GoesBankrupt, "{player} goes bankrupt"),
    Form(moves.Leaves, "{player} leaves"),
    Form(moves.TimeIsUp, "time is up"),
    Form(moves.Undo, "undo"),
    Form(moves.Undo, "undo {count}"),
)
EFFECTS = (
    Form(rulings.HasCash, "{player} has {amount}"),
    Form(rulings.CashGoes, "{payee} receives {amount} from {payer}"),
    Form(rulings.CashGoes, "{payer} pays {amount} to {payee}"),
    Form(rulings.OwnsDeed, "{owner} owns {deed}"),
    Form(rulings.Carries, "{deed} carries {buildings}"),
    Form(rulings.IsMortgaged, "{deed} is not mortgaged", {"mortgaged": False}),
    Form(rulings.IsMortgaged, "{deed} is mortgaged", {"mortgaged": True}),
    Form(rulings.StandsOn, "{player} stands on {space}"),
    Form(rulings.IsInJail, "{player} is in jail", {"turn": 1}),
    Form(rulings.IsInJail, "{player} is out of jail", {"turn": 0}),
    Form(rulings.IsInJail, "{player} is in jail, turn {turn}"),
    Form(rulings.HoldsJailCard, "{holder} holds {pack} jail card"),
    Form(rulings.HasDice, "{player} has the dice"),
    Form(rulings.HasThrownDoubles, "{player} has thrown {count} doubles"),
    Form(rulings.IsOut, "{player} is out"),
    Form(rulings.NoClaims, "no claims"),
)
_RULING = re.compile(r"ruling:\s*(?P<effects>.*?)\s*(?:\((?P<note>[^()]*)\))?", re.IGNORECASE)


@lru_cache(maxsize=4096)  # The same things are said again and again.
def parse_move(text: str, setup: Setup) -> Move:
    """The move that a line means. Raises NotationError, which says what was expected."""
    words = Words(setup.players, setup.board)
    line = " ".join(text.split())
    if ruling := _RULING.fullmatch(line):
        effects = tuple(_read_effects(ruling["effects"], words))
        return moves.Ruling(effects, (ruling["note"] or "").strip())
    move: Move = read_form(MOVES, words, line, "move")
    return move


def format_move(move: Move, board: Board) -> str:
    """The canonical line of ``move``: ``parse_move`` of it is ``move`` again."""
    words = Words((), board)
    if isinstance(move, moves.Ruling):
        effects = "; ".join(write_form(EFFECTS, words, effect) for effect in move.effects)
        # A player's name may end like a note: then an empty one says that it is none.
        noted = move.note or effects.endswith(")")
        return f"ruling: {effects}" + (f" ({move.note})" if noted else "")
    return write_form(MOVES, words, move)


def _read_effects(text: str, words: Words) -> list[Effect]:
    """The effects between the semicolons; a player's name may hold one, so the first piece that
    says something is the first effect."""
    pieces = text.split(";")
    names = (*words.players, *(space.name for space in words.board.spaces))
    # An effect names two things at most.
    most = 1 + 2 * max(name.count(";") for name in names)
    effects: list[Effect] = []
    at = 0
    while at < len(pieces):
        effect, taken = _read_effect(pieces[at : at + most], words)
        effects.append(effect)
        at += taken
    return effects


def _read_effect(pieces: list[str], words: Words) -> tuple[Effect, int]:
    """The effect that begins with the first of ``pieces``, and how many of them it takes."""
    if not "".join(pieces).strip():
        raise NotationError("a ruling needs an effect, such as 'ruling: Ann has $500'")
    unread: NotationError | None = None
    for taken in range(1, len(pieces) + 1):
        try:
            effect: Effect = read_form(EFFECTS, words, ";".join(pieces[:taken]).strip(), "ruling")
        except NotationError as error:
            unread = unread or error
        else:
            return effect, taken
    assert unread is not None
    raise unread
