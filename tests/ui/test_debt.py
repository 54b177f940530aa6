"""A debt on its screen: what is short, the ways to raise it, and the end of them."""

from collections.abc import Iterator

import pytest

from companion.engine import legal_moves, moves
from companion.engine.notation import format_move
from companion.engine.state import Game
from companion.table.debt import debtors, shortfall
from tests.ui.examples import answered, examples, retold
from tests.ui.positions import at

pytestmark = pytest.mark.usefixtures("keys")

RAISING = moves.Mortgage | moves.Sell | moves.SellHotels | moves.SellDown


def owed(before: Game, line: str) -> Iterator[str]:
    """Every debt after a move, its ways to raise cash, and what ends it."""
    game = at(line, game=before)
    assert debtors(game) == [debt.debtor for debt in game.debts]
    for found in (shortfall(game, debt) for debt in game.debts):
        said = (found.title, found.reasons[0], found.cash, found.short, *found.wanted)
        said = filter(None, (*said, found.could))
        yield f"{found.debtor}, {found.share:.0%}: {' | '.join(map(str, said))}"
        yield f"pay {found.paying[0]} {answered(game, found.pays)}"
        if found.gone:
            yield f"end {answered(game, found.gone)}"
        for way in found.ways:
            yield f"{way.kind} {way.names[0]} {way.amount} {answered(game, way.answer)}"
        raised = {way.answer.move for way in found.ways}
        for move in legal_moves(game):
            if isinstance(move, RAISING) and move.player == found.debtor and move not in raised:
                yield f"not listed: {format_move(move, game.board)}"


@pytest.mark.parametrize("example", examples("debts"))
def test_a_debt_says_what_is_short_and_every_way_to_raise_it(example: str) -> None:
    assert retold(example, owed) == example
