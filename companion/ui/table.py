"""View-model of the application: properties that the screens show, and verbs that they call.

Every input becomes a move, is played through ``LedgerGuard`` and stored, and only then changes a
property here. Throws of a dice tray come in through ``TrayInput``.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot
from textwrap import shorten
from time import monotonic
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

from companion import text
from companion.engine.moves import DrawCard, Move, Undo
from companion.engine.state import Setup
from companion.text.screens.play import WORDS, text_of, undid
from companion.ui.confirmation import sheet_for
from companion.ui.history.view import standing_moves, undone_by
from companion.ui.ledger_guard import LedgerGuard
from companion.ui.play.prompts import Answer, Prompt, auction_view, button_bid, now
from companion.ui.play.view import Line, blocks, deed_cards, lot, rows
from companion.ui.screens import SCREENS
from companion.ui.session import Played, Session, Source
from companion.ui.shuffle import Packs, program_draws
from companion.ui.tray_input import Later, TrayInput

NOBODY = -1
OWN_SCREEN = {"auction": "auction", "settle": "debt", "over": "game_over"}
"""Screen of each kind of prompt that has its own; other prompts are on the play screen."""
WITH_CODE = ("menu", "game_over")
"""Screens that show a QR code. No move waits for it to be drawn: nobody plays on these screens."""
PLAYED_ON = ("play", *OWN_SCREEN.values())
FOLLOWS, LEADS_THERE = ("shortage", "mortgage"), ("properties", "trade")
"""Prompts that are shown at once if a move on one of these screens causes them."""
CHANGE_SECONDS, NOTICE_SECONDS, UNDONE_SECONDS = 40.0, 6.0, 10.0
UNDONE_LETTERS = 60
"""Longest description of an undone move; a ruling can fill a page."""
NEWEST = 8
"""Largest number of moves that the play screen has room for."""
ECHO_SECONDS, ECHO_PIXELS = 0.4, 60
"""Time and distance within which a second tap counts as an echo of the first."""
BIDS = "bid_"
"""Prefix of the names of the bid buttons; the number of the seat follows."""


class Table(EventDispatcher):
    """View-model: properties of the position, and the verbs of touches and buttons.

    A touch states the number of the move that it was meant for (``number``), because the meaning of
    a button may change under the finger, and an id of its own (``request``), so that it counts
    once.
    """

    __events__ = ("on_close", "on_damaged")

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
    """Number of the expected move."""
    title_seat = NumericProperty(NOBODY)
    lead_seat = NumericProperty(NOBODY)
    rows = ListProperty()
    lines = ListProperty()
    """The last moves, newest first."""
    deeds = ListProperty()
    """Title deed shown as a card: one or none."""
    dice = ListProperty([0, 0])
    lots = ListProperty()
    """Lot under auction: one or none."""
    blocks = ListProperty()
    watch = StringProperty()
    """Reminder for owners who must ask for rent themselves."""
    edition = StringProperty()
    board = StringProperty()
    houses = NumericProperty(0)
    hotels = NumericProperty(0)
    fingerprint = StringProperty()
    """Fingerprint of the last move in the ledger: four groups of four letters and digits."""
    signature = AliasProperty(lambda self: self._signature(), bind=["words", "fingerprint"])
    """Fingerprint with a label; empty before a game has begun."""
    code = AliasProperty(lambda self: self._code(), bind=["screen", "fingerprint"])
    """Text of the QR code; empty on screens without one."""
    played = AliasProperty(
        lambda self: text.counted(max(0, int(self.number) - 1), "move"),
        bind=["words", "number"],
    )
    """Number of moves that the fingerprint covers, in words."""
    signed = AliasProperty(lambda self: self._signed(), bind=["signature", "played"])
    """Number of moves and their fingerprint; empty before a game has begun."""
    stock = AliasProperty(lambda self: self._stock(), bind=["words", "houses", "hotels"])
    """Number of houses and hotels left in the bank, in words."""
    unplayed = AliasProperty(lambda self: not self.number, bind=["number"])
    """True while no game is played."""
    trouble = StringProperty()
    """Warning about disk space or the mirror; empty if there is none."""
    time = StringProperty()
    notice = StringProperty()
    undone = StringProperty()
    """Description of the last undo, while one tap can redo it."""
    sheet = ObjectProperty(None, allownone=True)
    """Sheet that must be confirmed or cancelled before anything else can be touched."""
    changes = NumericProperty(0)
    """Number of times that the screen, a page of it or a sheet has changed."""
    finger = ListProperty([0, 0])
    """Position of the last touch, in the window."""
    tray = OptionProperty("none", options=["none", "found", "lost"])
    rolling = BooleanProperty(False)
    by_tray = BooleanProperty(True)
    """True if throws are expected from a tray. Dice can always be tapped in as well."""
    hint = StringProperty()
    awaited = NumericProperty(0)
    """Number of the move that the tray may throw for; 0 for none."""
    pending_throws = ListProperty()
    """Throws that somebody must accept or discard, one after the other."""
    stray = AliasProperty(lambda self: self.pending_throws[:1], bind=["pending_throws"])
    """The first pending throw: one or none."""

    def __init__(
        self,
        ledger: Any,
        later: Later,
        echo: float = ECHO_SECONDS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.ledger = ledger
        self.clock = clock
        self.echo = echo
        self.session: Session | None = None
        self.around: list[Callable[[], object]] = []
        """Functions that refresh the other screens; ``build_screens`` sets them."""
        self.ledger_guard = LedgerGuard(self)
        self.tray_input = TrayInput(self, self.ledger_guard, later)
        self._later = later
        self._changes: dict[str, tuple[int, int]] = {}
        self._notices = self._offers = 0
        self._undone: list[tuple[Played, ...]] = []
        self._changed_at = -1e9
        self._touched: tuple[float, float, float] = (-1e9, 0, 0)
        self._pressed: tuple[float, str] = (-1e9, "")
        for name in ("tray", "by_tray", "rolling", "pending_throws"):
            self.fbind(name, self._update_awaited)
        for name in ("screen", "sheet", "undone"):
            self.fbind(name, self.guard)
        for name in ("screen", "number"):
            self.fbind(name, self.cancel)

    def _signature(self) -> str:
        return f"{self.words['fingerprint']} {self.fingerprint}" if self.fingerprint else ""

    def _signed(self) -> str:
        return f"{self.played}, {self.signature}" if self.signature else ""

    def _code(self) -> str:
        is_shown = self.session and self.screen in WITH_CODE
        return self._session().fingerprint_text if is_shown else ""

    def _stock(self) -> str:
        words = self.words
        return f"{words['houses']} {self.houses}   {words['hotels']} {self.hotels}"

    # --- games and screens --------------------------------------------------------------------

    def begin(self, setup: Setup, by_tray: bool | None = None) -> None:
        """Begin a game; ``by_tray`` tells where its throws come from, None for as before."""
        if by_tray is not None:
            self.by_tray = by_tray
        self._open(lambda: Session.begin(self.ledger, setup))

    def resume(self, number: int) -> None:
        """Continue a game of the ledger after its last move."""
        self._open(lambda: Session.resume(self.ledger, number))

    def adopt_session(self, session: Session) -> None:
        """Continue a game that was read already."""
        self._open(lambda: session)

    def _open(self, session: Callable[[], Session]) -> None:
        if self.ledger_guard.open(session):
            self.show_game()
            self.ledger_guard.report_news()

    def show_screen(self, screen: str) -> None:
        """Show another screen; ``play`` stands for the screen that the game is on."""
        self.screen = screen
        if screen == "play":
            self.show()

    def play_again(self) -> None:
        """Prepare a game of the same players and rules, and show the set-up before it begins."""
        self.setup.again()
        self.show_screen("setup")

    def speak(self, language: str) -> None:
        """Change the language at once; ``language`` is a code of ``text.languages``."""
        text.set_language(language)
        self.property("words").dispatch(self)
        for show in self.around:
            show()
        if self.session:
            self.lines = []  # They are in the other language.
            self.show_undone()
            self.show()
        self._update_awaited()

    def close(self) -> None:
        """Leave the program."""
        self.dispatch("on_close")

    def on_close(self) -> None:
        """Handle the wish to leave the program."""

    def stop(self, sentence: str) -> None:
        """Report that the ledger is corrupt: nothing can be played until somebody decides."""
        self.dispatch("on_damaged", sentence)

    def on_damaged(self, sentence: str) -> None:
        """Handle a corrupt ledger; ``sentence`` describes the damage."""

    # --- touches ------------------------------------------------------------------------------

    def guard(self, *_: object) -> None:
        """Ignore new touches for ``echo`` seconds: the screen, a page or a sheet has changed."""
        self._changed_at = self.clock()
        self.changes += 1

    def guard_again(self, *_: object) -> None:
        """Restart the time of the guard after drawing, which may have taken long."""
        self._changed_at = self.clock()

    @property
    def is_guarded(self) -> bool:
        """Return True while new touches were meant for the previous screen."""
        return self.clock() - self._changed_at < self.echo

    def is_echo(self, x: float, y: float) -> bool:
        """Return True if a touch at this place is an echo of the last touch played."""
        at, x0, y0 = self._touched
        return self.clock() - at < self.echo and hypot(x - x0, y - y0) < ECHO_PIXELS

    def remember_touch(self) -> None:
        """Remember time and place of a touch that was played, to ignore its echo."""
        self._touched = (self.clock(), *self.finger)

    def submit(self, answer: Answer, number: float, request: str) -> None:
        """Play a tapped answer, open its sheet, or report why the answer is refused."""
        if answer.reason:
            self.say(answer.reason)
        elif number != self.number:
            self.report_stale_touch()
        elif sheet := sheet_for(self._session().game, answer):
            self.sheet = sheet
        else:
            self._touch(self._with_card(answer.move), number, request)

    def confirm(self, number: float, request: str) -> None:
        """Play the move that the open sheet asks about."""
        if self.sheet:
            move = self.sheet.answer.move
            self.cancel()
            self._touch(move, number, request)

    def cancel(self, *_: object) -> None:
        """Close the open sheet. A new screen or position closes it too: it may be out of date."""
        self.sheet = None

    def throw(self, a: int, b: int, number: float, request: str) -> None:
        """Play dice that were tapped in."""
        move = self._session().throw_move((a, b), by_tray=False)
        if move:
            self._touch(move, number, request)

    def undo(self, number: float, request: str) -> None:
        """Undo the last move that was not undone before."""
        self._touch(Undo(), number, request)

    def redo(self, number: float, request: str) -> None:
        """Play the moves of the last undo again, in the same order and with the same dice.

        Each is a new move. If one fails, those before it stay and the rest is dropped.
        """
        if number != self.number or not self.can_redo:
            self.report_stale_touch()
            return
        again, earlier = self._undone[-1], self._undone[:-1]
        for place, played in enumerate(again):
            play = partial(self._session().play, played.move, played.source, f"{request}/{place}")
            if not self.ledger_guard.play(play):
                return
        self.remember_touch()
        self.offer_redo(earlier)

    def report_stale_touch(self) -> None:
        """Report that the position has changed since the touch began."""
        self.say(text_of("changed"))

    def _touch(self, move: Move, number: float, request: str) -> None:
        if number != self.number:
            self.report_stale_touch()
        elif self._play(move, Source.TOUCH, request):
            self.remember_touch()

    def _play(self, move: Move, source: Source, request: str) -> bool:
        return self.ledger_guard.play(partial(self._session().play, move, source, request))

    def _with_card(self, move: Move) -> Move:
        """Draw the top card of the program's pack for a draw without a card."""
        if isinstance(move, DrawCard):
            session = self._session()
            return Packs(session.setup, session.seed).filled_in(session.game, move)
        return move

    # --- hardware buttons ---------------------------------------------------------------------

    def press(self, name: str, press_id: str) -> None:
        """Handle the button ``yes``, ``no`` or ``undo``, or ``bid_1`` of the player on seat 1."""
        at, before = self._pressed
        if self.session is None or (name == before and self.clock() - at < self.echo):
            return
        if self.pending_throws and name in ("yes", "no"):
            if name == "yes":
                self.tray_input.use_throw()
            else:
                self.tray_input.discard_throw()
            self._pressed = (self.clock(), name)
            return
        move = self._move_of_button(name)
        if move is None:
            self.say(text_of("nothing_to_answer"))
        elif self._play(move, Source.BUTTON, press_id):
            self._pressed = (self.clock(), name)

    def _move_of_button(self, name: str) -> Move | None:
        if name == "undo":
            return Undo()
        if name.startswith(BIDS):
            return button_bid(self._session().game, int(name.removeprefix(BIDS)))
        answer = self.now.yes if name == "yes" else self.now.no
        return self._with_card(answer.move) if answer else None

    # --- messages -----------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a sentence near the last touch for ``NOTICE_SECONDS``."""
        self._notices += 1
        self.notice = sentence
        self._later(partial(self._forget_notice, self._notices), NOTICE_SECONDS)

    def _forget_notice(self, notice: int, _: float) -> None:
        if notice == self._notices:
            self.notice = ""

    def announce(self, played: Played) -> None:
        """Describe a move made without a touch, on screens that do not show the position."""
        if played.source is not Source.TOUCH and self.screen not in PLAYED_ON:
            self.say(self._line(played).text)

    # --- redo ---------------------------------------------------------------------------------

    @property
    def can_redo(self) -> bool:
        """Return True if nothing was played since the last undo."""
        return bool(self._undone)

    def remember_undo(self, played: Played) -> None:
        """Offer to redo the moves undone by ``played``; any other move withdraws the offer."""
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
        """Describe the offer to redo in the current language."""
        last = self._undone[-1] if self._undone else ()
        move = shorten(self._line(last[0]).text, UNDONE_LETTERS, placeholder=" …") if last else ""
        self.undone = undid(len(last), move) if last else ""

    # --- the position -------------------------------------------------------------------------

    def show_game(self) -> None:
        """Show the game of a new session."""
        setup = self._session().setup
        self._changes.clear()
        self.forget_undone()
        self.lines = []
        self.edition, self.board, self.screen = setup.edition.name, setup.board.name, "play"
        self.show()

    def show_played(self, played: Played) -> None:
        """Show the position after ``played`` and the effects of that move."""
        self.notice = ""
        self._show_changes(played)
        self.show()
        self.remember_undo(played)
        self.announce(played)

    def show(self) -> None:
        """Set every property from the current position, and the screen if the prompt needs it."""
        session = self._session()
        game = session.game
        prompt = program_draws(game, now(game))
        self.watch = WORDS["watch"] if prompt.asking else ""
        self._show_rows(prompt)
        self.lines = self._newest(session)
        self.deeds = deed_cards(game, prompt.deed)
        self.dice = list(game.turn.dice or (0, 0))
        self.houses, self.hotels = game.houses_in_bank(), game.hotels_in_bank()
        self.title_seat = self.seat_of(prompt.title)
        leader = prompt.leader or prompt.player
        self.lead_seat = NOBODY if leader == prompt.title else self.seat_of(leader)
        self._show_auction(game)
        was, self.now, self.number = self.now.kind, prompt, session.next_number
        self.fingerprint = session.fingerprint
        self._update_awaited()
        follows = prompt.kind in FOLLOWS and prompt.kind != was and self.screen in LEADS_THERE
        if follows or self.screen in PLAYED_ON:
            self.screen = OWN_SCREEN.get(prompt.kind, "play")
        self.tray_input.refresh_questions()

    def seat_of(self, name: str) -> int:
        """Return the marker of a player; NOBODY for a name that is not in the game."""
        return next((row.seat for row in self.rows if row.name == name), NOBODY)

    def _show_auction(self, game: Any) -> None:
        auction = auction_view(game)
        self.lots = [lot(game, auction)] if auction else []
        self.blocks = blocks(game, auction) if auction else []

    def _show_rows(self, prompt: Prompt) -> None:
        changes = {name: amount for name, (amount, _) in self._changes.items()}
        session = self._session()
        holder = session.thrower() or session.game.turn.player
        self.rows = rows(session.game, holder, changes, prompt.asking)

    def _show_changes(self, played: Played) -> None:
        """Show the changes of balances beside the names for ``CHANGE_SECONDS``."""
        for name, amount in text.changes(played.events).items():
            self._changes[name] = (amount, played.number)
            self._later(partial(self._forget_change, name, played.number), CHANGE_SECONDS)

    def _forget_change(self, name: str, number: int, _: float) -> None:
        if self.session and self._changes.get(name, (0, 0))[1] == number:
            del self._changes[name]
            self._show_rows(self.now)

    def _newest(self, session: Session) -> list[Line]:
        """Return the newest moves; reuse the lines that are shown already."""
        known = {line.number: line for line in self.lines}
        standing = {played.number for played in standing_moves(session.history)}
        newest = (
            known.get(played.number) or self._line(played)
            for played in reversed(session.history[-NEWEST:])
        )
        undone = WORDS["undone"]
        return [
            line
            if line.number in standing or isinstance(session.history[line.number - 1].move, Undo)
            else replace(line, undone=undone)
            for line in newest
        ]

    def _line(self, played: Played) -> Line:
        setup = self._session().setup
        sentence = text.line(
            played.move,
            played.events,
            setup.board,
            setup.edition.pack,
            watchful=setup.rent == "watchful",
        )
        return Line(played.number, f"{played.at.astimezone():%H:%M}", sentence)

    # --- the tray -----------------------------------------------------------------------------

    def _update_awaited(self, *_: object) -> None:
        is_wanted = self.now.wants_dice and self.by_tray and not self.pending_throws
        self.awaited = self.number if is_wanted else 0
        is_ready = self.by_tray and self.tray == "found"
        self.hint = text.tray("rolling" if self.rolling else "ready" if is_ready else "no_tray")

    def _session(self) -> Session:
        assert self.session is not None, "no game has begun"
        return self.session
