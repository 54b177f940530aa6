"""Set-up of the next game: who sits where, their names and tokens; the rules are in ``options``."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from math import sqrt

from companion.engine.notation import RulesCard
from companion.screens import board_figures, styles
from companion.screens.keyboard import entry_line, inset, keyboard
from companion.screens.options import OPTION_PAGES, plan_key, start_key
from companion.screens.parts import (
    SPACES,
    Blank,
    Part,
    Room,
    column,
    figure,
    grid,
    length_of,
    over,
    row,
    text,
)
from companion.screens.pieces import (
    HEADER,
    action_key,
    corner_key,
    full_page,
    icon,
    message_header,
    plain_header,
    token,
)
from companion.screens.ruler import promised
from companion.screens.styles import BUTTON, MEDIUM, PERSON, STRONG, TITLE
from companion.table.screen import Screen
from companion.table.setup import view
from companion.table.setup.preparation import (
    PARENTS,
    Preparation,
    again,
    kept_markers,
    setup_of,
    started,
    tapped,
    title,
    with_cards,
)
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.names import party_name
from companion.text.screens.setup import CARDS, SETUP, text_of

CHIP, GAP = 54, SPACES["m"]
ABOVE = 34
"""Height of the words above the names."""
CROWD, UPRIGHT_CROWD = 8, 6
"""Players from which the table takes the room of the line below it."""
LEAST_SEAT, TALLEST_SEAT = 48, 62


def page(table: Table, room: Room) -> Part:
    """Page that the set-up is on."""
    prep = table.values["setup"]
    is_typing = room.is_upright and prep.page == "name"
    if prep.page == "table":
        parts = _table_page(table, room)
    else:
        below = {"name": _name_page, "token": _token_page, **OPTION_PAGES}[prep.page]
        back = prep.asked_on if prep.page == "name" else PARENTS[prep.page]
        kept = corner_key(SETUP["own"], ("setting", "ours"), "file")
        header = plain_header(room, title(prep), back, kept if prep.page == "house" else None)
        if is_typing:
            header = inset(header)
        parts = header, *below(table, room)
    return full_page(*parts, gap="l", edge=0 if is_typing else "m")


# --- the table --------------------------------------------------------------------------------


def _table_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    prep = table.values["setup"]
    first = table.past_games.lead or SETUP["first seat"]
    hint = prep.problem or (SETUP["hint"] if prep.names else first)
    ink = "debit" if prep.problem else "quiet"
    is_crowded = len(prep.names) > (UPRIGHT_CROWD if room.is_upright else CROWD)
    has_line = bool(prep.problem) or not is_crowded
    line = text(hint, styles.NEWS, ink, size=32) if has_line else None
    plans = view.plans(prep.chosen, prep.enabled, prep.front_card)
    plan_keys = [plan_key(one, room.is_upright) for one in plans]
    start = start_key(prep)
    more = corner_key(SETUP["more"], ("more",), "settings")
    header = _header(table, room, None if room.is_upright else more)
    if room.is_upright:
        across = room.width - 16
        names = _people(prep, across, 2, is_crowded)
        foot = row(_clear_key(prep), more, size=CHIP)
        bar = column(*plan_keys, start._replace(size=70), gap="s", size=3 * 64 + 70)
        used = header.size + bar.size + CHIP + names.size + 4 * 10 + 18
        used += 10 + 32 if has_line else 0
        seats = _round_table(prep, across, room.height - used)
        return header, seats, line, names, foot, bar
    wide = room.width - 16
    across = wide * 0.6
    height = room.height - 18 - header.size - 74 - 20
    seats = _round_table(prep, across, height - (36 if has_line else 0))
    rows = int((height - ABOVE - CHIP - 2 * GAP) // (CHIP + GAP))
    names = _people(prep, wide - across - 14, rows)
    left = column(seats, line, gap="xs", size=across)
    right = column(names, Part(), _clear_key(prep))
    bar = row(*plan_keys, start._replace(size=176), size=74)
    return header, row(left, right, gap="xl"), bar


def _header(table: Table, room: Room, more: Part | None) -> Part:
    """Title or message between the way back to a game and the other keys."""
    back = corner_key(SETUP["back"], ("back",), "back") if table.number else None
    menu = over(
        icon("menu", "ink", 0),
        look=styles.RAISED,
        pad=("l", "l"),
        size=56,
        do=("show", "menu"),
        label="menu",
    )
    keys = more, corner_key(SETUP["past games"], ("show", "past_games"), "clock"), menu
    if room.message:
        return message_header(room, back, *keys)
    return row(back, text(SETUP["title"], TITLE), *keys, size=HEADER)


def _clear_key(prep: Preparation) -> Part:
    """Key that clears the table, or seats the same people again."""
    if not (prep.names or prep.can_repeat):
        return Part(size=CHIP)
    words = SETUP["clear" if prep.names else "again"]
    inner = (
        icon("cross" if prep.names else "repeat", "ink", 26),
        text(words, STRONG),
    )
    return row(*inner, look=Blank(), pad=("s", 0), do=("clear",), least=CHIP)


def _people(prep: Preparation, width: float, lines: int, is_crowded: bool = False) -> Part:
    """Return people who could join in lines of some width, and a new name.

    Whoever has sat down leaves a gap: no name comes under a finger that was meant for another.
    """
    high = length_of(lines, CHIP) + (0 if is_crowded else ABOVE + GAP)
    if prep.is_full:
        full = text(SETUP["full table"], styles.NEWS, "quiet", size=ABOVE)
        return column(Part() if is_crowded else None, full, size=high)
    above = None if is_crowded else text(SETUP["add"], styles.NEWS, "quiet", size=ABOVE)
    kids = [
        row(*(_place(prep, *one) for one in line), Part(share=0.01), size=CHIP)
        for line in _placed(prep, width, lines)
    ]
    return column(above, *kids, size=high)


def _placed(prep: Preparation, width: float, lines: int) -> list[list[tuple[str, float]]]:
    """Return names with their widths, as many as there is room for, and a last one without name.

    Others follow when everybody who is in sight has sat down.
    """
    new = ("", promised(SETUP["new name"], "medium", 26) + 70)
    chips = [(name, promised(name, "medium", 26) + 30) for name in prep.offered]
    while chips:
        counts = range(len(chips), 0, -1)
        flows = ((count, _flow([*chips[:count], new], width)) for count in counts)
        count, placed = next((one for one in flows if len(one[1]) <= lines), (0, []))
        if any(name not in prep.names for name, _ in chips[:count]):
            return placed
        chips = chips[count:] if count else []
    return [[new]]


def _place(prep: Preparation, name: str, width: float) -> Part:
    if not name:
        return _new_chip(SETUP["new name"], width)
    return Part(size=width) if name in prep.names else _chip(name, width)


def _flow(chips: list[tuple[str, float]], width: float) -> list[list[tuple[str, float]]]:
    lines: list[list[tuple[str, float]]] = []
    x = width + 1
    for name, wide in chips:
        if x + wide > width:
            lines.append([])
            x = 0
        lines[-1].append((name, min(wide, width)))
        x += wide + GAP
    return lines


def _chip(name: str, width: float, is_dragged: bool = True) -> Part:
    return over(
        text(party_name(name), MEDIUM, align=0.5),
        look=styles.RAISED._replace(radius=12),
        pad="m",
        size=width,
        do=("name", name),
        drag=("person", name) if is_dragged else None,
        key=f"name:{name}",
    )


def _new_chip(words: str, width: float) -> Part:
    return row(
        icon("plus", "ink", 30),
        text(words, MEDIUM),
        look=styles.RAISED._replace(radius=12),
        pad="l",
        size=width,
        do=("new name",),
    )


# --- seats ------------------------------------------------------------------------------------


def rows_of_seats(count: int, height: float) -> list[tuple[int, ...]]:
    """Seats of each row from the top; a pair is left and right.

    The seats go clockwise from the top, as the turns do. One player alone has the top and, if
    there is room for the row in ``height`` dp, one the bottom.
    """
    if count <= 2:
        return [tuple(reversed(range(count)))] if count else []
    has_head = count % 2 == 1 or (count / 2 + 1) * (LEAST_SEAT + 4) <= height
    pairs = (count - has_head) // 2
    if not has_head:
        return [((count - row) % count, row + 1) for row in range(pairs)]
    rows: list[tuple[int, ...]] = [(0,), *((count - 1 - row, 1 + row) for row in range(pairs))]
    return [*rows, (pairs + 1,)] if count % 2 == 0 else rows


def _round_table(prep: Preparation, width: float, height: float) -> Part:
    """Table with the players around it."""
    order = prep.carried or prep.names
    seats = view.preview(prep.names, order)
    rows = rows_of_seats(len(seats), height)
    felt = figure(board_figures.felt, drop=("table",))
    tall = min(TALLEST_SEAT, max(LEAST_SEAT, height / max(1, len(rows)) - 2))
    lines = []
    for number, line in enumerate(rows):
        high = (2 * number + 1) / len(rows) - 1 if len(rows) > 1 else 0.0
        apart = sqrt(1 - high * high)
        pills = [_pill(seats[place], place, tall, width / len(line) - 4) for place in line]
        ends = Part(share=max(0.01, (1 - apart) / 2))
        kids = [ends, pills[0], ends]
        if len(line) == 2:
            kids = [ends, pills[0], Part(share=max(0.02, apart)), pills[1], ends]
        lines.append(row(*kids, gap=0, size=tall))
    between = Part(share=0.01)
    spread = [part for line in lines for part in (between, line)][1:]
    if len(lines) == 1:
        spread = [between, *spread, between]
    return over(felt, column(*spread, gap=0) if lines else None)


def _pill(seat: view.Seat, place: int, tall: float, most: float) -> Part:
    """Player at the table: token and name, or the short name where there is no room."""
    look = styles.player_key(seat.marker)._replace(radius=(tall - 4) / 2)
    words = seat.name
    if promised(words, "bold", 28) + 74 > most:
        words = seat.short
    wide = min(most, promised(words, "bold", 28) + 74)
    return row(
        token(seat.marker, 40, inverse=True),
        text(
            (party_name(seat.name), party_name(seat.short)),
            PERSON,
            styles.on_player(seat.marker),
        ),
        look=look,
        pad="m",
        size=wide,
        do=("seat", seat.name),
        drag=("person", seat.name),
        drop=("at", place),
        key=f"seat:{seat.name}",
        moves="slide",
    )


# --- a name, and a token ----------------------------------------------------------------------


def _name_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Page to type a name."""
    prep = table.values["setup"]
    lines = _flow(
        [(name, promised(name, "medium", 26) + 30) for name in prep.suggestions], room.width - 16
    )
    shown = [
        row(*(_chip(name, wide, False) for name, wide in line), Part(), size=CHIP)
        for line in lines[: 4 if room.is_upright else 1]
    ]
    do = ("enter", prep.entry)
    verb, hint = SETUP["enter"], SETUP["your name"]
    if prep.names_rules:
        verb, hint = CARDS["keep it"], CARDS["name of rules"]
    enter = action_key(verb, "", do, is_main=bool(prep.entry), size=62)
    enter = enter._replace(purpose="enter")
    line = entry_line(prep.entry, hint, prep.problem)
    names = column(*shown, Part(share=0.01)) if shown else Part()
    if room.is_upright:
        line, names, enter = (inset(part) for part in (line, names, enter))
    return line, names, keyboard(prep.letters, room.is_upright), enter


