"""Refusals: what is refused, why, and what would make it legal, in one sentence for each reason."""

from companion.app.wording.figures import counted, listed, money
from companion.app.wording.names import deed_name, pack_name
from companion.app.wording.prompts import THE_BANK, creditor_name
from companion.engine.phases import (
    Auction,
    CardThrow,
    FineOrChance,
    Opening,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToSettle,
)
from companion.engine.refusal import IllegalMove, Reason
from companion.engine.state import BANK, Game

REFUSALS = {
    Reason.NO_SUCH_PLAYER: "Nobody here is called {player}: at the table are {players}.",
    Reason.PLAYER_IS_OUT: "{player} is out of the game and cannot move: only Undo goes back there.",
    Reason.NOT_YOUR_OPENING: "Not yet: these are the throws for who starts, and {turn} is next.",
    Reason.OPENING_DONE: "Who starts is settled: {dice} has the dice and throws for the turn.",
    Reason.NOT_YOUR_TURN: "{player} cannot throw yet: {turn} has the dice until this turn is over.",
    Reason.ANSWER_FIRST: "That has to wait: first {waiting}.",
    Reason.NOT_NOW: "That has to wait: first {waiting}.",
    Reason.GAME_IS_OVER: "The game is over: only Undo goes back into it.",
    Reason.NOTHING_TO_BUY: "{player} has nothing to buy: first land on a deed that nobody owns.",
    Reason.CANNOT_AFFORD_DEED: (
        "{player} has {cash} and {deed} costs {amount}: raise {short} more or let it be auctioned."
    ),
    Reason.NOTHING_TO_DECLINE: (
        "{player} has nothing to decline: first land on a deed that nobody owns."
    ),
    Reason.NO_AUCTION: (
        "Nothing is being auctioned: an auction begins when somebody lands on a deed and does not "
        "buy it."
    ),
    Reason.BID_TOO_LOW: "{amount} is too low: bid {least} or more.",
    Reason.CANNOT_AFFORD_BID: (
        "{player} has {cash} and cannot bid {amount}: raise {short} more or pass."
    ),
    Reason.HAS_PASSED: "{player} has passed, which is final: bid again in the next auction.",
    Reason.LEADS_AUCTION: "{player} leads with {bid}: wait until somebody bids more.",
    Reason.NO_CLAIM: (
        "{player} has no rent to collect{of_payer}: ask when somebody has landed on a deed of "
        "{player}'s, before the second player after that {lapses}."
    ),
    Reason.NO_DEBT: "{player} owes nothing, so there is nothing to pay.",
    Reason.CANNOT_PAY_DEBT: (
        "{player} has {cash} and owes {creditor} {amount}: raise {short} more, then pay."
    ),
    Reason.NO_CARD_TO_DRAW: "{player} has no card to draw: first land on {chance} or {chest}.",
    Reason.NOT_IN_PACK: "There is no such card in {pack}: tap one of the cards shown.",
    Reason.CARD_IS_HELD: "{holder} holds that card of {pack}: tap the one that was really drawn.",
    Reason.NO_TAX_CHOICE: (
        "{player} has no income tax to choose: the choice comes on landing there."
    ),
    Reason.NOT_IN_JAIL: (
        "{player} has no fine to pay: it leads out of jail, on one's own turn, before throwing."
    ),
    Reason.FINE_TOO_LATE: (
        "It is turn {turn} in jail, too late for {player} to pay first: throw, and pay "
        "{fine} only without doubles."
    ),
    Reason.CANNOT_AFFORD_FINE: (
        "{player} has {cash} and the fine is {amount}: raise {short} more or throw for doubles."
    ),
    Reason.NO_USE_FOR_JAIL_CARD: (
        "{player} cannot use a jail card now: it leads out of jail, on one's own turn, before "
        "throwing."
    ),
    Reason.NO_JAIL_CARD: "{player} holds no jail card: throw for doubles, or get a card first.",
    Reason.NO_CHANCE_OFFERED: (
        "{player} cannot take a Chance card: only a card that says “fine or Chance” offers it."
    ),
    Reason.NOTHING_TO_UNDO: "There {standing} to take back: undo no more than that.",
    Reason.IMPOSSIBLE_RULING: (
        "That ruling cannot stand: {problem}. Change it so that everything still adds up."
    ),
}

