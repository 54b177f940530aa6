"""Texts about the dice tray and the buttons."""

from collections.abc import Iterable

from companion.text.catalogue import Sentences
from companion.text.told import Told

FAULTS = Sentences(
    {
        "cocked": "One die is leaning: throw again.",
        "missing": "The tray sees fewer than two dice: throw both again.",
        "extra": "The tray sees more than two dice: take the others out and throw again.",
        "sensor": "The tray cannot see the dice: throw again, or tap what they show.",
    }
)
"""Texts by fault code."""

DICE_FAULTS = Sentences(
    {
        "cocked": "One die is leaning or was only moved: roll both again.",
        "missing": "Only one die was rolled: roll both again.",
        "extra": "More than two dice were rolled: roll two again.",
        "sensor": "One die was out of reach: roll both again, or tap what they show.",
    }
)
"""Texts by fault code, of Bluetooth dice."""

TRAY = Sentences(
    {
        "found": "The tray is here: throw into it.",
        "lost": "The tray is not answering: tap what the dice show.",
        "missing": "No dice tray ({why}): tap what the dice show.",
        "restarted": "The tray restarted: throw again if your throw is not here.",
        "other_protocol": "This tray does not fit this program: tap what the dice show.",
        "questions": "First answer the questions about earlier throws.",
        "flood": "The tray sends too much: unplug it, or tap what the dice show.",
        "rolling": "rolling …",
        "no_tray": "and tap what they show",
        "ready": "or tap what they show",
    }
)

DICE = Sentences(
    {
        "found": "Both dice are awake: roll them.",
        "lost": "A die is asleep: roll it to wake it, or tap what the dice show.",
        "missing": "The dice are asleep: roll them to wake them, or tap what they show.",
        "nobody": "The dice show {a} + {b}, but nobody is to roll now: it does not count.",
        "ask": "The dice show {a} + {b}. For {player}?",
    }
)
"""Texts of Bluetooth dice where they differ from those of a tray."""

LOST = Sentences(
    {
        "no-such-port": "there is no port {url}",
        "no-permission": "no permission to open {url}",
        "in-use": "another program is using {url}",
        "cannot-open": "{url} cannot be opened",
        "not-an-address": "{url} is not the address of a port",
        "not-plugged-in": "no dice tray is plugged in",
        "unplugged": "the dice tray was unplugged",
        "silent": "the dice tray has not answered for some seconds",
    }
)
"""Reasons why no tray is in use."""

STUCK = Sentences(
    {
        "yes": "The button for yes is stuck: free it, or touch the screen.",
        "no": "The button for no is stuck: free it, or touch the screen.",
        "undo": "The button for undo is stuck: free it, or touch the screen.",
        "redo": "The button for redo is stuck: free it, or touch the screen.",
        "bid": "The button on seat {seat} is stuck: free it, or touch the screen.",
        "other": "The button {name} is stuck: free it, or touch the screen.",
    }
)
"""Texts by the button that is stuck; ``other`` is about buttons without one of their own."""

BUTTONS = Sentences(
    {
        "none": "No buttons ({why}): touch the screen.",
        "no pins": "this machine has no GPIO pins that can be used",
        "some": "Not usable on the button panel: {devices}.",
        "pin": "{name} (GPIO{pin}): {why}",
        "busy": "busy",
        "no move": "no move belongs to this button",
    }
)
"""Reasons why a button panel cannot be used."""

THROWS = Sentences(
    {
        "nobody": "The tray saw {a} + {b}, but nobody is to throw now: it does not count.",
        "ask": ("The tray saw {a} + {b}. For {player}?"),
        "use": "Count",
        "discard": "Discard",
    }
)


def tray_fault(code: str, by: str = "tray") -> str:
    """Explain why a throw is unreadable; unknown codes count as a sensor fault."""
    faults = DICE_FAULTS if by == "dice" else FAULTS
    return faults.get(code, faults["sensor"])


def tray_problem(reason: str, url: str) -> str:
    """Explain why no tray is in use; ``url`` is the address of the port, if it is known."""
    return str(LOST.fill(reason, url=url))


def tray(what: str, why: str = "", by: str = "tray") -> str:
    """Describe the state of the tray, such as found, lost, restarted or missing."""
    texts = DICE if by == "dice" and what in DICE else TRAY
    return str(texts.fill(what, why=why))


def button_stuck(name: str) -> str:
    """Report a button that is held down for too long."""
    kind, _, seat = name.partition("_")
    return STUCK.get(kind, STUCK["other"]).format(seat=seat, name=name)


def no_buttons(why: str = "") -> str:
    """Explain why no button works; without a cause, the machine has no pins."""
    return str(BUTTONS.fill("none", why=why or BUTTONS["no pins"]))


def pin_troubles(troubles: Iterable[tuple[str, int, str]]) -> str:
    """Name the devices of the panel that cannot be used: their names, pins and causes."""
    parts = [
        str(BUTTONS.fill("pin", name=name, pin=pin, why=BUTTONS.get(why, why)))
        for name, pin, why in troubles
    ]
    return str(BUTTONS.fill("some", devices=", ".join(parts)))


def tray_roll(what: str, dice: tuple[int, int], player: str = "", by: str = "tray") -> Told:
    """Describe a throw that is not used at once.

    ``nobody``: no throw is expected. ``ask``: a question to ``player``, with the answers
    ``use`` and ``discard``.
    """
    texts = DICE if by == "dice" and what in DICE else THROWS
    return texts.fill(what, a=dice[0], b=dice[1], player=player)
