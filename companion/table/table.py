"""View-model of the application: properties that the screens show, and verbs that they call.

Every input becomes a move, is played through ``LedgerGuard`` and stored, and only then changes a
property here. Rolls of a dice tray come in through ``TrayInput``.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from math import hypot
from typing import Any

from companion import text
from companion.engine.events import ClaimArose
from companion.engine.moves import DrawCard, Move, Undo
from companion.engine.state import Game, Setup
from companion.table import auction, pay, ruling
from companion.table.auction import KeyedBid
from companion.table.button_input import ButtonInput
from companion.table.card_input import CardInput
from companion.table.clock import Clock
from companion.table.confirmation import Sheet, sheet_for
from companion.table.jobs.evening_job import EveningJob
from companion.table.jobs.report_job import ReportJob
from companion.table.ledger_guard import LedgerGuard
from companion.table.moments import Moment
from companion.table.observed import UNSET, Observed
from companion.table.pay import Pay
from companion.table.play import log
from companion.table.play.dice import TappedDice
from companion.table.play.view import Line, PendingRoll, Row, rows
from companion.table.prompts import Answer, Prompt, now
from companion.table.properties import page as properties
from companion.table.properties.page import PropertiesPage
from companion.table.redo import RedoOffer
from companion.table.ruling import Ruling, people_problem
from companion.table.session import Damaged, Played, Session, Source
from companion.table.setup import preparation
from companion.table.setup.preparation import Preparation
from companion.table.shuffle import Packs, program_draws
from companion.table.states.device import DeviceState
from companion.table.states.first_start import FirstStartState
from companion.table.states.game_code import GameCodeState
from companion.table.states.history import HistoryState
from companion.table.states.moments import MomentState
from companion.table.states.network import NetworkState
from companion.table.states.past_games import PastGamesState
from companion.table.states.phones import PhonesState
from companion.table.states.recovery import RecoveryState
from companion.table.states.settings import SettingsState
from companion.table.story import evening
from companion.table.story.evening import Evening
from companion.table.taps import Do
from companion.table.trade import preparation as trading
from companion.table.trade.preparation import Trade
from companion.table.tray_input import TrayInput
from companion.table.wish_input import WishInput
from companion.text.screens.play import WORDS, text_of

NOBODY, NOWHERE = -1, (-1e9, -1e9)
OWN_SCREEN = {"auction": "auction", "settle": "debt", "over": "game_over"}
"""Screen of each kind of prompt that has its own; other prompts are on the play screen."""
PLAYED_ON = ("play", *OWN_SCREEN.values())
LEFT_BY_MOMENTS = (*PLAYED_ON, "trade", "menu")
"""Screens that give way to the play screen if a touch on them leads to a moment on its stage."""
LEFT_WHEN_BOOKED = ("pay", "ruling", "menu")
"""Screens that close when what they prepare is booked."""
TAPPED: dict[str, Callable[[Any, Do, Any], Any]] = {
    "auction": lambda value, do, table: auction.tapped(value, do, table.game),
    "debt": lambda value, do, table: do[1] if do[0] == "debtor" else value,
    "pay": lambda value, do, table: pay.tapped(value, do, table.game),
    "ruling": lambda value, do, table: ruling.tapped(value, do, table.game),
    "trade": lambda value, do, table: table.traded(value, do),
    "setup": lambda value, do, table: table.prepared(value, do),
    "story": lambda value, do, table: evening.tapped(value, do),
}
"""Value of each page after a tap: from its value, what the tap means, and the table."""
STATES = {
    "past_games": "past_games",
    "network": "network",
    "menu": "settings",
    "game_code": "game_code",
    "first_start": "first_start",
    "device": "device",
    "phones": "phones",
    "history": "history",
}
"""State of each page that has one, which does what its taps mean."""
ONLY_READ = ("properties", "board", "history")
"""Screens that give way to the play screen if a roll leads to rent, which must not lapse unseen."""
FOLLOWS, LEADS_THERE = ("shortage", "mortgage"), ("properties", "trade")
"""Prompts that are shown at once if a move on one of these screens causes them."""
CHANGE_SECONDS, NOTICE_SECONDS = 40.0, 6.0
ECHO_SECONDS, ECHO_PIXELS = 0.4, 60
"""Time and distance within which a second tap counts as an echo of the first."""


class Table(Observed):
    """View-model: properties of the position, and the verbs of touches and buttons.

    A touch states the number of the move that it was meant for (``number``), because the meaning of
    a button may change under the finger, and an id of its own (``request``), so that it counts
    once.

    Besides changes of its attributes, the table tells ``on_close`` (somebody leaves the program),
    ``on_damaged`` (the ledger is corrupt) and ``on_refuse`` (the rules refuse a move).
    """

    screen: str = "setup"
    words: Any = WORDS
    setup: Preparation = Preparation()
    """Next game in preparation."""
    first_start: FirstStartState = UNSET
    properties_page: PropertiesPage = PropertiesPage()
    """Player whose properties are shown, the chosen deed, and the plan."""
    auction: KeyedBid = KeyedBid()
    """Bid that is keyed in."""
    debt: str = ""
    """Debtor whose debt is shown; empty for the one with the oldest."""
    trade: Trade = Trade()
    """Trade in preparation."""
    history: HistoryState = UNSET
    ruling: Ruling = Ruling()
    """Ruling in preparation."""
    story: Evening = Evening()
    """End of the game; empty before it is over."""
    evening_job: EveningJob = UNSET
    game_code: GameCodeState = UNSET
    past_games: PastGamesState = UNSET
    report_job: ReportJob = UNSET
    board: int = 0
    """Position of the space that the board shows in full."""
    pay: Pay = Pay()
    """Payment in preparation."""
    settings: SettingsState = UNSET
    device: DeviceState = UNSET
    phones: PhonesState = UNSET
    network: NetworkState = UNSET
    now: Prompt = Prompt("", "")
    number: int = 0
    """Number of the expected move."""
    actor_marker: int = NOBODY
    """Marker of the player whose stage it is: who has just moved, or who is asked."""
    rows: Sequence[Row] = ()
    lines: Sequence[Line] = ()
    """The last moves, newest first."""
    tapped_dice: TappedDice = TappedDice()
    """Dice that are tapped in."""
    watch: str = ""
    """Reminder for owners who must ask for rent themselves."""
    fingerprint: str = ""
    """Fingerprint of the last move in the ledger: four groups of four letters and digits."""
    trouble: str = ""
    """Warning about disk space or the mirror; empty if there is none."""
    alert: str = ""
    """Warning about the mirror in one line; empty if there is none."""
    time: str = ""
    """Time of the day, such as ``21:45``."""
    notice: str = ""
    """Message that is shown for a while; empty if there is none."""
    undone: str = ""
    """Description of the last undo, while one tap can redo it."""
    sheet: Sheet | None = None
    """Sheet that must be confirmed or cancelled before anything else can be touched."""
    changes: int = 0
    """Number of times that the screen, a page of it or a sheet has changed."""
    tray: str = "none"
    """State of the dice tray: ``none``, ``found`` or ``lost``."""
    rolling: bool = False
    by_tray: bool = True
    """True if rolls are expected from a tray. Dice can always be tapped in as well."""
    hint: str = ""
    """Words about the source of the dice."""
    awaited: int = 0
    """Number of the move that the tray may roll for; 0 for none."""
    pending_rolls: Sequence[PendingRoll] = ()
    """Rolls that somebody must accept or discard, one after the other."""

    def __init__(self, ledger: Any, clock: Clock, echo: float = ECHO_SECONDS) -> None:
        super().__init__()
        self.ledger = ledger
        self.clock = clock
        self.echo = echo
        self.session: Session | None = None
        self.around: list[Callable[[], object]] = []
        """Functions that refresh the other screens; ``build_screens`` sets them."""
        self.ledger_guard = LedgerGuard(self)
        self.tray_input = TrayInput(self, self.ledger_guard, clock)
        self.button_input = ButtonInput(self, self._press)
        self.wish_input = WishInput(self, self._grant)
        self.card_input = CardInput(self, self._press)
        self._redo = RedoOffer(self, self.ledger_guard, clock)
        self.moments = MomentState(clock)
        self.recovery = RecoveryState(self)
        self.moments.bind(
            is_staged=self._guard_stage, claim_form=self._guard_stage, on_end=self._leave_stage
        )
        self._changes: dict[str, tuple[int, int]] = {}
        self.finger = NOWHERE
        """Place of the last touch, in the window."""
        self._notices = 0
        self._changed_at = -1e9
        self._touched: tuple[float, float, float] = (-1e9, 0, 0)
        for name in ("tray", "by_tray", "rolling", "pending_rolls"):
            self.bind(**{name: self._update_awaited})
        self.bind(screen=self.guard, sheet=self.guard, undone=self.guard)
        self.bind(screen=self._follow_device)
        self.bind(screen=self.cancel, number=self.cancel)

    def _follow_device(self, _: str) -> None:
        if self.device:
            self.device.follow(self)

    @property
    def signed(self) -> str:
        """Return the number of moves and their fingerprint; nothing before a game has begun."""
        if not self.fingerprint:
            return ""
        moves = text.counted(max(0, self.number - 1), "move")
        return f"{moves}, {WORDS['fingerprint']} {self.fingerprint}"

    # --- games and screens --------------------------------------------------------------------

    def begin(self, setup: Setup, by_tray: bool | None = None) -> None:
        """Begin a game; ``by_tray`` tells where its rolls come from, None for as before."""
        if by_tray is not None:
            self.by_tray = by_tray
        if self._open(lambda: Session.begin(self.ledger, setup)):
            self.setup = preparation.started(self.setup, setup)

    def resume(self, number: int) -> None:
        """Continue a game of the ledger after its last move."""
        self._open(lambda: Session.resume(self.ledger, number))

    def adopt_session(self, session: Session) -> None:
        """Continue a game that was read already."""
        self._open(lambda: session)

    def _open(self, session: Callable[[], Session]) -> bool:
        is_open = self.ledger_guard.open(session)
        if is_open:
            self.show_game()
            self.ledger_guard.report_news()
        return bool(is_open)

    def show_screen(self, screen: str) -> None:
        """Show another screen; ``play`` stands for the screen that the game is on."""
        self.screen = screen
        if screen == "play":
            self.show()

    def change_people(self, kind: str) -> None:
        """Ask who gets another name, or who joins, unless an answer is pending."""
        if problem := people_problem(self.game, kind):
            self.refuse(problem)
        else:
            self.open_ruling(kind)

    def play_again(self) -> None:
        """Prepare a game of the same players and rules, and show the set-up before it begins."""
        last = self.session.setup if self.session else self.setup.last
        self.setup = preparation.again(replace(self.setup, last=last))
        self.show_screen("setup")

    def speak(self, language: str) -> None:
        """Change the language at once; ``language`` is a code of ``text.languages``."""
        text.set_language(language)
        self.notify("words")
        for show in self.around:
            show()
        if self.session:
            self.lines = []  # They are in the other language.
            self._redo.show()
            self.moments.translate()
            self.show()
        self._update_awaited()

    def close(self) -> None:
        """Leave the program."""
        self.dispatch("on_close")

    def stop(self, damage: Damaged) -> None:
        """Report that the ledger is corrupt: nothing can be played until somebody decides."""
        self.dispatch("on_damaged", damage)

    # --- pages ------------------------------------------------------------------------------------

    def tap(self, do: Do, number: float, request: str) -> None:
        """Do what a finger meant on a page; see ``screens``."""
        match do:
            case ("answer", Answer() as answer):
                self.submit(answer, number, request)
            case ("back",):
                self.show_screen("play")
            case ("show", str(screen)):
                self.open_screen(screen)
            case ("again",):
                self.play_again()
            case ("report",) if self.session:
                self.report_job.write(self.session.game_number)
            case ("share",) if self.session:
                self.share(self.session.game_number, "game_over")
            case ("begin",):
                self._begin_prepared()
            case ("confirm", Answer()):
                self.confirm(number, request)
            case ("cancel",):
                self.cancel()
            case ("undo",):
                self.undo(number, request)
            case ("redo",):
                self.redo(number, request)
            case ("die", int(die), int(face)):
                self._tap_die(die, face, number, request)
            case ("tile", str(name)):
                self.open_properties(name)
            case ("drop", ("money of", payer), ("to", payee)) if payer != payee:
                self.open_pay(payer, payee)
            case ("drop" | "over", ("money of", _), *_):
                pass
            case ("log",):
                self.show_screen("history")
            case ("space", int(position)):
                self.board = position
                self.show_screen("board")
            case ("use roll" | "discard roll" as what, str(identity)):
                self._answer_roll(what, identity)
            case ("let in" | "refuse phone", int()):
                self.phones.tapped(do, self)
            case ("way", str(way)):
                self.recovery.take(way)
            case ("close",):
                self.close()
            case _ if self.screen == "properties":
                page = self.properties_page
                self.properties_page, why = properties.tapped(page, do, self.game)
                if why:
                    self.say(why)
            case _ if self.screen in STATES:
                getattr(self, STATES[self.screen]).tapped(do, self)
            case _ if self.screen in TAPPED:
                value = getattr(self, self.screen)
                setattr(self, self.screen, TAPPED[self.screen](value, do, self))
            case _:
                self.report_stale_touch()

    def _answer_roll(self, what: str, identity: str) -> None:
        """Count the pending roll or not, if it is still the one that was asked about."""
        if [identity] != [roll.identity for roll in self.pending_rolls[:1]]:
            self.report_stale_touch()
        elif what == "use roll":
            self.tray_input.use_roll()
        else:
            self.tray_input.discard_roll()

    def share(self, game: int, back: str) -> None:
        """Show a code that leads a phone to the report of a game, or else the game as a code.

        Only the phones' server can show a report to a phone.
        """
        shares = bool(self.ledger.feed.path and self.phones and self.phones.shared_link(""))
        self.show_code(game, back, shares)
        if shares:
            lead, link = self.game_code.lead, self.phones.shared_link
            self.report_job.share(game, lambda name: lead(game, link(name)))

    def show_code(self, game: int, back: str, shares: bool = False) -> None:
        """Show the codes of a game, or the link that is about to come."""
        self.game_code.open(game, back, shares)
        self.show_screen("game_code")

    def open_screen(self, screen: str) -> None:
        """Show a screen as it begins."""
        match screen:
            case "properties":
                self.properties_page = properties.begun(self.game)
            case "ruling":
                self.ruling = ruling.begun(self.game)
            case "pay":
                self.pay = pay.begun()
            case "trade":
                self.trade = trading.opened(self.trade, self.game)
            case "board":
                self.board = self.game.players[self.game.turn.player].space
            case "story":
                self.story = replace(self.story, page=evening.PAGES[0])
        self.show_screen(screen)

    def _tap_die(self, die: int, face: int, number: float, request: str) -> None:
        """Light the key of a die; roll when both have one."""
        dice = self.tapped_dice.tapped(die, face, int(number))
        if all(dice.faces):
            self.tapped_dice = TappedDice()
            first, second = dice.faces
            if self.screen == "first_start":
                self.first_start.roll(first, second)
            else:
                self.roll(first, second, number, request)
        else:
            self.tapped_dice = dice

    def prepared(self, before: Preparation, do: Do) -> Preparation:
        """Return the next game after a tap; markers that it chose or moved are remembered."""
        if before.is_on_dice and self.pending_rolls:
            before = replace(before, has_tested=True)
        after = preparation.tapped(before, do)
        if markers := preparation.kept_markers(before, do, after):
            self.settings.set_markers(markers)
        return after

    def traded(self, before: Trade, do: Do) -> Trade:
        """Return the trade in preparation after a tap; say why one changes nothing."""
        after, problem = trading.tapped(before, do, self.game)
        if problem:
            self.refuse(problem)
        return after

    def _begin_prepared(self) -> None:
        """Begin the game that is prepared; rolls that tested the tray do not count."""
        prep = self.setup
        by_tray = prep.chosen["dice"] == "tray"
        self.begin(preparation.setup_of(prep, datetime.now()), by_tray)
        for _ in range(len(self.pending_rolls) if prep.has_tested and self.session else 0):
            self.tray_input.discard_roll()

    def open_properties(self, player: str = "") -> None:
        """Show a player's properties; the default is the player who has the dice."""
        self.properties_page = properties.begun(self.game, player)
        self.show_screen("properties")

    def open_ruling(self, kind: str = "") -> None:
        """Prepare a ruling; a kind of effect that is not given is asked for."""
        self.ruling = ruling.begun(self.game, kind)
        self.show_screen("ruling")

    def open_pay(self, payer: str = "", payee: str = "") -> None:
        """Prepare a payment; whoever is missing is asked for."""
        self.pay = pay.begun(payer, payee)
        self.show_screen("pay")

    def choose_player(self, name: str) -> bool:
        """Choose who bids, pays or is paid; return False if that cannot be."""
        before = getattr(self, self.screen)
        do = ("other bid" if self.screen == "auction" else "party", name)
        setattr(self, self.screen, TAPPED[self.screen](before, do, self))
        return bool(getattr(self, self.screen) != before)

    # --- touches ----------------------------------------------------------------------------------

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
            self.refuse(answer.reason)
        elif number != self.number:
            self.report_stale_touch()
        elif sheet := sheet_for(self.game, answer):
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

    def roll(self, a: int, b: int, number: float, request: str) -> None:
        """Play dice that were tapped in."""
        move = self._session().roll_move((a, b), by_tray=False)
        if move:
            self._touch(move, number, request)

    def undo(self, number: float, request: str) -> None:
        """Undo the last move that was not undone before."""
        self._touch(Undo(), number, request)

    def redo(self, number: float, request: str) -> None:
        """Play the moves of the last undo again; see ``RedoOffer``."""
        if number != self.number or not self.can_redo:
            self.report_stale_touch()
        elif self._redo.play(request):
            self.remember_touch()

    @property
    def can_redo(self) -> bool:
        """Return True if nothing was played since the last undo."""
        return self._redo.is_open

    def forget_undone(self) -> None:
        """Withdraw the offer to redo."""
        self._redo.withdraw()

    def report_stale_touch(self) -> None:
        """Report that the position has changed since the touch began."""
        self.refuse(text_of("changed"))

    def _touch(self, move: Move, number: float, request: str) -> None:
        if number != self.number:
            self.report_stale_touch()
        elif self._play(move, Source.TOUCH, request):
            self.remember_touch()
            if self.screen in LEFT_WHEN_BOOKED and not isinstance(move, Undo):
                self.show_screen("play")

    def _press(self, move: Move, press_id: str) -> bool:
        return self._play(self._with_card(move), Source.BUTTON, press_id)

    def _grant(self, move: Move, wish_id: str) -> bool:
        return self._play(move, Source.PHONE, wish_id)

    def _play(self, move: Move, source: Source, request: str) -> bool:
        session = self._session()
        seated = session.setup.players

        def play() -> Played:
            played = session.play(move, source, request)
            if played.players != seated:
                self.settings.keep_seats(seated, played.players)
            return played

        return self.ledger_guard.play(play) is not None

    def _with_card(self, move: Move) -> Move:
        """Draw the top card of the program's pack for a draw without a card."""
        if isinstance(move, DrawCard):
            session = self._session()
            return Packs(session.setup, session.seed).filled_in(session.game, move)
        return move

    # --- messages -----------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Show a sentence near the last touch for ``NOTICE_SECONDS``."""
        self._notices += 1
        self.notice = sentence
        self.clock.later(NOTICE_SECONDS, partial(self._forget_notice, self._notices))

    def refuse(self, sentence: str) -> None:
        """Say why a touch or a button has done nothing."""
        self.say(sentence)
        self.dispatch("on_refuse")

    def _forget_notice(self, notice: int) -> None:
        if notice == self._notices:
            self.notice = ""

    def announce(self, played: Played, moment: Moment) -> None:
        """Describe a move on a screen that does not show its moment."""
        is_unexpected = played.source is not Source.TOUCH and self.screen not in PLAYED_ON
        if is_unexpected or (moment.is_told_everywhere and self.screen != "play"):
            self.say(log.line(played, self._session().setup).sentence)

    # --- the position -------------------------------------------------------------------------

    def show_game(self) -> None:
        """Show the game of a new session."""
        self._changes.clear()
        self.auction, self.trade = KeyedBid(), Trade()
        self.forget_undone()
        self.lines = []
        self.screen = "play"
        self.show()

    def show_played(self, played: Played) -> None:
        """Show the position after ``played`` and the effects of that move."""
        self.notice = ""
        self._show_changes(played)
        moment = self.moments.tell(played, self.game)
        if (moment.is_staged or moment.kind == "win") and self._gives_way(played):
            self.screen = "play"
        self.show()
        self._redo.remember(played)
        self.announce(played, moment)

    def _gives_way(self, played: Played) -> bool:
        """Return True if the open screen gives way to the moment of a move."""
        if played.source is Source.TOUCH:
            return self.screen in LEFT_BY_MOMENTS
        is_due = any(isinstance(event, ClaimArose) for event in played.events)
        is_planned = self.properties_page.is_planned
        return is_due and self.screen in ONLY_READ and not is_planned

    def show(self) -> None:
        """Set every property from the current position, and the screen if the prompt needs it."""
        session, game = self._session(), self.game
        prompt = program_draws(game, now(game))
        self.moments.is_crowded = bool(prompt.answers)
        self.moments.follow(game)
        self.watch = WORDS["watch"] if prompt.asking else ""
        self._show_rows(prompt)
        self.lines = log.newest(session.history, self.lines, session.setup)
        self.auction = auction.followed(self.auction, game)
        is_moved = session.next_number != self.number
        last = [played.move for played in session.history[-1:] if is_moved]
        self.trade = trading.followed(self.trade, game, *last)
        self.pay = pay.followed(self.pay, game)
        self.properties_page = properties.followed(self.properties_page, game)
        was, self.now, self.number = self.now.kind, prompt, session.next_number
        self.fingerprint = session.fingerprint
        self._update_awaited()
        follows = prompt.kind in FOLLOWS and prompt.kind != was and self.screen in LEADS_THERE
        if follows:
            self.screen = "play"
        self._turn_page()
        self.tray_input.refresh_questions()

    def _leave_stage(self, *_: object) -> None:
        """Go on after a moment: show whose turn it is now, and the screen of the prompt."""
        if self.session:
            self._show_rows(self.now)
            self._turn_page()

    def _turn_page(self) -> None:
        """Show the screen that the game is on: that of the prompt, after the moment."""
        if self.screen in PLAYED_ON:
            staged = self.moments.is_staged
            self.screen = "play" if staged else OWN_SCREEN.get(self.now.kind, "play")

    def _guard_stage(self, *_: object) -> None:
        """Ignore new touches for a while: other things are on the stage now."""
        if self.screen == "play":
            self.guard()

    @property
    def game(self) -> Game:
        """Return the position of the game that is played."""
        return self._session().game

    def marker_of(self, name: str) -> int:
        """Return the marker of a player; NOBODY for a name that is not in the game."""
        return next((row.marker for row in self.rows if row.name == name), NOBODY)

    def _show_rows(self, prompt: Prompt) -> None:
        changes = {name: amount for name, (amount, _) in self._changes.items()}
        game = self.game
        actor = self._actor(prompt) or game.turn.player
        self.rows = rows(game, actor, changes, prompt.asking)
        self.actor_marker = self.marker_of(actor)

    def _actor(self, prompt: Prompt) -> str:
        """Return the player of the moment on the stage, or whoever is asked."""
        shown = self.moments.shown if self.moments.is_staged else None
        return shown.headline.player if shown else prompt.player

    def _show_changes(self, played: Played) -> None:
        """Show the changes of balances beside the names for ``CHANGE_SECONDS``."""
        for name, amount in text.changes(played.events).items():
            self._changes[name] = (amount, played.number)
            self.clock.later(CHANGE_SECONDS, partial(self._forget_change, name, played.number))

    def _forget_change(self, name: str, number: int) -> None:
        if self.session and self._changes.get(name, (0, 0))[1] == number:
            del self._changes[name]
            self._show_rows(self.now)

    # --- the tray -----------------------------------------------------------------------------

    def _update_awaited(self, *_: object) -> None:
        is_wanted = self.now.wants_dice and self.by_tray and not self.pending_rolls
        self.awaited = self.number if is_wanted else 0
        is_ready = self.by_tray and self.tray == "found"
        self.hint = text.tray("rolling" if self.rolling else "ready" if is_ready else "no_tray")

    def _session(self) -> Session:
        assert self.session is not None, "no game has begun"
        return self.session
