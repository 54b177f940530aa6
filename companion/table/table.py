"""The table: what every screen shows of it, and what every input calls.

Every input becomes a move, is played through ``LedgerGuard`` and stored, and only then changes a
property here. Rolls of a dice tray come in through ``TrayInput``.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion import text
from companion.engine.events import ClaimArose
from companion.engine.moves import DrawCard, Move, Undo
from companion.engine.state import Game, Setup
from companion.table.clock import Clock
from companion.table.confirmation import Sheet, closing_sheet, sheet_for
from companion.table.jobs.evening_job import EveningJob
from companion.table.jobs.report_job import ReportJob
from companion.table.jobs.rules_job import RulesJob
from companion.table.ledger_guard import LedgerGuard
from companion.table.moments import Moment
from companion.table.observed import UNSET, Observed
from companion.table.play import log
from companion.table.play.dice import TappedDice
from companion.table.play.view import LogLine, Row, rows
from companion.table.prompts import Answer, Prompt, now
from companion.table.redo import RedoOffer
from companion.table.screen import Screen
from companion.table.session import Damaged, Played, Session, Source
from companion.table.shuffle import Packs, program_draws
from companion.table.states.bank_cards import BankCardsState
from companion.table.states.device import DeviceState
from companion.table.states.dice import DiceState
from companion.table.states.first_start import FirstStartState
from companion.table.states.game_code import GameCodeState
from companion.table.states.guests import GuestsState
from companion.table.states.history import HistoryState
from companion.table.states.moments import MomentState
from companion.table.states.network import NetworkState
from companion.table.states.past_games import PastGamesState
from companion.table.states.phones import PhonesState
from companion.table.states.recovery import RecoveryState
from companion.table.states.settings import SettingsState
from companion.table.states.voice import VoiceState
from companion.table.taps import Do
from companion.table.tray_input import TrayInput
from companion.text.screens.play import WORDS, text_of
from companion.text.told import Wording, joined

NOBODY = -1
PLAY = "play"
"""Screen of a game, unless the prompt has one of its own."""
SHORTAGES = ("shortage", "mortgage")
"""Kinds of prompts that ask for cash."""
CHANGE_SECONDS, NOTICE_SECONDS = 40.0, 6.0
ECHO_SECONDS = 0.4
"""Time within which a second touch or press counts as an echo of the first."""


class Table(Observed):
    """The position as it is shown, and the verbs of touches and buttons.

    A touch states the number of the move that it was meant for (``number``), because the meaning of
    a button may change under the finger, and an id of its own (``request``), so that it counts
    once.

    Besides changes of its attributes, the table tells ``on_close`` (somebody leaves the program),
    ``on_damaged`` (the ledger is corrupt), ``on_refuse`` (the rules refuse a move) and ``on_game``
    (another game is shown).
    """

    screen: str = "setup"
    words: Any = WORDS
    values: dict[str, Any] = {}  # noqa: RUF012
    """Value of each screen that has one, by the name of the screen."""
    first_start: FirstStartState = UNSET
    history: HistoryState = UNSET
    evening_job: EveningJob = UNSET
    game_code: GameCodeState = UNSET
    past_games: PastGamesState = UNSET
    report_job: ReportJob = UNSET
    rules_job: RulesJob = UNSET
    settings: SettingsState = UNSET
    voice: VoiceState = UNSET
    device: DeviceState = UNSET
    phones: PhonesState = UNSET
    dice: DiceState = UNSET
    bank_cards: BankCardsState = UNSET
    guests: GuestsState = UNSET
    network: NetworkState = UNSET
    now: Prompt = Prompt("", "")
    number: int = 0
    """Number of the expected move."""
    actor_marker: int = NOBODY
    """Marker of the player whose stage it is: who has just moved, or who is asked."""
    rows: Sequence[Row] = ()
    lines: Sequence[LogLine] = ()
    """The last moves, newest first."""
    tapped_dice: TappedDice = TappedDice()
    """Dice that are tapped in."""
    watch: str = ""
    """Reminder for owners who must ask for rent themselves."""
    fingerprint: str = ""
    """Fingerprint of the last move in the ledger: four groups of four letters and digits."""
    trouble: Wording = ""
    """Warning about disk space or the mirror; empty if there is none."""
    alert: Wording = ""
    """Warning about the mirror in one line; empty if there is none."""
    time: str = ""
    """Time of the day, such as ``21:45``."""
    notice: Wording = ""
    """Message that is shown for a while; empty if there is none."""
    undone: Wording = ""
    """Description of the last undo, while one tap can redo it."""
    sheet: Sheet | None = None
    """Sheet that must be confirmed or cancelled before anything else can be touched."""
    by_tray: bool = True
    """True if rolls are expected from a tray. Dice can always be tapped in as well."""
    hint: str = ""
    """Words about the source of the dice."""
    awaited: int = 0
    """Number of the move that the tray may roll for; 0 for none."""

    def __init__(
        self,
        ledger: Any,
        clock: Clock,
        screens: Mapping[str, Screen],
        echo: float = ECHO_SECONDS,
    ) -> None:
        super().__init__()
        self.clock = clock
        self.screens = screens
        self.values = {name: screen.value for name, screen in screens.items()}
        self._own_screens = {one.prompt: name for name, one in screens.items() if one.prompt}
        self.echo = echo
        self.around: list[Callable[[], object]] = []
        """Functions that refresh the other screens; ``build_screens`` sets them."""
        self.ledger_guard = LedgerGuard(ledger)
        self.tray_input = TrayInput(self.ledger_guard, clock, self.say)
        self._redo = RedoOffer(self.ledger_guard, clock, self._show_undone)
        self.moments = MomentState(clock)
        self.recovery = RecoveryState(self)
        self.moments.bind(on_end=self._leave_stage)
        self._changes: dict[str, tuple[int, int]] = {}
        self._notices = 0
        self.ledger_guard.bind(on_played=self.show_played, on_news=self._report_news)
        self.ledger_guard.bind(on_say=self.say, on_refuse=self.refuse, on_damaged=self.stop)
        self.tray_input.bind_all(self._update_awaited)
        self.bind(by_tray=self._update_awaited, screen=self._follow_device)
        self.bind(screen=self.cancel, number=self.cancel)

    def _follow_device(self, _: str) -> None:
        if self.device:
            self.device.follow(self)

    @property
    def ledger(self) -> Any:
        """Ledger that has the games."""
        return self.ledger_guard.ledger

    @ledger.setter
    def ledger(self, ledger: Any) -> None:
        self.ledger_guard.ledger = ledger

    @property
    def session(self) -> Session | None:
        """Game that is played; None before the first."""
        return self.ledger_guard.session

    @session.setter
    def session(self, session: Session | None) -> None:
        self.ledger_guard.session = session

    @property
    def signed(self) -> str:
        """Number of moves and their fingerprint; empty before a game has begun."""
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
            for name, screen in self.screens.items():
                self.set_value(name, screen.begun(self.values[name], setup))

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
            self._report_news()
        return bool(is_open)

    def show_screen(self, screen: str) -> None:
        """Show another screen; ``play`` stands for the screen that the game is on."""
        self.screen = screen
        if screen == PLAY:
            self.show()

    @property
    def is_at_the_game(self) -> bool:
        """True while the screen is one on which the game asks for something."""
        return self.screen == PLAY or self.screen in self._own_screens.values()

    def set_value(self, screen: str, value: Any) -> None:
        """Show another value of a screen."""
        if self.values[screen] != value:
            self.values = {**self.values, screen: value}

    def open(self, screen: str, *about: str | int) -> None:
        """Show a screen as it begins, about a player or a space if there is one."""
        one = self.screens[screen]
        if self.session:
            self.set_value(screen, one.opened(self.values[screen], self.game, *about))
        self.show_screen(screen)

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
                self.show_screen(PLAY)
            case ("show", str(screen), *about):
                self.open(screen, *about)
            case ("confirm", _):
                self.confirm(number, request)
            case ("cancel",):
                self.cancel()
            case ("dismiss",):
                self.notice = ""
            case ("undo",):
                self.undo(number, request)
            case ("redo",):
                self.redo(number, request)
            case ("close",):
                self.sheet = closing_sheet(is_playing=self.session is not None)
            case ("die", int(die), int(face)):
                self._tap_die(die, face, number, request)
            case ("use roll" | "discard roll" as what, str(identity)):
                self._answer_roll(what, identity)
            case ("drop", ("money of", payer), ("to", payee)) if payer != payee:
                self.open("pay", payer, payee)
            case ("drop" | "over", ("money of", _), *_):
                pass
            case ("let in" | "refuse phone", int(number)):
                is_guest = self.guests and self.guests.is_asked_by(number)
                (self.guests if is_guest else self.phones).tapped(do, self)
            case _:
                self._tap_screen(do)

    def _tap_screen(self, do: Do) -> None:
        """Give a tap to the screen that is shown."""
        name, screen = self.screen, self.screens[self.screen]
        if screen.state:
            getattr(self, screen.state).tapped(do, self)
        elif screen.tapped:
            self.set_value(name, screen.tapped(self.values[name], do, self))
        else:
            self.report_stale_touch()

    def _answer_roll(self, what: str, identity: str) -> None:
        """Count the pending roll or not, if it is still the one that was asked about."""
        if [identity] != [roll.identity for roll in self.tray_input.pending_rolls[:1]]:
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
            code, link = self.game_code, self.phones.shared_link
            self.report_job.share(
                game, lambda name: code.lead(game, name and link(name)), partial(code.reach, game)
            )

    def show_code(self, game: int, back: str, shares: bool = False) -> None:
        """Show the codes of a game, or the link that is about to come."""
        self.game_code.open(game, back, shares)
        self.show_screen("game_code")

    def _tap_die(self, die: int, face: int, number: float, request: str) -> None:
        """Light the key of a die; roll when both have one."""
        dice = self.tapped_dice.tapped(die, face, int(number))
        if all(dice.faces):
            self.tapped_dice = TappedDice()
            first, second = dice.faces
            if self.is_at_the_game:
                self.roll(first, second, number, request)
            else:
                self._tap_screen(("rolled", first, second))
        else:
            self.tapped_dice = dice

    # --- touches ----------------------------------------------------------------------------------

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
        """Do what the open sheet asks about: play its move, or leave the program."""
        if self.sheet:
            move = self.sheet.move
            self.cancel()
            if move:
                self._touch(move, number, request)
            else:
                self.dispatch("on_close")

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
        else:
            self._redo.play(request)

    @property
    def can_redo(self) -> bool:
        """True if nothing was played since the last undo."""
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
            is_done = self.screens[self.screen].is_done_when_booked
            if is_done and not isinstance(move, Undo):
                self.show_screen(PLAY)

    def press(self, move: Move, press_id: str) -> bool:
        """Play a move of a button or a bank card; return False if it was refused."""
        return self._play(self._with_card(move), Source.BUTTON, press_id)

    def grant(self, move: Move, wish_id: str) -> bool:
        """Play a move of a phone; return False if it was refused."""
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

    def say(self, sentence: Wording) -> None:
        """Show a sentence for ``NOTICE_SECONDS``."""
        self._notices += 1
        self.notice = sentence
        self.clock.later(NOTICE_SECONDS, partial(self._forget_notice, self._notices))

    def refuse(self, sentence: Wording) -> None:
        """Say why a touch or a button has done nothing."""
        self.say(sentence)
        self.dispatch("on_refuse")

    def _report_news(self) -> None:
        """Show warnings about disk space and about the mirror."""
        self.trouble = text.explain(self.ledger.warning)
        self.alert = text.explain(self.ledger.alert)
        if messages := self.ledger.messages():
            self.say(joined(" ", map(text.explain, messages)))

    def _show_undone(self, undone: Wording) -> None:
        self.undone = undone

    def _forget_notice(self, notice: int) -> None:
        if notice == self._notices:
            self.notice = ""

    def announce(self, played: Played, moment: Moment) -> None:
        """Describe a move on a screen that does not show its moment."""
        is_unexpected = played.source is not Source.TOUCH and not self.is_at_the_game
        if is_unexpected or (moment.is_told_everywhere and self.screen != PLAY):
            self.say(log.line(played, self._session().setup).sentence)

    # --- the position -------------------------------------------------------------------------

    def show_game(self) -> None:
        """Show the game of a new session."""
        self._changes.clear()
        for name, screen in self.screens.items():
            if screen.followed:
                self.set_value(name, screen.value)
        self.forget_undone()
        self.lines = []
        self.screen = PLAY
        self.show()
        self.dispatch("on_game")

    def show_played(self, played: Played) -> None:
        """Show the position after ``played`` and the effects of that move."""
        self.notice = ""
        self._show_changes(played)
        moment = self.moments.tell(played, self.game)
        if (moment.is_staged or moment.kind == "won") and self._gives_way(played):
            self.screen = PLAY
        self.show()
        self._redo.remember(played)
        self.announce(played, moment)

    def _gives_way(self, played: Played) -> bool:
        """Return True if the open screen gives way to the moment of a move."""
        gives_way = self.screens[self.screen].gives_way
        if played.source is Source.TOUCH:
            return self.is_at_the_game or gives_way == "moment"
        is_due = any(isinstance(event, ClaimArose) for event in played.events)
        is_planned = getattr(self.values[self.screen], "is_planned", False)
        return is_due and gives_way == "rent" and not is_planned

    def show(self) -> None:
        """Set every property from the current position, and the screen if the prompt needs it."""
        session, game = self._session(), self.game
        prompt = program_draws(game, now(game))
        self.moments.is_crowded = bool(prompt.answers)
        self.moments.follow(game)
        self.watch = WORDS["watch"] if prompt.asking else ""
        self._show_rows(prompt)
        self.lines = log.newest(session.history, self.lines, session.setup)
        followed = {name: one.followed for name, one in self.screens.items() if one.followed}
        for name, follow in followed.items():
            self.set_value(name, follow(self.values[name], self))
        was, self.now, self.number = self.now.kind, prompt, session.next_number
        self.fingerprint = session.fingerprint
        self._update_awaited()
        is_short = prompt.kind in SHORTAGES and prompt.kind != was
        if is_short and self.screens[self.screen].shows_shortage:
            self.screen = PLAY
        self._turn_page()
        self.tray_input.refresh_questions()

    def _leave_stage(self, *_: object) -> None:
        """Go on after a moment: show whose turn it is now, and the screen of the prompt."""
        if self.session:
            self._show_rows(self.now)
            self._turn_page()

    def _turn_page(self) -> None:
        """After the moment, show the screen on which the prompt is answered."""
        if self.is_at_the_game:
            staged = self.moments.is_staged
            self.screen = PLAY if staged else self._own_screens.get(self.now.kind, PLAY)

    @property
    def game(self) -> Game:
        """Position of the game that is played."""
        return self._session().game

    def marker_of(self, name: str) -> int:
        """Find the marker of a player; NOBODY for a name that is not in the game."""
        return next((row.marker for row in self.rows if row.name == name), NOBODY)

    def _show_rows(self, prompt: Prompt) -> None:
        changes = {name: amount for name, (amount, _) in self._changes.items()}
        game = self.game
        actor = self._actor(prompt) or game.turn.player
        self.rows = rows(game, actor, changes, prompt.asking)
        self.actor_marker = self.marker_of(actor)

    def _actor(self, prompt: Prompt) -> str:
        """Name the player of the moment on the stage, or whoever is asked."""
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
        is_wanted = self.now.wants_dice and self.by_tray and not self.tray_input.pending_rolls
        self.awaited = self.number if is_wanted else 0
        tray = self.tray_input
        is_ready = self.by_tray and tray.state == "found"
        self.hint = text.tray("rolling" if tray.is_rolling else "ready" if is_ready else "no_tray")

    def _session(self) -> Session:
        assert self.session is not None, "no game has begun"
        return self.session
