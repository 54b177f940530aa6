"""Texts of the menu and the preferences."""

from companion.text.catalogue import Sentences

SETTINGS = Sentences(
    {
        "menu": "Menu",
        "ruling": "Fix a mistake",
        "history": "History",
        "leave": "Come and go",
        "finish": "Finish now",
        "finish about": "Net worth now",
        "cash": "cash",
        "deeds": "deeds",
        "buildings": "buildings",
        "worth": "worth",
        "games": "Past games",
        "new": "New game",
        "close": "Close the bank",
        "settings": "Settings",
        "brightness": "Brightness",
        "no brightness": "The brightness of this screen cannot be set here.",
        "dims": "Dims after {minutes} min",
        "never dims": "Never dims",
        "rotation": "Turn the screen",
        "face_me": "Turn to whose turn it is",
        "seats": "Who sits where?",
        "about seats": "Tap to change it.",
        "near": "near side",
        "left": "left side",
        "far": "far side",
        "right": "right side",
        "theme": "Colors",
        "paper": "Paper",
        "evening": "Evening",
        "clock": "By the clock",
        "type_size": "Text size",
        "normal": "Normal",
        "large": "Large",
        "largest": "Largest",
        "motion": "Less motion",
        "sound": "Sounds",
        "by_tray": "Dice by hand",
        "language": "Language",
        "parting": "Who comes, who goes?",
        "renamed": "Another name",
        "joins": "Somebody joins",
        "leaves": "{player} leaves",
    }
)

text_of = SETTINGS.fill
