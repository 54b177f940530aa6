"""Texts of the pages on phones."""

from companion.text.catalogue import Plurals, Sentences

PHONE = Sentences(
    {
        "connected": "Connected",
        "worth": "worth",
        "your roll": "Your turn: roll at the table.",
        "you owe": "You owe {creditor} {amount}: {why}",
        "collect": "Collect {amount} from {payer}",
        "may collect": "{owner} may collect {amount} from you",
        "nothing to tap": "nothing to tap",
        "more": "{count} more",
        "rent": "Open rent",
        "ask": "Ask for rent",
        "properties": "Properties",
        "houses left": "{houses} left in the bank",
        "nothing yet": "Nothing yet. Land on one and buy it.",
        "loans": "Loans",
        "earns": "earns {amount}",
        "mortgaged": "mortgaged",
        "out": "out of the game",
        "moves": "Last moves",
        "wallet": "Wallet",
        "board": "Board",
        "trade": "Trade",
        "pay": "Pay",
        # Paying.
        "nothing due": "Nothing to pay now.",
        "give": "Give money",
        "how much": "How much for {player}?",
        "offer": "Offer it",
        "accepts": "{player} has to accept it.",
        # The auction.
        "leads": "{player} leads",
        "you lead": "You lead",
        "no bid": "No bid yet",
        "bids from": "Bids from {amount}",
        "sealed": "Sealed bids",
        "sealed from": "Sealed bids from {amount}",
        "tied": "A tie: once more, from {amount}",
        "keyed": "{player} has keyed in",
        "secret": "Nobody sees it before all have keyed in.",
        "you keyed": "You have keyed in. The bids open when all have.",
        "sealed end": "The bids open when all have keyed in.",
        "in": "{player} is in",
        "passed": "{player} passed",
        "cannot": "{player} can't",
        "total": "A bid is the total, not a raise.",
        "leaves": "leaves {amount}",
        "another": "Other sum",
        "bid": "Bid",
        "you passed": "You passed: the hammer falls at the table.",
        "hammer": "The hammer falls at the table.",
        # A deed.
        "owner": "belongs to {player}",
        "of bank": "belongs to the bank",
        "back": "Back",
        "before": "Previous property",
        "after": "Next property",
        # A trade.
        "offers you": "{player} offers a trade",
        "you offer": "You offer {player} a trade",
        "you get": "You get",
        "gets": "{player} gets",
        "with": "Trade with",
        "you give": "You give",
        "gives": "{player} gives",
        "cash": "Cash",
        "set cash": "Set",
        "times": "Free landings",
        "for good": "always",
        "may withdraw": "{player} may withdraw until you answer.",
        "busy": "Another trade is open.",
        # Joining, and the end of it.
        "who": "Who are you?",
        "be": "Be {player}",
        "taken": "on a phone",
        "watch": "Just watch",
        "you are": "You are {player}",
        "knocking": "Knocking at the table …",
        "same digits": "Somebody there taps Let in if the table shows the same two digits.",
        "not me": "I am not {player}",
        "said no": "The table said no.",
        "ask again": "Ask again",
        "ask code": "Scan the code at the table.",
        "shared": "The game of this evening",
        "not shared": "This game is not shared any more: share it again at the table.",
        "to report": "The whole report",
        "keep picture": "Hold the picture to keep it or to send it.",
        "replaced": "Another phone is {player} now.",
        "no game": "No game at the table.",
        "wait": "This page goes on by itself.",
        "watching": "Watching",
        "offline": "No connection to the table",
        "offline about": "The game goes on there. Your buttons come back by themselves.",
        "as of": "as of {time}",
        "too fast": "Too fast. Wait a moment.",
        "not here": "This page is for phones in the same Wi-Fi.",
        "not understood": "That was not understood. Nothing was booked.",
        "not sent": "Not sent. Look at the table, then tap again.",
        "stuck": "This browser is too old for a wallet. Play at the table.",
        "not reached": "The table cannot be reached. Nothing was booked.",
        "not known": "Not known yet: look at the table.",
        "not seated": "This phone has no seat. Scan the code at the table.",
    }
)

BIDDERS = Plurals(
    {
        "keyed": ("{n} has keyed in", "{n} have keyed in"),
        "in": ("{n} is in", "{n} are in"),
        "cannot": ("{n} can't", "{n} can't"),
        "passed": ("{n} passed", "{n} passed"),
    }
)
"""Parts that bidders take in an auction, by key."""


def text_of(key: str, /, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return str(PHONE.fill(key, **fields))


def bidders(n: int, part: str) -> str:
    """Say how many bidders take a part: ``3 are in``."""
    return BIDDERS.of(n, part).format(n=n)
