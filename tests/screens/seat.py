"""A table without a window: what pages read of a position that a record has reached."""

from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from companion.engine.decide import outcome
from companion.engine.moves import Move
from companion.engine.notation.record import Record
from companion.engine.phases import Over
from companion.engine.state import Game, start
from companion.screens.parts import Node
from companion.screens.registry import SCREENS
from companion.screens.trade import Trade
from companion.table.confirmation import Sheet
from companion.table.device import Device
from companion.table.game_code import ShownCode
from companion.table.history.pages import History
from companion.table.markers import markers_of
from companion.table.moments import Moment, moment_of
from companion.table.phones.view import JoinPage, Knock
from companion.table.play import log
from companion.table.play.claims import ClaimLine, stack
from companion.table.play.dice import TappedDice
from companion.table.play.view import rows
from companion.table.prompts import Prompt, now
from companion.table.session import Played, Source
from companion.table.settings import Settings
from companion.table.trade.draft import TradeDraft
from companion.text import tray
from companion.text.screens.phones import PHONES

MARK = "U63M-A2TD-J6AW-F6HY"
PLAYED_AT = datetime(2026, 11, 24, 20, 30, tzinfo=UTC)


class Told:
    """Moment on the stage, and claims."""

    def __init__(self, claims: list[ClaimLine], shown: Moment | None = None) -> None:
        self.claims, self.shown = claims, shown


class Phones:
    """Phones of nobody, while their server is there and can be switched off."""

    is_served = is_on = has_switch = has_network = True
    knock: Knock | None = None

    @property
    def switch_note(self) -> str:
        return PHONES["silent"]

    value = JoinPage()


@dataclass
class Menu:
    """Settings of a screen that turns to the players, and the page of the menu."""

    page: str
    has_brightness: bool
    value = Settings(face_me=True)


@dataclass
class Machine:
    """Machine that the table runs on, and the page of it that is shown."""

    kiosk: bool
    value: Device | None = None
    version = "0.1.0 (0123456789ab)"
    leads_back = "menu"


@dataclass
class Held:
    """State of a page with a value."""

    value: Any


class Past(list[Played]):
    """Moves of the session, and the page of the history that shows them."""

    value: Any = History()


class Seat:
    """Table after the moves of a record, with the moment of the last one if it is wanted."""

    def __init__(self, record: Record, with_moment: bool = False) -> None:
        self.session: Any = self
        self.setup = record.setup
        self.game: Game = start(record.setup)
        self.history = Past()
        moment = None
        for move in record.moves():
            moment = self._play(move)
        prompt = self.now = now(self.game)
        claims = stack(self.game, is_crowded=bool(prompt.answers))
        self.moments = Told(claims, moment if with_moment else None)
        actor = moment.headline.player if with_moment and moment else prompt.player
        self.rows = rows(self.game, actor or self.game.turn.player, {}, prompt.asking)
        self.actor_marker = self.marker_of(actor or self.game.turn.player)
        self.lines = log.newest(self.history, [], self.setup)
        self.number = len(self.history) + 1
        self.hint, self.watch, self.alert = tray("no_tray"), "", ""
        self.undone = ""
        self.trouble, self.signed = "", f"{self.number} moves, fingerprint {MARK}"
        self.fingerprint_text = f"companion game 1, {self.number} moves, {MARK}"
        is_odd = bool(len(self.game.players) % 2)
        self.settings, self.device = Menu("menu", is_odd), Machine(is_odd)
        self.pending_rolls: list[Any] = []
        self.tapped_dice = TappedDice()
        self.values = {name: screen.value for name, screen in SCREENS.items()}
        self.tray, self.time = "found", "21:45"
        self.past_games = SimpleNamespace(lead="")
        self.phones = Phones()
        self.game_code = Held(ShownCode())
        self.fingerprint = MARK
        self.sheet: Sheet | None = None
        self.notice = ""

    def _play(self, move: Move) -> Moment:
        before = self.game
        events, self.game = outcome(before, move)
        number = len(self.history) + 1
        by = str(getattr(move, "player", ""))
        played = Played(
            number, PLAYED_AT, by, Source.TOUCH, move, events, "", self.game.setup.players
        )
        self.history.append(played)
        return moment_of(before, played, self.game)

    @property
    def screen(self) -> str:
        """The screen that the game is on, if it is a page."""
        if isinstance(self.game.phase, Over):
            return "game_over"
        return {"auction": "auction", "settle": "debt"}.get(self.now.kind, "play")

    def with_trade(
        self, draft: TradeDraft, choosing: int = -1, keying: int = -1, promising: str = ""
    ) -> "Seat":
        """The table with another trade in preparation."""
        self.values["trade"] = Trade(draft, choosing, keying, promising)
        return self

    def marker_of(self, name: str) -> int:
        """Return the marker of a player; -1 for a name that is not in the game."""
        return markers_of(self.game.players).get(name, -1)


def asked(prompt: Prompt) -> list[tuple[str, Any]]:
    """What must be there to be tapped."""
    return [("answer", answer.move) for answer in prompt.answers if answer.open]


def met(nodes: dict[str, Node]) -> dict[str, Node]:
    """Nodes whose answers mean their moves."""
    found = {}
    for key, node in nodes.items():
        if node.hand and node.hand.do and node.hand.do[0] == "answer":
            node = node._replace(hand=node.hand._replace(do=("answer", node.hand.do[1].move)))
        found[key] = node
    return found