WAITING: dict[type[object], str] = {
    Opening: "{next} throws for who starts",
    ToBuy: "{player} buys {deed} or lets it be auctioned",
    Auction: "the auction of {deed} has to end",
    ToDraw: "{player} draws a card of {pack}",
    CardThrow: "{player} throws for the rent of {deed}",
    FineOrChance: "{player} pays the fine or takes a Chance card",
    TaxChoice: "{player} chooses how to pay the income tax",
    ToSettle: "{debtor} pays {creditor} {debt}",
}
"""What must happen before anything else, by what the table is doing."""

WAITING_OTHERWISE = "what was begun has to end"
LAPSES = {"throw": "throws", "receive": "has the dice"}
OF_PAYER = " from {payer}"
STANDING = {0: "is nothing", 1: "is only {moves}", 2: "are only {moves}"}
"""None, one, several moves that still stand."""


def refused(error: IllegalMove, game: Game) -> str:
    """One plain sentence for people at a table; ``game`` is the position that refused."""
    sentence = REFUSALS.get(error.reason)
    if sentence is None:
        return f"{error.reason.meaning[0].upper()}{error.reason.meaning[1:]}."
    return sentence.format(**_fields(error, game))


def _fields(error: IllegalMove, game: Game) -> dict[str, object]:
    facts = error.facts
    fields = _of_the_game(error, game) | facts | _sums(facts, game.board.currency)
    if "deed" in facts:
        fields["deed"] = deed_name(game.board, str(facts["deed"]))
    if "pack" in facts:
        fields["pack"] = pack_name(game.board, str(facts["pack"]))
        fields["holder"] = game.jail_card_holder(str(facts["pack"]))
    if facts.get("creditor") == BANK:
        fields["creditor"] = THE_BANK
    if facts.get("payer"):
        fields["of_payer"] = OF_PAYER.format(payer=facts["payer"])
    if "problem" in facts:
        fields["problem"] = str(facts["problem"]).format(**fields)
    return fields


def _of_the_game(error: IllegalMove, game: Game) -> dict[str, object]:
    """What a sentence may say besides the facts of its refusal."""
    return {
        "players": listed(list(game.players)),
        "dice": game.turn.player,
        "waiting": waiting(error.facts.get("phase", game.phase), game),
        "chance": pack_name(game.board, "chance"),
        "chest": pack_name(game.board, "community_chest"),
        "fine": money(game.board.fine, game.board.currency),
        "lapses": LAPSES[game.edition.claim_lapses],
        "of_payer": "",
        "standing": _standing(game) if error.reason is Reason.NOTHING_TO_UNDO else "",
    }


def _sums(facts: dict[str, object], currency: str) -> dict[str, object]:
    sums = {key: fact for key, fact in facts.items() if isinstance(fact, int)}
    if "amount" in sums and "cash" in sums:
        sums["short"] = sums["amount"] - sums["cash"]
    if "bid" in sums:
        sums["least"] = sums["bid"] + 1
    kinds = ("amount", "cash", "short", "bid", "least")
    return {key: money(sums[key], currency) for key in kinds if key in sums}


def _standing(game: Game) -> str:
    """How many moves could be taken back (FLOW-7)."""
    count, before = 0, game
    while before.past:
        count, before = count + 1, before.past.before
    return STANDING[min(count, 2)].format(moves=counted(count, "move"))


def waiting(phase: object, game: Game) -> str:
    """What has to happen first."""
    fields: dict[str, object] = {"player": getattr(phase, "player", "")}
    if isinstance(phase, Opening):
        fields["next"] = phase.waiting[0]
    if isinstance(phase, ToBuy | Auction | CardThrow):
        fields["deed"] = deed_name(game.board, phase.deed)
    if isinstance(phase, ToDraw):
        fields["pack"] = pack_name(game.board, phase.pack)
    if isinstance(phase, ToSettle):
        debt = game.debts[0]
        fields["debtor"], fields["creditor"] = debt.debtor, creditor_name(debt.creditor)
        fields["debt"] = money(debt.amount, game.board.currency)
    return WAITING.get(type(phase), WAITING_OTHERWISE).format(**fields)
