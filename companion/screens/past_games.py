"""Past games: all of them with everybody's wins, the wall of fame, and one game by itself."""

from companion.screens import styles
from companion.screens.layout import unsqueezed
from companion.screens.parts import (
    HUG,
    Part,
    Plate,
    Room,
    column,
    grid,
    may,
    row,
    rows,
    text,
)
from companion.screens.pieces import (
    HEADER,
    action_key,
    corner_key,
    full_page,
    group_band,
    icon,
    plain_header,
    progress_bar,
    share_bar,
    token,
    worth_chart,
)
from companion.screens.styles import BODY, BUTTON, NEWS, PERSON, SENTENCE, STORY, STRONG, TITLE
from companion.table.fame import Fame, FameRecord, Pair, PlaceBar, WinBar
from companion.table.past_games import GameLine, GamePage
from companion.table.screen import Screen
from companion.table.states.past_games import PastGamesState
from companion.table.table import Table
from companion.text.names import party_name
from companion.text.screens.past_games import ARCHIVE
from companion.text.told import joined

TABS = ("games", "players", "places")
GAME, TALL_GAME, BAR, KEY = 82, 114, 50, 66
"""Heights of a game in the list, of one in an upright window, of a bar and a key, in dp."""
ABOUT = styles.PARAGRAPH._replace(lines=5)
NOTE = 130
"""Width of the number of games beside a number of wins, in dp."""


def page(table: Table, room: Room) -> Part:
    """Page of past games that is turned to."""
    past = table.past_games
    body = {
        "games": _games,
        "players": _players,
        "places": _places,
        "game": _game,
        "more": _more,
    }[past.page]
    return full_page(*body(table, room), gap="l")


def _tabs(table: Table, room: Room) -> tuple[Part, ...]:
    """Return Back, the title, and what there is to see of all games."""
    shown = table.past_games.page
    keys = [
        row(
            text(ARCHIVE[one], STRONG, align=0.5, size=0 if room.is_upright else HUG),
            look=styles.chosen_key(one == shown),
            pad="l",
            size=0 if room.is_upright else HUG,
            do=("tab", one),
        )
        for one in TABS
    ]
    if room.is_upright or room.message:
        header = plain_header(room, ARCHIVE["title"])
        return header, row(*keys, size=HEADER)
    back = corner_key(ARCHIVE["back"], ("back", "out"), "back")
    title = may(text(ARCHIVE["title"], TITLE, size=HUG))
    return (row(back, title, Part(share=0.01), *keys, size=HEADER),)


# --- all games --------------------------------------------------------------------------------


def _games(table: Table, room: Room) -> tuple[Part | None, ...]:
    past = table.past_games
    if not past.games:
        return *_tabs(table, room), text(ARCHIVE["none"], SENTENCE, "quiet", 0.5)
    draw, height = (_tall_line, TALL_GAME) if room.is_upright else (_line, GAME)
    games = (*past.games, None) if past.has_more else past.games
    listed = rows(games, draw, height, "s", key="list")
    lead = text(past.lead, PERSON, size=40) if past.lead else None
    return *_tabs(table, room), lead, listed


def _line(game: GameLine | None) -> Part:
    if game is None:
        return _older()
    both = joined(" \N{MIDDLE DOT} ", (game.at, game.players[0]))
    return _listed(game, text((both, *game.players), PERSON))


def _tall_line(game: GameLine | None) -> Part:
    if game is None:
        return _older()
    at, players = text(game.at, PERSON), text(game.players, NEWS)
    return _listed(game, at, players)


def _older() -> Part:
    """Key below the list that leads to older games."""
    return row(
        text(ARCHIVE["older"], BUTTON, align=0.5),
        look=styles.RAISED,
        pad="l",
        do=("more games",),
    )


def _listed(game: GameLine, *words: Part) -> Part:
    """Game with the token of who won it."""
    sign = "trophy" if game.over else "clock"
    return row(
        token(game.marker, 48) if game.marker >= 0 else icon(sign, "quiet", 48),
        column(*words, text(game.state, NEWS, "quiet"), gap=0),
        icon("next", "quiet", 30),
        look=Plate("sheet", "line", 12),
        pad="l",
        gap="l",
        do=("game", game.number),
    )


# --- the wall of fame -------------------------------------------------------------------------


