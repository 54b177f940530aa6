"""Facts of claims, debts and offers: what the page of a game must tell of them in any window.

A claim has its property, its sum, who pays it to whom, and whose roll ends it. A debt has its sum,
who owes it to whom, and what for. An offer has who made it and who answers it. A player is told by
name, which may be shortened to four letters, or by token where the name has no room.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.engine.state import Game
from companion.screens.figures import SHAPES
from companion.screens.parts import Drawing, Node
from companion.table.markers import markers_of
from companion.table.play.claims import ClaimLine
from companion.table.prompts.claims import last_to_roll
from companion.table.table import Table
from companion.text import sum_of
from companion.text.names import party_name, short_names

LETTERS = 4
"""Letters of a name that are left at least."""
ELSEWHERE = ("tile:", "cash:", "space:", "claim:", "offer", "knock", "bar")
"""Beginnings of the keys that tell nothing of a claim, a debt or an offer."""


class Fact(NamedTuple):
    """Something that a node must tell whose key begins with ``key``.

    One of the ``words`` is enough, or the token of a player by its ``shape``.
    """

    what: str
    key: str
    words: tuple[str, ...]
    shape: str = ""


def facts(table: Table) -> list[Fact]:
    """Return what the page of a game must tell; other screens tell nothing of it."""
    game, is_staged = table.game, table.moments.is_staged
    found: list[Fact] = []
    if table.screen in ("play", "debt"):
        found += (fact for line in table.moments.claims for fact in _of_claim(game, line))
        found += _of_offer(game)
    if table.screen == "debt" and not is_staged:
        found += _of_debt(game, table.values["debt"].debtor)
    return found


def is_told(fact: Fact, nodes: Mapping[str, Node]) -> bool:
    """Return True if a node tells a fact."""
    under = (
        node
        for key, node in nodes.items()
        if (key == fact.key or key.startswith(f"{fact.key}."))
        or (not fact.key and not key.startswith(ELSEWHERE))
    )
    return any(_says(node, fact) for node in under)


def _says(node: Node, fact: Fact) -> bool:
    if isinstance(node.look, Drawing):
        shapes = (f"shape {fact.shape}", f"token {fact.shape}")
        return any(mark[0] == "glyph" and mark[1] in shapes for mark in node.look.marks)
    return any(_as_a_word(words).search(node.words) for words in fact.words if words)


def _as_a_word(words: str) -> re.Pattern[str]:
    """Return the pattern of words that are not a part of others, nor of a larger sum."""
    return re.compile(rf"(?<![\w$.,]){re.escape(str(words))}(?![.,]?\w)")


def _player(what: str, key: str, game: Game, name: str, has_token: bool = True) -> Fact:
    """Return the fact who a player is; the bank and the pot have no token."""
    shortened = (f"{name[:letters]}…" for letters in range(LETTERS, len(name)))
    words = (str(party_name(name)), *shortened)
    marker = markers_of(game.players).get(name, -1) if has_token else -1
    shape = SHAPES[marker % len(SHAPES)] if marker >= 0 else ""
    return Fact(f"{what} {name}", key, words, shape)


def _of_claim(game: Game, line: ClaimLine) -> Iterator[Fact]:
    claim, key = line.claim, f"claim:{line.place}"
    yield Fact(f"rent for {claim.deed}", key, short_names(game.board, claim.deed))
    yield Fact(f"rent of {claim.amount}", key, (str(sum_of(game, claim.amount)),))
    yield _player("rent to", key, game, claim.owner)
    if not line.is_missed:
        yield _player("rent from", key, game, claim.payer)
        yield _player("rent until", key, game, last_to_roll(game, claim))


def _of_debt(game: Game, shown: str) -> Iterator[Fact]:
    owing = [debt.debtor for debt in game.debts]
    debtor = shown if shown in owing else owing[0]
    debt = next(debt for debt in game.debts if debt.debtor == debtor)
    yield Fact(f"debt of {debt.amount}", "", (str(sum_of(game, debt.amount)),))
    yield _player("debt of", "", game, debtor, has_token=False)
    yield _player("debt to", "", game, debt.creditor)
    if debt.deed:
        yield Fact(f"debt for {debt.deed}", "", short_names(game.board, debt.deed))


def _of_offer(game: Game) -> Iterator[Fact]:
    if game.offer:
        yield _player("offer by", "offer", game, game.offer.player)
        yield _player("offer to", "offer", game, game.offer.other)
