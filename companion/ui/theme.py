"""Colours and shapes: dark, calm, and distinguishable for the colour-blind."""

from kivy.utils import get_color_from_hex as rgba

BACKGROUND = rgba("#0f151b")
PANEL = rgba("#1a242e")
LIT = rgba("#22303d")
LINE = rgba("#2b3947")
KEY = rgba("#2b3947")
KEY_LIT = rgba("#4a6076")
TEXT = rgba("#f3f6f8")
QUIET = rgba("#a9b8c6")
DIM = rgba("#8494a3")
IN, ON_IN = rgba("#35c98a"), rgba("#07130d")
OUT, ON_OUT = rgba("#ff6b5e"), rgba("#220603")
ATTENTION, ON_ATTENTION = rgba("#ffc24b"), rgba("#221700")
PAPER, INK, MARKED = rgba("#f7f3e6"), rgba("#20262c"), rgba("#ffe09a")
DIE, PIP = rgba("#f3f6f8"), rgba("#10171e")
NONE = (0, 0, 0, 0)
SYMBOLS = "DejaVuSans"
"""Font with symbols such as ⌫; it comes with Kivy, as Roboto does."""

# The eight colours of Okabe and Ito, brightened for a dark background, and four more for up to
# twelve players. All of them are distinguishable for the colour-blind.
_PLAYERS = (
    ("circle", "#56b4e9"),
    ("square", "#e69f00"),
    ("triangle", "#d080ad"),
    ("diamond", "#2fbf8f"),
    ("star", "#f0e442"),
    ("pentagon", "#6a95f5"),
    ("cross", "#ea763c"),
    ("hexagon", "#c3ccd4"),
    ("wedge", "#c0c0e0"),
    ("hourglass", "#c0c060"),
    ("bow", "#a0e0c0"),
    ("kite", "#e0e0a0"),
)
PLAYER_SHAPES = tuple(shape for shape, _ in _PLAYERS)
PLAYER_COLORS = tuple(tuple(rgba(color)) for _, color in _PLAYERS)

GROUPS = {
    "dark_purple": tuple(rgba("#8c5a3c")),
    "light_blue": tuple(rgba("#7cc4ee")),
    "purple": tuple(rgba("#d8529a")),
    "orange": tuple(rgba("#f08a2c")),
    "red": tuple(rgba("#e0443e")),
    "yellow": tuple(rgba("#f2d43a")),
    "green": tuple(rgba("#3fae5a")),
    "dark_blue": tuple(rgba("#3f68d8")),
    "railroad": tuple(rgba("#d5dce2")),
    "utility": tuple(rgba("#9aa7b3")),
}
_OWN = ("#8f7ad1", "#6fb7a8", "#c99a6b", "#9bbf5c", "#b5657c", "#7797b8")

SIGNS = {
    "advance": "➜",
    "advance_to_nearest": "⇥",
    "collect": "▲",
    "pay": "▼",
    "collect_from_each": "⇇",
    "pay_each": "⇉",
    "repairs": "⚒",
    "go_back": "↩",
    "go_back_to": "↩",
    "go_to_jail": "▦",
    "jail_card": "★",
    "fine_or_chance": "⇄",
}
"""Pictogram of a card, by its effect."""

TONES = {
    "in": (IN, ON_IN),
    "out": (OUT, ON_OUT),
    "plain": (KEY, TEXT),
    "undo": (ATTENTION, ON_ATTENTION),
}
"""Fill and text colour of an answer button, by its tone."""


PLACES = {
    "stands": (IN, IN),
    "planned": (ATTENTION, ATTENTION),
    "going": (BACKGROUND, OUT),
    "free": (BACKGROUND, DIM),
    "shut": (BACKGROUND, LINE),
}
"""Fill and edge colour of a building slot, by its state."""


def player_color(seat: int) -> tuple[float, ...]:
    """Return the colour of a marker, counted from 0; grey for nobody (-1)."""
    return PLAYER_COLORS[seat % len(PLAYER_COLORS)] if seat >= 0 else tuple(TEXT)


def player_shape(seat: int) -> str:
    """Return the shape of a marker; empty for nobody (-1)."""
    return PLAYER_SHAPES[seat % len(PLAYER_SHAPES)] if seat >= 0 else ""


def group_color(group: str) -> tuple[float, ...]:
    """Return the colour of a group; groups of a custom board get one of six."""
    return GROUPS.get(group) or tuple(rgba(_OWN[sum(group.encode()) % len(_OWN)]))


def strip_color(group: str) -> tuple[float, ...]:
    """Return the colour of a tile's edge: the deed's group, or transparent."""
    return group_color(group) if group else NONE


def text_on(color: tuple[float, ...]) -> list[float]:
    """Return dark or light text, whichever has more contrast on ``color``."""
    red, green, blue = color[:3]
    return ON_IN if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else TEXT


def fill(tone: str, reason: str) -> list[float]:
    """Return the fill of an answer button; dimmed if there is a ``reason``."""
    return PANEL if reason else TONES[tone][0]


def ink(tone: str, reason: str) -> list[float]:
    """Return the text colour of an answer button; dimmed if there is a ``reason``."""
    return QUIET if reason else TONES[tone][1]


