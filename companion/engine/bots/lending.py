"""Loans of bots: lots bought on credit, help before a ruin, and loans paid off (HOUSE-1).

A bot never promises more at one salary than that salary pays, so no loan of its own ruins it.
"""

from collections.abc import Iterator

from companion.engine import moves
from companion.engine.board import Deed
from companion.engine.bots.styles import PERCENTAGES, Choose
from companion.engine.moves import Goods, Move
from companion.engine.obligations import MOST_TIMES
from companion.engine.rulings import Instalments
from companion.engine.state import Game
from companion.engine.valuation import salary

ON_CREDIT, HELPED, PAID_OFF = 40, 50, 10
"""Percentages of the offers on credit, of the ruins before which a bot asks for help, and of the
turns in which it pays off a loan that a deed secures."""
TIMES = (1, 2, 4)
"""Numbers of salaries at which a lot is paid for."""
REPAID_PERCENT = 130
"""Sum that a bot pays back for help, in percent of the help."""
UNSECURED_PERCENT = 80
"""Value of a promise without security to a bot, in percent of its sum."""


def room(game: Game, name: str) -> int:
    """Return what ``name`` can promise at each salary, with the cash of the salary alone."""
    least = min(salary(game, is_on_go=True), salary(game, is_on_go=False))
    return least - sum(loan.amount for loan in game.loans if loan.borrower == name)


def on_credit(game: Game, name: str, lot: Deed, choose: Choose) -> Instalments | None:
    """Return a promise to pay for a lot later, which secures it, or None."""
    if choose(PERCENTAGES) >= ON_CREDIT:
        return None
    times = choose(TIMES)
    amount = min(lot.price // times, room(game, name))
    return Instalments(amount, times, lot.key) if amount > 0 else None


def ask_for_help(game: Game, name: str, short: int, choose: Choose) -> Iterator[Move]:
    """Offer to borrow what is missing for a debt from somebody who has it."""
    rich = [one for one in game.left_of(name)[:-1] if game.players[one].cash > short]
    each, total = room(game, name), short * REPAID_PERCENT // 100
    times = -(-total // each) if each > 0 else MOST_TIMES + 1
    if rich and not game.offer and times <= MOST_TIMES and choose(PERCENTAGES) < HELPED:
        promised = Instalments(-(-total // times), times)
        wanted = Goods(cash=short)
        yield moves.OfferTrade(name, choose(rich), Goods(instalments=promised), wanted)


def pay_off(game: Game, name: str, money: int, choose: Choose) -> Iterator[Move]:
    """Pay off loans that a deed secures, with money to spare (HOUSE-4)."""
    secured = [loan for loan in game.loans if loan.borrower == name and loan.secured]
    for lender in dict.fromkeys(loan.lender for loan in secured):
        due = sum(loan.remaining for loan in game.loans_between(name, lender))
        if due <= money and choose(PERCENTAGES) < PAID_OFF:
            yield moves.PayOff(name, lender)


def value(game: Game, goods: Goods, giver: str, taker: str, judge: str) -> int:
    """Return what the loans in one side of a deal are worth to ``judge``, who gives or takes it."""
    promised, total = goods.instalments, 0
    if promised:
        is_sure = promised.secured or judge == giver
        total += promised.amount * promised.times * (100 if is_sure else UNSECURED_PERCENT) // 100
    ended = game.loans_between(taker, giver) if goods.loan else []
    passed = [one for name in goods.loans_of for one in game.loans_between(name, giver)]
    for loan in (*ended, *passed):
        is_sure = loan.secured or judge == loan.borrower
        total += loan.remaining * (100 if is_sure else UNSECURED_PERCENT) // 100
    return total
