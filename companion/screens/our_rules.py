"""Our rules: cards that are kept, one of them in sentences, and its code for another table."""

from collections.abc import Callable

from companion.engine.notation import RulesCard, format_card
from companion.screens import styles
from companion.screens.lists import marked, tile_list
from companion.screens.parts import Ground, Part, Room, column, over, row, text
from companion.screens.pieces import action_key, icon, qr_code
from companion.screens.styles import BODY, NAME, PARAGRAPH, SENTENCE, STRONG
from companion.table.setup import rules_cards, view
from companion.table.setup.rules_cards import RuleText
from companion.table.setup.view import CardRow
from companion.table.table import Table
from companion.text.screens.setup import CARDS, SETUP
from companion.text.told import Told, Wording

PAPER = "#ffffff"
"""Colour around a code, independent of the theme: cameras need the contrast."""


def _list_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Cards that are kept, and those on a drive; a tap chooses one."""
    prep = table.values["setup"]
    found = view.card_rows(prep.chosen, prep.enabled, prep.cards, prep.found)
    items = tuple(_card(one) for one in found)
    listed = tile_list(items, 1 if room.is_upright else 2, 72)
    house = action_key(SETUP["house rules"], "house", ("setting", "house"))
    keep = action_key(CARDS["keep"], "plus", ("keep",), is_main=True)
    is_kept = any(prep.is_in_force(card) for card in prep.cards)
    shown = listed if items else text(CARDS["first"], SENTENCE)
    keys = (house,) if is_kept else (house, keep)
    if room.is_upright:
        return shown, *(over(key, size=62) for key in keys)
    return shown, row(*keys, size=62)


def _card(one: CardRow) -> Part:
    key = row(
        marked(one.chosen) if one.is_kept else icon("usb", "ink", 30),
        column(text(one.name, NAME), text(one.about, BODY), gap=0),
        look=styles.chosen_key(one.chosen),
        pad="m",
        do=("card" if one.is_kept else "take", one.name),
    )
    about = over(
        icon("more", "ink", 0),
        look=styles.RAISED,
        pad=("l", "m"),
        size=56,
        do=("about", one.name),
        label=CARDS.fill("about", name=one.name),
    )
    return row(key, about if one.is_kept else None, gap="s")


def _card_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Rules of a card in sentences."""
    prep = table.values["setup"]
    card = prep.shown_card
    each = _upright_rule if room.is_upright else _rule
    items = tuple(each(one) for one in _rules_of(card)) if card else ()
    forget = CARDS["forget really" if prep.is_forgetting else "forget"]
    send = action_key(CARDS["send"], "qr_code", ("send",))
    paper = action_key(CARDS["print"], "printer", ("print",))
    gone = action_key(forget, "trash", ("forget",))
    if room.is_upright:
        return tile_list(items, 1, 132), row(send, paper, size=62), over(gone, size=62)
    return tile_list(items, 1, 66), row(send, paper, gone, size=62)


def _rules_of(card: RulesCard) -> list[RuleText]:
    return [rule for chapter in rules_cards.in_words(card) for rule in chapter.rules]


def _rule(one: RuleText) -> Part:
    return row(text(_title(one), STRONG, share=0.6), text(one.about, PARAGRAPH), gap="l")


def _upright_rule(one: RuleText) -> Part:
    return column(text(_title(one), STRONG, size=32), text(one.about, PARAGRAPH), gap=0)


def _title(one: RuleText) -> Wording:
    return Told(one.title, ": ", one.value) if one.value else one.title


def _code_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Code of a card, or of the link to it, and what to do with it."""
    prep = table.values["setup"]
    words = prep.link or (format_card(prep.shown_card) if prep.shown_card else "")
    steps = (CARDS["scan link" if prep.link else "scan text"], CARDS["take"], CARDS["by drive"])
    about = column(*(text(one, PARAGRAPH) for one in steps))
    side = room.width - 16 if room.is_upright else room.height - 96
    code = over(qr_code(words), look=Ground(PAPER), size=side)
    return ((column if room.is_upright else row)(code, about, gap="xl"),)


RULES_PAGES: dict[str, Callable[[Table, Room], tuple[Part | None, ...]]] = {
    "ours": _list_page,
    "card": _card_page,
    "code": _code_page,
}
"""Parts below the header of each page of the rules that are kept."""