def _players(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return everybody's wins, head to head, and the records."""
    found = table.report_job.fame
    if not found.wins:
        return *_tabs(table, room), _counting(table)
    wins = _card(ARCHIVE["wins"], _bars(found))
    pairs = rows(found.pairs, _pair, BAR, "xxs", key="pairs")
    records = [may(_record(one), rank=n) for n, one in enumerate(found.records, 2)]
    duels = _card(ARCHIVE["head to head"], pairs) if found.pairs else None
    if room.is_upright:
        return *_tabs(table, room), wins, duels, *records
    side = column(duels, *records)
    return *_tabs(table, room), row(wins, side, gap="l")


def _bars(found: Fame) -> Part:
    return rows(found.wins, _win, BAR, "xxs", key="wins")


def _win(one: WinBar) -> Part:
    fill = styles.of_player(one.marker).fill
    return row(
        token(one.marker, 40),
        text(party_name(one.name), PERSON),
        share_bar(fill, one.share, 6, pad=(0, "l")) if one.share else Part(),
        text(one.won, BUTTON, align=1.0, size=34),
        may(text(one.note, BODY, "quiet", size=NOTE)),
    )


def _pair(one: Pair) -> Part:
    left, right = one.markers
    return row(
        token(left, 36),
        text(party_name(one.names[0]), PERSON),
        text(one.score, STRONG, align=0.5, size=HUG),
        text(party_name(one.names[1]), PERSON, align=1.0),
        token(right, 36),
    )


def _record(one: FameRecord) -> Part:
    words = column(
        text(one.title, BODY, "quiet", size=30),
        text(
            (f"{one.text} \N{MIDDLE DOT} {one.note}", one.text) if one.note else one.text,
            STORY,
            size=36,
        ),
        gap=0,
    )
    sign = token(one.marker, 44) if one.marker >= 0 else icon("clock", "quiet", 44)
    return row(sign, words, gap="l", size=68)


def _card(title: str, inside: Part) -> Part:
    """Title above what it names, on a sheet."""
    return column(
        text(title, BUTTON, size=40),
        inside,
        look=Plate("sheet", "line", 12),
        pad="xl",
        gap="xs",
    )


def _counting(table: Table) -> Part:
    words = ARCHIVE["counting"] if table.report_job.busy else table.report_job.fame.summary
    return text(words or ARCHIVE["none"], SENTENCE, "quiet", 0.5)


def _places(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return what the properties earned in all games, how long games take, and the dice."""
    found = table.report_job.fame
    if not (found.places or found.figures):
        return *_tabs(table, room), _counting(table)
    height = GAME if room.is_upright else BAR
    draw = _tall_place if room.is_upright else _place
    bars = rows(found.places, draw, height, "xs", key="places")
    lines = [may(_figure(one, room.is_upright), rank=2) for one in found.figures]
    return *_tabs(table, room), bars, *lines


def _place(one: PlaceBar) -> Part:
    return row(
        group_band(one.group),
        text(one.name, PERSON),
        _length(one),
        may(text(one.note, NEWS, "quiet", share=1.2)),
        text(one.rent, STRONG, align=1.0, size=110),
        gap="l",
    )


def _tall_place(one: PlaceBar) -> Part:
    head = row(
        group_band(one.group),
        text(one.name, PERSON),
        text(one.rent, STRONG, align=1.0, size=HUG),
        gap="l",
    )
    return column(head, row(_length(one), text(one.note, NEWS, "quiet"), gap="l"), gap=0)


def _length(one: PlaceBar) -> Part:
    return share_bar("bank", one.share, pad=(0, "l"))


def _figure(one: FameRecord, is_upright: bool) -> Part:
    subject, words = text(one.text, BODY, "quiet"), text(one.note, NEWS, share=1.6)
    if is_upright:
        return column(subject._replace(size=30), words._replace(size=34), gap=0, size=64)
    return row(subject, words, gap="l", size=34)


# --- one game ---------------------------------------------------------------------------------


def _game(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return who played, when and how long, the course of the game, and what can be done."""
    past = table.past_games
    game = past.game
    assert game is not None
    header = plain_header(room, game.title, "games")
    facts = column(*_facts(game), Part(share=0.01), gap="xs")
    chart = table.report_job.chart
    drawn = worth_chart(chart[1]) if chart and chart[0] == game.number else Part()
    legend = grid(
        [row(token(marker, 32), text(party_name(name), PERSON)) for name, marker in game.players],
        2,
        gap="xxs",
        least=34,
        most=44,
    )
    keys = _keys(
        room,
        action_key(
            ARCHIVE["look" if game.over else "go on"], "clock", ("go on",), is_main=True, share=1.6
        ),
        action_key(ARCHIVE["share"], "share", ("share of", game.number)),
        action_key(ARCHIVE["other"], "settings", ("tab", "more")),
    )
    told = column(legend, unsqueezed(facts))
    body = column(drawn, unsqueezed(told)) if room.is_upright else row(told, drawn, gap="xl")
    return header, body, _progress(past), keys


def _facts(game: GamePage) -> list[Part]:
    return [
        row(
            icon(one.icon, "quiet", 30),
            text(one.text, SENTENCE),
            gap="l",
            least=36,
            most=72,
        )
        for one in game.lines
    ]


def _keys(room: Room, main: Part, *others: Part) -> Part:
    """Return the keys at the bottom; in an upright window the main one stands above the others."""
    if room.is_upright:
        return column(main, row(*others), size=2 * KEY + 8)
    return row(main, *others, size=KEY)


def _progress(past: PastGamesState) -> Part | None:
    """Return how far reading or an audit has come, and what it found."""
    if not past.sentence:
        return None
    fill = styles.of_tone(past.tone, "bank")
    progress = progress_bar(past.done, fill)
    ink = styles.of_tone(past.tone)
    return column(text(past.sentence, styles.SENTENCE, ink, size=66), progress, size=HUG)


def _more(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return what proves a game: its fingerprint, the audit, and its code."""
    past = table.past_games
    game = past.game
    assert game is not None
    header = plain_header(room, game.title, "game")
    proof = f"{ARCHIVE['fingerprint']} {game.fingerprint}"
    keys = _keys(
        room,
        action_key(ARCHIVE["audit"], "check", ("audit",), is_main=True, share=1.6),
        action_key(ARCHIVE["report"], "save", ("report of", game.number)),
        action_key(ARCHIVE["code"], "qr_code", ("code of", game.number)),
    )
    about = text(ARCHIVE["about proof"], ABOUT, "quiet", size=170 if room.is_upright else 100)
    return (
        header,
        text(proof, SENTENCE, least=40, most=72),
        about,
        Part(),
        _progress(past),
        keys,
    )


SCREEN = Screen(page, state="past_games")
