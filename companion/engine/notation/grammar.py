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
    Form(moves.RollForStart, "{player} opens {dice}{by_tray}"),
    Form(moves.Roll, "{player} throws {dice}{by_tray}"),
    Form(moves.Buy, "{player} buys"),
    Form(moves.Decline, "{player} declines"),
    Form(moves.Bid, "{player} bids {amount}"),
    Form(moves.Pass, "{player} passes"),
    Form(moves.CloseAuction, "sold"),
    Form(moves.CollectRent, "{player} collects rent"),
    Form(moves.CollectRent, "{player} collects rent from {payer}"),
    Form(moves.PayFlatTax, "{player} pays flat tax"),
    Form(moves.PayTenPercent, "{player} pays ten percent"),
    Form(moves.PayFine, "{player} pays fine"),
    Form(moves.PayDebt, "{player} pays"),
    Form(moves.UseJailCard, "{player} plays jail card"),
    Form(moves.TakeChance, "{player} takes a chance"),
    Form(moves.DrawCard, "{player} draws {card}"),
    Form(moves.Build, "{player} builds on {deeds}"),
    Form(moves.ClaimBuilding, "{player} claims"),
    Form(moves.WaiveBuilding, "{player} waives"),
    Form(moves.PlaceBuilding, "{player} places on {deed}"),
    Form(moves.Sell, "{player} sells from {deed}"),
    Form(moves.SellHotels, "{player} sells hotels of {group}"),
    Form(moves.SellDown, "{player} sells {group} down to {houses}"),
    Form(moves.Mortgage, "{player} mortgages {deed}"),
    Form(moves.Unmortgage, "{player} lifts {deed}"),
    Form(moves.KeepMortgage, "{player} keeps mortgage on {deed}"),
    Form(moves.OfferTrade, "{player} offers {other} {gives} for {wants}"),
    Form(moves.AcceptTrade, "{player} accepts"),
    Form(moves.RefuseTrade, "{player} refuses"),
    Form(moves.WithdrawTrade, "{player} withdraws"),
    Form(moves.HandOverDeed, "{player} hands over {deed}"),
    Form(moves.PutUpDeed, "{player} puts up {deed}"),
    Form(moves.DeclareBankruptcy, "{player} goes bankrupt"),
    Form(moves.LeaveGame, "{player} leaves"),
    Form(moves.EndByTime, "time is up"),
    Form(moves.Undo, "undo"),
    Form(moves.Undo, "undo {count}"),
)
EFFECTS = (
    Form(rulings.SetCash, "{player} has {amount}"),
    Form(rulings.MoveCash, "{payee} receives {amount} from {payer}"),
    Form(rulings.MoveCash, "{payer} pays {amount} to {payee}"),
    Form(rulings.SetOwner, "{owner} owns {deed}"),
    Form(rulings.SetBuildings, "{deed} carries {buildings}"),
    Form(rulings.SetMortgaged, "{deed} is not mortgaged", {"mortgaged": False}),
    Form(rulings.SetMortgaged, "{deed} is mortgaged", {"mortgaged": True}),
    Form(rulings.MoveToken, "{player} stands on {space}"),
    Form(rulings.SetJail, "{player} is in jail", {"turn": 1}),
    Form(rulings.SetJail, "{player} is out of jail", {"turn": 0}),
    Form(rulings.SetJail, "{player} is in jail, turn {turn}"),
    Form(rulings.SetJailCard, "{holder} holds {pack} jail card"),
    Form(rulings.SetTurn, "{player} has the dice"),
    Form(rulings.SetDoubles, "{player} has thrown {count} doubles"),
    Form(rulings.RemovePlayer, "{player} is out"),
    Form(rulings.ClearClaims, "no claims"),
)
_RULING = re.compile(r"ruling:\s*(?P<effects>.*?)\s*(?:\((?P<note>[^()]*)\))?", re.IGNORECASE)


@lru_cache(maxsize=4096)  # The same things are said again and again.
def parse_move(text: str, setup: Setup) -> Move:
    """The move that a line means. Raises NotationError, which says what was expected."""
    words = Words(setup.players, setup.board)
    line = " ".join(text.split())
    if ruling := _RULING.fullmatch(line):
        effects = tuple(_read_effects(ruling["effects"], words))
        return moves.Rule(effects, (ruling["note"] or "").strip())
    move: Move = read_form(MOVES, words, line, "move")
    return move


def format_move(move: Move, board: Board) -> str:
    """The canonical line of ``move``: ``parse_move`` of it is ``move`` again."""
    words = Words((), board)
    if isinstance(move, moves.Rule):
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
