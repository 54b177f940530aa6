"""Over whole evenings: what can be touched is what is legal, and its sums are the rules' own."""

from random import Random

import pytest

from companion.engine import bots, edition, legal_moves, moves, play
from companion.engine.phases import ReceivedMortgages
from companion.engine.state import Game
from companion.table.prompts import Prompt, auction_view, now
from companion.table.prompts.offers import answers_to
from companion.table.shuffle import Packs
from tests.ui.positions import table


def offered(game: Game) -> set[moves.Move]:
    page, view = now(game), auction_view(game)
    answers = [*page.answers, *page.claims]
    answers += [answer for offer in page.offers for answer in answers_to(game, offer.other)]
    if view:
        answers += [view.hammer, *(bidder.passes for bidder in view.bidders)]
    return {answer.move for answer in answers if answer.open}


ANSWERED_HERE = (
    moves.Buy,
    moves.Decline,
    moves.Pass,
    moves.CloseAuction,
    moves.CollectRent,
    moves.PayDebt,
    moves.DrawCard,
    moves.TakeChance,
    moves.PayFlatTax,
    moves.PayTenPercent,
    moves.PayFine,
    moves.UseJailCard,
    moves.DeclareBankruptcy,
    moves.ClaimBuilding,
    moves.WaiveBuilding,
    moves.PlaceBuilding,
    moves.KeepMortgage,
    moves.AcceptTrade,
    moves.RefuseTrade,
)


def allowed(game: Game) -> set[moves.Move]:
    """Every legal answer; of the two ways to ask for the same rent the one that names the payer.
    A mortgage is lifted here only when it has just been received."""
    legal = {*legal_moves(game)}
    nameless = {move for move in legal if getattr(move, "payer", "") is None}
    received = game.phase.deeds[:1] if isinstance(game.phase, ReceivedMortgages) else ()
    lifts = {move for move in legal if isinstance(move, moves.Unmortgage) and move.deed in received}
    return {move for move in legal if isinstance(move, ANSWERED_HERE)} - nameless | lifts


@pytest.mark.parametrize("rules", edition.names())
@pytest.mark.parametrize("where", ["atlantic-city", "london"])
def test_what_can_be_touched_is_what_is_legal(rules: str, where: str) -> None:
    styles = dict(zip(("Ann", "Bob", "Cy"), bots.STYLES.values(), strict=True))
    seed = f"{rules} {where}"
    random, game = Random(seed), table(rules=rules, where=where, rent="shown", first="")
    packs = Packs(game.setup, seed)
    for _ in range(200):
        page = now(game)
        assert offered(game) == allowed(game)
        throws = [m for m in legal_moves(game) if isinstance(m, moves.RollForStart | moves.Roll)]
        assert page.wants_dice == bool(throws)
        assert_sums_are_those_of_the_rules(game, page)
        move = bots.answer(game, styles, random.choice) or (throws and random.choice(throws))
        if not move:
            break
        game = play(game, packs.filled_in(game, move))


def assert_sums_are_those_of_the_rules(game: Game, page: Prompt) -> None:
    for answer in (*page.answers, *page.claims):
        assert "{" not in f"{answer.text}{answer.reason}"
        if not answer.open or isinstance(answer.move, moves.PayTenPercent):
            assert answer.changes == ()
            continue
        after = play(game, answer.move).players
        changed = {c.player: (c.before, c.after) for c in answer.changes}
        for name, player in game.players.items():
            assert changed.get(name, (player.cash, player.cash)) == (player.cash, after[name].cash)