def _token_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Markers that a player can choose from, with those who have them."""
    prep = table.values["setup"]
    tiles = [
        row(
            token(tile.marker, 48),
            text(tile.text, styles.STORY if room.is_upright else styles.NEWS),
            look=styles.chosen_key(tile.chosen),
            pad="m",
            do=("token", tile.marker),
            label=tile.text or text_of("free token", number=tile.marker + 1),
        )
        for tile in view.token_tiles(prep.names, prep.player)
    ]
    words = text_of("take out", player=prep.player)
    out = row(
        icon("user_minus", "ink", 32),
        text(words, BUTTON),
        look=styles.RAISED,
        pad="l",
        do=("take out",),
        size=60,
    )
    return grid(tiles, 2 if room.is_upright else 3), out


def _tapped(prep: Preparation, do: Do, table: Table) -> Preparation:
    if do == ("begin",):
        _begin(prep, table)
        return table.values["setup"]  # type: ignore[no-any-return]
    if prep.is_on_dice and table.tray_input.pending_rolls:
        prep = replace(prep, has_tested=True)
    if do == ("print",) and prep.shown_card:
        table.rules_job.print(prep.shown_card)
    after = tapped(prep, do)
    if after.page == "ours" != prep.page and after.cards == prep.cards:
        after = with_cards(after, table.rules_job.cards())
        table.rules_job.look_at_drives(partial(_find, table))
    elif after.cards != prep.cards:
        table.rules_job.store(prep.cards, after.cards)
    if after.page == "code" != prep.page and after.shown_card and table.phones.shared_link(""):
        table.rules_job.share(after.shown_card, partial(_lead, table, after.card))
    if markers := kept_markers(prep, do, after):
        table.settings.set_markers(markers)
    return after


def _find(table: Table, found: tuple[RulesCard, ...]) -> None:
    """Show the rules that are on a drive."""
    table.set_value("setup", replace(table.values["setup"], found=found))


def _lead(table: Table, name: str, folder: str) -> None:
    """Show the link to a card that was shared, if it is still the one shown."""
    prep = table.values["setup"]
    if folder and (prep.page, prep.card) == ("code", name):
        link = table.phones.shared_link(f"{folder}/report")
        table.set_value("setup", replace(prep, link=link))


def _begin(prep: Preparation, table: Table) -> None:
    """Begin the game that is prepared; rolls that tested the tray do not count."""
    table.begin(setup_of(prep, datetime.now()), prep.chosen["dice"] == "tray")
    for _ in range(len(table.tray_input.pending_rolls) if prep.has_tested and table.session else 0):
        table.tray_input.discard_roll()


def play_again(table: Table) -> None:
    """Prepare a game of the same players and rules, and show the set-up before it begins."""
    prep = table.values["setup"]
    last = table.session.setup if table.session else prep.last
    table.set_value("setup", again(replace(prep, last=last)))
    table.show_screen("setup")


SCREEN = Screen(page, value=Preparation(), tapped=_tapped, begun=started)
