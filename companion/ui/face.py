"""What the screens see: one object with properties, set from the game after each booked move."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)

from companion import text as companion_text
from companion.engine.moves import Undo
from companion.text.screens.play import WORDS, undid
from companion.ui.history.view import standing_moves, undone_by
from companion.ui.play.prompts import Prompt, auction_view, now
from companion.ui.play.view import Line, blocks, deed_cards, lot, rows
from companion.ui.screens import SCREENS
from companion.ui.session import Played, Session, Source
from companion.ui.shuffle import program_draws

NOBODY = -1
OWN_SCREEN = {"auction": "auction", "settle": "debt", "over": "game_over"}
"""What is faced on a screen of its own; anything else on the play screen."""
WITH_CODE = ("menu", "end")
"""Where the game pauses, and where it ends: no move waits for a code to be drawn."""
PLAYED_ON = ("play", *OWN_SCREEN.values())
FOLLOWS, LEADS_THERE = ("shortage", "mortgage"), ("properties", "trade")
"""What is asked because of a move made on one of these screens is shown at once."""
CHANGE_SECONDS, NOTICE_SECONDS, ROLLING_SECONDS, UNDONE_SECONDS = 40.0, 6.0, 3.0, 10.0
NEWEST = 8
"""How many moves the play screen may have room for."""

Later = Callable[[Callable[[float], object], float], object]
"""Calls back once, after some seconds: Kivy's ``Clock.schedule_once``."""


