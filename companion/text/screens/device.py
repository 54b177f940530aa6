"""Texts of the device screen: version, copies, checks and power."""

from companion.text.catalogue import Sentences

UPKEEP = Sentences(
    {
        "title": "This machine",
        "back": "Back",
        "version": "Version {version}",
        "copy": "Copy to a USB stick",
        "doctor": "Look it over",
        "clock": "Clock",
        "off": "Switch off",
        "restart": "Restart",
        "no stick": "There is no USB stick that can be written: plug one in and tap again.",
        "copying": "Copying to {folder}. Leave the stick where it is.",
        "copied": "{file} is on the stick. It can be pulled out now.",
        "not copied": "Nothing was copied: {why}",
        "about copy": "All games, and diagnostics.",
        "check": "Checks",
        "about doctor": "Ledger, copies, devices.",
        "devices": "Dice and cards",
        "about devices": "By Bluetooth, and by USB.",
        "power": "Power",
        "about power": "Switch off, then unplug.",
        "saved": "Every move is in the ledger.",
        "backup": "Backup",
        "sure off": "Switch it off?",
        "sure restart": "Restart it?",
        "sure back": "Go back to the version before?",
        "yes back": "Yes, go back",
        "back now": "It goes back and restarts. The games played since come along.",
        "yes off": "Yes, switch off",
        "yes restart": "Yes, restart",
        "no": "No",
        "off now": "It switches itself off. The plug may be pulled when its light is out.",
        "restart now": "It restarts. The game will be here again.",
        "cannot switch": "Not possible from here.",
        "not switched": "It stays on: {why}",
        "from network": "the time comes from the network.",
        "looking": "Looking …",
        "looked": "That is all.",
    }
)

text_of = UPKEEP.fill
