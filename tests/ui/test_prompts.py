"""What the table faces, phase by phase: open is what the rules allow, and the sums are theirs."""

from collections.abc import Iterator

import pytest

from companion.engine import play
from companion.engine.state import Game
from companion.table.prompts import Answer, auction_view, now
from tests.ui.examples import answered, examples, retold
from tests.ui.positions import at, table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

RENTED = ("ruling: Bob owns Virginia Avenue; Ann stands on Oriental Avenue", "Ann throws 5 3")


def asked(before: Game, line: str) -> Iterator[str]:
    """The prompt after a move: heading, answers, and the auction if there is one."""
    game = at(line, game=before)
    page = now(game)

    def button(kind: str, answer: Answer) -> str:
        kind = "yes" if answer == page.yes else "no" if answer == page.no else kind
        return f"{kind} {answered(game, answer)}"

    dice = "dice" if page.wants_dice else ""
    heading = (page.player, page.title, *page.sublines[:1], page.question, page.deed, dice)
    yield f"{page.kind}: {' | '.join(filter(None, plain(heading)))}"
    yield from (button("answer", answer) for answer in page.answers)
    yield from (button("claim", claim) for claim in page.claims)
    yield from (button("ask", asks) for asks in page.asking)
    yield from (f"{offer.texts[0]}, to {offer.other}" for offer in page.offers)
    if auction := auction_view(game):
        yield f"{auction.item}, {auction.price}: {auction.bidder or 'nobody'} {auction.bid}"
        assert auction.hammer == page.answers[0]
        for bidder in auction.bidders:
            does = (
                "passed"
                if bidder.passed
                else "leads"
                if bidder.leads
                else "bids"
                if bidder.can_bid
                else "poor"
            )
            bids = (f"{bid.text} {bid.move.amount} {bid.refusal}".strip() for bid in bidder.bids)
            yield f"{bidder.name} ({does}): {'; '.join(bids)}; pass {bidder.passes.refusal}".strip()


@pytest.mark.parametrize("example", examples("prompts"))
def test_what_is_asked_after_a_move(example: str) -> None:
    assert retold(example, asked) == example


def test_watchful_tables_show_no_claim_and_always_a_way_to_ask() -> None:
    game = table(rent="watchful")
    with_claim, without = at(*RENTED, game=game), at(RENTED[0], "Ann throws 1 1", game=game)
    pages = [now(with_claim), now(without)]
    assert pages[0].asking == pages[1].asking
    for page in pages:
        assert page.claims == ()
        assert [str(a.text) for a in page.asking] == [
            f"claim.ask(player={name})" for name in game.players
        ]
        assert all(a.open and not a.changes and a.tone == "plain" for a in page.asking)
    assert pages[0].yes is None
    assert play(with_claim, pages[0].asking[1].move).players["Bob"].cash == 1512
    assert now(at("ruling: Ann is out; Bob is out", game=game)).asking == ()


def test_a_try_in_jail_has_a_wording_for_a_narrow_header() -> None:
    assert plain(now(at("ruling: Ann is in jail")).sublines) == (
        "roll.jail(turn=1, turns=3)",
        "roll.jail.short(turn=1, turns=3)",
    )


def test_the_tax_choice_shows_nothing_of_the_worth() -> None:
    poor = at("ruling: Ann has $731; Ann owns Boardwalk", "Ann throws 1 3")
    rich = at("ruling: Ann has $731; Ann owns Park Place", "Ann throws 1 3")
    assert now(poor) == now(rich)
    assert "113" not in repr(now(poor))
