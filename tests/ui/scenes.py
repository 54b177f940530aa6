"""Everything there is to be seen, in one table: a new screen is one line more."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

from companion import text
from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.notation import parse_card
from companion.ledger.problems import LedgerProblem
from companion.system.machine_settings import MachineSettings
from companion.system.networks import Network
from companion.system.versions import VersionOffer, VersionReport, VersionStanding
from companion.table.dice import DieRow
from companion.table.guests import Guest
from companion.table.prompts import Answer
from companion.table.reached import Reached
from companion.table.recovery import WayOut
from companion.table.setup import preparation
from companion.table.setup.rules_cards import keep_card
from companion.table.states.bank_cards import BankCardActions
from companion.table.states.dice import DiceActions
from companion.table.taps import Do
from companion.table.versions import version_row
from companion.text.screens.bank_cards import text_of as card_text
from companion.text.screens.dice import DICE
from companion.text.screens.recovery import RECOVERY
from tests.ui.driver import Desk
from tests.ui.scene_records import BARE, LONGEST, OWNED, POSITIONS, A, B

Step: TypeAlias = str | Do | Move | Callable[[Desk], object]
Scene: TypeAlias = tuple[Any, ...]


def owing(*first: str) -> tuple[str, ...]:
    due = f"ruling: {A} has $20; {A} stands on Park Place; {B} owns Boardwalk"
    return (OWNED, *first, due, f"{A} throws 1 1", f"{B} collects rent")


def asked_about(desk: Desk) -> None:
    """A throw that the tray made for nobody knows whom."""
    desk.table.tray_input.on_throw(f"uid/boot/{id(desk)}-{desk.table.number}", (5, 6), 99)


def without_copy(desk: Desk) -> None:
    """The stick of the second copy is not plugged in."""
    desk.table.alert = text.translate_message(LedgerProblem.COPY_WAITS)


def seat_everybody(desk: Desk) -> None:
    desk.table.show_screen("setup")
    desk.table.set_value("setup", preparation.begun())
    desk.does(*(("enter", name) for name in desk.table.session.setup.players))


WIDE = "Maximilian-Alexs Regeln."
"""Name of rules as long as one may be."""


def kept_rules(desk: Desk) -> None:
    """Everybody sits, and some rules are kept."""
    seat_everybody(desk)
    for name in (WIDE, "Fast", "Grandma's rules"):
        rules = "free parking pot $500, no auction, double salary on go, deeds dealt 3"
        card = parse_card(f"name: {name}\ngame: time-limit\nhouse rules: {rules}")
        assert keep_card(desk.table.rules_job.folder, card) is None


def served(desk: Desk) -> None:
    """The server of the phones is there, and one phone."""
    desk.table.phones.hear("http://192.168.178.40:8080", "table.local", (B,))


def taken(desk: Desk) -> None:
    """Another bank on the machine has the runtime folder."""
    desk.table.phones.is_taken = True


class PretendedPages:
    """Server of the table's page, as far as the screen knows it."""

    def __init__(self, link: str = "", problem: str = "") -> None:
        self._found = Reached(link, "table.local", problem)

    def start(self) -> None:
        """Do nothing."""

    def found(self) -> Reached:
        return self._found


def elsewhere(desk: Desk, problem: str = "") -> None:
    """The table can be shown on other devices, or not, and two may show it."""
    link = "" if problem else "http://192.168.178.40:8070"
    state, guests = desk.table.guests, desk.table.guests.guests
    state.pages = PretendedPages(link, problem)
    guests.passes = {"tv": Guest("television", False), "own": Guest("tablet", True)}
    state.see({"tv", "own"})


def alone(desk: Desk) -> None:
    """Nobody else shows the table."""
    elsewhere(desk)
    desk.table.guests.guests.passes = {}


def knocking(desk: Desk) -> None:
    """A device asks for the table."""
    desk.table.guests.ask("television", "other", "192.168.178.41")


def switched(desk: Desk, how: str) -> None:
    """The screen of a kiosk, whose switch for phones is on or off."""
    desk.table.phones.fit_switch(PretendedSwitch(how == "on"))
    (served if how == "on" else unserved)(desk)
    desk.table.phones.has_network = True
    desk.table.device.kiosk = True
    desk.table.show_screen("device")


