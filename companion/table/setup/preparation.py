"""Next game in preparation: who plays, in which order, and by which rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from companion.engine import board, edition
from companion.engine.board import Board
from companion.engine.edition import MOST_PLAYERS, Edition
from companion.engine.notation import NotationError, RulesCard
from companion.engine.notation.rules_card import LONGEST_NAME as LONGEST_NAME_OF_RULES
from companion.engine.state import Setup
from companion.look.typefaces import unshown
from companion.table.keyboard import TURN, page_after, typed
from companion.table.markers import markers_of
from companion.table.setup import deal_out, house_rules, options, rules_cards, view
from companion.text.screens.setup import CARDS, NAMES, SETUP, text_of
from companion.text.told import Wording

PARENTS = {
    "name": "table",
    "token": "table",
    "more": "table",
    "choice": "more",
    "house": "more",
    "ours": "table",
    "card": "ours",
    "code": "card",
    "banker": "more",
    "first": "more",
    "deal": "table",
    "exchange": "deal",
}
"""Pages besides the table, with the page that *Back* leads to."""
LONGEST_NAME = 16
END = "until"
"""Name of the end of the game among the amounts that keys step."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Players in turn order, what they chose, and the page that is shown.

    ``known`` are people who may play, most recent first; ``offered`` are those who could join,
    each in a place that stays empty once they have. ``last`` is the previous set-up.
    ``first`` starts (empty: the highest roll), ``banker`` keeps the bank (empty: the first seat).
    ``carried`` is the order that a drag would lead to; empty while nothing is dragged.
    """

    names: tuple[str, ...] = ()
    known: tuple[str, ...] = NAMES
    offered: tuple[str, ...] = NAMES
    last: Setup | None = None
    page: str = "table"
    problem: Wording = ""
    asked_on: str = "table"
    """Page from which a name is asked for: the table, the bankers or the kept rules."""
    entry: str = ""
    letters: int = 0
    player: str = ""
    """Player whose token or dealt deed is being chosen."""
    carried: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()
    chosen: options.Chosen = field(default_factory=options.defaults)
    option: str = "edition"
    """Option whose values are shown."""
    chapter: str = "money"
    enabled: house_rules.EnabledRules = field(default_factory=dict)
    own: house_rules.EnabledRules = field(default_factory=dict)
    """House rules that *Classic* turned off."""
    first: str = ""
    banker: str = ""
    dealt: deal_out.Dealt = ()
    place: int = 0
    """Index in the deal of the deed to replace."""
    cards: tuple[RulesCard, ...] = ()
    """Rules that are kept, by name."""
    found: tuple[RulesCard, ...] = ()
    """Rules on a drive that is plugged in."""
    front: str = ""
    """Name of the card that *Our rules* stands for, or ""."""
    card: str = ""
    """Name of the card that is shown."""
    is_forgetting: bool = False
    """True if the next tap forgets the card that is shown."""
    link: str = ""
    """Link to the card that is shown, or ""."""
    has_tested: bool = False
    """True if players tested the tray: such rolls do not count."""

    @property
    def board(self) -> Board:
        """Board that is chosen."""
        return board.load(self.chosen["board"])

    @property
    def edition(self) -> Edition:
        """Edition that is chosen."""
        return edition.load(self.chosen["edition"])

    @property
    def is_full(self) -> bool:
        """True if nobody else can join."""
        return len(self.names) >= MOST_PLAYERS

    @property
    def is_on_dice(self) -> bool:
        """True while a roll would test the tray."""
        return self.page == "choice" and self.option == "dice"

    @property
    def suggestions(self) -> list[str]:
        """Names of people who may be meant by what is typed."""
        seated = self.names if self.asked_on == "table" else ()
        known = [card.name for card in self.cards] if self.names_rules else self.known
        return view.suggestions(known, seated, self.entry)

    @property
    def names_rules(self) -> bool:
        """True if the name that is asked for is one of rules."""
        return self.asked_on == "ours"

    @property
    def front_card(self) -> RulesCard | None:
        """Card that *Our rules* stands for, or None."""
        return rules_cards.find_card(self.cards, self.front)

    @property
    def shown_card(self) -> RulesCard | None:
        """Card whose rules are shown, or None if it is not there any more."""
        return rules_cards.find_card(self.cards, self.card)

    def is_in_force(self, card: RulesCard | None) -> bool:
        """Return True if the chosen rules are those of a card."""
        return card is not None and rules_cards.is_in_force(card, self.chosen, self.enabled)

    @property
    def keeper(self) -> str:
        """Banker as it would be now; empty if nobody is there."""
        return self.banker or next(iter(self.names), "")

    @property
    def missing(self) -> Wording:
        """Reason why the number of players does not fit, or ""."""
        return options.seats_problem(len(self.names), self.chosen, self.enabled)

    @property
    def larger(self) -> str:
        """Edition that takes all who are seated if the chosen one does not, or ""."""
        return options.edition_for(len(self.names), self.chosen)

    @property
    def is_to_deal(self) -> bool:
        """True if deeds are dealt before this game begins, and are not shown yet."""
        each = options.deeds_each(len(self.names), self.chosen, self.enabled)
        return self.page != "deal" and each > 0

    @property
    def refusal(self) -> Wording:
        """Reason why no game can begin, or ""."""
        if self.missing or self.is_to_deal:
            return self.missing
        try:
            setup_of(self, datetime.now())
        except ValueError as error:
            return options.error_text(self.chosen, error)
        return ""

    @property
    def can_repeat(self) -> bool:
        """True if the same people can be seated again."""
        return bool(self.cleared or self.last)


def begun(
    known: Iterable[str] = (),
    last: Setup | None = None,
    dice: str = "tray",
    cards: Iterable[RulesCard] = (),
) -> Preparation:
    """Return a preparation with the players and rules of the previous game, if there is one.

    ``cards`` are the rules that are kept.
    """
    known = tuple(dict.fromkeys(known)) or NAMES
    prep = again(chosen(Preparation(known=known, last=last), "dice", dice))
    return with_cards(prep, tuple(cards))


def with_cards(prep: Preparation, cards: Sequence[RulesCard]) -> Preparation:
    """Return a preparation with the rules that are kept now.

    *Our rules* stands for those in force, or else for the same as before, or the first ones.
    """
    cards = tuple(sorted(cards, key=lambda card: card.name.casefold()))
    front = next((card for card in cards if prep.is_in_force(card)), None)
    front = front or rules_cards.find_card(cards, prep.front)
    is_new = front is None and len(cards) > len(prep.cards)
    name = front.name if front else cards[0].name if is_new else ""
    return replace(prep, cards=cards, front=name)


def seated_since(setup: Setup, players: Sequence[str]) -> Setup:
    """Agreement of a game with those who sat there at its end (FLOW-17)."""
    is_renamed = setup.banker in setup.players and setup.banker not in players
    return replace(setup, players=tuple(players), banker="" if is_renamed else setup.banker)


def again(prep: Preparation) -> Preparation:
    """Take over the players, the edition and the house rules of the previous game."""
    last = prep.last
    if not last:
        return turned(prep, "table")
    values = {**prep.chosen, **options.options_from(last)}
    enabled = house_rules.read(last.edition, last.house_rules)
    prep = replace(prep, chosen=values, enabled=enabled, banker=last.banker)
    prep = turned(seated(prep, last.players), "table")
    return with_cards(prep, prep.cards)


def started(prep: Preparation, setup: Setup) -> Preparation:
    """Return the preparation after a game has begun, for the next one of the same table."""
    return again(replace(prep, last=setup, has_tested=False))


def setup_of(prep: Preparation, now: datetime) -> Setup:
    """Return the set-up of a game that starts ``now``.

    Raises NotationError or DataFileError if the options do not fit.
    """
    return options.setup_of(
        prep.names, prep.chosen, prep.enabled, now, prep.dealt, prep.first, prep.banker
    )


def turned(prep: Preparation, page: str) -> Preparation:
    """Show another page, and forget what was typed, dragged or wrong on this one."""
    plain = replace(prep, problem="", entry="", carried=(), is_forgetting=False)
    return offering(replace(plain, page=page))


def offering(prep: Preparation) -> Preparation:
    """Offer everybody a place who is known and not seated, without gaps."""
    return replace(prep, offered=tuple(name for name in prep.known if name not in prep.names))


def seated(prep: Preparation, names: Sequence[str]) -> Preparation:
    """Seat exactly these players; who would start is forgotten if that one has left."""
    first = prep.first if prep.first in names else ""
    after = replace(prep, names=tuple(names), first=first, problem="", carried=())
    return after if {*prep.names} <= {*names} else offering(after)


def added(prep: Preparation, name: str, place: int = MOST_PLAYERS) -> Preparation:
    """Seat somebody, by default after the others, or say why not."""
    name = " ".join(name.split())
    problem = options.name_problem(name, prep.names, prep.board)
    if not problem and prep.is_full:
        problem = SETUP["full table"]
    if problem:
        return replace(prep, problem=problem, carried=())
    known = tuple(dict.fromkeys((*prep.known, name)))
    return seated(replace(prep, known=known), moved(prep.names, name, place))


def moved(names: Sequence[str], name: str, place: int) -> tuple[str, ...]:
    """Return ``names`` with ``name``, new or not, at index ``place``."""
    others = [other for other in names if other != name]
    return (*others[:place], name, *others[place:])


def chosen(prep: Preparation, option: str, value: str) -> Preparation:
    """Choose a value of an option; house rules that another edition does not have are dropped."""
    values = {**prep.chosen, option: value}
    if option == "game":
        values[END] = ""
    if option == "edition":
        values = options.with_rent(values)
    enabled = options.available_rules(values, prep.enabled)
    return replace(prep, chosen=values, enabled=enabled, problem="")


def kept_markers(before: Preparation, do: tuple[object, ...], after: Preparation) -> dict[str, int]:
    """Markers that must be remembered after a tap, by name.

    These are the exchange that it meant, or those of players who would lose theirs by moving.
    """
    match do:
        case ("token", int(marker)) if before.page == "token":
            return options.exchange_markers(before.names, before.player, marker)
    held = {
        name: marker for name, marker in markers_of(before.names).items() if name in after.names
    }
    now = markers_of(after.names)
    return held if any(now[name] != marker for name, marker in held.items()) else {}


def tapped(prep: Preparation, do: tuple[Any, ...]) -> Preparation:
    """Return the preparation after a tap."""
    for part in (_seating, _typing, _rules, _our_rules, _dealing):
        if (after := part(prep, do)) is not None:
            return after
    return prep


def _seating(prep: Preparation, do: tuple[Any, ...]) -> Preparation | None:
    match do:
        case ("back", str(page)):
            return turned(prep, page)
        case ("seat", str(name)):
            return turned(replace(prep, player=name), "token")
        case ("token", int(_)):
            return turned(prep, "table")
        case ("take out",):
            return turned(seated(prep, [n for n in prep.names if n != prep.player]), "table")
        case ("clear",) if prep.names:
            return replace(seated(prep, ()), cleared=prep.names)
        case ("clear",):
            return seated(prep, prep.cleared) if prep.cleared else again(prep)
        case ("over", ("person", str(name)), ("at", int(place))):
            return replace(prep, carried=moved(prep.names, name, place))
        case ("over", _, None):
            return replace(prep, carried=())
        case ("drop", ("person", str(name)), _):
            order = tuple(dict.fromkeys((*prep.names, name)))
            if {*prep.carried} == {*order}:  # Another finger may carry somebody else.
                order = prep.carried
            return (
                seated(prep, order) if name in prep.names else added(prep, name, order.index(name))
            )
        case ("over" | "drop", *_):
            return prep
    return None


def _typing(prep: Preparation, do: tuple[Any, ...]) -> Preparation | None:
    match do:
        case ("new name",):
            return turned(replace(prep, asked_on=prep.page, letters=0), "name")
        case ("letter", _, str(key)) if key == TURN:
            return replace(prep, letters=page_after(prep.letters))
        case ("letter", _, str(key)):
            longest = LONGEST_NAME_OF_RULES if prep.names_rules else LONGEST_NAME
            return replace(prep, entry=typed(prep.entry, key, longest), problem="")
        case ("name" | "enter", str(name)) if prep.page == "name" and prep.names_rules:
            return _kept(prep, name)
        case ("name" | "enter", str(name)) if prep.page == "name" and prep.asked_on == "banker":
            return _with_banker(prep, name)
        case ("name" | "enter", str(name)):
            after = added(prep, name)
            return after if after.problem or prep.page == "table" else turned(after, "table")
        case ("person", str(name)) if prep.page == "banker":
            return _with_banker(prep, name)
        case ("person", str(name)):
            return turned(replace(prep, first=name), "more")
    return None


def _with_banker(prep: Preparation, name: str) -> Preparation:
    """Make somebody the banker, who need not be a player (FLOW-15)."""
    name = " ".join(name.split())
    if problem := options.name_problem(name, (), prep.board):
        return replace(prep, problem=problem)
    known = tuple(dict.fromkeys((*prep.known, name)))
    return turned(replace(prep, banker=name, known=known), "more")


def _rules(prep: Preparation, do: tuple[Any, ...]) -> Preparation | None:
    match do:
        case ("more",):
            return turned(prep, "more")
        case ("plan", "classic"):
            # Rules that were changed since are no card: *Our rules* turns them on again.
            is_changed = bool(prep.enabled) and not prep.is_in_force(prep.front_card)
            front = "" if is_changed else prep.front
            own = prep.enabled or prep.own
            return chosen(replace(prep, own=own, enabled={}, front=front), "game", "full")
        case ("plan", "hour"):
            return chosen(prep, "game", "time-limit")
        case ("plan", "own"):
            return _with_own_rules(prep)
        case ("setting", str(key)):
            return turned(replace(prep, option=key), key if key in PARENTS else "choice")
        case ("edition", str(name)):
            return chosen(prep, "edition", name)
        case ("option", str(value)):
            return chosen(prep, prep.option, value)
        case ("chapter", str(chapter)):
            return replace(prep, chapter=chapter)
        case ("switch", str(name)):
            return replace(prep, enabled=house_rules.turn(prep.edition, prep.enabled, name))
        case ("step", sign, str(what), str(until)) if what == END:
            minutes = options.QUARTER if sign == "plus" else -options.QUARTER
            values = {**prep.chosen, END: options.add_minutes(until, minutes)}
            return replace(prep, chosen=values)
        case ("step", sign, str(name)) if name in prep.enabled:
            after = house_rules.step(prep.edition, prep.enabled, name, sign == "plus")
            return replace(prep, enabled=after)
    return None


def _with_own_rules(prep: Preparation) -> Preparation:
    """Turn the players' own rules on; if they are on, show them."""
    card = prep.front_card
    if card and not prep.is_in_force(card) and not view.is_own(prep.chosen, prep.enabled):
        return _by(prep, card)
    if prep.own and not prep.enabled and not prep.is_in_force(card):
        return replace(prep, enabled=options.available_rules(prep.chosen, prep.own))
    return turned(prep, "ours" if prep.cards else "house")


