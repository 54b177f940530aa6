"""Texts of the trade screen: offers, answers and received mortgages."""

from companion.text.catalogue import Sentences

DEALS = Sentences(
    {
        "hint": "Tap what changes hands, then one side offers.",
        "open": "Is it a deal, {other}?",
        "open_offer": "{player} offers {other} {gives} for {wants}",
        "gives": "gives {goods}",
        "interest": "pays {amount} for mortgages",
        "offers": "{player} offers this",
        "accepts": "Accept",
        "refuses": "Refuse",
        "withdraws": "Take the offer back",
        "chip": "+{amount}",
        "no_cash": "no cash",
        "jail_card": "Jail card: {pack}",
    }
)
"""Texts by purpose."""


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return DEALS[key].format(**fields)
