"""News for a browser that shows a wall: a whole wall, then the parts that change."""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from companion.club.pages import environment
from companion.club.wall import Wall

PARTS: dict[str, Callable[[Wall], object]] = {
    "about": attrgetter("about", "minutes", "minutes_label", "share"),
    "alerts": attrgetter("alerts", "notices"),
    "leaders": attrgetter("leaders", "size"),
    "foot": attrgetter("clock", "foot"),
}
"""Parts of a wall beside its cards, and what each of them shows."""


def wall_html(wall: Wall) -> str:
    """Return a whole wall as HTML."""
    return environment().get_template("wall.html").render(wall=wall)


def news_of(now: Wall, before: Wall | None) -> tuple[str, str]:
    """Return the kind of news for a browser that shows ``before``, and its HTML.

    The kinds are ``page``, a whole wall, and ``parts`` of it: those that have changed.
    """
    if before is None or _frame(now) != _frame(before):
        return "page", wall_html(now)
    parts: Any = environment().get_template("wall_parts.html").module
    old, found = {card.number: card for card in before.cards}, []
    if (now.columns, [card.number for card in now.cards]) != (before.columns, [*old]):
        found.append(parts.grid(now))
    else:
        for card in now.cards:
            # The time since the last move runs on every card, and is a part of its own.
            if replace(card, age="") != replace(old[card.number], age=""):
                found.append(parts.card(card, now.size))
            elif card.age != old[card.number].age:
                found.append(parts.age(card))
    found += [
        getattr(parts, name)(now) for name, shows in PARTS.items() if shows(now) != shows(before)
    ]
    return "parts", "".join(found)


def _frame(wall: Wall) -> object:
    return wall.title, wall.size, wall.find, wall.pages > 1
