"""The rules of a property-trading board game, as values and functions; nothing but the standard
library, no clock, no chance, no files but the packaged boards and editions.

    >>> from companion.engine import Setup, board, edition, start, play, parse
    >>> game = start(Setup(("Ann", "Bob"), edition.load("1961"), board.load("atlantic-city"), first="Ann"))
    >>> for line in ("Ann throws 1 2", "Ann buys", "Bob throws 2 1", "Ann collects rent"):
    ...     game = play(game, parse(line, game))
    >>> game.players["Ann"].cash, game.players["Bob"].cash
    (1444, 1496)

``decide`` says what a move comes to, ``evolve`` what an event makes of a position; ``play`` is one
after the other, ``legal_moves`` everyone who may act now.
"""  # noqa: E501
