"""Texts of the past games screen."""

from collections.abc import Sequence
from datetime import date, datetime

from companion.text.catalogue import Sentences
from companion.text.names import party_name
from companion.text.told import Told, joined

ARCHIVE = Sentences(
    {
        "title": "Past games",
        "none": "Nobody has played here yet.",
        "back": "Back",
        "game": "Game {number}",
        "rules": "Edition {edition} · {board}",
        "house": "House rules: {rules}",
        "when": "{began} to {until}",
        "imported": "{day}, imported",
        "day": "{weekday} {day} {month} {year}",
        "short day": "{weekday} {day} {month}",
        "at": "{day}, {time}",
        "more": "{names} and {count} more",
        "open": "Not over yet · {moves}",
        "won": "{winners} won · {moves}",
        "go on": "Go on with it",
        "look": "Look through it",
        "audit": "Audit",
        "auditing": "Looking at move {number} of {moves} …",
        "sound": "Sound: every move follows from the rules and from the one before it ({moves}).",
        "not sound": "NOT SOUND. {why}",
        "cut short": "The audit was cut short: begin it again.",
        "fingerprint": "fingerprint",
        "report": "Report",
        "share": "Share",
        "no stick": "Plug in a USB stick for the report, or tap Share.",
        "on stick": "The report is on the USB stick, in the folder {folder}.",
        "code": "Code",
        "written": "The report is in {path}.",
        "written picture": "The picture is in {path}.",
        "no picture": "Game {number} is not over: only a finished game has a picture.",
        "written statistics": "The statistics are in {path}.",
        "games": "Games",
        "players": "Players",
        "places": "Places",
        "other": "More",
        "older": "Older games",
        "wins": "Wins",
        "score": "{won} : {lost}",
        "head to head": "Head to head",
        "played": "of {games}",
        "dearest": "Dearest rent ever",
        "paid": "{payer} to {payee}",
        "streak": "Won in a row",
        "usual length": "Usual length",
        "times its cost": "{share} times its cost",
        "bought": "bought in {games}",
        "leads": "{player} leads {won} : {lost}",
        "level": "{player} and {other}: {won} : {lost}",
        "counting": "Counting …",
        "about proof": (
            "An audit plays every move again by the rules. The code holds the whole game: any phone"
            " can keep it."
        ),
    }
)


WEEKDAYS = Sentences(
    {
        "0": "Mon",
        "1": "Tue",
        "2": "Wed",
        "3": "Thu",
        "4": "Fri",
        "5": "Sat",
        "6": "Sun",
    }
)
MONTHS = Sentences(
    {
        "1": "Jan",
        "2": "Feb",
        "3": "Mar",
        "4": "Apr",
        "5": "May",
        "6": "Jun",
        "7": "Jul",
        "8": "Aug",
        "9": "Sep",
        "10": "Oct",
        "11": "Nov",
        "12": "Dec",
    }
)
"""Days of the week and months of a date, shortened."""

text_of = ARCHIVE.fill


def few(names: Sequence[str]) -> Told:
    """List the first four names and count the rest."""
    some, more = joined(", ", map(party_name, names[:4])), len(names) - 4
    return text_of("more", names=some, count=more) if more > 0 else some


def at(time: datetime) -> str:
    """Write a day with its time: ``Sun 15 Nov 2026, 20:10``."""
    return str(text_of("at", day=full_day(time), time=f"{time:%H:%M}"))


def full_day(time: date) -> str:
    """Write a day with its year: ``Sun 15 Nov 2026``."""
    return _day("day", time)


def day(time: date) -> str:
    """Write a day without its year: ``Sun 15 Nov``."""
    return _day("short day", time)


def _day(key: str, time: date) -> str:
    weekday, month = WEEKDAYS[str(time.weekday())], MONTHS[str(time.month)]
    return str(text_of(key, weekday=weekday, day=time.day, month=month, year=time.year))