def _by(prep: Preparation, card: RulesCard) -> Preparation:
    """Choose the rules of a card."""
    values = {**prep.chosen, **rules_cards.chosen_by(card)}
    enabled = rules_cards.enabled_by(card)
    return replace(prep, chosen=values, enabled=enabled, own={}, front=card.name, problem="")


def _kept(prep: Preparation, name: str) -> Preparation:
    """Keep the chosen rules under a name, or say why not."""
    try:
        card = rules_cards.card_of(name, prep.chosen, prep.enabled)
    except NotationError as error:
        is_name = error.reason in rules_cards.NAME_PROBLEMS
        refused = SETUP["no_name" if name.strip() else "unnamed"]
        return replace(prep, problem=refused if is_name else options.error_text(prep.chosen, error))
    if letters := unshown(card.name):
        return replace(prep, problem=text_of("unshown", letters=letters))
    return turned(with_card(prep, card), "ours")


def with_card(prep: Preparation, card: RulesCard) -> Preparation:
    """Keep a card, in place of one of its name."""
    others = [one for one in prep.cards if not rules_cards.is_same_name(one.name, card.name)]
    return with_cards(replace(prep, front=card.name), (*others, card))


def _our_rules(prep: Preparation, do: tuple[Any, ...]) -> Preparation | None:
    match do:
        case ("keep",):
            return turned(replace(prep, asked_on="ours", letters=0), "name")
        case ("card", str(name)) if card := rules_cards.find_card(prep.cards, name):
            return turned(_by(prep, card), "table")
        case ("take", str(name)) if card := rules_cards.find_card(prep.found, name):
            return turned(with_card(_by(prep, card), card), "table")
        case ("about", str(name)) if rules_cards.find_card(prep.cards, name):
            return turned(replace(prep, card=name), "card")
        case ("send",):
            return turned(replace(prep, link=""), "code")
        case ("forget",) if prep.is_forgetting:
            left = [one for one in prep.cards if one != prep.shown_card]
            return turned(with_cards(prep, left), "ours")
        case ("forget",):
            return replace(prep, is_forgetting=True)
    return None


