"""Past games: all of them with everybody's wins, the wall of fame, and one game by itself."""

from companion.palette import Theme
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
    drawn,
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
    past, colors = table.past_games, room.colors
    body = {
        "games": _games,
        "players": _players,
        "places": _places,
        "game": _game,
        "more": _more,
    }[past.page]
    return full_page(colors, *body(table, room), gap=10)


def _tabs(table: Table, room: Room) -> tuple[Part, ...]:
    """Return Back, the title, and what there is to see of all games."""
    colors, shown = room.colors, table.past_games.page
    keys = [
        row(
            text(ARCHIVE[one], STRONG, colors.ink, 0.5, size=0 if room.is_upright else HUG),
            look=styles.chosen_key(colors, one == shown),
            pad=(12, 2, 12, 5),
            size=0 if room.is_upright else HUG,
            do=("tab", one),
        )
        for one in TABS
    ]
    if room.is_upright:
        header = plain_header(colors, ARCHIVE["title"])
        return header, row(*keys, size=HEADER)
    back = corner_key(colors, ARCHIVE["back"], ("back", "out"), "back", colors.ink)
    title = may(text(ARCHIVE["title"], TITLE, colors.ink, size=HUG))
    return (row(back, title, Part(share=0.01), *keys, size=HEADER),)


# --- all games --------------------------------------------------------------------------------


def _games(table: Table, room: Room) -> tuple[Part | None, ...]:
    colors, past = room.colors, table.past_games
    if not past.games:
        return *_tabs(table, room), text(ARCHIVE["none"], SENTENCE, colors.quiet, 0.5)
    draw, height = (_tall_line, TALL_GAME) if room.is_upright else (_line, GAME)
    games = (*past.games, None) if past.has_more else past.games
    listed = rows(games, drawn(draw, colors), height, 6, key="list")
    lead = text(past.lead, PERSON, colors.ink, size=40) if past.lead else None
    return *_tabs(table, room), lead, listed


def _line(colors: Theme, game: GameLine | None) -> Part:
    if game is None:
        return _older(colors)
    both = joined(" \N{MIDDLE DOT} ", (game.at, game.players[0]))
    return _listed(colors, game, text((both, *game.players), PERSON, colors.ink))


def _tall_line(colors: Theme, game: GameLine | None) -> Part:
    if game is None:
        return _older(colors)
    at, players = text(game.at, PERSON, colors.ink), text(game.players, NEWS, colors.ink)
    return _listed(colors, game, at, players)


def _older(colors: Theme) -> Part:
    """Key below the list that leads to older games."""
    return row(
        text(ARCHIVE["older"], BUTTON, colors.ink, 0.5),
        look=styles.raised_key(colors),
        pad=(12, 4, 12, 7),
        do=("more games",),
    )


def _listed(colors: Theme, game: GameLine, *words: Part) -> Part:
    """Game with the token of who won it."""
    sign = "trophy" if game.over else "clock"
    return row(
        token(colors, game.marker, 48) if game.marker >= 0 else icon(sign, colors.quiet, 48),
        column(*words, text(game.state, NEWS, colors.quiet), gap=0),
        icon("next", colors.quiet, 30),
        look=Plate(colors.sheet, colors.line, 12),
        pad=(12, 4, 12, 6),
        gap=12,
        do=("game", game.number),
    )


# --- the wall of fame -------------------------------------------------------------------------


