"""Games of rated setups by players of every temperament, which the chances are fitted on."""

import gc
from random import Random

from companion.engine import Game, Setup, board, edition, start
from companion.engine.bots import BotStyle, Styles
from companion.simulation.games import NAMES, InMemory, evening

TURNS = 2000
"""Turns after which a game that nobody wins is left out."""
SWITCHES = {
    "pot",
    "go_pays_double",
    "auctions",
    "rent_while_in_jail",
    "even_building",
    "unlimited_buildings",
    "doubles_leaving_jail_throw_again",
}
"""Keys of the editions that the house rules of the fit change."""
HOUSE_RULES = tuple(
    name for name, changes in edition.load("1961").house_rules.items() if SWITCHES & {*changes}
)


def temperament(random: Random) -> BotStyle:
    """Return a random playing style."""
    return BotStyle(
        cash_reserve=random.choice((0, random.randrange(600))),
        bid_percent=random.randrange(30, 170),
        forget_rent_percent=random.choice((0, 0, 10, 20, 40, 60)),
        trade_percent=random.choice((0, 10, 20, 30, 40, 60)),
        return_percent=random.randrange(90, 190),
        pays_jail_fine=random.random() < 0.5,
    )


def agreement(random: Random, players: int) -> Setup:
    """Return a random setup that is rated."""
    rules: tuple[str, ...] = ()
    if random.random() < 0.4:
        rules = tuple(random.sample(HOUSE_RULES, random.choice((1, 1, 2))))
    sheet = edition.load(random.choice(edition.names()))
    return Setup(
        NAMES[:players],
        edition.with_house_rules(sheet, rules),
        board.load(random.choice(board.names())),
        rent=random.choice(("automatic", "shown")),
        house_rules=rules,
    )


def played(seed: str, players: int) -> list[Game]:
    """Return the positions of one game from its start; the last is over unless it was left."""
    random = Random(seed)
    table = InMemory(agreement(random, players))
    styles = {name: temperament(random) for name in table.game.players}
    first = start(table.game.setup)
    gc.disable()  # The values of a game make no cycles.
    return [first, *evening(table, seed, TURNS, styles)]


def played_on(game: Game, seed: str, styles: Styles) -> Game:
    """Return the last position of a game that is played on with ``styles``."""
    table = InMemory(game.setup)
    table.game = game
    for _ in evening(table, seed, game.turn.number + TURNS, styles):
        pass
    return table.game