def on_a_card(desk: Desk, said: str) -> None:
    """The screen of a flashed card, on whose stick there is a version."""
    from companion.table.states.device import DeviceActions, DeviceState

    offer = VersionOffer("0.2.0-7f3e3bcf99b7", Path("/media/stick/one.raw"), "stick")
    report = VersionReport(*said.split())
    standing = VersionStanding(runs="0.1.0-3fcdf17b35e5", before="", offer=offer, report=report)
    card: Any = PretendedCard(standing)
    actions = DeviceActions("0.1.0 (3fcdf17b35e5)", versions=card)
    desk.table.device = device = DeviceState(actions, desk.clock)
    switched(desk, "on")
    desk.until(lambda: device.value.versions == version_row(standing))
    if said:
        desk.does(("versions",))


class PretendedCard:
    """Versions of a card that stay as they are."""

    def __init__(self, standing: VersionStanding) -> None:
        self.standing = lambda: standing
        self.install = self.fetch = self.go_back = lambda *_: None


class PretendedSwitch:
    """Switch without a server behind it; with a ``fault`` it cannot be turned."""

    def __init__(self, is_on: bool = False, fault: OSError | None = None) -> None:
        self.is_on, self.fault = is_on, fault

    def turn(self, on: bool) -> None:
        if self.fault:
            raise self.fault
        self.is_on = on


def in_reach(desk: Desk) -> None:
    """Networks in reach of a machine that takes changes of its settings."""
    from companion.table.states.network import NetworkState

    known = "Vodafone-5G Wohnzimmer"
    networks = [
        Network(known, 87, is_protected=True, is_joined=True),
        Network("Gäste", 60, is_protected=False),
        *(Network(f"Nachbar {number}", 40, is_protected=True) for number in range(5)),
    ]
    report = desk.ledger.folder / "report.json"
    report.write_text(json.dumps({"applied": 1, "outcome": "joined", "ssid": known}))
    settings = MachineSettings(desk.ledger.folder, report)
    desk.table.network = NetworkState(
        settings, desk.clock, lambda: networks, lambda: ("", ""), lambda: "companion"
    )
    desk.table.show_screen("network")
    desk.until(lambda: desk.table.network.value.networks)


def with_dice(desk: Desk, screen: str) -> None:
    """A kiosk with phones and two Bluetooth dice, one of which is asleep and low."""
    switched(desk, "on")
    desk.table.dice.actions = DiceActions(*[lambda *_: None] * 4)
    red = DieRow("aa", "GoDice_1A2B3C_R_v04", 4, 80, is_awake=True)
    blue = DieRow("bb", "GoDice_2A2B3C_B_v04", 2, 9)
    desk.table.dice.change(dice=(red, blue), rolled=(4, 2), note=DICE["other"])
    desk.table.show_screen(screen)


def with_cards(desk: Desk) -> None:
    """A reader of bank cards, two cards that it knows, and the next one to be taught."""
    with_dice(desk, "device")
    desk.table.bank_cards.actions = BankCardActions(*[lambda *_: None] * 3)
    desk.table.settings.change(cards={"0012345678": 1, "0087654321": 2}, card_reader="Reader")


def teaching(desk: Desk) -> None:
    """A card was held that became the second one."""
    with_cards(desk)
    desk.table.show_screen("bank_cards")
    note = card_text("whose", player=desk.table.bank_cards.names[1])
    desk.table.bank_cards.change(is_choosing=True, reader="USB Reader", note=note)


def unserved(desk: Desk) -> None:
    """The server of the phones was not heard for a long time."""
    desk.table.phones._heard_at = -1e9


def cut_off(desk: Desk) -> None:
    """The server of the phones is there, and no network."""
    desk.table.phones.hear("", "", ())


def asking(desk: Desk) -> None:
    """Two phones ask to be let in."""
    code = desk.table.phones.seats.code
    for player in (A, B):
        assert not desk.table.phones.ask(code, player, player)


WIFI = ("WIFI:T:WPA;S:Table companion;P:wk3mn7qrtx5cdehj;;", "wk3mn7qrtx5cdehj")


def own_wifi(desk: Desk) -> None:
    """A machine that makes its own network: two codes beside each other."""
    desk.table.phones._find_wifi = lambda: WIFI
    desk.table.show_screen("phones")


TYPED = (("new name",), *[("letter", "W", "W")] * 16)
DEALT = (("plan", "hour"), ("deal out",))


