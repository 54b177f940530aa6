"""Texts of the play screen, and those that several screens share."""

from companion.text.catalogue import Sentences
from companion.text.format import counted

WORDS = Sentences(
    {
        "undo": "Undo",
        "redo": "Redo",
        "undid": "Undid: {move}",
        "undid more": "Undid {moves}, from: {move}",
        "undone": "undone",
        "holdings": "Holdings",
        "deal": "Deal",
        "clear": "Clear",
        "history": "History",
        "back": "Back",
        "new_game": "New game",
        "close": "Close the bank",
        "fingerprint": "fingerprint",
        "tray": "tray",
        "houses": "houses",
        "hotels": "hotels",
        "draw": "Draw a card",
        "second": "Now the second die. Tap the yellow one to correct it.",
        "passed": "passed",
        "jail": "in jail",
        "jail_card": "jail card",
        "out": "out",
        "watch": "Watch your own rent: tap your name to ask for it.",
        "changed": "That had just changed: look again.",
        "nothing_to_answer": "Nothing asks for a yes or a no just now.",
        "not_booked": "{why} Nothing has changed. The ledger is sound: try again.",
        "stopped": "{why} Nothing has changed. {still} Every touch tries again.",
        "still_stopped": "Not booked.",
        "booked_after_all": "That is booked after all, and shows now.",
        "game_kept": "This game stays in the ledger: go on with it later.",
        "leads": "{player} leads",
        "no_bid": "no bid yet",
    }
)
"""Texts by purpose."""

DEED = Sentences(
    {
        "rent": "rent",
        "group": "whole group",
        "owning": "owning {count}",
        "throws": "{times} \N{MULTIPLICATION SIGN} throw",
    }
)
"""Lines of a title deed."""

SETUP = Sentences(
    {
        "hint": "Clockwise. Tap a name to remove it, a sign to change it.",
        "taken": "Somebody of that name sits here already: tell them apart.",
        "unnamed": "First type a name.",
        "no_name": "Nobody can be called that here: choose another name.",
        "add": "Add",
        "board": "Board",
        "rent": "Rent",
        "dice": "Dice",
        "cards": "Cards",
        "watchful": "watchful",
        "shown": "shown",
        "automatic": "automatic",
        "table": "real packs",
        "program": "on screen",
        "tray": "tray",
        "hand": "by hand",
        "about_watchful": "Owners notice for themselves; nothing reminds them.",
        "about_shown": "The screen shows rent until it lapses; the owner taps to collect.",
        "about_automatic": "Rent is paid at once.",
        "about_table": "Draw from the real packs and tap the card that came.",
        "about_program": "The screen shuffles and draws.",
        "about_tray": "The dice tray says what was thrown; tapping it in always works, too.",
        "about_hand": "Two taps say what the dice show.",
    }
)
"""Texts of the set-up screen."""

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
"""Suggested names while nobody has played here."""


def undid(count: int, move: str) -> str:
    """Describe an undo of ``count`` moves; ``move`` is the earliest of them."""
    if count == 1:
        return text_of("undid", move=move)
    return text_of("undid more", moves=counted(count, "move"), move=move)


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return WORDS[key].format(**fields)
