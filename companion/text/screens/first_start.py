"""Texts of the first start: language, time, dice and three rolls to try."""

from companion.text.catalogue import Sentences

FIRST_START = Sentences(
    {
        "title": "Hello",
        "later": "All this can be changed later.",
        "is it right": "Is the time right?",
        "language": "Language",
        "time": "Time",
        "dice": "Dice",
        "tray found": "Tray found.",
        "dice found": "Dice found.",
        "about found": "Roll to try it.",
        "tray none": "No tray found.",
        "tray off": "Without a tray.",
        "about none": "Tap the dice instead.",
        "without": "Without it",
        "with": "Use the tray",
        "practice": "Practice: three rolls",
        "who": "Who's playing?",
        "game": "Back to the game",
        "back": "Back",
        "date": "Date",
        "zone": "Time zone: {city}",
        "which zone": "Time zone",
        "day": "Day",
        "month": "Month",
        "year": "Year",
        "roll": "Roll {number} of 3",
        "by tray": "Roll the dice in the tray.",
        "by hand": "Roll your dice. Tap what they show.",
        "rolled": "{total}: the token moves {total} spaces.",
        "doubles": "{total}, doubles: move, then roll again.",
        "practised": "That was it",
        "about practised": "Rent, cards and money are the bank's work.",
        "not set": "The clock was not set: {why}",
    }
)


ZONES = Sentences(
    {
        "Africa": "Africa",
        "America": "America",
        "Asia": "Asia",
        "Atlantic": "Atlantic",
        "Australia": "Australia",
        "Europe": "Europe",
        "Indian": "Indian Ocean",
        "Pacific": "Pacific",
    }
)
"""Parts of the world that have time zones."""

text_of = FIRST_START.fill