def first_start(desk: Desk) -> None:
    """A machine on which nobody has played, and whose tray is there."""
    desk.table.tray_input.on_found()
    desk.table.session = None
    desk.table.show_screen("first_start")


def damaged(desk: Desk) -> None:
    """A ledger that is damaged, and the way out of it."""
    why = text.translate_message(LedgerProblem.COPY_WAITS)
    way = WayOut(RECOVERY["begin"], RECOVERY["about_begin"], 0, print)
    desk.table.recovery.offer("title", why, [way], print)


def leave_alone(desk: Desk) -> None:
    """Nobody touches anything for as long as the screen waits."""
    desk.clock.wait(desk.table.settings.light.seconds + 1)


def end(desk: Desk) -> None:
    """Everybody but the first is out."""
    for name in desk.table.session.setup.players[1:]:
        desk.play(f"ruling: {name} is out")


def told(desk: Desk) -> None:
    """All of the story of a game that is over is known."""
    desk.until(lambda: desk.table.values["story"].done == 1)


def code(desk: Desk) -> None:
    """The whole game as a QR code."""
    desk.table.show_code(desk.table.session.game_number, "game_over")
    desk.until(lambda: desk.table.game_code.value.modules)


BALANCE = ("ruling", ("kind", "has cash"), ("pick", A))
LETTERS = tuple(("letter", key, key) for key in "THE DICE WERE UNDER THE TABLE")


def keyed(digits: str) -> tuple[Do, ...]:
    """Keys of an amount."""
    return tuple(("digit", digit) for digit in digits)


NEGATIVE = (("kind", "cash goes"), ("pick", A), ("pick", B), *keyed("99999"), ("set",))
PAID = ("drop", ("money of", A), ("to", B))
PAST = (f"ruling: {B} owns Connecticut Avenue", f"{A} throws 4 5", f"{B} collects rent")
LAST_HOUSE = (
    f"ruling: {A} owns Boardwalk; {A} owns Park Place",
    *(
        f"ruling: {B} owns {a}; {B} owns {b}; {B} owns {c}; "
        f"{a} carries {n + 1} houses; {b} carries {n} houses; {c} carries {n} houses"
        for a, b, c, n in (
            ("Kentucky Avenue", "Indiana Avenue", "Illinois Avenue", 3),
            ("Atlantic Avenue", "Ventnor Avenue", "Marvin Gardens", 3),
            ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue", 3),
        )
    ),
    f"ruling: {A} owns Baltic Avenue; {A} owns Mediterranean Avenue; Baltic Avenue carries 1 house",
)
SHORT = (*LAST_HOUSE, f"{A} builds on Boardwalk")
AUCTION = (f"{A} throws 4 5", f"{A} declines", f"{B} bids $1200")
TAXED = (f"{A} throws 1 3",)
OFFER = f"{A} offers {B} Boardwalk, $12000 for Pacific Avenue, Short Line"
WON = (f"ruling: {A} owns Boardwalk",)
SWAP = (
    "trade",
    ("reset",),
    ("thing", 1, "pacific-avenue"),
    *(("thing", 0, deed) for deed in ("pennsylvania-railroad", "north-carolina-avenue")),
    ("thing", 0, "boardwalk"),
    ("cash", 0),
    *keyed("500"),
    ("cash", 0),
)

