"""Everything there is to be seen, in one table: a new screen is one line more."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from uuid import uuid4

from companion import text
from companion.engine import moves
from companion.engine.moves import Move
from companion.ledger.problems import LedgerProblem
from companion.screens.parts import Do
from companion.system.machine_settings import MachineSettings
from companion.system.networks import Network
from companion.system.versions import Offer, Report, Standing
from companion.table.prompts import Answer
from companion.table.recovery import WayOut
from companion.table.setup import preparation
from companion.table.versions import version_row
from companion.text.screens.recovery import RECOVERY
from tests.ui.driver import Desk
from tests.ui.scene_records import BARE, LONGEST, OWNED, POSITIONS, A, B

Go: TypeAlias = Callable[[Desk], object]


@dataclass(frozen=True, slots=True)
class Scene:
    """What was played, as a record would, and then how one gets to see it."""

    lines: tuple[str, ...] = ()
    go: tuple[Go, ...] = ()


def screen(name: str) -> Go:
    """Another screen of the table."""
    return lambda desk: desk.table.show_screen(name)


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
    desk.table.setup = preparation.begun()
    desk.does(*(("enter", name) for name in desk.table.session.setup.players))


def type_a_name(desk: Desk) -> None:
    """Another player is about to join."""
    desk.does(("new name",), *[("letter", "W", "W")] * 16)


def leave_the_table(desk: Desk) -> None:
    desk.table.setup = preparation.begun()


def served(desk: Desk) -> None:
    """The server of the phones is there, and one phone."""
    desk.table.phones.hear("http://192.168.178.40:8080", (B,))


def taken(desk: Desk) -> None:
    """Another bank on the machine has the runtime folder."""
    desk.table.phones.is_taken = True


def switched(desk: Desk, how: str) -> None:
    """The screen of a kiosk, whose switch for phones is on or off."""
    desk.table.phones.fit_switch(PretendedSwitch(how == "on"))
    (served if how == "on" else unserved)(desk)
    desk.table.phones.has_network = True
    desk.table.device.kiosk = True
    desk.table.show_screen("device")


def on_a_card(desk: Desk, said: str) -> None:
    """The screen of a flashed card, on whose stick there is a version."""
    from companion.ui.device.state import DeviceActions, DeviceState

    offer = Offer("0.2.0-7f3e3bcf99b7", Path("/media/stick/one.raw"), "stick")
    report = Report(*said.split())
    standing = Standing(runs="0.1.0-3fcdf17b35e5", before="", offer=offer, report=report)
    card: Any = PretendedCard(standing)
    actions = DeviceActions("0.1.0 (3fcdf17b35e5)", versions=card)
    desk.table.device = device = DeviceState(actions)
    switched(desk, "on")
    desk.until(lambda: device.value.versions == version_row(standing))
    if said:
        desk.does(("versions",))


class PretendedCard:
    """Versions of a card that stay as they are."""

    def __init__(self, standing: Standing) -> None:
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


def in_reach(desk: Desk, chosen: str = "") -> None:
    """Networks in reach of a machine that takes changes of its settings; one of them is tapped."""
    from companion.ui.network.state import NetworkState

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
        settings, lambda: networks, lambda: ("", ""), lambda: "companion"
    )
    desk.table.show_screen("network")
    desk.until(lambda: desk.table.network.value.networks)
    if chosen:
        desk.does(("network", chosen))


def unserved(desk: Desk) -> None:
    """The server of the phones was not heard for a long time."""
    desk.table.phones._heard_at = -1e9


def cut_off(desk: Desk) -> None:
    """The server of the phones is there, and no network."""
    desk.table.phones.hear("", ())


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


def deal(desk: Desk) -> None:
    """The deeds that are dealt before an hour."""
    desk.does(("plan", "hour"), ("deal out",))


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


def key_in(desk: Desk, side: int, digits: str, *, done: bool = True) -> None:
    """Key in the cash of one side of a deal."""
    desk.does(("cash", side), *(("digit", digit) for digit in digits))
    if done:
        desk.does(("cash", side))


def swap(desk: Desk) -> None:
    desk.table.open_screen("trade")
    desk.does(("reset",), ("thing", 1, "pacific-avenue"))
    for deed in ("pennsylvania-railroad", "north-carolina-avenue", "boardwalk"):
        desk.does(("thing", 0, deed))
    key_in(desk, 0, "500")


def undo(desk: Desk) -> None:
    desk.table.undo(desk.table.number, uuid4().hex)


def ask(desk: Desk, move: Move) -> None:
    """The sheet that asks before ``move``."""
    desk.table.submit(Answer("", move, ""), desk.table.number, uuid4().hex)


def rule(desk: Desk, *dos: Do) -> None:
    """A ruling after some taps."""
    desk.table.open_screen("ruling")
    desk.does(*dos)


BALANCE = (("kind", "has cash"), ("pick", A))
LETTERS = tuple(("letter", key, key) for key in "THE DICE WERE UNDER THE TABLE")
NEGATIVE = (
    ("kind", "cash goes"),
    ("pick", A),
    ("pick", B),
    *(("digit", digit) for digit in "99999"),
    ("set",),
)
PAST = (f"ruling: {B} owns Connecticut Avenue", f"{A} throws 4 5", f"{B} collects rent")
SHORT = (
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
    f"{A} builds on Boardwalk",
)
AUCTION = (f"{A} throws 4 5", f"{A} declines", f"{B} bids $1200")
OFFER = f"{A} offers {B} Boardwalk, $12000 for Pacific Avenue, Short Line"

SCENES: dict[str, Scene] = {
    **{name: Scene(tuple(lines)) for name, lines in POSITIONS.items()},
    "without its second copy": Scene(PAST, (without_copy,)),
    "a throw asked about": Scene(PAST, (asked_about,)),
    "shortage": Scene(SHORT),
    "auction of a building": Scene((*SHORT, f"{B} claims")),
    "auction: somebody cannot": Scene(
        (
            f"ruling: {A} has $150; {B} owns Boardwalk",
            f"{A} throws 4 5",
            f"{A} declines",
            f"{A} bids $100",
            f"{B} bids $150",
        ),
    ),
    "a bid": Scene(AUCTION, (lambda desk: bid(desk, "1300"),)),
    "a bid: too low": Scene(AUCTION, (lambda desk: bid(desk, "200"),)),
    "debt": Scene(owing(BARE)),
    "debt: enough": Scene(
        (*owing(BARE), f"{A} mortgages Park Place"),
    ),
    "debt without a way": Scene(
        (
            f"ruling: {A} has $20; {B} owns Boardwalk; {A} stands on Park Place",
            f"{A} throws 1 1",
            f"{B} collects rent",
        )
    ),
    "an open offer": Scene((OWNED, BARE, OFFER)),
    "holdings": Scene((OWNED,), (lambda desk: desk.table.open_properties(A),)),
    "a deed": Scene(
        (OWNED,),
        (
            lambda desk: desk.table.open_properties(A),
            lambda desk: desk.does(("deed", "boardwalk")),
        ),
    ),
    "a plan": Scene(
        (OWNED,),
        (
            lambda desk: desk.table.open_properties(A),
            lambda desk: desk.does(("place", "vermont-avenue", 5)),
        ),
    ),
    "board": Scene((OWNED,), (lambda desk: desk.does(("space", 39)),)),
    "board: a railroad": Scene((OWNED,), (lambda desk: desk.does(("space", 35)),)),
    "board: a space": Scene((), (lambda desk: desk.does(("space", 0)),)),
    "board: before the tax": Scene((f"{A} throws 1 3",), (lambda desk: desk.does(("space", 4)),)),
    "pay: who": Scene((), (lambda desk: desk.table.open_pay(),)),
    "pay": Scene((), (lambda desk: pay(desk, "1000"),)),
    "pay: short": Scene((), (lambda desk: pay(desk, "99999"),)),
    "idle": Scene((OWNED,), (lambda desk: leave_alone(desk),)),
    "deal": Scene((OWNED, BARE), (swap,)),
    "deal: cash": Scene((OWNED, BARE), (swap, lambda desk: desk.does(("cash", 0)))),
    "deal: who": Scene((OWNED, BARE), (swap, lambda desk: desk.does(("side", 1)))),
    "deal to answer": Scene((OWNED, BARE, OFFER), (lambda desk: desk.table.open_screen("trade"),)),
    "history": Scene(PAST, (screen("history"),)),
    "undoing": Scene(PAST, (screen("history"), lambda desk: desk.table.history.consider(2))),
    "an account": Scene(
        PAST,
        (
            screen("history"),
            lambda desk: desk.does(("filter", "account"), ("pick", A)),
        ),
    ),
    "ruling": Scene(PAST, (rule,)),
    "ruling: who": Scene(PAST, (rule, lambda desk: desk.does(("kind", "stands")))),
    "ruling: where": Scene(PAST, (lambda desk: rule(desk, ("kind", "stands"), ("pick", A)),)),
    "ruling: a sum": Scene(PAST, (lambda desk: rule(desk, *BALANCE),)),
    "ruling: to be booked": Scene(PAST, (lambda desk: rule(desk, *BALANCE, ("set",)),)),
    "ruling: why": Scene(PAST, (lambda desk: rule(desk, *BALANCE, ("set",), ("page", "reason")),)),
    "ruling: in other words": Scene(
        PAST, (lambda desk: rule(desk, *BALANCE, ("set",), ("write",), *LETTERS),)
    ),
    "ruling: refused": Scene(PAST, (lambda desk: rule(desk, *NEGATIVE),)),
    "set-up": Scene(PAST, (seat_everybody,)),
    **{
        f"set-up: {page}": Scene(
            PAST, (seat_everybody, lambda desk, page=page: desk.does(("back", page)))
        )
        for page in ("more", "house")
    },
    **{
        f"set-up: {key}": Scene(
            PAST, (seat_everybody, lambda desk, key=key: desk.does(("setting", key)))
        )
        for key in ("edition", "board", "game", "cards", "dice", "rent", "banker", "first")
    },
    "set-up: a name": Scene(PAST, (seat_everybody, lambda desk: desk.does(("new name",)))),
    "set-up: a long name": Scene(PAST, (seat_everybody, type_a_name)),
    "set-up: a name that is taken": Scene(
        PAST, (seat_everybody, type_a_name, lambda desk: desk.does(("enter", A)))
    ),
    "set-up: nobody": Scene(PAST, (seat_everybody, leave_the_table)),
    "set-up: a token": Scene(PAST, (seat_everybody, lambda desk: desk.does(("seat", A)))),
    "set-up: the deal": Scene(PAST, (seat_everybody, deal)),
    "set-up: another deed": Scene(
        PAST, (seat_everybody, deal, lambda desk: desk.does(("held", 0)))
    ),
    "menu": Scene(PAST, (screen("menu"),)),
    "screen, sound, language": Scene(PAST, (lambda desk: menu(desk, "settings"),)),
    "who sits where": Scene(PAST, (lambda desk: menu(desk, "seats"),)),
    "leaving": Scene(PAST, (lambda desk: menu(desk, "parting"),)),
    "does somebody leave": Scene(PAST, (lambda desk: ask(desk, moves.LeaveGame(B)),)),
    "ending": Scene((OWNED,), (lambda desk: menu(desk, "finish"),)),
    "ending, but first": Scene((f"{A} throws 1 3",), (lambda desk: menu(desk, "finish"),)),
    "does the game end": Scene((OWNED,), (lambda desk: ask(desk, moves.EndByTime()),)),
    "undone": Scene(PAST, (undo,)),
    "undone in the history": Scene(PAST, (screen("history"), undo)),
    "undone in the holdings": Scene((OWNED,), (lambda desk: desk.table.open_properties(A), undo)),
    "undone in an auction": Scene(AUCTION, (undo,)),
    "phones": Scene(PAST, (served, screen("phones"))),
    "phones: joining": Scene(PAST, (served, screen("phones"), asking)),
    "phones: no network": Scene(PAST, (cut_off, screen("phones"))),
    "phones: in a Wi-Fi of their own": Scene(PAST, (served, lambda desk: own_wifi(desk))),
    "phones: off": Scene(PAST, (unserved, screen("phones"))),
    "phones: off, with a switch": Scene(
        PAST, (lambda desk: switched(desk, "off"), screen("phones"))
    ),
    "phones: at another table": Scene(PAST, (unserved, taken, screen("phones"))),
    "holdings, with a phone": Scene((OWNED,), (served, lambda desk: desk.table.open_properties(A))),
    "the code of a game": Scene(
        (f"ruling: {A} owns Boardwalk",), (lambda desk: end(desk), lambda desk: code(desk))
    ),
    "first start": Scene((), (first_start,)),
    "first start: the date": Scene((), (first_start, lambda desk: desk.does(("page", "date")))),
    "first start: three rolls": Scene(
        (), (first_start, lambda desk: desk.does(("page", "practice")))
    ),
    "recovery": Scene((), (damaged,)),
    "recovery, under way": Scene(
        (), (damaged, lambda desk: desk.table.recovery.change(is_busy=True, progress=0.4))
    ),
    "this machine": Scene(PAST, (screen("device"),)),
    "shall it restart": Scene(
        PAST, (lambda desk: switched(desk, "on"), lambda desk: desk.does(("ask", "restart")))
    ),
    "this machine, with phones": Scene(PAST, (lambda desk: switched(desk, "on"),)),
    "this machine, without phones": Scene(PAST, (lambda desk: switched(desk, "off"),)),
    "this machine, on a card": Scene(PAST, (lambda desk: on_a_card(desk, ""),)),
    "versions, copying": Scene(
        PAST, (lambda desk: on_a_card(desk, "copying 0.2.0-7f3e3bcf99b7 43"),)
    ),
    "versions, refused": Scene(
        PAST, (lambda desk: on_a_card(desk, "refused base 0.2.0-7f3e3bcf99b7"),)
    ),
    "this machine's Wi-Fi": Scene(PAST, (lambda desk: in_reach(desk),)),
    "the Wi-Fi that is joined": Scene(
        PAST, (lambda desk: in_reach(desk, "Vodafone-5G Wohnzimmer"),)
    ),
    "the passphrase of a Wi-Fi": Scene(PAST, (lambda desk: in_reach(desk, "Nachbar 0"),)),
    "games": Scene(PAST, (screen("past_games"),)),
    "players": Scene(PAST, (screen("past_games"), lambda desk: shelf(desk, ("tab", "players")))),
    "places": Scene(PAST, (screen("past_games"), lambda desk: shelf(desk, ("tab", "places")))),
    "a past game": Scene(PAST, (screen("past_games"), lambda desk: shelf(desk, ("game", 1)))),
    "what proves it": Scene(
        PAST,
        (
            screen("past_games"),
            lambda desk: shelf(desk, ("game", 1)),
            lambda desk: shelf(desk, ("tab", "more")),
        ),
    ),
    "end": Scene((f"ruling: {A} owns Boardwalk",), (lambda desk: end(desk),)),
    "story: chances": Scene(PAST, (lambda desk: tell(desk, "chances"),)),
    "story: moment": Scene(PAST, (lambda desk: tell(desk, "moment"),)),
    "story: luck": Scene(PAST, (lambda desk: tell(desk, "luck"),)),
    "story: rent": Scene(PAST, (lambda desk: tell(desk, "rent"),)),
}


def menu(desk: Desk, page: str) -> None:
    """A page of the menu."""
    desk.table.show_screen("menu")
    desk.does(("page", page))


def shelf(desk: Desk, do: Do) -> None:
    """A page of past games, once it is counted."""
    desk.table.past_games.tapped(do, desk.table)
    desk.until(lambda: not desk.table.report_job.busy)


def pay(desk: Desk, digits: str) -> None:
    """The first player pays an amount to the second."""
    desk.table.open_pay(A, B)
    for digit in digits:
        desk.table.tap(("digit", digit), 0, "")


def bid(desk: Desk, digits: str) -> None:
    """The first player keys in a bid."""
    desk.does(("other bid", A), *(("digit", digit) for digit in digits))


def leave_alone(desk: Desk) -> None:
    """Nobody touches anything for as long as the screen waits."""
    desk.clock.wait(desk.table.settings.light.seconds + 1)


def end(desk: Desk) -> None:
    """Everybody but the first is out."""
    for name in desk.table.session.setup.players[1:]:
        desk.play(f"ruling: {name} is out")


def tell(desk: Desk, page: str) -> None:
    """A page of the story of a game that is over, once all of it is known."""
    end(desk)
    desk.until(lambda: desk.table.story.done == 1)
    desk.table.open_screen("story")
    desk.table.tap(("page", page), desk.table.number, uuid4().hex)


def code(desk: Desk) -> None:
    """The whole game as a QR code."""
    desk.table.game_code.open(desk.table.session.game_number, "game_over")
    desk.table.show_screen("game_code")
    desk.until(lambda: desk.table.game_code.value.modules)


def show(desk: Desk, scene: Scene, count: int) -> None:
    """``scene`` at a table of ``count`` with the longest names and five figures each."""
    names = [name.replace("_", " ") for name in LONGEST[:count]]
    rich = "; ".join(f"{name} has $12345" for name in names)
    rules = "1961" if count <= 8 else "1934"
    desk.table.settings.light.wake()
    desk.table.pending_rolls = []
    desk.sit_down(
        " ".join(LONGEST[:count]),
        f"ruling: {rich}",
        *scene.lines,
        **{"rules": rules, "rent": "shown"},
    )
    for step in scene.go:
        step(desk)
        desk.frames()
    desk.frames(6)
