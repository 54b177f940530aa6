"""Trade as the screen shows it: the goods and the answers of both sides."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine import moves, valuation
from companion.engine.decide import decide, play
from companion.engine.moves import Goods
from companion.engine.refusals import IllegalMove
from companion.engine.state import Game
from companion.text import pack_name
from companion.text.names import goods_name
from companion.text.screens.trade import text_of
from companion.ui.markers import signs
from companion.ui.play.prompts.answers import Answer, answer, changed, sum_of
from companion.ui.play.prompts.offers import MOST_NAMED, answers_to
from companion.ui.tiles import Tile, player_tiles
from companion.ui.trade.draft import Draft, goods_problem

CHIPS = (1, 5, 10, 50, 100, 500)
"""Dollars that each chip adds."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Deed or jail card that could change hands.

    ``group`` is the colour of a deed. ``given`` is True if it is in the trade; ``reason`` explains
    why it cannot be.
    """

    side: int
    key: str
    name: str
    group: str
    mortgaged: bool
    given: bool
    reason: str

    @property
    def is_card(self) -> bool:
        """Return True for a jail card."""
        return not self.group


@dataclass(frozen=True, slots=True)
class CashChip:
    """Chip that adds dollars to a side; 0 removes the side's cash."""

    side: int
    amount: int
    text: str


@dataclass(frozen=True, slots=True)
class Side:
    """Everything on one side.

    ``tabs`` are the other players who could be on it; ``interest`` is the amount due at once on
    received mortgages (MORT-5).
    """

    number: int
    player: str
    seat: int
    cash: str
    tabs: tuple[Tile, ...]
    things: tuple[Thing, ...]
    chips: tuple[CashChip, ...]
    gives: str
    interest: str
    answers: tuple[Answer, ...]


def sides(game: Game, draft: Draft) -> list[Side]:
    """Return both sides, the left one first."""
    return [_side(game, draft, 0), _side(game, draft, 1)]


def heading(game: Game) -> str:
    """Describe the next step."""
    if game.offer:
        return text_of("open", player=game.offer.player, other=game.offer.other)
    return text_of("hint")


def _side(game: Game, draft: Draft, number: int) -> Side:
    name, goods = draft.players[number], draft.goods[number]
    cash = game.players[name].cash
    return Side(
        number,
        name,
        signs(game.players)[name],
        sum_of(game, cash),
        tuple(player_tiles(game, only=[other for other in game.in_play() if other != name])),
        tuple(_things(game, draft, number)),
        tuple(_chips(game, number)),
        text_of("gives", goods=goods_name(game.board, goods, MOST_NAMED)),
        _interest(game, draft.goods[1 - number]),
        tuple(_of(name, made) for made in _answers(game, draft, number)),
    )


def _of(player: str, made: Answer) -> Answer:
    """Keep only the player's own balance."""
    own = tuple(change for change in made.changes if change.player == player)
    return replace(made, changes=own)


def _things(game: Game, draft: Draft, side: int) -> Iterator[Thing]:
    name, goods = draft.players[side], draft.goods[side]
    for deed in game.deeds_of(name):
        yield Thing(
            side,
            deed.key,
            deed.name,
            deed.group,
            game.holdings[deed.key].mortgaged,
            deed.key in goods.deeds,
            goods_problem(game, draft, side, Goods((deed.key,))),
        )
    for pack in game.players[name].jail_cards:
        text = text_of("jail_card", pack=pack_name(game.board, pack))
        yield Thing(side, pack, text, "", False, pack in goods.jail_cards, "")


def _chips(game: Game, side: int) -> Iterator[CashChip]:
    for amount in CHIPS:
        yield CashChip(side, amount, text_of("chip", amount=amount))
    yield CashChip(side, 0, text_of("no_cash"))


def _interest(game: Game, received: Goods) -> str:
    """Describe the interest due on received mortgages, ten percent each (MORT-5)."""
    mortgaged = (key for key in received.deeds if game.holdings[key].mortgaged)
    due = sum(valuation.interest(game, game.board.deeds[key]) for key in mortgaged)
    return text_of("interest", amount=sum_of(game, due)) if due else ""


def _answers(game: Game, draft: Draft, side: int) -> Iterator[Answer]:
    name, offer = draft.players[side], game.offer
    if offer is None:
        made = answer(game, text_of("offers", player=name), draft.offer(side), name, tone="plain")
        yield _with_final_balances(game, made, draft.players[1 - side])
    elif offer.other == name:
        yield from answers_to(game, name)
    elif offer.player == name:
        yield answer(game, text_of("withdraws"), moves.WithdrawTrade(name), name, tone="plain")


def _with_final_balances(game: Game, made: Answer, other: str) -> Answer:
    """Show an offer with the balances after its acceptance."""
    try:
        offered = play(game, made.move)
        return replace(made, changes=changed(offered, decide(offered, moves.AcceptTrade(other))))
    except IllegalMove:
        return made
