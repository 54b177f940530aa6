"""What each kind of expectation checks: read from its fields once, then asked of positions."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.engine import valuation
from companion.engine.decide import refusal
from companion.engine.limits import quoted
from companion.engine.notation.grammar import parse_move
from companion.engine.notation.tokens import FIELDS, SUM, NotationError, Words
from companion.engine.phases import Auction, CardThrow, Opening, Over
from companion.engine.state import BANK, POT, Game, Setup

Holds = Callable[[Game], str]
"""Says what is so when the expectation does not hold, and nothing when it does."""
Fields = dict[str, str]


def _sum(text: str) -> int:
    if not re.fullmatch(SUM, text):
        raise NotationError(f"{quoted(text)}: expected a sum such as $1440")
    return int(text[1:])


def _unless(so: bool, otherwise: str) -> str:
    return "" if so else otherwise


def _balances(words: Words, setup: Setup, f: Fields) -> Holds:
    wanted = {}
    for part in f["balances"].split(","):
        name, _, amount = part.strip().rpartition(" ")
        wanted[words.seat(name)] = _sum(amount)

    def holds(game: Game) -> str:
        wrong = (n for n, amount in wanted.items() if game.players[n].cash != amount)
        return ", ".join(f"{name} has ${game.players[name].cash}" for name in wrong)

    return holds


def _owns(words: Words, setup: Setup, f: Fields) -> Holds:
    owner, deed = words.player(f["owner"]), words.deed(f["deed"])
    return lambda game: _unless(game.owner(deed) == owner, f"{game.owner(deed)} owns it")


def _carries(words: Words, setup: Setup, f: Fields) -> Holds:
    buildings = FIELDS["buildings"]
    deed, wanted = words.deed(f["deed"]), buildings.read(words, f["buildings"])

    def holds(game: Game) -> str:
        holding = game.holdings.get(deed)
        count = holding.buildings if holding else 0
        return _unless(count == wanted, f"it carries {buildings.write(words, count)}")

    return holds


def _mortgaged(wanted: bool) -> Callable[[Words, Setup, Fields], Holds]:
    def check(words: Words, setup: Setup, f: Fields) -> Holds:
        deed = words.deed(f["deed"])

        def holds(game: Game) -> str:
            holding = game.holdings.get(deed)
            so = bool(holding and holding.mortgaged)
            return _unless(so == wanted, "it is mortgaged" if so else "it is not mortgaged")

        return holds

    return check


def _stock(words: Words, setup: Setup, f: Fields) -> Holds:
    wanted = re.fullmatch(r"([0-9]{1,9}) houses?, ([0-9]{1,9}) hotels?", f["stock"], re.IGNORECASE)
    if wanted is None:
        raise NotationError(f"{quoted(f['stock'])}: expected such as '29 houses, 12 hotels'")

    def holds(game: Game) -> str:
        so = (game.houses_in_bank(), game.hotels_in_bank())
        same = so == (int(wanted[1]), int(wanted[2]))
        return _unless(same, f"it has {so[0]} houses, {so[1]} hotels")

    return holds


def _on(words: Words, setup: Setup, f: Fields) -> Holds:
    player = words.seat(f["player"])
    numbered = f["space"].lower().startswith("space ")
    wanted = [words.space(f["space"])] if numbered else words.spaces(f["space"])

    def holds(game: Game) -> str:
        here = game.players[player].space
        return _unless(here in wanted, f"the token is on {words.written_space(here)}")

    return holds


def _in_jail(wanted: bool) -> Callable[[Words, Setup, Fields], Holds]:
    def check(words: Words, setup: Setup, f: Fields) -> Holds:
        player = words.seat(f["player"])

        def holds(game: Game) -> str:
            so = bool(game.players[player].jail_turn)
            return _unless(so == wanted, f"{player} is {'' if so else 'not '}in jail")

        return holds

    return check


def _dice(words: Words, setup: Setup, f: Fields) -> Holds:
    player = words.seat(f["player"])

    def holds(game: Game) -> str:
        phase = game.phase
        asked = phase.waiting[0] if isinstance(phase, Opening) else game.turn.player
        has = phase.player if isinstance(phase, CardThrow) else asked
        return _unless(has == player, f"{has} has them")

    return holds


def _claim(words: Words, setup: Setup, f: Fields) -> Holds:
    wanted = (words.player(f["owner"]), words.player(f["payer"]), _sum(f["amount"]))

    def holds(game: Game) -> str:
        return _unless(wanted in {(c.owner, c.payer, c.amount) for c in game.claims}, _open(game))

    return holds


def _open(game: Game) -> str:
    claims = [f"{c.owner} from {c.payer} ${c.amount}" for c in game.claims]
    return "open claims: " + (", ".join(claims) or "none")


def _no_claim(words: Words, setup: Setup, f: Fields) -> Holds:
    return lambda game: _unless(not game.claims, _open(game))


def _owes(words: Words, setup: Setup, f: Fields) -> Holds:
    wanted = (words.player(f["player"]), words.player(f["creditor"]), _sum(f["amount"]))

    def holds(game: Game) -> str:
        return _unless(wanted in _debts(game), _due(game))

    return holds


def _debts(game: Game) -> list[tuple[str, str, int]]:
    """Who owes whom how much; what goes to the pot is owed to the bank, who keeps it."""
    return [(d.debtor, BANK if d.creditor == POT else d.creditor, d.amount) for d in game.debts]


def _due(game: Game) -> str:
    debts = [f"{debtor} owes {creditor} ${amount}" for debtor, creditor, amount in _debts(game)]
    return "debts: " + (", ".join(debts) or "none")


def _no_debt(words: Words, setup: Setup, f: Fields) -> Holds:
    return lambda game: _unless(not game.debts, _due(game))


def _auction(words: Words, setup: Setup, f: Fields) -> Holds:
    deed = words.deed(f["deed"])
    return lambda game: _unless(_lot(game) == deed, f"auctioned is {_lot(game) or 'nothing'}")


def _no_auction(words: Words, setup: Setup, f: Fields) -> Holds:
    return lambda game: _unless(not _lot(game), f"auctioned is {_lot(game)}")


def _lot(game: Game) -> str:
    return game.phase.deed if isinstance(game.phase, Auction) else ""


def _high_bid(words: Words, setup: Setup, f: Fields) -> Holds:
    wanted = (words.seat(f["player"]), _sum(f["amount"]))

    def holds(game: Game) -> str:
        if not isinstance(game.phase, Auction):
            return "nothing is being auctioned"
        so = (game.phase.bidder, game.phase.bid)
        return _unless(so == wanted, f"the high bid is {so[0] or 'none'} ${so[1]}")

    return holds


def _worth(words: Words, setup: Setup, f: Fields) -> Holds:
    player, wanted = words.seat(f["player"]), _sum(f["amount"])

    def holds(game: Game) -> str:
        worth = valuation.worth(game, player)
        return _unless(worth == wanted, f"{player} is worth ${worth}")

    return holds


def _out(words: Words, setup: Setup, f: Fields) -> Holds:
    player = words.seat(f["player"])
    return lambda game: _unless(game.players[player].out, f"{player} is in the game")


def _winner(words: Words, setup: Setup, f: Fields) -> Holds:
    wanted = {words.seat(name.strip()) for name in f["players"].split(",")}

    def holds(game: Game) -> str:
        won = game.phase.winners if isinstance(game.phase, Over) else ()
        return _unless(set(won) == wanted, f"won has {', '.join(won) or 'nobody yet'}")

    return holds


def _over(words: Words, setup: Setup, f: Fields) -> Holds:
    return lambda game: _unless(isinstance(game.phase, Over), "the game goes on")


def _may(wanted: bool) -> Callable[[Words, Setup, Fields], Holds]:
    def check(words: Words, setup: Setup, f: Fields) -> Holds:
        move = parse_move(f["move"], setup)

        def holds(game: Game) -> str:
            refused = refusal(game, move)
            why = f"{refused.reason.clause}: {refused.reason.meaning}" if refused else "it is legal"
            return _unless((refused is None) == wanted, why)

        return holds

    return check


# In this order: a line is the first of these that fits.
CHECKS: dict[str, Callable[[Words, Setup, Fields], Holds]] = {
    "expect may not {move}": _may(False),
    "expect may {move}": _may(True),
    "expect no claim": _no_claim,
    "expect no debt": _no_debt,
    "expect no auction": _no_auction,
    "expect over": _over,
    "expect dice with {player}": _dice,
    "expect winner {players}": _winner,
    "expect high bid {player} {amount}": _high_bid,
    "expect claim {owner} from {payer} {amount}": _claim,
    "expect auction {deed}": _auction,
    "expect {deed} carries {buildings}": _carries,
    "expect {deed} not mortgaged": _mortgaged(False),
    "expect {deed} mortgaged": _mortgaged(True),
    "expect {player} not in jail": _in_jail(False),
    "expect {player} in jail": _in_jail(True),
    "expect {player} out": _out,
    "expect {owner} owns {deed}": _owns,
    "expect {player} owes {creditor} {amount}": _owes,
    "expect {player} worth {amount}": _worth,
    "expect {player} on {space}": _on,
    "expect bank {stock}": _stock,
    "expect {balances}": _balances,
}


@dataclass(frozen=True, slots=True)
class Expectation:
    """One ``expect`` or ``refused`` line."""

    text: str
    holds: Holds


def parse_expectation(text: str, setup: Setup) -> Expectation:
    """What an ``expect …`` or ``refused CLAUSE: …`` line checks. Raises NotationError."""
    line = " ".join(text.split())
    if refused := re.fullmatch(r"refused ([A-Z]+-\d+): (.+)", line, re.IGNORECASE):
        move = parse_move(refused[2], setup)
        return Expectation(line, lambda game: _refused(game, refused[1].upper(), move))
    words = Words(setup.players, setup.board)
    unread: NotationError | None = None
    for template, check in CHECKS.items():
        if match := re.fullmatch(_pattern(template), line, re.IGNORECASE):
            try:
                return Expectation(line, check(words, setup, match.groupdict()))
            except NotationError as error:
                # A player may be called May: what fits one check may be meant for another.
                unread = unread or error
    raise unread or NotationError(
        f"{quoted(line)} checks nothing known; expected such as 'expect Ann $1440', "
        "'expect dice with Bob' or 'refused BLD-2: Ann builds on Baltic Avenue'"
    )


def _pattern(template: str) -> str:
    named = {name: FIELDS[name].pattern for name in ("buildings",)}
    parts = re.split(r"\{(\w+)\}", template)
    out = re.escape(parts[0]) if parts else ""
    for name, literal in zip(parts[1::2], parts[2::2], strict=True):
        out += f"(?P<{name}>{named.get(name, '.+')})" + re.escape(literal)
    return out


def _refused(game: Game, clause: str, move: object) -> str:
    refused = refusal(game, move)  # type: ignore[arg-type]
    if refused is None:
        return "the move is legal"
    named = refused.reason.clause
    return "" if named == clause else f"it is refused by {named}: {refused.reason.meaning}"