SCENES: dict[str, Scene] = {
    **{name: (tuple(lines),) for name, lines in POSITIONS.items()},
    "without its second copy": (PAST, without_copy),
    "a throw asked about": (PAST, asked_about),
    "shortage": (SHORT,),
    "auction of a building": ((*SHORT, f"{B} claims"),),
    "auction: somebody cannot": (
        (
            f"ruling: {A} has $150; {B} owns Boardwalk",
            f"{A} throws 4 5",
            f"{A} declines",
            f"{A} bids $100",
            f"{B} bids $150",
        ),
    ),
    "a bid": (AUCTION, ("other bid", A), *keyed("1300")),
    "a bid: too low": (AUCTION, ("other bid", A), *keyed("200")),
    "debt": (owing(BARE),),
    "debt: enough": ((*owing(BARE), f"{A} mortgages Park Place"),),
    "debt without a way": (
        (
            f"ruling: {A} has $20; {B} owns Boardwalk; {A} stands on Park Place",
            f"{A} throws 1 1",
            f"{B} collects rent",
        ),
    ),
    "an open offer": ((OWNED, BARE, OFFER),),
    "holdings": ((OWNED,), ("show", "properties", A)),
    "a deed": ((OWNED,), ("show", "properties", A), ("deed", "boardwalk")),
    "a plan": ((OWNED,), ("show", "properties", A), ("place", "vermont-avenue", 5)),
    "board": ((OWNED,), ("show", "board", 39)),
    "board: a railroad": ((OWNED,), ("show", "board", 35)),
    "board: a space": ((), ("show", "board", 0)),
    "board: before the tax": (TAXED, ("show", "board", 4)),
    "pay: who": ((), "pay"),
    "pay": ((), PAID, *keyed("1000")),
    "pay: short": ((), PAID, *keyed("99999")),
    "idle": ((OWNED,), leave_alone),
    "deal": ((OWNED, BARE), *SWAP),
    "deal: cash": ((OWNED, BARE), *SWAP, ("cash", 0)),
    "deal: who": ((OWNED, BARE), *SWAP, ("side", 1)),
    "deal to answer": ((OWNED, BARE, OFFER), "trade"),
    "history": (PAST, "history"),
    "undoing": (PAST, "history", ("move", 2)),
    "an account": (PAST, "history", ("filter", "account"), ("pick", A)),
    "ruling": (PAST, "ruling"),
    "ruling: who": (PAST, "ruling", ("kind", "stands")),
    "ruling: where": (PAST, "ruling", ("kind", "stands"), ("pick", A)),
    "ruling: a sum": (PAST, *BALANCE),
    "ruling: to be booked": (PAST, *BALANCE, ("set",)),
    "ruling: why": (PAST, *BALANCE, ("set",), ("page", "reason")),
    "ruling: in other words": (PAST, *BALANCE, ("set",), ("write",), *LETTERS),
    "ruling: refused": (PAST, "ruling", *NEGATIVE),
    "set-up": (PAST, seat_everybody),
    **{f"set-up: {page}": (PAST, seat_everybody, ("back", page)) for page in ("more", "house")},
    **{
        f"set-up: {key}": (PAST, seat_everybody, ("setting", key))
        for key in ("edition", "board", "game", "cards", "dice", "rent", "banker", "first")
    },
    "set-up: a name": (PAST, seat_everybody, ("new name",)),
    "set-up: a long name": (PAST, seat_everybody, *TYPED),
    "set-up: a name that is taken": (PAST, seat_everybody, *TYPED, ("enter", A)),
    "set-up: nobody": (PAST, seat_everybody, ("clear",)),
    "set-up: our rules, none kept": (PAST, seat_everybody, ("setting", "ours")),
    "set-up: our rules": (PAST, kept_rules, ("setting", "ours")),
    "set-up: rules chosen": (PAST, kept_rules, ("setting", "ours"), ("card", WIDE)),
    "set-up: a name of rules": (PAST, kept_rules, ("setting", "ours"), ("keep",)),
    "set-up: rules in sentences": (PAST, kept_rules, ("setting", "ours"), ("about", WIDE)),
    "set-up: to forget": (PAST, kept_rules, ("setting", "ours"), ("about", WIDE), ("forget",)),
    "set-up: a code of rules": (PAST, kept_rules, ("setting", "ours"), ("about", WIDE), ("send",)),
    "set-up: a token": (PAST, seat_everybody, ("seat", A)),
    "set-up: the deal": (PAST, seat_everybody, *DEALT),
    "set-up: another deed": (PAST, seat_everybody, *DEALT, ("held", 0)),
    "menu": (PAST, "menu"),
    "screen, sound, language": (PAST, "menu", ("page", "settings")),
    "who sits where": (PAST, "menu", ("page", "seats")),
    "voice": (PAST, "menu", ("page", "voice")),
    "leaving": (PAST, "menu", ("page", "parting")),
    "does somebody leave": (PAST, moves.LeaveGame(B)),
    "ending": ((OWNED,), "menu", ("page", "finish")),
    "ending, but first": (TAXED, "menu", ("page", "finish")),
    "does the game end": ((OWNED,), moves.EndByTime()),
    "undone": (PAST, ("undo",)),
    "undone in the history": (PAST, "history", ("undo",)),
    "undone in the holdings": ((OWNED,), ("show", "properties", A), ("undo",)),
    "undone in an auction": (AUCTION, ("undo",)),
    "phones": (PAST, served, "phones"),
    "phones: joining": (PAST, served, "phones", asking),
    "phones: no network": (PAST, cut_off, "phones"),
    "phones: in a Wi-Fi of their own": (PAST, served, own_wifi),
    "phones: off": (PAST, unserved, "phones"),
    "phones: off, with a switch": (PAST, partial(switched, how="off"), "phones"),
    "phones: at another table": (PAST, unserved, taken, "phones"),
    "phones, and other screens": (PAST, served, elsewhere, knocking, "phones"),
    "guests": (PAST, elsewhere, "guests"),
    "guests: nobody": (PAST, alone, "guests"),
    "guests: knocking": (PAST, elsewhere, knocking, "guests"),
    "guests: no network": (PAST, partial(elsewhere, problem="no network"), "guests"),
    "guests: no port": (PAST, partial(elsewhere, problem="taken"), "guests"),
    "a guest knocks": (PAST, elsewhere, knocking),
    "holdings, with a phone": ((OWNED,), served, ("show", "properties", A)),
    "the code of a game": (WON, end, code),
    "first start": ((), first_start),
    "first start: the date": ((), first_start, ("page", "date")),
    "first start: three rolls": ((), first_start, ("page", "practice")),
    "recovery": ((), damaged),
    "recovery, under way": (
        (),
        damaged,
        lambda desk: desk.table.recovery.change(is_busy=True, progress=0.4),
    ),
    "this machine": (PAST, "device"),
    "shall it restart": (PAST, partial(switched, how="on"), ("ask", "restart")),
    "this machine, with phones": (PAST, partial(switched, how="on")),
    "this machine, without phones": (PAST, partial(switched, how="off")),
    "this machine, with dice": (PAST, partial(with_dice, screen="device")),
    "this machine's dice": (PAST, partial(with_dice, screen="dice")),
    "this machine, with a reader of cards": (PAST, with_cards),
    "this machine's bank cards": (PAST, teaching),
    "this machine, on a card": (PAST, partial(on_a_card, said="")),
    "versions, copying": (PAST, partial(on_a_card, said="copying 0.2.0-7f3e3bcf99b7 43")),
    "versions, refused": (PAST, partial(on_a_card, said="refused base 0.2.0-7f3e3bcf99b7")),
    "this machine's Wi-Fi": (PAST, in_reach),
    "the Wi-Fi that is joined": (PAST, in_reach, ("network", "Vodafone-5G Wohnzimmer")),
    "the passphrase of a Wi-Fi": (PAST, in_reach, ("network", "Nachbar 0")),
    "games": (PAST, "past_games"),
    "players": (PAST, "past_games", ("tab", "players")),
    "places": (PAST, "past_games", ("tab", "places")),
    "a past game": (PAST, "past_games", ("game", 1)),
    "what proves it": (PAST, "past_games", ("game", 1), ("tab", "more")),
    "end": (WON, end),
    **{
        f"story: {page}": (PAST, end, told, "story", ("page", page))
        for page in ("chances", "moment", "luck", "rent")
    },
}
"""The lines of a record, and the steps from there to what is seen."""


def take(desk: Desk, step: Step) -> None:
    """Take one step: to a screen, by a tap, or to the sheet that asks before a move."""
    match step:
        case str():
            desk.table.open(step)
        case tuple():
            desk.does(step)
        case Move():
            desk.table.submit(Answer("", step, ""), desk.table.number, uuid4().hex)
        case _:
            step(desk)
    if not isinstance(step, tuple):
        desk.frames()


def show(desk: Desk, scene: Scene, count: int) -> None:
    """``scene`` at a table of ``count`` with the longest names and five figures each."""
    names = [name.replace("_", " ") for name in LONGEST[:count]]
    rich = "; ".join(f"{name} has $12345" for name in names)
    rules = "1961" if count <= 8 else "1934"
    lines, *steps = scene
    desk.table.settings.light.wake()
    desk.table.tray_input.pending_rolls = []
    desk.sit_down(
        " ".join(LONGEST[:count]),
        f"ruling: {rich}",
        *lines,
        **{"rules": rules, "rent": "shown"},
    )
    for step in steps:
        take(desk, step)
    desk.until(lambda: not desk.table.report_job.busy)
    desk.frames(6)