def _dealing(prep: Preparation, do: tuple[Any, ...]) -> Preparation | None:
    match do:
        case ("deal out",):
            dealt = options.deal(prep.names, prep.chosen, prep.enabled)
            return turned(replace(prep, dealt=dealt), "deal")
        case ("held", int(place)):
            player = prep.dealt[place][0]
            return turned(replace(prep, place=place, player=player), "exchange")
        case ("deal", str(deed)):
            dealt = deal_out.exchange_deed(prep.dealt, prep.place, deed)
            return turned(replace(prep, dealt=dealt), "deal")
    return None


def title(prep: Preparation) -> tuple[Wording, ...]:
    """Wordings of the page's heading, the longest first."""
    if prep.page == "choice":
        return (view.choice(prep.option, prep.chosen).title,)
    if prep.page in ("card", "code"):
        return (prep.card,)
    if prep.page == "name" and prep.names_rules:
        return (CARDS["keep"],)
    heading = text_of(TITLES[prep.page], player=prep.player)
    return (heading, prep.player) if prep.page == "exchange" else (heading,)


TITLES = {
    "table": "title",
    "name": "new name",
    "token": "token",
    "more": "more",
    "house": "house rules",
    "ours": "own",
    "banker": "who banks",
    "first": "who starts",
    "deal": "deal",
    "exchange": "which deed",
}
"""Key of each page's heading; the page of an option has the option's name."""
