"""Table as pages read it."""

from collections.abc import Sequence
from typing import Protocol

from companion.engine.state import Game
from companion.table.auction import KeyedBid
from companion.table.confirmation import Sheet
from companion.table.device import Device
from companion.table.fame import Fame
from companion.table.first_start import FirstStart
from companion.table.game_code import ShownCode
from companion.table.game_over import Chart
from companion.table.history.pages import History
from companion.table.moments import Moment
from companion.table.network import Connection
from companion.table.past_games import GameLine, GamePage
from companion.table.pay import Pay
from companion.table.phones.view import Joining, Knock
from companion.table.play.claims import ClaimLine
from companion.table.play.dice import TappedDice
from companion.table.play.view import Line, PendingRoll, Row
from companion.table.prompts import Prompt
from companion.table.properties.page import PropertiesPage
from companion.table.recovery import Recovery
from companion.table.ruling import Ruling
from companion.table.session import Session
from companion.table.settings import Settings
from companion.table.setup.preparation import Preparation
from companion.table.story.evening import Evening
from companion.table.trade.preparation import Trade


class MomentView(Protocol):
    """Moment of the last move, and the claims with their places."""

    shown: Moment | None
    claims: Sequence[ClaimLine]


class PastGamesView(Protocol):
    """Games of the ledger: the page that is shown, and how far reading or an audit has come."""

    page: str
    games: Sequence[GameLine]
    has_more: bool
    """True if there are older games than those."""
    game: GamePage | None
    lead: str
    done: float
    reading: bool
    auditing: bool
    sentence: str
    tone: str
    """``in`` for a game that is sound, ``out`` for one that is not."""


class ReportsView(Protocol):
    """Results that are computed of past games."""

    busy: bool
    fame: Fame
    chart: tuple[int, Chart] | None


class NetworkView(Protocol):
    """Network of the machine."""

    value: Connection


class RecoveryView(Protocol):
    """Reason why nobody can play."""

    value: Recovery


class SettingsView(Protocol):
    """Settings, and the page of the menu that is shown."""

    value: Settings
    page: str

    @property
    def has_brightness(self) -> bool:
        """Return True if the brightness of the screen can be set."""


class FirstStartView(Protocol):
    """Language, time and dice of a new machine."""

    value: FirstStart


class DeviceView(Protocol):
    """Machine of the table; a ``kiosk`` runs only this program."""

    value: Device
    version: str
    """Version, with the name of its folder behind it if there is one."""
    kiosk: bool
    leads_back: str
    """Screen to return to."""


class PhonesView(Protocol):
    """Phones of the players."""

    value: Joining
    knock: Knock | None
    """Phone that asks on the page of the game; None if none does."""
    is_served: bool
    """True if the server for phones was heard lately."""
    has_switch: bool
    """True if the server can be switched on and off from the screen."""
    is_on: bool
    """True if the server is wanted or runs."""
    switch_note: str
    """State of the server in a few words."""
    has_network: bool
    """True if the Wi-Fi can be chosen on the screen."""


class GameCodeView(Protocol):
    """Code of a game."""

    value: ShownCode


class HistoryView(Protocol):
    """Page of the history."""

    value: History


class TableView(Protocol):
    """Part of the table that pages read."""

    session: Session | None
    number: float
    """Number of the expected move."""
    now: Prompt
    moments: MomentView
    rows: Sequence[Row]
    actor_marker: int
    """Marker of the player whose stage it is."""
    lines: Sequence[Line]
    """The last moves, newest first."""
    pending_rolls: Sequence[PendingRoll]
    tapped_dice: TappedDice
    hint: str
    """Words about the source of the dice."""
    watch: str
    """Reminder for owners who must ask for rent themselves."""
    alert: str
    """Warning in one line; empty if there is none."""
    trouble: str
    """Warning in full; empty if there is none."""
    undone: str
    """Description of the last undo, while one tap can redo it."""
    debt: str
    """Debtor whose debt is shown; empty for the one with the oldest."""
    auction: KeyedBid
    board: int
    """Position of the space that the board shows in full."""
    pay: Pay
    properties_page: PropertiesPage
    ruling: Ruling
    phones: PhonesView
    """Phones; there are none before the ledger is open."""
    trade: Trade
    setup: Preparation
    story: Evening
    past_games: PastGamesView
    report_job: ReportsView
    network: NetworkView
    history: HistoryView
    recovery: RecoveryView
    settings: SettingsView
    first_start: FirstStartView
    device: DeviceView
    game_code: GameCodeView
    fingerprint: str
    """Fingerprint of the last move in the ledger."""
    signed: str
    """Number of moves and their fingerprint."""
    tray: str
    """State of the dice tray: ``none``, ``found`` or ``lost``."""
    by_tray: bool
    """True if rolls are expected from a tray."""
    sheet: Sheet | None
    """Question before a move, which has to be answered first."""
    notice: str
    """Message that is shown for a while; empty if there is none."""
    time: str
    """Time of the day, such as ``21:45``."""

    @property
    def game(self) -> Game:
        """Return the position of the game that is played."""

    def marker_of(self, name: str) -> int:
        """Return the marker of a player; -1 for a name that is not in the game."""