def _players(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return everybody's wins, head to head, and the records."""
    colors, found = room.colors, table.report_job.fame
    if not found.wins:
        return *_tabs(table, room), _counting(table, room)
    wins = _card(colors, ARCHIVE["wins"], _bars(colors, found))
    pairs = rows(found.pairs, drawn(_pair, colors), BAR, 2, key="pairs")
    records = [may(_record(colors, one), rank=n) for n, one in enumerate(found.records, 2)]
    duels = _card(colors, ARCHIVE["head to head"], pairs) if found.pairs else None
    if room.is_upright:
        return *_tabs(table, room), wins, duels, *records
    side = column(duels, *records, gap=8)
    return *_tabs(table, room), row(wins, side, gap=10)


def _bars(colors: Theme, found: Fame) -> Part:
    return rows(found.wins, drawn(_win, colors), BAR, 2, key="wins")


def _win(colors: Theme, one: WinBar) -> Part:
    fill = styles.of_player(colors, one.marker).fill
    return row(
        token(colors, one.marker, 40),
        text(party_name(one.name), PERSON, colors.ink),
        share_bar(fill, one.share, 6, pad=(0, 9, 0, 9)) if one.share else Part(),
        text(one.won, BUTTON, colors.ink, 1.0, size=34),
        may(text(one.note, BODY, colors.quiet, size=NOTE)),
        gap=8,
    )


def _pair(colors: Theme, one: Pair) -> Part:
    left, right = one.markers
    return row(
        token(colors, left, 36),
        text(party_name(one.names[0]), PERSON, colors.ink),
        text(one.score, STRONG, colors.ink, 0.5, size=HUG),
        text(party_name(one.names[1]), PERSON, colors.ink, 1.0),
        token(colors, right, 36),
        gap=8,
    )


def _record(colors: Theme, one: FameRecord) -> Part:
    words = column(
        text(one.title, BODY, colors.quiet, size=30),
        text(
            (f"{one.text} \N{MIDDLE DOT} {one.note}", one.text) if one.note else one.text,
            STORY,
            colors.ink,
            size=36,
        ),
        gap=0,
    )
    sign = token(colors, one.marker, 44) if one.marker >= 0 else icon("clock", colors.quiet, 44)
    return row(sign, words, gap=10, size=68)


def _card(colors: Theme, title: str, inside: Part) -> Part:
    """Title above what it names, on a sheet."""
    return column(
        text(title, BUTTON, colors.ink, size=40),
        inside,
        look=Plate(colors.sheet, colors.line, 12),
        pad=(14, 6, 14, 8),
        gap=4,
    )


def _counting(table: Table, room: Room) -> Part:
    words = ARCHIVE["counting"] if table.report_job.busy else table.report_job.fame.summary
    return text(words or ARCHIVE["none"], SENTENCE, room.colors.quiet, 0.5)


def _places(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return what the properties earned in all games, how long games take, and the dice."""
    colors, found = room.colors, table.report_job.fame
    if not (found.places or found.figures):
        return *_tabs(table, room), _counting(table, room)
    height = GAME if room.is_upright else BAR
    draw = drawn(_tall_place if room.is_upright else _place, colors)
    bars = rows(found.places, draw, height, 4, key="places")
    lines = [may(_figure(colors, one, room.is_upright), rank=2) for one in found.figures]
    return *_tabs(table, room), bars, *lines


def _place(colors: Theme, one: PlaceBar) -> Part:
    return row(
        group_band(colors, one.group),
        text(one.name, PERSON, colors.ink),
        _length(colors, one),
        may(text(one.note, NEWS, colors.quiet, share=1.2)),
        text(one.rent, STRONG, colors.ink, 1.0, size=110),
        gap=10,
    )


def _tall_place(colors: Theme, one: PlaceBar) -> Part:
    head = row(
        group_band(colors, one.group),
        text(one.name, PERSON, colors.ink),
        text(one.rent, STRONG, colors.ink, 1.0, size=HUG),
        gap=10,
    )
    return column(
        head, row(_length(colors, one), text(one.note, NEWS, colors.quiet), gap=10), gap=0
    )


def _length(colors: Theme, one: PlaceBar) -> Part:
    return share_bar(colors.bank, one.share, pad=(0, 10, 0, 10))


def _figure(colors: Theme, one: FameRecord, is_upright: bool) -> Part:
    subject, words = text(one.text, BODY, colors.quiet), text(one.note, NEWS, colors.ink, share=1.6)
    if is_upright:
        return column(subject._replace(size=30), words._replace(size=34), gap=0, size=64)
    return row(subject, words, gap=10, size=34)


# --- one game ---------------------------------------------------------------------------------


def _game(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return who played, when and how long, the course of the game, and what can be done."""
    colors, past = room.colors, table.past_games
    game = past.game
    assert game is not None
    header = plain_header(colors, game.title, "games")
    facts = column(*_facts(colors, game), Part(share=0.01), gap=4)
    chart = table.report_job.chart
    drawn = worth_chart(colors, chart[1]) if chart and chart[0] == game.number else Part()
    legend = grid(
        [
            row(token(colors, marker, 32), text(party_name(name), PERSON, colors.ink), gap=8)
            for name, marker in game.players
        ],
        2,
        gap=2,
        least=34,
        most=44,
    )
    keys = _keys(
        room,
        action_key(
            colors,
            ARCHIVE["look" if game.over else "go on"],
            "clock",
            ("go on",),
            is_main=True,
            share=1.6,
        ),
        action_key(colors, ARCHIVE["share"], "share", ("share of", game.number)),
        action_key(colors, ARCHIVE["other"], "settings", ("tab", "more")),
    )
    told = column(legend, unsqueezed(facts), gap=8)
    body = column(drawn, unsqueezed(told)) if room.is_upright else row(told, drawn, gap=14)
    return header, body, _progress(colors, past), keys


def _facts(colors: Theme, game: GamePage) -> list[Part]:
    return [
        row(
            icon(one.icon, colors.quiet, 30),
            text(one.text, SENTENCE, colors.ink),
            gap=10,
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


def _progress(colors: Theme, past: PastGamesState) -> Part | None:
    """Return how far reading or an audit has come, and what it found."""
    if not past.sentence:
        return None
    fill = styles.of_tone(colors, past.tone, colors.bank)
    progress = progress_bar(colors, past.done, fill)
    ink = styles.of_tone(colors, past.tone)
    return column(text(past.sentence, styles.SENTENCE, ink, size=66), progress, size=HUG)


def _more(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return what proves a game: its fingerprint, the audit, and its code."""
    colors, past = room.colors, table.past_games
    game = past.game
    assert game is not None
    header = plain_header(colors, game.title, "game")
    proof = f"{ARCHIVE['fingerprint']} {game.fingerprint}"
    keys = _keys(
        room,
        action_key(colors, ARCHIVE["audit"], "check", ("audit",), is_main=True, share=1.6),
        action_key(colors, ARCHIVE["report"], "save", ("report of", game.number)),
        action_key(colors, ARCHIVE["code"], "qr_code", ("code of", game.number)),
    )
    about = text(ARCHIVE["about proof"], ABOUT, colors.quiet, size=170 if room.is_upright else 100)
    return (
        header,
        text(proof, SENTENCE, colors.ink, least=40, most=72),
        about,
        Part(),
        _progress(colors, past),
        keys,
    )


SCREEN = Screen(page, state="past_games")
