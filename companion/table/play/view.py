"""Values that the screens show of a position besides its prompt; no Kivy."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.board import Kind
from companion.engine.state import Game, Player
from companion.table.markers import markers_of
from companion.table.prompts import Answer, Change, Prompt
from companion.text import signed_sum, sum_of
from companion.text.history import BETWEEN
from companion.text.names import set_name
from companion.text.screens.play import SETS, WORDS, set_text
from companion.text.told import EMPTY, Sum, Told, Wording, joined

MOST_CHANGES = 2
"""Most balances that are shown below an answer."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Group in a player's row: number of its deeds that the player owns."""

    group: str
    owned: int
    size: int


@dataclass(frozen=True, slots=True)
class Row:
    """Row of a player.

    ``marker`` tells the player (see ``markers``), ``note`` the last change of the balance or
    another remark, with its tone; ``sign`` is the icon of a remark. ``is_owed`` marks the owner of
    a rent that can be collected; ``ask`` is set only where owners watch for their own rent.
    """

    name: str
    marker: int
    balance: Wording
    marks: tuple[Mark, ...]
    note: Wording = ""
    tone: str = "plain"
    sign: str = ""
    is_actor: bool = False
    out: bool = False
    is_owed: bool = False
    ask: Answer | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """Move in the log: number, local time, text, and the sum that it ends with.

    ``marker`` belongs to the player whom the text begins with, -1 for nobody. ``undone`` is the
    word that marks an undone move, else empty. ``brief`` tells of a trade whose goods have no room.
    """

    number: int
    at: str
    text: Told
    amount: Told = EMPTY
    marker: int = -1
    undone: str = ""
    brief: Told = EMPTY

    @property
    def wordings(self) -> tuple[Told, ...]:
        """The text, and shorter ones: without who it was, and then the last of it, the news.

        If only what came first has a sum, that is told before the last of it.
        """
        after = self.text.without_name()
        first, *others = after.split(BETWEEN)
        ends: tuple[Told, ...] = ()
        if others:
            last = others[-1]
            ends = (joined(BETWEEN, (first, last)), max(last, first, key=_has_sum), last)
        briefest = (self.brief,) if self.brief else ()
        return tuple(dict.fromkeys((self.text, after, *ends, *briefest)))

    @property
    def sentence(self) -> str:
        """The text with its sum."""
        return str(joined(" ", (self.text, self.amount))).strip()


def _has_sum(text: Told) -> bool:
    return any(isinstance(part, Sum) for part in text.parts)


@dataclass(frozen=True, slots=True)
class RankedAnswer:
    """Answer, and if it is what to tap next; others are beside it."""

    answer: Answer
    is_primary: bool

    @property
    def changes(self) -> tuple[Change, ...]:
        """Two most important changes of balances, the player's first."""
        mine = [one for one in self.answer.changes if one.player == self.answer.player]
        others = [one for one in self.answer.changes if one.player != self.answer.player]
        return tuple(mine + others)[:MOST_CHANGES]


@dataclass(frozen=True, slots=True)
class SetEffect:
    """Effect of a purchase on the group of the property.

    ``owned`` of ``size`` properties of the group are the buyer's then.
    """

    group: str
    owned: int
    size: int
    title: Wording
    detail: str


@dataclass(frozen=True, slots=True)
class PendingRoll:
    """Roll made for another move: somebody must accept or discard it."""

    identity: str
    dice: tuple[int, int]
    question: Wording
    use: Wording
    discard: Wording


def rows(game: Game, actor: str, changes: Mapping[str, int], asking: Iterable[Answer]) -> list[Row]:
    """Return the rows of all players, in seating order."""
    asks = {ask.player: ask for ask in asking}
    markers = markers_of(game.players)
    # Where owners watch for themselves, nothing hints at a rent (RENT-7).
    watchful = game.setup.rent == "watchful"
    owed = set() if watchful else {claim.owner for claim in game.claims}
    return [
        Row(
            player.name,
            markers[player.name],
            sum_of(game, player.cash),
            tuple(marks(game, player.name)),
            *_note(game, player, changes.get(player.name, 0)),
            is_actor=player.name == actor,
            out=player.out,
            is_owed=player.name in owed,
            ask=asks.get(player.name),
        )
        for player in game.players.values()
    ]


def _note(game: Game, player: Player, change: int) -> tuple[Wording, str, str]:
    """Return the note of a player, its tone, and the icon of a remark."""
    if change:
        return signed_sum(game, change), "in" if change > 0 else "out", ""
    if player.out:
        return WORDS["out"], "plain", ""
    if player.jail_turn:
        return WORDS["jail"], "plain", "jail"
    return (WORDS["jail_card"], "plain", "key") if player.jail_cards else ("", "plain", "")


def marks(game: Game, name: str) -> list[Mark]:
    """Mark for each group: streets in board order, then the others."""
    groups = dict(
        sorted(
            game.board.groups.items(),
            key=lambda group: group[1][0].kind is not Kind.STREET,
        )
    )
    return [Mark(key, game.owned_in_group(name, key), len(deeds)) for key, deeds in groups.items()]


_EQUAL = ("tax", "fine_or_chance", "mortgage", "placing")
"""Prompts whose answers are all as likely."""


def ranked(prompt: Prompt) -> list[RankedAnswer]:
    """Return the answers of a prompt: the first one is primary unless dice are wanted."""
    return [
        RankedAnswer(answer, is_primary=not prompt.wants_dice and (i == 0 or prompt.kind in _EQUAL))
        for i, answer in enumerate(prompt.answers)
    ]


def set_effects(game: Game, player: str, key: str) -> list[SetEffect]:
    """Return what buying a property does to its group; nothing for an empty ``key``."""
    if not key or game.holdings.get(key):
        return []
    deed = game.board.deeds[key]
    size = len(game.board.groups[deed.group])
    owned = game.owned_in_group(player, deed.group) + 1
    name = set_name(deed.group)
    rivals = [
        other
        for other in game.in_play()
        if other != player and game.owned_in_group(other, deed.group) == size - 1
    ]
    if owned == size:
        detail = "doubles" if deed.kind is Kind.STREET else "grows"
        title, below = set_text("completes", set=name), SETS[detail]
    elif rivals:
        title, below = set_text("blocks", player=rivals[0]), name
    else:
        title, below = set_text("part", owned=owned, size=size), name
    return [SetEffect(deed.group, owned, size, title, below)]
