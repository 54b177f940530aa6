"""Texts of the row that says which version runs, and which one could."""

from companion.text.catalogue import Sentences

VERSIONS = Sentences(
    {
        "nothing": "A newer one can come on a USB stick.",
        "fetchable": "A newer one can come on a USB stick, or from the network.",
        "on stick": "{version} is on the stick.",
        "downloaded": "{version} has been downloaded.",
        "wished": "One moment …",
        "copying": "Copying {version}: {percent} %",
        "checking": "Checking {version} …",
        "returning": "Going back. The machine restarts.",
        "installed": "{version} is on the card. It is tried at the next start.",
        "kept": "{version} was tried and kept.",
        "left": "{version} was tried and left: {why}",
        "install": "Install",
        "fetch": "Look for one",
        "restart": "Restart",
        "back": "Go back",
    }
)
LEFT = Sentences(
    {
        "stops": "it stops.",
        "hangs": "it does not start.",
        "recovery": "it cannot open the ledger.",
        "refused": "its signature is not valid here.",
        "cut": "the power went during each try.",
    }
)
"""Reasons why a version was left."""
REFUSED = Sentences(
    {
        "signature": "{version} is damaged, or not from the maker of this card.",
        "base": "{version} needs a newer card: flash it anew, the games come back from a stick.",
        "room": "The card is too full for another version.",
        "gone": "The stick cannot be read any more. Plug it in and tap again.",
        "runs": "{version} runs already.",
        "older": "{version} is older than the one that runs. Go back leads to the one before.",
        "name": "This file is no version for this machine.",
        "trial": "A version is being tried. Wait a few minutes.",
        "ledger": "The games could not be given back. This version goes on.",
        "server": "Nothing was fetched. Is the Wi-Fi joined?",
        "address": "Nothing was fetched: the address in the settings is no web address.",
        "failed": "That did not work. Nothing was changed.",
    }
)
"""Reasons why a wish was refused."""
