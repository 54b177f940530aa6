"""Grammar: the form of every move and effect, and parsing and formatting by them."""

import re
from dataclasses import replace
from functools import lru_cache

from companion.engine import moves, rulings
from companion.engine.board import Board
from companion.engine.moves import Move
from companion.engine.notation.tokens import (
    Form,
    NotationError,
    NotationWords,
    read_form,
    write_form,
)
from companion.engine.problems import InputProblem
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
    Form(moves.SellDeed, "{player} sells {deed} back"),
    Form(moves.Mortgage, "{player} mortgages {deed}"),
    Form(moves.Unmortgage, "{player} lifts {deed}"),
    Form(moves.KeepMortgage, "{player} keeps mortgage on {deed}"),
    Form(moves.OfferTrade, "{player} offers {other} {gives} for {wants}"),
    Form(moves.AcceptTrade, "{player} accepts"),
    Form(moves.RefuseTrade, "{player} refuses"),
    Form(moves.WithdrawTrade, "{player} withdraws"),
    Form(moves.PayOff, "{player} pays off {lender}"),
    Form(moves.HandOverDeed, "{player} hands over {deed}"),
    Form(moves.PutUpDeed, "{player} puts up {deed}"),
    Form(moves.DeclareBankruptcy, "{player} goes bankrupt"),
    Form(moves.LeaveGame, "{player} leaves"),
    Form(moves.EndByTime, "time is up"),
    Form(moves.Undo, "undo"),
    Form(moves.Undo, "undo {count}"),
)
EFFECTS = (
    # New names could be part of other forms.
    Form(rulings.Rename, "{player} is called {name}"),
    Form(rulings.Replace, "{player} is replaced by {name}"),
    Form(rulings.Join, "{name} joins"),
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
    Form(rulings.SetLoan, "{borrower} owes {lender} {instalments}"),
    Form(rulings.SetDebt, "{debtor} owes {creditor} {amount}"),
    Form(rulings.SetDoubles, "{player} has thrown {count} doubles"),
    Form(rulings.SetPromise, "{player} lands free on {deed} {times}"),
    Form(rulings.RemovePlayer, "{player} is out"),
    Form(rulings.ClearClaims, "no claims"),
)
_RULING = re.compile(r"ruling:\s*(?P<effects>.*?)\s*(?:\((?P<note>[^()]*)\))?", re.IGNORECASE)


@lru_cache(maxsize=4096)  # The same lines occur again and again.
def parse_move(text: str, setup: Setup) -> Move:
    """Parse one line as a move.

    Raises NotationError, with the expected form, if the line is not a move.
    """
    return read_move(" ".join(text.split()), NotationWords(setup.players, setup.board))


def read_move(line: str, words: NotationWords) -> Move:
    """Read a line with single spaces as a move. Raises NotationError."""
    if ruling := _RULING.fullmatch(line):
        effects = tuple(_read_effects(ruling["effects"], words))
        return moves.Rule(effects, (ruling["note"] or "").strip())
    move: Move = read_form(
        MOVES,
        words,
        line,
        InputProblem.INVALID_MOVE,
        InputProblem.UNKNOWN_MOVE,
        InputProblem.NOT_A_PLAYER,
    )
    return move


def format_move(move: Move, board: Board) -> str:
    """Return the canonical line of ``move``.

    Parsing that line returns an equal move.
    """
    if isinstance(move, moves.Rule):
        return f"ruling: {format_effects(move, board)}"
    return write_form(MOVES, NotationWords((), board), move)


def format_effects(ruling: moves.Rule, board: Board) -> str:
    """Return the effects of a ruling and its note, as the line of the ruling has them."""
    words = NotationWords((), board)
    effects = "; ".join(write_form(EFFECTS, words, effect) for effect in ruling.effects)
    # An effect may end in a name such as "Ann (left)", which looks like a note. An empty note
    # after it prevents that.
    has_note = ruling.note or effects.endswith(")")
    return effects + (f" ({ruling.note})" if has_note else "")


def _read_effects(text: str, words: NotationWords) -> list[Effect]:
    """Parse effects that are separated by semicolons.

    A player's name may contain semicolons. Each effect therefore takes as few pieces as make a
    valid effect.
    """
    pieces = text.split(";")
    names = (*words.players, *(space.name for space in words.board.spaces))
    # An effect names at most two things.
    max_pieces = 1 + 2 * max(name.count(";") for name in names)
    effects: list[Effect] = []
    start = 0
    while start < len(pieces):
        effect, length = _read_effect(pieces[start : start + max_pieces], words)
        effects.append(effect)
        start += length
        words = _words_after(effect, words)
    return effects


def _words_after(effect: Effect, words: NotationWords) -> NotationWords:
    """Return the words of the next effect: somebody may have come, or have another name."""
    match effect:
        case rulings.Join(name):
            return replace(words, players=(*words.players, name))
        case rulings.Rename(player, name):
            others = (name if other == player else other for other in words.players)
            return replace(words, players=tuple(others))
    return words


def _read_form(text: str, words: NotationWords) -> Effect:
    effect: Effect = read_form(
        EFFECTS,
        words,
        text,
        InputProblem.INVALID_EFFECT,
        InputProblem.UNKNOWN_EFFECT,
        InputProblem.NOT_RULED_ON,
    )
    return effect


def _read_effect(pieces: list[str], words: NotationWords) -> tuple[Effect, int]:
    """Parse the first effect, and return it with the number of pieces it takes."""
    if not "".join(pieces).strip():
        raise NotationError(InputProblem.EMPTY_RULING)
    first_error: NotationError | None = None
    for length in range(1, len(pieces) + 1):
        try:
            effect = _read_form(";".join(pieces[:length]).strip(), words)
        except NotationError as error:
            first_error = first_error or error
        else:
            return effect, length
    assert first_error is not None
    raise first_error
