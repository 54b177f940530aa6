"""Texts of the trade screen: goods, what each side gets, offers and answers."""

from companion.text.catalogue import Sentences

DEALS = Sentences(
    {
        "title": "Trade",
        "hint": "Tap what each of you gives",
        "open": "Is it a deal, {other}?",
        "open_offer": "{player} offers a trade",
        "offer": "Trade offer",
        "look": "Answer",
        "reset": "Reset",
        "gets": "Gets {goods}",
        "forgives": "Forgive {amount}",
        "debt": "The debt",
        "forgiven": "{player} forgives {amount}",
        "interest": "pays {amount} interest",
        "completes_set": "Completes {player}'s {set} set",
        "completes_group": "Completes {player}'s {set}",
        "completes_sets": "Completes {count} of {player}'s sets",
        "completes": "Completes {set}",
        "completes_count": "Completes {count} sets",
        "offers": "Send {player}'s offer",
        "offers_this": "Send this offer",
        "accepts": "Accept",
        "refuses": "Decline",
        "withdraws": "Withdraw",
        "cash": "Cash",
        "cash_of": "Cash {amount}",
        "all": "All",
        "done": "Done",
        "jail_card": "Jail card: {pack}",
        "card": "Jail card",
        "free": "Free on {deed}",
        "times": "{times}\N{MULTIPLICATION SIGN}{deed}",
        "free_for_good": "Always free on {deed}",
        "for_good": "always {deed}",
        "good": "Always",
        "keeps": "{player}: {free}",
        "keeps_all": "{player} keeps {landings} on {deed}",
        "promises": "with promises to others",
        "free_times": "{times} \N{MULTIPLICATION SIGN} free on {deed}",
        "built_on": "{count} built on",
    }
)
"""Texts by purpose."""

text_of = DEALS.fill
