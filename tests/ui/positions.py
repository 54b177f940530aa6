"""Positions to test words with, set up as a record would."""

from companion.engine import board, edition
from companion.engine.decide import play
from companion.engine.moves import Move
from companion.engine.notation import parse_move
from companion.engine.state import Game, Setup, start


def table(
    players: str = "Ann Bob Cy",
    rules: str = "1961",
    where: str = "atlantic-city",
    rent: str = "shown",
    first: str = "Ann",
    game: str = "full",
    house_rules: tuple[str, ...] = (),
) -> Game:
    """Nobody has moved; Ann has the dice."""
    seats = tuple(players.split())
    book = edition.with_house_rules(edition.load(rules), house_rules)
    return start(
        Setup(
            seats,
            book,
            board.load(where),
            rent=rent,
            first=first,
            game=game,
            house_rules=house_rules,
        )
    )


def read(game: Game, line: str) -> Move:
    return parse_move(line, game.setup)


def at(*lines: str, game: Game | None = None) -> Game:
    """The position after these lines, from a new table unless told otherwise."""
    game = game or table()
    for line in lines:
        game = play(game, read(game, line))
    return game
