"""Ruling in preparation, tap by tap: kinds of effects, values to choose, result.

It is checked against the rules before it can be made.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion import text as companion_text
from companion.engine import rulings
from companion.engine.board import HOTEL, PACKS, Kind
from companion.engine.decide import play, refusal
from companion.engine.moves import Rule
from companion.engine.notation import check_new_name
from companion.engine.rulings import Effect
from companion.engine.state import POT, Game
from companion.table.keyboard import TURN, page_after, typed
from companion.table.keyed_amount import add, press
from companion.table.prompts import Answer
from companion.table.prompts.answers import answer
from companion.table.setup.options import name_problem
from companion.table.tiles import (
    Tile,
    account_tiles,
    deed_tiles,
    player_tiles,
    space_tiles,
)
from companion.table.trade.draft import MOST_LANDINGS
from companion.text.names import free_landings
from companion.text.screens.ruling import EFFECTS, KINDS, ROWS, text_of
from companion.text.told import Told, Typed, Wording, capital

AMOUNT = "amount"
"""Slot that is keyed in, not picked."""
NAME = "name"
"""Slot that is written."""
LONGEST_REASON, LONGEST_NAME = 60, 16
"""Most letters of a reason, and of a name."""

# Slots of each kind of effect, in the order of the questions, and the function for the effect.
_KINDS: dict[str, tuple[tuple[str, ...], Callable[..., Effect]]] = {
    "has cash": (("player", AMOUNT), rulings.SetCash),
    "cash goes": (("payer", "payee", AMOUNT), rulings.MoveCash),
    "owes": (("debtor", "creditor", AMOUNT), rulings.SetDebt),
    "owns": (("deed", "owner"), lambda deed, owner: rulings.SetOwner(owner, deed)),
    "carries": (("street", "buildings"), rulings.SetBuildings),
    "mortgaged": (("owned", "mortgaged"), rulings.SetMortgaged),
    "free": (
        ("rented", "guest", "landings"),
        lambda deed, player, times: rulings.SetPromise(player, deed, times),
    ),
    "stands": (("player", "space"), rulings.MoveToken),
    "jail": (("player", "turn"), rulings.SetJail),
    "card": (("pack", "holder"), lambda pack, holder: rulings.SetJailCard(holder, pack)),
    "dice": (("player",), rulings.SetTurn),
    "doubles": (("roller", "count"), rulings.SetDoubles),
    "renamed": (("player", NAME, "person"), lambda player, name, kind: kind(player, name)),
    "joins": ((NAME,), rulings.Join),
    "claims": ((), rulings.ClearClaims),
    "out": (("player",), rulings.RemovePlayer),
}


_ROWS: dict[str, dict[str, str]] = {
    "money": {"has cash": "pay", "cash goes": "trade", "owes": "clock", "claims": "receipt"},
    "property": {"owns": "user", "carries": "house", "mortgaged": "flag", "free": "ticket"},
    "player": {"stands": "pin", "jail": "jail", "card": "key"},
    "turn": {"dice": "dice", "doubles": "repeat", "out": "user_minus"},
}
"""Kinds of effects in rows, with their icons; those about who plays are in the menu."""
PEOPLE = {"renamed": "edit", "joins": "user_plus"}
"""Kinds of effects about who plays, with their icons."""


@dataclass(frozen=True, slots=True)
class ChosenValue:
    """Value chosen for one slot of an effect, with its text and the marker of a player."""

    slot: str
    value: Any
    text: Wording
    marker: int = -1


@dataclass(frozen=True, slots=True)
class KindKey:
    """Kind of effect with its icon; without a ``key`` there is nothing to choose from."""

    key: str
    text: str
    icon: str


@dataclass(frozen=True, slots=True)
class KindRow:
    """Kinds of effects with a heading."""

    title: str
    kinds: tuple[KindKey, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Ruling in preparation: its effects and its reason, and the effect that is asked for.

    ``page`` is ``kinds``, then ``pick``, ``amount`` or ``write`` for each value of an effect,
    ``ruling`` for the whole of it, ``reason``, or ``write`` for a reason in other words.
    """

    page: str = "kinds"
    rules: tuple[tuple[str, tuple[ChosenValue, ...]], ...] = ()
    note: str = ""
    kind: str = ""
    values: tuple[ChosenValue, ...] = ()
    amount: int = 0
    is_keyed: bool = False
    """True once a key was pressed; the first one replaces the amount that there was."""
    entry: str = ""
    letters: int = 0
    problem: Wording = ""
    """Reason why what is written cannot be a name."""

    @property
    def slot(self) -> str:
        """Value that is asked for; empty on the pages about the whole ruling."""
        return next_slot(self.kind, self.values) if self.kind else ""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Effects that are chosen."""
        return tuple(effect(*rule) for rule in self.rules)


def begun(game: Game, kind: str = "") -> Ruling:
    """Return a new ruling, which asks for a kind of effect if none is given."""
    return _asked(Ruling(kind=kind), game) if kind else Ruling()


def tapped(ruling: Ruling, do: tuple[Any, ...], game: Game) -> Ruling:
    """Ruling after a tap; what cannot be chosen now changes nothing."""
    match do:
        case ("kind", str(kind)) if ruling.page == "kinds":
            return _asked(replace(ruling, kind=kind, values=()), game)
        case ("pick", str(key)):
            tiles = options(after(game, ruling.effects), ruling.slot, ruling.values)
            found = [picked(ruling.slot, tile) for tile in tiles if tile.key == key]
            return _with(ruling, found[0], game) if found else ruling
        case ("digit", str(key)):
            amount = press(ruling.amount if ruling.is_keyed else 0, key)
            return replace(ruling, amount=amount, is_keyed=True)
        case ("quick", int(step)):
            return replace(ruling, amount=add(ruling.amount, step), is_keyed=True)
        case ("letter", _, str(key)) if key == TURN:
            return replace(ruling, letters=page_after(ruling.letters))
        case ("letter", _, str(key)):
            longest = LONGEST_NAME if ruling.slot else LONGEST_REASON
            return replace(ruling, entry=typed(ruling.entry, key, longest), problem="")
        case ("set",) if ruling.page == "amount":
            return _with(ruling, amount_value(game, ruling.amount), game)
        case ("set",) if ruling.page == "write":
            return _written(ruling, game)
        case ("take out", int(place)):
            rules = (*ruling.rules[:place], *ruling.rules[place + 1 :])
            return replace(ruling, rules=rules, page="ruling" if rules else "kinds")
        case ("write",):
            return replace(ruling, page="write", entry="", letters=0, problem="")
        case ("reason", str(note)):
            return replace(ruling, page="ruling", note=note)
        case ("page", str(page)):
            return replace(ruling, page=page)
        case ("leave",):
            return _left(ruling, game)
    return ruling


def _asked(ruling: Ruling, game: Game) -> Ruling:
    """Page for the next value of an effect, or the ruling with the whole effect."""
    slot = ruling.slot
    if not slot:
        rules = (*ruling.rules, (ruling.kind, ruling.values))
        return replace(ruling, page="ruling", rules=rules, kind="", values=())
    amount = 0
    if slot == AMOUNT and ruling.kind == "has cash":
        amount = after(game, ruling.effects).players[ruling.values[0].value].cash
    page = {AMOUNT: "amount", NAME: "write"}.get(slot, "pick")
    return replace(
        ruling, page=page, amount=amount, is_keyed=False, entry="", letters=0, problem=""
    )


def _with(ruling: Ruling, value: ChosenValue, game: Game) -> Ruling:
    return _asked(replace(ruling, values=(*ruling.values, value)), game)


def _written(ruling: Ruling, game: Game) -> Ruling:
    """Take what was written: a reason, or the name of somebody new."""
    entry = " ".join(ruling.entry.split())
    if ruling.slot != NAME:
        return replace(ruling, page="ruling", note=entry)
    # Somebody may be written in another way.
    own = [one.value for one in ruling.values if one.slot == "player"]
    others = [name for name in after(game, ruling.effects).players if name not in own]
    if problem := name_problem(entry, others, game.board, check_new_name):
        return replace(ruling, problem=problem)
    return _with(ruling, ChosenValue(NAME, entry, Told(Typed(entry))), game)


def _left(ruling: Ruling, game: Game) -> Ruling:
    """Page before this one."""
    if ruling.values:
        return _asked(replace(ruling, values=ruling.values[:-1]), game)
    if ruling.slot:
        return replace(ruling, page="kinds", kind="")
    return replace(ruling, page="ruling")


def kinds(game: Game) -> list[KindRow]:
    """Return all kinds of effects; those without anything to choose from are empty keys."""
    return [
        KindRow(ROWS[row], tuple(_kind(game, kind, icon) for kind, icon in icons.items()))
        for row, icons in _ROWS.items()
    ]


def _kind(game: Game, kind: str, icon: str) -> KindKey:
    return KindKey(kind, KINDS[kind], icon) if _is_possible(game, kind) else KindKey("", "", "")


def people_problem(game: Game, kind: str) -> Wording:
    """Explain why people cannot come or go now, or return ""."""
    somebody = ""  # Nobody is called that.
    effect: Effect = rulings.Join(somebody)
    if kind == "renamed":
        effect = rulings.Rename(game.in_play()[0], somebody)
    error = refusal(game, Rule((effect,)))
    return companion_text.refused(error, game) if error else ""


def next_slot(kind: str, picked: Sequence[ChosenValue]) -> str:
    """Slot to ask for next, or "" if all are filled."""
    return (*_KINDS[kind][0], "")[len(picked)]


def options(game: Game, slot: str, picked: Iterable[ChosenValue] = ()) -> list[Tile]:
    """Tiles for a slot; an amount has none.

    Nobody pays, owes or promises anything to themselves.
    """
    tiles = _OPTIONS[slot](game) if slot in _OPTIONS else []
    if slot not in ("payee", "creditor", "guest"):
        return tiles
    payers = [one.value for one in picked if one.slot in ("payer", "debtor")]
    owners = [game.owner(one.value) for one in picked if one.slot == "rented"]
    return [tile for tile in tiles if tile.key not in (*payers, *owners)]


def picked(slot: str, tile: Tile) -> ChosenValue:
    """Value for which a tile stands."""
    return ChosenValue(slot, _READ.get(slot, str)(tile.key), tile.text, tile.marker)


def amount_value(game: Game, amount: int) -> ChosenValue:
    """Amount as a value."""
    return ChosenValue(AMOUNT, amount, companion_text.sum_of(game, amount))


def effect(kind: str, picked: Iterable[ChosenValue]) -> Effect:
    """Effect with the chosen values."""
    return _KINDS[kind][1](*(one.value for one in picked))


def effect_line(kind: str, picked: Iterable[ChosenValue]) -> Told:
    """Describe an effect in one line."""
    return capital(EFFECTS.fill(kind, **{one.slot: one.text for one in picked}))


def ruling_answer(game: Game, rules: tuple[Effect, ...], note: str) -> Answer:
    """Ruling as an answer, dimmed if it is impossible."""
    return answer(game, text_of("rule"), Rule(rules, note))


def after(game: Game, rules: tuple[Effect, ...]) -> Game:
    """Position after the effects chosen so far."""
    ruling = Rule(rules)
    return game if refusal(game, ruling) else play(game, ruling)


def _is_possible(game: Game, kind: str) -> bool:
    if kind == "claims":
        return bool(game.claims) and game.setup.rent != "watchful"
    return all(slot == AMOUNT or options(game, slot) for slot in _KINDS[kind][0])


def _players(game: Game) -> list[Tile]:
    return player_tiles(game, only=game.in_play())


def _parties(game: Game) -> list[Tile]:
    outside = {name for name, player in game.players.items() if player.out}
    return [tile for tile in account_tiles(game) if tile.key not in outside]


def _owners(game: Game) -> list[Tile]:
    """Whoever can hold a deed or a card: everybody but the pot."""
    return [tile for tile in _parties(game) if tile.key != POT]


def _streets(game: Game) -> list[Tile]:
    deeds = game.board.deeds
    return deed_tiles(game, [key for key in game.holdings if deeds[key].kind is Kind.STREET])


def _buildings(game: Game) -> list[Tile]:
    counts = (*range(game.setup.top_houses + 1), HOTEL)
    return [Tile(str(count), companion_text.buildings(count)) for count in counts]


def _turns(game: Game) -> list[Tile]:
    inside = [Tile(str(turn), text_of("in jail", turn=turn)) for turn in (1, 2, 3)]
    return [*inside, Tile("0", text_of("out of jail"))]


_GOOD = "good"
"""Key of free landings for good."""


def _landings(game: Game) -> list[Tile]:
    return [
        Tile(_GOOD if times is None else str(times), free_landings(times))
        for times in (0, None, *range(1, MOST_LANDINGS + 1))
    ]


_OPTIONS: dict[str, Callable[[Game], list[Tile]]] = {
    **dict.fromkeys(("player", "debtor", "guest"), _players),
    "roller": lambda game: player_tiles(game, only=[game.turn.player]),
    **dict.fromkeys(("payer", "payee", "creditor"), _parties),
    **dict.fromkeys(("owner", "holder"), _owners),
    "deed": deed_tiles,
    "street": _streets,
    "rented": lambda game: deed_tiles(game, game.holdings if game.edition.promises else ()),
    "landings": _landings,
    "owned": lambda game: deed_tiles(game, game.holdings),
    "buildings": _buildings,
    "mortgaged": lambda game: [
        Tile("yes", text_of("is mortgaged")),
        Tile("", text_of("is not mortgaged")),
    ],
    "person": lambda game: [
        Tile("same", text_of("same person")),
        Tile("other", text_of("other person")),
    ],
    "space": space_tiles,
    "turn": _turns,
    "pack": lambda game: [Tile(pack, companion_text.pack_name(game.board, pack)) for pack in PACKS],
    "count": lambda game: [
        Tile(str(count), companion_text.counted(count, "double")) for count in (0, 1, 2)
    ],
}
_READ: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("buildings", "space", "turn", "count"), int),
    "mortgaged": bool,
    "landings": lambda key: None if key == _GOOD else int(key),
    "person": {"same": rulings.Rename, "other": rulings.Replace}.__getitem__,
}
