"""Texts of a club's evening: the wall, its alerts, the results and the season."""

from companion.text.catalogue import Plurals, Sentences

WALL = Sentences(
    {
        "round": "Round {number}",
        "before": "Before round {number}",
        "minutes left": "minutes left",
        "minute left": "minute left",
        "minutes played": "minutes played",
        "time is up": "Time is up. Stop the game at every table.",
        "look here": "Look here",
        "all fine": "All is well.",
        "most worth": "Most worth now",
        "turn": "turn {turn}",
        "over": "game over",
        "waiting": "not seen yet",
        "how to join": "To join, plug in the USB drive with {file}.",
        "no game": "no game yet",
        "no news": "no news",
        "revoked": "revoked",
        "seconds ago": "{n} s ago",
        "minutes ago": "{n} min ago",
        "table": "table {table}",
        "and more": "and {n} more",
        "live": "{live} of {tables} live",
        "verified": "all sums verified",
        "not verified": "not all sums verified",
        "not connected": "No connection to the server. The tables play on.",
        "no stream": "The server stores nothing: make room on its disk and restart nats-server.",
        "rounds lost": "The rounds before cannot be read ({why}): results begin anew.",
        "stale": "No news since {time}: all of this is old.",
        "now": "now",
        "since minutes": "{n} min",
        # Results.
        "results": "Results",
        "player": "player",
        "worth": "worth",
        "points": "points",
        "total": "All rounds",
        "nothing yet": "No round has begun.",
        "not counted": "Not counted: {why}",
        "as table": "As a table (CSV)",
        "bundle": "Bundle",
        "of each table": "From each table",
        "report": "Report",
        "audit": "Audit",
        "start": "Start round {number}",
        "end": "End round {number}",
        "minutes": "Minutes",
        "no limit": "0: no limit",
        "no answer": "The table does not answer.",
        "not saved": "This cannot be saved: {why}",
        "no move": "No result: no move in this round by its own clock; its last one was at {at}.",
        "no game yet": "No result: it has no game.",
        "not seen": "No result: it was not seen.",
        "no result": "No result: a line of it {why}.",
        "offline": "No news since {at}: what it has played since is not counted.",
        "never heard": "No sign of life: what it has played since is not counted.",
        "missing": "Missing here: {moves}. Result and saved ledger are incomplete.",
        "ahead": "Its clock is {n} min ahead: its times are wrong.",
        "behind": "Its clock is {n} min behind: its times are wrong.",
        "not here": "Only the director's own machine may do that.",
        "wall": "Wall",
        "page": "page {page} of {pages}",
        "find": "Player or table number",
        "nobody": "No table has that number, and nobody that name.",
    }
)

COUNTS = Plurals(
    {
        "table": ("{n} table", "{n} tables"),
        "line": ("{n} line", "{n} lines"),
        "evening": ("{n} evening", "{n} evenings"),
        "win": ("{n} win", "{n} wins"),
    }
)

ALERTS = Sentences(
    {
        "flood": ("{lines} too many", "Does somebody else have its key?"),
        "unverified": ("Sums do not verify", "Not in the standings."),
        "another ledger": ("Another ledger", "It was not at this table before."),
        "missing": ("{moves} missing", "Wall and saved ledger are incomplete."),
        "not stored": ("{moves} missing", "Is the server's disk full? Restart nats-server."),
        "revoked": ("Key revoked", "It plays on, and sends nothing."),
        "undrawn": ("Cannot be shown", "Look at its report."),
        "offline": ("Offline since {at}", "It plays on. Nothing is lost."),
        "cut off": ("Cut off at {at}", "It went on by itself."),
        "silent": ("Silent for {n} min", "Ask if they need help."),
        "room": ("Room: {n} moves", "Its card is nearly full."),
        "trouble": ("Trouble", "{text}"),
        "version": ("Version {own}, not {usual}", "Update it before the next round."),
        "edition": ("Edition differs", "{text}"),
        "rules": ("House rules differ", "{text}"),
        "ahead": ("Clock {n} min ahead", "Its times are wrong."),
        "behind": ("Clock {n} min behind", "Its times are wrong."),
        "ruling": ("Ruling at {at}", "{text}"),
        "undo": ("{n} moves taken back", "At {at}."),
    }
)
"""Alerts of a table: a heading, and a line about it."""


HOME = Sentences(
    {
        "turn": "Turn",
        "winner": "Winner",
        "cash": "Cash of {player}",
        "bankrupt": "{player} is bankrupt",
    }
)
"""Names of the entities in Home Assistant."""

SEASON = Sentences(
    {
        "title": "Season {years}",
        "after": "after {evenings}",
        "leads": "leads",
        "second": "2nd",
        "third": "3rd",
        "table": "Table",
        "wins": "wins",
        "best worth": "best worth",
        "legend": "{points} points for the places at a table. The best {best} evenings count; a"
        " struck result does not. A dot: not there.",
        "namesakes": "In two games at once, so several people share name and points: {names}",
        "duels lead": (
            "Games in which the player on the left had the better place, and those in which the"
            " other one had it. A filled field: the player on the left is ahead."
        ),
        "records": "Records",
        "highest worth": "Highest worth",
        "dearest rent": "Dearest rent",
        "paid": "{player} paid it",
        "best property": "Best property, all tables",
        "a dollar": "{dollars} of rent for a dollar spent",
        "longest": "Longest game",
        "hours": "{hours} h {minutes} min",
        "evenings": "Evenings",
        "evening": "{tables}, {players}",
        "won": "won, {worth}",
        "every game": "Every game",
        "by player": "Game by game",
        "game": "Game {number}",
        "result": "{place}. {player} {worth} ({points})",
        "on": "{day} place {place}, {worth}, {points} points",
        "rent of": "game {number}: {rent} for {spent}",
        "counted again": "Counted again from the records of the tables.",
    }
)


def text_of(key: str, /, **fields: object) -> str:
    """Return a text of the wall with its fields filled in."""
    return str(WALL.fill(key, **fields))


def season_text(key: str, /, **fields: object) -> str:
    """Return a text of the season with its fields filled in."""
    return str(SEASON.fill(key, **fields))


def alert_texts(kind: str, **facts: object) -> tuple[str, str]:
    """Return the heading of an alert, and the line about it."""
    heading, about = ALERTS[kind]
    return heading.format(**facts), about.format(**facts)
