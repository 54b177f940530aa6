"""Colours, and who has which: dark and calm, told apart by the colour-blind, and by shape."""

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
"""The font that has signs such as ⌫; it comes with Kivy, as Roboto does."""

# Okabe and Ito's eight, brightened for a dark ground, and four more for the longest tables; all of
# them apart for the colour-blind, too.
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
"""Of a card, by its effect."""

TONES = {
    "in": (IN, ON_IN),
    "out": (OUT, ON_OUT),
    "plain": (KEY, TEXT),
    "undo": (ATTENTION, ON_ATTENTION),
}
"""Of an answer's button: what it is filled with, and its text."""


PLACES = {
    "stands": (IN, IN),
    "planned": (ATTENTION, ATTENTION),
    "going": (BACKGROUND, OUT),
    "free": (BACKGROUND, DIM),
    "shut": (BACKGROUND, LINE),
}
"""A place for a building: what it is filled with, and its edge."""


def player_color(seat: int) -> tuple[float, ...]:
    """The colour of a seat, counted from 0; grey for nobody (-1)."""
    return PLAYER_COLORS[seat % len(PLAYER_COLORS)] if seat >= 0 else tuple(TEXT)


def player_shape(seat: int) -> str:
    """The shape of a seat; nobody has none."""
    return PLAYER_SHAPES[seat % len(PLAYER_SHAPES)] if seat >= 0 else ""


def group_color(group: str) -> tuple[float, ...]:
    """The colour of a group; one that a table's own board invented gets one of its own."""
    return GROUPS.get(group) or tuple(rgba(_OWN[sum(group.encode()) % len(_OWN)]))


def strip_color(group: str) -> tuple[float, ...]:
    """The edge of a tile: the deed's group, or nothing."""
    return group_color(group) if group else NONE


def text_on(color: tuple[float, ...]) -> list[float]:
    """Dark or light text, whichever reads better on ``color``."""
    red, green, blue = color[:3]
    return ON_IN if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else TEXT


def fill(tone: str, reason: str) -> list[float]:
    """What an answer's button is filled with; one that is refused for a ``reason`` is dimmed."""
    return PANEL if reason else TONES[tone][0]


def ink(tone: str, reason: str) -> list[float]:
    """The text on it."""
    return QUIET if reason else TONES[tone][1]


def card_sign(effect: str) -> str:
    """The pictogram of a card."""
    return SIGNS.get(effect, "")


def tone_color(tone: str) -> list[float]:
    """Text on the ground that says what comes, what goes, or neither."""
    return {"in": IN, "out": OUT}.get(tone, QUIET)


def change_color(before: int, after: int) -> list[float]:
    """A balance that grows or shrinks."""
    return IN if after > before else OUT


def pressed(color: list[float], state: str) -> list[float]:
    """A button under a finger is a little brighter, or it would seem dead."""
    return [part + (1 - part) * 0.25 for part in color[:3]] + [1] if state == "down" else color


def seat_text(seat: int) -> list[float]:
    """A sentence that begins with a player."""
    return list(player_color(seat)) if seat >= 0 else QUIET


def row_color(has_dice: bool) -> list[float]:
    """The row of the player with the dice is lit."""
    return LIT if has_dice else BACKGROUND


def presence(out: bool) -> float:
    """How much is seen of somebody who left the game, or the auction."""
    return 0.55 if out else 1.0


def shade(share: float) -> tuple[float, ...]:
    """The darkness over a screen with a sheet on it."""
    return (0, 0, 0, 0.7 * share)


def behind(message: str) -> float:
    """The opacity of what a message lies over."""
    return 0.0 if message else 1.0


def past_color(gone: bool) -> list[float]:
    """A move in the history; one that no longer stands is dimmed."""
    return DIM if gone else TEXT


def line_color(undone: bool) -> list[float]:
    """A move in the log; one that was undone is dimmed."""
    return DIM if undone else QUIET


def shown_with(values: list[object]) -> float:
    """The opacity of a heading, which needs something below it."""
    return 1.0 if values else 0.0


def standing_text(out: bool) -> list[float]:
    """Of somebody at the end; quiet who was out by then."""
    return QUIET if out else TEXT


def tray_color(state: str) -> list[float]:
    """The dot beside the word."""
    return {"found": IN, "lost": OUT}.get(state, DIM)


def open_color(over: bool) -> list[float]:
    """A game that can be gone on with asks for it."""
    return QUIET if over else ATTENTION


def page_color(page: str, here: str) -> list[float]:
    """A way to a page; that of the open one is lit."""
    return KEY_LIT if page == here else LIT


def chosen_color(chosen: bool) -> list[float]:
    """An option."""
    return ATTENTION if chosen else KEY


def on_chosen(chosen: bool) -> list[float]:
    """Its text."""
    return ON_ATTENTION if chosen else TEXT


def paper(today: bool) -> list[float]:
    """The ground of a line of a deed; today's is marked."""
    return MARKED if today else PAPER


def frame(seat: int, leads: bool) -> list[float]:
    """Around the block of whoever leads."""
    return list(player_color(seat)) if leads else list(NONE)


def bid_fill(seat: int, reason: str) -> list[float]:
    """A raise is in the bidder's colour, a pass in nobody's."""
    return PANEL if reason else list(player_color(seat)) if seat >= 0 else KEY


def bid_ink(seat: int, reason: str) -> list[float]:
    """The text on it."""
    return DIM if reason else text_on(player_color(seat)) if seat >= 0 else TEXT


def problem_color(problem: str) -> list[float]:
    """A line that explains, until there is something wrong to say."""
    return ATTENTION if problem else QUIET


def unless(ready: bool) -> str:
    """A reason to dim a button that is not ready."""
    return "" if ready else "not yet"


def chip_color(seated: bool) -> list[float]:
    """A name at the table, or one that could be."""
    return LIT if seated else BACKGROUND


def seat_tab_color(chosen: bool) -> list[float]:
    """A player's sign to tap; lit while that player is looked at."""
    return KEY if chosen else BACKGROUND


def held_color(mortgaged: bool, chosen: bool) -> list[float]:
    """A deed that somebody holds; a mortgaged one lies face down."""
    return KEY if chosen else BACKGROUND if mortgaged else PANEL


def held_text(mortgaged: bool) -> list[float]:
    """Its name."""
    return DIM if mortgaged else TEXT


def thing_color(given: bool) -> list[float]:
    """Something that could change hands; what does is lit."""
    return ATTENTION if given else KEY


def thing_text(given: bool, mortgaged: bool, reason: str) -> list[float]:
    """Its name, quiet when it is mortgaged, or cannot be dealt for a ``reason``."""
    return ON_ATTENTION if given else DIM if mortgaged or reason else TEXT


def notch(mortgaged: bool) -> list[float]:
    """What is cut out of the colour of a mortgaged deed."""
    return BACKGROUND if mortgaged else list(NONE)


def key_font(is_symbol: bool) -> str:
    """Of a key of the letter panel."""
    return SYMBOLS if is_symbol else "Roboto"


def chip_text(seated: bool) -> list[float]:
    """Its text."""
    return TEXT if seated else QUIET
