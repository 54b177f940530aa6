"""Guests: the way to the table from another device, who asks for it, and who was let in."""

from companion.screens import knock, styles
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Plate,
    Room,
    column,
    fit,
    may,
    over,
    row,
    rows,
    text,
)
from companion.screens.pieces import action_key, divider, icon, plain_header, qr_code
from companion.screens.styles import BODY, BUTTON, NAME, NEWS, PARAGRAPH, SENTENCE, STRONG
from companion.table.guests import GuestRow, GuestsPage
from companion.table.knocks import Knock
from companion.table.reached import typed
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.screens.guests import GUESTS
from companion.text.told import Told, Typed

CHOICE, GUEST, ASKING = 60, 50, 178


def page(table: Table, room: Room) -> Part:
    """Return the way to the table beside who asks and who is in; above in an upright window."""
    value: GuestsPage = table.guests.value
    where = may(text(GUESTS["elsewhere"], BODY, size=HUG))
    is_narrow = room.is_upright or bool(room.message)
    header = plain_header(room, GUESTS["title"], "phones", None if is_narrow else where)
    way, who = _address(value), _guests(value)
    wide = row(way._replace(share=0.55), who, gap="xxl")
    body = column(way._replace(share=0.7), who) if room.is_upright else wide
    return column(header, body, look=Ground("ground"), pad=("m", "m"))


def _address(value: GuestsPage) -> Part:
    """Code with the address, which can also be typed; or the reason why there is none."""
    if not value.reached.link:
        why = text(GUESTS[value.reached.problem or "starting"], PARAGRAPH._replace(lines=5))
        return column(why, look=Plate("sheet", "line", 12, 2), pad="xl")
    hosts = [Told(Typed(host)) for host in typed(value.reached.link, value.reached.name)]
    return column(
        over(qr_code(value.reached.link), look=Plate("sheet", "line", 12, 2), pad=("xs", "xs")),
        text(GUESTS["type"], NEWS, "quiet", 0.5, size=32),
        text(hosts, STRONG, align=0.5, size=34),
        gap="xs",
    )


def _guests(value: GuestsPage) -> Part:
    choices = row(
        _choice("may play", "check", True, value.may_play),
        _choice("may watch", "eye", False, not value.may_play),
        gap="l",
        size=CHOICE,
    )
    inside = rows(value.rows, _guest, GUEST, key="guests")
    if not value.rows:
        inside = text("" if value.knock else GUESTS["nobody"], SENTENCE, "quiet")
    return column(choices, _question(value.knock) if value.knock else None, inside, gap="l")


def _choice(words: str, picture: str, may_play: bool, is_chosen: bool) -> Part:
    return action_key(
        GUESTS[words], picture, ("may play", may_play), look=styles.chosen_key(is_chosen)
    )


def _question(asked: Knock) -> Part:
    """Return who asks, with the digits that it must show, and both answers."""
    title = text(GUESTS[f"{asked.device} asks"], NAME)
    words = column(title, text(GUESTS["same"], SENTENCE), gap=0)
    head = row(icon(knock.ICONS[asked.device], size=40), words, *knock.digits(asked, 54))
    answers = row(
        action_key(GUESTS["no"], "", ("refuse phone", asked.number), share=0.42),
        over(
            text(GUESTS["let in"], BUTTON, "on_bank", 0.5),
            look=styles.player_key(asked.marker),
            pad="l",
            do=("let in", asked.number),
        ),
        gap="l",
        size=64,
    )
    look = Plate("sheet", "bank", 14, 3)
    return column(head, answers, gap="l", look=look, pad="xl", size=ASKING)


def _guest(one: GuestRow) -> Part:
    """Return a guest with the key that ends the visit."""
    does = "away" if not one.is_here else "plays" if one.may_play else "watches"
    name = text(GUESTS[one.device], STRONG, size=HUG)
    return column(
        divider(),
        row(
            icon(knock.ICONS[one.device], "quiet", 28),
            fit(row(name, text(GUESTS[does], BODY, "quiet")), name),
            over(
                text(GUESTS["end"], STRONG, "debit", 0.5, size=HUG),
                look=Ground("sheet", 10),
                pad="l",
                do=("end guest", one.key),
                size=HUG,
            ),
            gap="l",
        ),
        gap=0,
    )


SCREEN = Screen(page, state="guests")
