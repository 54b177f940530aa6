"""Texts of the network screen: Wi-Fi in reach, a Wi-Fi of the table's own, and the name."""

from companion.text.catalogue import Sentences

NETWORK = Sentences(
    {
        "title": "Wi-Fi",
        "in use": "In use",
        "open": "Open to all",
        "closed": "With passphrase",
        "cannot join": "Not for this machine",
        "looking": "Looking for networks …",
        "none": "No network is in reach.",
        "own on": "The table's own Wi-Fi is on. Switch it off to see others.",
        "no manager": "This system has no NetworkManager: nothing can be joined from here.",
        "no adapter": "This machine has no Wi-Fi adapter.",
        "blocked": "The Wi-Fi of this machine is switched off.",
        "unblock": "Switch it on",
        "no country": "Choose the time zone first, by way of Clock: it tells the country.",
        # A network.
        "passphrase": "Passphrase",
        "too short": "A passphrase has at least 8 letters, digits or signs.",
        "join": "Join",
        "forget": "Forget",
        "about known": "This machine joins it by itself.",
        "about open": "Without a passphrase, everybody nearby can read along.",
        "about cannot": "It asks for more than a passphrase, or its protection is too old.",
        "joining": "Joining {network} … {seconds} s",
        "joined": "{network} is joined.",
        "wrong passphrase": "{network} refuses this passphrase.",
        "out of reach": "{network} is out of reach.",
        "no address": "{network} gives this machine no address.",
        "failed": "{network} could not be joined.",
        "not usable": "That cannot be used. Nothing was changed.",
        "forgotten": "{network} is forgotten.",
        # The table's own.
        "own": "Own Wi-Fi",
        "on": "On",
        "off": "Off",
        "code": "Show its code",
        "own switched on": "The table's own Wi-Fi is on.",
        "own switched off": "The table's own Wi-Fi is off.",
        "own failed": "The table's own Wi-Fi could not be switched on.",
        # The name of the machine.
        "name": "Name",
        "about name": "Name of this machine",
        "bad name": "A name has letters and digits; a hyphen only between them.",
        "take name": "Take it",
        "named": "This machine is called {name}.",
        "working": "One moment … {seconds} s",
        "no answer": "Nothing came of it. Restart the machine and try again.",
        "not kept": "It could not be stored: {why}",
    }
)

text_of = NETWORK.fill