class Face(EventDispatcher):
    """The properties. Nothing here decides anything."""

    screen = OptionProperty("setup", options=list(SCREENS))
    words = ObjectProperty(WORDS)
    setup = ObjectProperty(None, allownone=True, rebind=True)
    properties_state = ObjectProperty(None, allownone=True, rebind=True)
    debt = ObjectProperty(None, allownone=True, rebind=True)
    trade = ObjectProperty(None, allownone=True, rebind=True)
    history = ObjectProperty(None, allownone=True, rebind=True)
    ruling = ObjectProperty(None, allownone=True, rebind=True)
    game_over = ObjectProperty(None, allownone=True, rebind=True)
    past_games = ObjectProperty(None, allownone=True, rebind=True)
    report_job = ObjectProperty(None, allownone=True, rebind=True)
    recovery = ObjectProperty(None, allownone=True, rebind=True)
    preferences = ObjectProperty(None, allownone=True, rebind=True)
    device = ObjectProperty(None, allownone=True, rebind=True)
    now = ObjectProperty(Prompt("", "", "", "", ""), rebind=True)
    number = NumericProperty(0)
    """Of the move that is awaited."""
    title_seat = NumericProperty(NOBODY)
    lead_seat = NumericProperty(NOBODY)
    rows = ListProperty()
    lines = ListProperty()
    """The newest moves, the newest first."""
    deeds = ListProperty()
    """The deed shown as a card, if there is one."""
    dice = ListProperty([0, 0])
    lots = ListProperty()
    """What is auctioned, if anything is."""
    blocks = ListProperty()
    watch = StringProperty()
    """What to tell owners who watch for their own rent."""
    edition = StringProperty()
    board = StringProperty()
    houses = NumericProperty(0)
    hotels = NumericProperty(0)
    fingerprint = StringProperty()
    """Of the last move in the ledger: four groups of four letters and digits."""
    signature = AliasProperty(lambda face: face._signature(), bind=["words", "fingerprint"])
    """That with its word; "" before a game has begun."""
    code = AliasProperty(lambda face: face._code(), bind=["screen", "fingerprint"])
    """What the code says that can be photographed; "" on screens that show none."""
    played = AliasProperty(
        lambda face: companion_text.counted(max(0, int(face.number) - 1), "move"),
        bind=["words", "number"],
    )
    """Number of moves that the fingerprint is of, in words."""
    signed = AliasProperty(lambda face: face._signed(), bind=["signature", "played"])
    """The number of moves and their fingerprint; "" before a game has begun."""
    stock = AliasProperty(lambda face: face._stock(), bind=["words", "houses", "hotels"])
    """What the bank has left to build with."""
    unplayed = AliasProperty(lambda face: not face.number, bind=["number"])
    """While no game is played."""
    trouble = StringProperty()
    """What is wrong with the room on the card, or with the second copy; empty when nothing is."""
    time = StringProperty()
    notice = StringProperty()
    undone = StringProperty()
    """The last undo, in a sentence, for as long as it can be redone with one tap."""
    sheet = ObjectProperty(None, allownone=True)
    """A Sheet that must be confirmed or cancelled before anything else is touched."""
    changes = NumericProperty(0)
    """Number of times that the screen, a page of it or a sheet has changed."""
    finger = ListProperty([0, 0])
    """Where the last touch was, in the window."""
    tray = OptionProperty("none", options=["none", "found", "lost"])
    rolling = BooleanProperty(False)
    by_tray = BooleanProperty(True)
    """Whether throws are expected from a tray. They can always be tapped in."""
    hint = StringProperty()
    awaited = NumericProperty(0)
    """The number of the move that a throw of the tray is awaited for; 0 for none."""
    pending_throws = ListProperty()
    """Throws that somebody must decide about, one after the other."""
    stray = AliasProperty(lambda face: face.pending_throws[:1], bind=["pending_throws"])
    """The first of them, if there is one."""

    def __init__(self, later: Later) -> None:
        super().__init__()
        self.session: Session | None = None
        self._later = later
        self._changes: dict[str, tuple[int, int]] = {}
        self._notices = self._rolls = self._offers = 0
        self._undone: list[tuple[Played, ...]] = []
        for name in ("tray", "by_tray", "rolling", "pending_throws"):
            self.fbind(name, self._await_throw)

    def _signature(self) -> str:
        return f"{self.words['fingerprint']} {self.fingerprint}" if self.fingerprint else ""

    def _signed(self) -> str:
        return f"{self.played}, {self.signature}" if self.signature else ""

    def _code(self) -> str:
        shown = self.session and self.screen in WITH_CODE
        return self._session().fingerprint_text if shown else ""

    def _stock(self) -> str:
        words = self.words
        return f"{words['houses']} {self.houses}   {words['hotels']} {self.hotels}"

    def say(self, sentence: str) -> None:
        """A sentence near the finger, for as long as it takes to read."""
        self._notices += 1
        self.notice = sentence
        self._later(partial(self._unsay, self._notices), NOTICE_SECONDS)

    def _unsay(self, notice: int, _: float) -> None:
        if notice == self._notices:
            self.notice = ""

    @property
    def can_redo(self) -> bool:
        """Return True if nothing was played since the last undo."""
        return bool(self._undone)

    def remember_undo(self, played: Played) -> None:
        """Offer to redo what ``played`` undid; any other move withdraws the offer."""
        if isinstance(played.move, Undo):
            self.offer_redo([*self._undone, undone_by(self._session().history)])
        else:
            self.offer_redo([])

    def offer_redo(self, undone: list[tuple[Played, ...]]) -> None:
        """Offer the last of ``undone`` for ``UNDONE_SECONDS``; nothing withdraws the offer."""
        self._undone = undone
        self._offers += 1
        self.show_undone()
        if undone:
            self._later(partial(self._forget_offer, self._offers), UNDONE_SECONDS)

    def _forget_offer(self, offer: int, _: float) -> None:
        if offer == self._offers:
            self.forget_undone()

    def forget_undone(self) -> None:
        """Withdraw the offer to redo."""
        self.offer_redo([])

    def show_undone(self) -> None:
        """Say in the chosen language what can be redone."""
        last = self._undone[-1] if self._undone else ()
        self.undone = undid(len(last), self._line(last[0]).text) if last else ""

    def show(self) -> None:
        """The game as it is now."""
        session = self._session()
        game = session.game
        faced = program_draws(game, now(game))
        self.watch = WORDS["watch"] if faced.asking else ""
        self._show_rows(faced)
        self.lines = self._newest(session)
        self.deeds = deed_cards(game, faced.deed)
        self.dice = list(game.turn.dice or (0, 0))
        self.houses, self.hotels = game.houses_in_bank(), game.hotels_in_bank()
        self.title_seat = self.seat_of(faced.title)
        leader = faced.leader or faced.player
        self.lead_seat = NOBODY if leader == faced.title else self.seat_of(leader)
        self._show_auction(game)
        was, self.now, self.number = self.now.kind, faced, session.next_number
        self.fingerprint = session.fingerprint
        self._await_throw()
        follows = faced.kind in FOLLOWS and faced.kind != was and self.screen in LEADS_THERE
        if follows or self.screen in PLAYED_ON:
            self.screen = OWN_SCREEN.get(faced.kind, "play")

    def announce(self, played: Played) -> None:
        """What was done without a touch is said where the game itself is not seen."""
        if played.source is not Source.TOUCH and self.screen not in PLAYED_ON:
            self.say(self._line(played).text)

    def seat_of(self, name: str) -> int:
        """By which sign somebody is known; NOBODY for a name that sits nowhere."""
        return next((row.seat for row in self.rows if row.name == name), NOBODY)

    def show_game(self) -> None:
        """Another game."""
        setup = self._session().setup
        self._changes.clear()
        self.forget_undone()
        self.lines = []
        self.edition, self.board, self.screen = setup.edition.name, setup.board.name, "play"
        self.show()

    def _show_auction(self, game: Any) -> None:
        auction = auction_view(game)
        self.lots = [lot(game, auction)] if auction else []
        self.blocks = blocks(game, auction) if auction else []

    def _show_rows(self, faced: Prompt) -> None:
        changes = {name: amount for name, (amount, _) in self._changes.items()}
        session = self._session()
        holder = session.thrower() or session.game.turn.player
        self.rows = rows(session.game, holder, changes, faced.asking)

    def show_changes(self, played: Played) -> None:
        """What a move did to the balances stays beside the names for a while."""
        for name, amount in companion_text.changes(played.events).items():
            self._changes[name] = (amount, played.number)
            self._later(partial(self._forget_change, name, played.number), CHANGE_SECONDS)

    def _forget_change(self, name: str, number: int, _: float) -> None:
        if self.session and self._changes.get(name, (0, 0))[1] == number:
            del self._changes[name]
            self._show_rows(self.now)

    def _newest(self, session: Session) -> list[Line]:
        """The newest moves; what was put into words once is not again."""
        told = {line.number: line for line in self.lines}
        stand = {played.number for played in standing_moves(session.history)}
        newest = (
            told.get(played.number) or self._line(played)
            for played in reversed(session.history[-NEWEST:])
        )
        undone = WORDS["undone"]
        return [
            line
            if line.number in stand or isinstance(session.history[line.number - 1].move, Undo)
            else replace(line, undone=undone)
            for line in newest
        ]

    def _line(self, played: Played) -> Line:
        setup = self._session().setup
        text = companion_text.line(
            *(played.move, played.events, setup.board, setup.edition.pack),
            watchful=setup.rent == "watchful",
        )
        return Line(played.number, f"{played.at.astimezone():%H:%M}", text)

    def show_rolling(self) -> None:
        """The dice are in the air; should they never come down, that is forgotten."""
        self._rolls += 1
        self.rolling = True
        self._later(partial(self._rest, self._rolls), ROLLING_SECONDS)

    def _rest(self, roll: int, _: float) -> None:
        if roll == self._rolls:
            self.rolling = False

    def _await_throw(self, *_: object) -> None:
        wanted = self.now.wants_dice and self.by_tray and not self.pending_throws
        self.awaited = self.number if wanted else 0
        ready = self.by_tray and self.tray == "found"
        self.hint = companion_text.tray(
            "rolling" if self.rolling else "ready" if ready else "no_tray"
        )

    def _session(self) -> Session:
        assert self.session is not None, "no game has begun"
        return self.session
