"""Texts of the confirmation dialogs, for moves that one tap must not make."""

from companion.text.catalogue import Sentences

SHEETS = Sentences(
    {
        "cancel": "Cancel",
        "leave title": "Does {player} leave?",
        "leave verb": "Remove {player}",
        "leave note": "Undo brings {player} back.",
        "bankrupt title": "Is {player} bankrupt?",
        "bankrupt verb": "Declare {player} bankrupt",
        "bankrupt note": "Undo brings {player} back.",
        "end title": "Finish now?",
        "end verb": "End the game",
        "end note": "Undo continues the game.",
        "last title": "Is time up?",
        "last verb": "Begin the last round",
        "last note": "Said again, it ends the game.",
        "last round": "Everybody finishes the round",
        "close title": "Close the bank?",
        "unsold title": "End without a sale?",
        "unsold verb": "End the auction",
        "unsold note": "Undo goes on with it.",
        "open title": "Open the bids now?",
        "open verb": "Open the bids",
        "open note": "Undo seals them again.",
        "pass": "pass",
        "passes": "passes",
        "bank keeps": "the bank keeps it",
        "sold": "Buildings sold to the bank",
        "cash": "Cash to {receiver}",
        "to": "to {receiver}",
        "auctioned": "auctioned now",
        "jail cards": "Jail cards to {receiver}",
        "rent": "Rent still due to {player}, lost",
        "rents": "Rent not collected yet, lost",
        "wins": "{winners} wins",
        "win": "{winners} share the win",
    }
)

text_of = SHEETS.fill