def card_sign(effect: str) -> str:
    """Return the pictogram of a card."""
    return SIGNS.get(effect, "")


def tone_color(tone: str) -> list[float]:
    """Return the text colour of an amount received or paid, or of neither."""
    return {"in": IN, "out": OUT}.get(tone, QUIET)


def change_color(before: int, after: int) -> list[float]:
    """Return the colour of a balance that grows or shrinks."""
    return IN if after > before else OUT


def pressed(color: list[float], state: str) -> list[float]:
    """Return a brighter ``color`` while the button is pressed."""
    return [part + (1 - part) * 0.25 for part in color[:3]] + [1] if state == "down" else color


def seat_text(seat: int) -> list[float]:
    """Return the text colour of a sentence that begins with a player."""
    return list(player_color(seat)) if seat >= 0 else QUIET


def row_color(has_dice: bool) -> list[float]:
    """Return the background of a player's row; lit with the dice."""
    return LIT if has_dice else BACKGROUND


def presence(out: bool) -> float:
    """Return the opacity of a player; reduced after leaving the game or auction."""
    return 0.55 if out else 1.0


def shade(share: float) -> tuple[float, ...]:
    """Return the overlay colour over a screen with a sheet."""
    return (0, 0, 0, 0.7 * share)


def behind(message: str) -> float:
    """Return the opacity of what a message covers."""
    return 0.0 if message else 1.0


def past_color(gone: bool) -> list[float]:
    """Return the colour of a move in the history; dimmed if undone."""
    return DIM if gone else TEXT


def line_color(undone: bool) -> list[float]:
    """Return the colour of a move in the log; dimmed if undone."""
    return DIM if undone else QUIET


def shown_with(values: list[object]) -> float:
    """Return the opacity of a heading; 0 if there is nothing below it."""
    return 1.0 if values else 0.0


def standing_text(out: bool) -> list[float]:
    """Return the text colour of a player in the final standings."""
    return QUIET if out else TEXT


def tray_color(state: str) -> list[float]:
    """Return the colour of the dot beside the state of the tray."""
    return {"found": IN, "lost": OUT}.get(state, DIM)


def open_color(over: bool) -> list[float]:
    """Return the colour of a past game; unfinished games are highlighted."""
    return QUIET if over else ATTENTION


def page_color(page: str, here: str) -> list[float]:
    """Return the fill of a button that leads to a page; lit if the page is open."""
    return KEY_LIT if page == here else LIT


def chosen_color(chosen: bool) -> list[float]:
    """Return the fill of an option."""
    return ATTENTION if chosen else KEY


def on_chosen(chosen: bool) -> list[float]:
    """Return the text colour of an option."""
    return ON_ATTENTION if chosen else TEXT


def paper(today: bool) -> list[float]:
    """Return the background of a line of a deed; the current rent is marked."""
    return MARKED if today else PAPER


def frame(seat: int, leads: bool) -> list[float]:
    """Return the frame of a bidder's block; transparent unless the bidder leads."""
    return list(player_color(seat)) if leads else list(NONE)


def bid_fill(seat: int, reason: str) -> list[float]:
    """Return the fill of a bid button: the bidder's colour, or grey for a pass."""
    return PANEL if reason else list(player_color(seat)) if seat >= 0 else KEY


def bid_ink(seat: int, reason: str) -> list[float]:
    """Return the text colour of a bid button."""
    return DIM if reason else text_on(player_color(seat)) if seat >= 0 else TEXT


def problem_color(problem: str) -> list[float]:
    """Return the colour of an explanation, highlighted if it names a problem."""
    return ATTENTION if problem else QUIET


def unless(ready: bool) -> str:
    """Return a reason to dim a button that is not ready."""
    return "" if ready else "not yet"


def chip_color(seated: bool) -> list[float]:
    """Return the fill of a name, lit if the name is in the game."""
    return LIT if seated else BACKGROUND


def seat_tab_color(chosen: bool) -> list[float]:
    """Return the fill of a player's tab; lit if the tab is open."""
    return KEY if chosen else BACKGROUND


def held_color(mortgaged: bool, chosen: bool) -> list[float]:
    """Return the fill of a deed that a player owns; mortgaged deeds are dark."""
    return KEY if chosen else BACKGROUND if mortgaged else PANEL


def held_text(mortgaged: bool) -> list[float]:
    """Return the text colour of a deed that a player owns."""
    return DIM if mortgaged else TEXT


def thing_color(given: bool) -> list[float]:
    """Return the fill of something to trade; lit if it is part of the trade."""
    return ATTENTION if given else KEY


def thing_text(given: bool, mortgaged: bool, reason: str) -> list[float]:
    """Return the text colour of something to trade; dimmed if it cannot be traded."""
    return ON_ATTENTION if given else DIM if mortgaged or reason else TEXT


def notch(mortgaged: bool) -> list[float]:
    """Return the colour that cuts a notch into the group colour of a mortgaged deed."""
    return BACKGROUND if mortgaged else list(NONE)


def key_font(is_symbol: bool) -> str:
    """Return the font of a key of the on-screen keyboard."""
    return SYMBOLS if is_symbol else "Roboto"


def chip_text(seated: bool) -> list[float]:
    """Return the text colour of a name."""
    return TEXT if seated else QUIET
