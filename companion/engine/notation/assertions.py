"""Assertions: the ``expect`` and ``refused`` lines of a record.

``CHECKS`` has one parser for each form of line. A parser reads the fields once and returns a
``Check``, which compares any position with them. It returns the actual value in the words
of the notation: ``Ann $1440``.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engine import valuation
from companion.engine.decide import refusal
from companion.engine.limits import excerpt
from companion.engine.moves import Move
from companion.engine.notation.grammar import parse_move
from companion.engine.notation.tokens import FIELDS, FOR_GOOD, SUM, NotationError, NotationWords
from companion.engine.phases import Auction, CardThrow, Opening, Over
from companion.engine.problems import InputProblem
from companion.engine.rules.loans import agreed
from companion.engine.rulings import Instalments
from companion.engine.state import BANK, POT, Game, Setup

Check = Callable[[Game], str]
"""Return the actual value if the assertion fails, and an empty string if it passes."""
Facts = dict[str, Any]
"""Facts of an assertion by the fields of its form: names, keys of deeds, sums in dollars."""
Parse = Callable[[NotationWords, Facts], Check]


def _sum(words: NotationWords, text: str) -> int:
    if not re.fullmatch(SUM, text):
        raise NotationError(InputProblem.INVALID_SUM, text=excerpt(text))
    return int(text[1:])


def _read_balances(words: NotationWords, text: str) -> dict[str, int]:
    balances = {}
    for part in text.split(","):
        name, _, amount = part.strip().rpartition(" ")
        account = POT if name.lower() == POT else words.seat(name)
        balances[account] = _sum(words, amount)
    return balances


def _read_stock(words: NotationWords, text: str) -> tuple[int, int]:
    stock = re.fullmatch(r"([0-9]{1,9}) houses?, ([0-9]{1,9}) hotels?", text, re.IGNORECASE)
    if stock is None:
        raise NotationError(InputProblem.INVALID_STOCK, text=excerpt(text))
    return int(stock[1]), int(stock[2])


def _read_spaces(words: NotationWords, text: str) -> list[int]:
    return [words.space(text)] if text.lower().startswith("space ") else words.spaces(text)


def _read_seats(words: NotationWords, text: str) -> list[str]:
    return [words.seat(name.strip()) for name in text.split(",")]


READ: dict[str, Callable[[NotationWords, str], Any]] = {
    "player": NotationWords.seat,
    "owner": NotationWords.player,
    "payer": NotationWords.player,
    "creditor": NotationWords.party,
    "borrower": NotationWords.seat,
    "lender": NotationWords.seat,
    "clause": lambda words, text: text.upper(),
    "deed": NotationWords.deed,
    "amount": _sum,
    "buildings": FIELDS["buildings"].read,
    "times": FIELDS["times"].read,
    "instalments": FIELDS["instalments"].read,
    "space": _read_spaces,
    "players": _read_seats,
    "stock": _read_stock,
    "balances": _read_balances,
}
"""Readers of the fields of assertions, apart from moves."""


def _failure(passes: bool, actual: str) -> str:
    return "" if passes else actual


def _balances(words: NotationWords, f: Facts) -> Check:
    expected: dict[str, int] = f["balances"]

    def check(game: Game) -> str:
        cash = {POT: game.pot} | {name: player.cash for name, player in game.players.items()}
        wrong = (name for name, amount in expected.items() if cash[name] != amount)
        return ", ".join(f"{name} ${cash[name]}" for name in wrong)

    return check


def _owns(words: NotationWords, f: Facts) -> Check:
    owner, deed = f["owner"], f["deed"]
    name = words.format_deed(deed)
    return lambda game: _failure(game.owner(deed) == owner, f"{game.owner(deed)} owns {name}")


def _carries(words: NotationWords, f: Facts) -> Check:
    deed, expected = f["deed"], f["buildings"]

    def check(game: Game) -> str:
        holding = game.holdings.get(deed)
        count = holding.buildings if holding else 0
        actual = f"{words.format_deed(deed)} carries {FIELDS['buildings'].write(words, count)}"
        return _failure(count == expected, actual)

    return check


def _mortgaged(expected: bool) -> Parse:
    def parse(words: NotationWords, f: Facts) -> Check:
        deed: str = f["deed"]

        def check(game: Game) -> str:
            holding = game.holdings.get(deed)
            actual = bool(holding and holding.mortgaged)
            state = "mortgaged" if actual else "not mortgaged"
            return _failure(actual == expected, f"{words.format_deed(deed)} {state}")

        return check

    return parse


def _stock(words: NotationWords, f: Facts) -> Check:
    def check(game: Game) -> str:
        actual = (game.houses_in_bank(), game.hotels_in_bank())
        return _failure(actual == f["stock"], f"bank {actual[0]} houses, {actual[1]} hotels")

    return check


def _on(words: NotationWords, f: Facts) -> Check:
    player, expected = f["player"], f["space"]

    def check(game: Game) -> str:
        here = game.players[player].space
        return _failure(here in expected, f"{player} on {words.format_space(here)}")

    return check


def _in_jail(expected: bool) -> Parse:
    def parse(words: NotationWords, f: Facts) -> Check:
        player: str = f["player"]

        def check(game: Game) -> str:
            actual = bool(game.players[player].jail_turn)
            state = "in jail" if actual else "not in jail"
            return _failure(actual == expected, f"{player} {state}")

        return check

    return parse


def _dice(words: NotationWords, f: Facts) -> Check:
    player: str = f["player"]

    def check(game: Game) -> str:
        phase = game.phase
        roller = phase.waiting[0] if isinstance(phase, Opening) else game.turn.player
        holder = phase.player if isinstance(phase, CardThrow) else roller
        return _failure(holder == player, f"dice with {holder}")

    return check


def _claim(words: NotationWords, f: Facts) -> Check:
    expected = (f["owner"], f["payer"], f["amount"])

    def check(game: Game) -> str:
        return _failure(
            expected in {(c.owner, c.payer, c.amount) for c in game.claims}, _list_claims(game)
        )

    return check


def _list_claims(game: Game) -> str:
    claims = [f"claim {c.owner} from {c.payer} ${c.amount}" for c in game.claims]
    return ", ".join(claims) or "no claim"


def _no_claim(words: NotationWords, f: Facts) -> Check:
    return lambda game: _failure(not game.claims, _list_claims(game))


def _owes(words: NotationWords, f: Facts) -> Check:
    """Check a debt; one to the pot counts as one to the bank, too, which keeps the pot."""
    debtor, creditor, amount = f["player"], f["creditor"], f["amount"]
    creditors = (BANK, POT) if creditor == BANK else (creditor,)

    def check(game: Game) -> str:
        debts = [(d.creditor, d.amount) for d in game.debts if d.debtor == debtor]
        return _failure(any((one, amount) in debts for one in creditors), _list_debts(game))

    return check


def _list_debts(game: Game) -> str:
    debts = [f"{debt.debtor} owes {debt.creditor} ${debt.amount}" for debt in game.debts]
    return ", ".join(debts) or "no debt"


def _no_debt(words: NotationWords, f: Facts) -> Check:
    return lambda game: _failure(not game.debts, _list_debts(game))


def _promise(words: NotationWords, f: Facts) -> Check:
    player, deed, expected = f["player"], f["deed"], f["times"]

    def check(game: Game) -> str:
        times = [p.times for p in game.promises if (p.player, p.deed) == (player, deed)]
        actual = None if None in times else sum(filter(None, times))
        return _failure(actual == expected, _list_promises(words, game))

    return check


def _no_promise(words: NotationWords, f: Facts) -> Check:
    return lambda game: _failure(not game.promises, _list_promises(words, game))


def _list_promises(words: NotationWords, game: Game) -> str:
    promises = (
        f"{p.player} lands free on {words.format_deed(p.deed)} "
        f"{FIELDS['times'].write(words, p.times)}"
        for p in game.promises
    )
    return ", ".join(promises) or "no promise"


def _loan(words: NotationWords, f: Facts) -> Check:
    expected = agreed(f["borrower"], f["lender"], f["instalments"])
    return lambda game: _failure(expected in game.loans, _list_loans(words, game))


def _no_loan(words: NotationWords, f: Facts) -> Check:
    return lambda game: _failure(not game.loans, _list_loans(words, game))


def _list_loans(words: NotationWords, game: Game) -> str:
    written = FIELDS["instalments"].write
    loans = (
        f"{one.borrower} owes {one.lender} "
        f"{written(words, Instalments(one.amount, one.times, one.secured))}"
        for one in game.loans
    )
    return ", ".join(loans) or "no loan"


def _auction(words: NotationWords, f: Facts) -> Check:
    deed: str = f["deed"]
    return lambda game: _failure(_auctioned_deed(game) == deed, _show_auction(words, game))


def _no_auction(words: NotationWords, f: Facts) -> Check:
    return lambda game: _failure(not _auctioned_deed(game), _show_auction(words, game))


def _auctioned_deed(game: Game) -> str:
    return game.phase.deed if isinstance(game.phase, Auction) else ""


def _show_auction(words: NotationWords, game: Game) -> str:
    deed = _auctioned_deed(game)
    return f"auction {words.format_deed(deed)}" if deed else "no auction"


def _high_bid(words: NotationWords, f: Facts) -> Check:
    expected = (f["player"], f["amount"])

    def check(game: Game) -> str:
        if not isinstance(game.phase, Auction):
            return "no auction"
        bids = [(name, bid) for name, bid in _opened_bids(game.phase) if name]
        actual = ", ".join(f"high bid {name} ${bid}" for name, bid in bids)
        return _failure(expected in bids, actual or "no high bid")

    return check


def _opened_bids(auction: Auction) -> list[tuple[str, int]]:
    """List the high bid, or the tied ones of sealed bids (HOUSE-17)."""
    if auction.tied:
        return [(name, auction.tied) for name in auction.among]
    return [(auction.bidder, auction.bid)]


def _sealed(words: NotationWords, f: Facts) -> Check:
    player = f["player"]

    def check(game: Game) -> str:
        sealed = game.phase.sealed if isinstance(game.phase, Auction) else ()
        names = [name for name, _ in sealed]
        return _failure(player in names, f"sealed {', '.join(names) or 'nothing'}")

    return check


def _worth(words: NotationWords, f: Facts) -> Check:
    player, expected = f["player"], f["amount"]

    def check(game: Game) -> str:
        worth = valuation.worth(game, player)
        return _failure(worth == expected, f"{player} worth ${worth}")

    return check


def _out(words: NotationWords, f: Facts) -> Check:
    player: str = f["player"]
    return lambda game: _failure(game.players[player].out, f"{player} not out")


def _winner(words: NotationWords, f: Facts) -> Check:
    expected = {*f["players"]}

    def check(game: Game) -> str:
        winners = game.phase.winners if isinstance(game.phase, Over) else ()
        actual = f"winner {', '.join(winners)}" if winners else "not over"
        return _failure(set(winners) == expected, actual)

    return check


def _over(words: NotationWords, f: Facts) -> Check:
    return lambda game: _failure(isinstance(game.phase, Over), "not over")


def _may(expected: bool) -> Parse:
    def parse(words: NotationWords, f: Facts) -> Check:
        move: Move = f["move"]

        def check(game: Game) -> str:
            refused = refusal(game, move)
            actual = f"refused {refused}" if refused else "legal"
            return _failure((refused is None) == expected, actual)

        return check

    return parse


def _refused(words: NotationWords, f: Facts) -> Check:
    def check(game: Game) -> str:
        refused = refusal(game, f["move"])
        if refused is None:
            return "legal"
        return _failure(refused.reason.clause == f["clause"], f"refused {refused}")

    return check


REFUSED = "refused {clause}: {move}"
# The order matters: the first form that fits is used.
CHECKS: dict[str, Parse] = {
    REFUSED: _refused,
    "expect may not {move}": _may(False),
    "expect may {move}": _may(True),
    "expect no claim": _no_claim,
    "expect no debt": _no_debt,
    "expect no promise": _no_promise,
    "expect {player} lands free on {deed} {times}": _promise,
    "expect no loan": _no_loan,
    "expect no auction": _no_auction,
    "expect over": _over,
    "expect dice with {player}": _dice,
    "expect winner {players}": _winner,
    "expect high bid {player} {amount}": _high_bid,
    "expect sealed {player}": _sealed,
    "expect claim {owner} from {payer} {amount}": _claim,
    "expect auction {deed}": _auction,
    "expect {deed} carries {buildings}": _carries,
    "expect {deed} not mortgaged": _mortgaged(False),
    "expect {deed} mortgaged": _mortgaged(True),
    "expect {player} not in jail": _in_jail(False),
    "expect {player} in jail": _in_jail(True),
    "expect {player} out": _out,
    "expect {owner} owns {deed}": _owns,
    "expect {borrower} owes {lender} {instalments}": _loan,
    "expect {player} owes {creditor} {amount}": _owes,
    "expect {player} worth {amount}": _worth,
    "expect {player} on {space}": _on,
    "expect bank {stock}": _stock,
    "expect {balances}": _balances,
}


@dataclass(frozen=True, slots=True)
class Expectation:
    """Assertion about the position between two moves."""

    text: str
    form: str
    """Key of ``CHECKS``."""
    facts: Facts
    check: Check


def parse_expectation(text: str, setup: Setup) -> Expectation:
    """Parse an ``expect ...`` or ``refused CLAUSE: ...`` line.

    Raises NotationError if the line has no known form.
    """
    line = " ".join(text.split())
    words = NotationWords(setup.players, setup.board)
    first_error: NotationError | None = None
    for form, parse in CHECKS.items():
        if match := re.fullmatch(_pattern(form), line, re.IGNORECASE):
            try:
                facts = {
                    name: parse_move(text, setup) if name == "move" else READ[name](words, text)
                    for name, text in match.groupdict().items()
                }
                return Expectation(line, form, facts, parse(words, facts))
            except NotationError as error:
                if form == REFUSED:
                    raise
                # A later form may fit too: in "expect May owns ...", May may be a player.
                first_error = first_error or error
    raise first_error or NotationError(InputProblem.UNKNOWN_EXPECTATION, text=excerpt(line))


def _pattern(template: str) -> str:
    named = {name: FIELDS[name].pattern for name in ("buildings", "instalments")}
    named["clause"] = r"[A-Z]+-\d+"
    # Several promises may add up to more than one of them can have.
    named["times"] = f"{FOR_GOOD}|[0-9]{{1,9}} times?"
    parts = re.split(r"\{(\w+)\}", template)
    out = re.escape(parts[0]) if parts else ""
    for name, literal in zip(parts[1::2], parts[2::2], strict=True):
        out += f"(?P<{name}>{named.get(name, '.+')})" + re.escape(literal)
    return out
