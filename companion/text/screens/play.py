"""Texts of the play screen, and those that several screens share."""

from companion.text.catalogue import Sentences
from companion.text.format import counted
from companion.text.told import Told, Wording

WORDS = Sentences(
    {
        "undo": "Undo",
        "redo": "Redo",
        "undid": "Undid: {move}",
        "undid more": "Undid {moves}, from: {move}",
        "undone": "undone",
        "no more files": "This machine cannot open more files. Restart it when you pause.",
        "properties": "Properties",
        "board": "Board",
        "trade": "Trade",
        "pay": "Pay",
        "menu": "Menu",
        "history": "History",
        "back": "Back",
        "close": "Close the bank",
        "fingerprint": "fingerprint",
        "tray": "tray",
        "draw": "Draw a card",
        "first die": "First die",
        "second die": "Second die",
        "second": "Now the second die. Tap the yellow one to correct it.",
        "passed": "passed",
        "jail": "in jail",
        "jail_card": "jail card",
        "out": "out",
        "watch": "Watch your own rent: tap your name to ask for it.",
        "planned": "Finish this page or go back before you undo.",
        "changed": "That had just changed: look again.",
        "nothing_to_answer": "Nothing asks for a yes or a no just now.",
        "nothing_to_redo": "There is nothing to redo.",
        "not_booked": "{why} Nothing has changed. The ledger is sound: try again.",
        "stopped": "{why} Nothing has changed. {still} Every touch tries again.",
        "still_stopped": "Not booked.",
        "booked_after_all": "That is booked after all, and shows now.",
        "game_kept": "This game stays in the ledger: go on with it later.",
    }
)
"""Texts by purpose."""

DEED = Sentences(
    {
        "rent": "Rent",
        "group": "Full set",
        "free": "free for {player}",
        "times": "{times} \N{MULTIPLICATION SIGN}",
        "for good": "always",
        "rolls": "{times} \N{MULTIPLICATION SIGN} dice",
        "house": "House",
        "mortgage": "Mortgage",
    }
)
"""Lines of a title deed."""

SETS = Sentences(
    {
        "completes": "Completes {set}",
        "doubles": "rent doubles",
        "grows": "rent grows",
        "blocks": "Blocks {player}",
        "part": "{owned} of {size}",
    }
)
"""Texts about the group of a property for sale."""

text_of = WORDS.fill
set_text = SETS.fill


def undid(count: int, move: Wording) -> Told:
    """Describe an undo of ``count`` moves; ``move`` is the earliest of them."""
    if count == 1:
        return text_of("undid", move=move)
    return text_of("undid more", moves=counted(count, "move"), move=move)
