"""Pure view of the network screen: networks in reach, what is typed, and what came of it."""

from dataclasses import dataclass, replace
from typing import Any

from companion.system.machine_settings import is_host_name
from companion.system.networks import BLOCKED, NO_ADAPTER, NO_MANAGER, Network
from companion.table.keyboard import EXACT, RUB_OUT, SPACE, TURN, page_after, typed
from companion.text.screens.network import NETWORK, text_of
from companion.text.told import Told, Typed, Wording

LONGEST, SHORTEST = 63, 8
"""Length of a passphrase."""
OF_NETWORK = ("joined", "wrong passphrase", "out of reach", "no address", "failed")
"""Outcomes that name the network."""
PARENTS = {"list": "out", "typing": "list", "known": "list", "name": "list"}
"""Pages, with the one that *Back* leads to."""

NONE = Network("", 0, is_protected=True)


@dataclass(frozen=True, slots=True)
class NetworkPage:
    """Networks, the page that is shown, and what is typed there.

    ``problem`` says why there are no networks, or nothing. ``known`` is the network that the
    machine joins by itself, ``own`` the passphrase of its own Wi-Fi while that is on.
    """

    page: str = "list"
    networks: tuple[Network, ...] = ()
    problem: str = "looking"
    known: str = ""
    own: str = ""
    host: str = ""
    chosen: Network = NONE
    entry: str = ""
    letters: int = 0
    sentence: Wording = ""
    tone: str = "plain"
    is_busy: bool = False
    has_country: bool = False
    """True if the time zone tells the country, without which a radio may not be switched on."""

    @property
    def refusal(self) -> str:
        """Reason why what is typed cannot be taken; empty if it can."""
        if self.page == "name":
            return "" if is_host_name(self.entry) else NETWORK["bad name"]
        return "" if len(self.entry) >= SHORTEST else NETWORK["too short"]

    @property
    def is_blocked(self) -> bool:
        """True while the radio is switched off."""
        return self.problem == BLOCKED

    @property
    def is_known(self) -> bool:
        """True if the chosen network is the one that the machine joins by itself."""
        return bool(self.known) and self.known == self.chosen.name

    @property
    def notice(self) -> str:
        """Sentence in place of networks; empty if there are some."""
        if self.own and not self.networks:
            return NETWORK["own on"]
        return NETWORK[self.problem] if self.problem else "" if self.networks else NETWORK["none"]


def tapped(value: NetworkPage, do: tuple[Any, ...]) -> NetworkPage:
    """Value after a tap that changes no setting."""
    match do:
        case ("back", str(page)):
            return replace(value, page=page, entry="")
        case ("network", str(name)):
            return _chosen(value, name)
        case ("type",):
            return replace(value, page="typing", entry="", letters=0, sentence="", tone="plain")
        case ("name",):
            return replace(value, page="name", entry=value.host, letters=0, sentence="")
        case ("letter", _, key) if key == TURN:
            return replace(value, letters=page_after(value.letters))
        case ("letter", _, str(key)):
            return replace(value, entry=_typed(value, key))
    return value


def _chosen(value: NetworkPage, name: str) -> NetworkPage:
    """Page of a network, which asks for its passphrase if one is needed."""
    chosen = next((one for one in value.networks if one.name == name), value.chosen)
    value = replace(value, chosen=chosen, sentence="", tone="plain")
    is_to_type = chosen.is_protected and chosen.can_join
    if is_to_type and not (value.is_known or chosen.is_joined):
        return tapped(value, ("type",))
    return replace(value, page="known")


def _typed(value: NetworkPage, key: str) -> str:
    """Entry after a key; a name takes small letters, digits and hyphens."""
    if value.page != "name" or key == RUB_OUT:
        return typed(value.entry, key, LONGEST, EXACT)
    key = "-" if key in (SPACE, "_") else key.lower()
    is_usable = key == "-" or (key.isascii() and key.isalnum())
    return typed(value.entry, key, LONGEST, EXACT) if is_usable else value.entry


def outcome(work: str, name: str, found: str) -> tuple[Wording, str]:
    """Sentence about what came of a change, and its tone.

    ``work`` is what was to be done (``join``, ``forget``, ``unblock``, ``own on``, ``own off`` or
    ``name``), ``name`` is that of the network or the machine, ``found`` the word of the report.
    """
    if found == "not usable":
        return NETWORK[found], "out"
    if work == "name":
        return text_of("named", name=Told(Typed(name))), "in"
    if work == "forget":
        return text_of("forgotten", network=name), "in"
    if work == "own off":
        return NETWORK["own switched off"], "in"
    if work == "unblock" and found != BLOCKED:
        return "", "plain"
    if work == "own on" and found == "own on":
        return NETWORK["own switched on"], "in"
    if found in OF_NETWORK and work == "join":
        return text_of(found, network=name), "in" if found == "joined" else "out"
    is_told = found in (NO_MANAGER, NO_ADAPTER, BLOCKED)
    other = "own failed" if work == "own on" else "failed"
    return text_of(found if is_told else other, network=name), "out"


def progress(work: str, name: str, seconds: int) -> Told:
    """Sentence about a change that is under way."""
    key = "joining" if work == "join" else "working"
    return text_of(key, network=name, seconds=seconds)
