"""The composition root: table, screens, devices, ledger and front end become one program."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from companion import text
from companion.engine.data_file import DataFileError
from companion.engine.notation import NotationError, parse_header
from companion.ledger.ledger import Damaged, LedgerError
from companion.ledger.problems import LedgerProblem
from companion.runtime import log
from companion.runtime.build import build_screens
from companion.runtime.device_actions import device_actions
from companion.runtime.devices import Devices, has_pins
from companion.runtime.front import Front
from companion.runtime.game_log import GameLog
from companion.runtime.gc_scheduler import GcScheduler
from companion.runtime.inspection import InspectionResult
from companion.runtime.ledger_session import LedgerSession
from companion.runtime.preflight import LOOK_AGAIN, Preflight
from companion.runtime.recovery import again, before_the_update, kept_note, ways_out
from companion.runtime.speaker import FOLDER as VOICES
from companion.runtime.speaker import MachineSpeaker
from companion.runtime.stick_watcher import FirstGames, StickWatcher
from companion.runtime.wishes import WishSocket
from companion.screens.registry import SCREENS
from companion.system.systemd import Service
from companion.system.usb_drives import sticks
from companion.table import settings
from companion.table.guests import FILE_NAME as GUESTS
from companion.table.guests import Guests
from companion.table.recovery import WayOut
from companion.table.session import Session
from companion.table.setup import preparation
from companion.table.states.bank_cards import BankCardsState
from companion.table.states.device import DeviceState
from companion.table.states.dice import DiceState
from companion.table.states.guests import GuestsState
from companion.table.table import ECHO_SECONDS, NOTICE_SECONDS, Table
from companion.table.thread_queue import ThreadQueue
from companion.table.wish_input import WishInput
from companion.text.told import joined
from hardware import PINS, InputDevices

LISTEN_AGAIN = 5.0
"""Seconds between two looks at the runtime folder."""


class Bank:
    """The running program, from the first frame to the last."""

    def __init__(
        self, session: LedgerSession, front: Front, language: str = "", kiosk: bool = False
    ) -> None:
        """Build the table on an open or failed ledger session; ``front`` will show it.

        ``language`` overrides the stored preference unless it is empty. A ``kiosk`` has the machine
        to itself.
        """
        self._session, self._front = session, front
        self._language, self._kiosk = language, kiosk
        text.set_language(language)
        self.table = Table(session.ledger, front.clock, SCREENS)
        self.table.device = DeviceState(device_actions(session, kiosk), self.table.clock)
        guests = Guests(session.folder / GUESTS, front.clock)
        self.table.guests = GuestsState(front.clock, guests, front.pages)
        self.table.dice = DiceState()
        self.table.bank_cards = BankCardsState(self.table)
        front.on_first_frame(self.table.guests.begin)
        GameLog(self.table)
        self.table.bind(on_damaged=self._stop)
        self._inputs = ThreadQueue(self.table.clock)
        self._speaker = front.speaker or MachineSpeaker(session.folder / VOICES, self._inputs.hop)
        if session.ledger:
            try:
                self._build_screens()
            except LedgerError as error:
                session.fail(error)
        self._devices = Devices(self.table, self._inputs)
        self._input_devices = InputDevices()
        self._open = ExitStack()
        self._wishes: WishSocket | None = None
        self._listen()
        self._preflight = Preflight(self.table, session.folder, lambda: front.size)
        games = FirstGames(
            session,
            partial(self.table.recovery.offer, "games", done=self._welcome),
            lambda sentence: self.table.first_start.see_stick(sentence),
        )
        self._first_games = StickWatcher(
            self._inputs.hop, self.table.clock, self._is_at_first_start, games.read, games.found
        )
        self._ways_out = StickWatcher(
            self._inputs.hop, self.table.clock, self._is_damaged, self._find_ways, self._show_ways
        )

    def _build_screens(self) -> None:
        file = settings.place(self._session.folder)
        build_screens(self.table, self.table.ledger, file, self._front.play, self._speaker)
        if self._language:
            self.table.speak(self._language)

    def _tell_time(self) -> None:
        """Update the clock once a minute, on the minute: an idle screen costs nothing."""
        now = datetime.now()
        self.table.time = f"{now:%H:%M}"
        self.table.clock.later(60 - now.second, self._tell_time)

    def _listen(self) -> None:
        """Listen to the phones' server; without a socket the table plays on."""
        runtime = self._session.runtime
        if runtime and not self._wishes and self._session.claim_runtime():
            try:
                self._wishes = WishSocket(runtime.path, WishInput(self.table), self._inputs)
            except OSError as error:
                log.warning("phones-unavailable", reason=error.strerror or error)
        if runtime and self.table.phones:
            self.table.phones.is_taken = runtime.is_taken

    def _keep_listening(self) -> None:
        """Listen again if the runtime folder was removed, or is free now."""
        if self._wishes and self._wishes.is_here:
            return
        if self._wishes:
            self._wishes.close()
            self._wishes = None
        self._listen()
        session = self.table.session
        if self._wishes and session:
            # Reading the game writes its feed anew. If it fails, the next move says so.
            with suppress(LedgerError):
                Session.resume(self.table.ledger, session.game_number)

    def start(self, players: str | None, edition: str, board: str) -> None:
        """Show the recovery screen if the ledger is not open; otherwise sit down.

        Raises UsageError if the edition, the board or the players are invalid.
        """
        if self._session.damage:
            self.recover(self._session.damage)
        elif self._session.trouble:
            self.wait_for_ledger()
        else:
            self.sit_down(players, edition, board)

    def sit_down(self, players: str | None, edition: str, board: str) -> None:
        """Begin a game of ``players``; without them, resume the last game or show the set-up.

        Raises UsageError if the edition, the board or the players are invalid.
        """
        try:
            self._choose(edition, board)
            if players:
                header = f"edition: {edition}\nboard: {board}\nplayers: {players}\n"
                self.table.begin(parse_header(header))
        except (NotationError, DataFileError) as error:
            raise click.UsageError(text.translate_message(error)) from error
        if not players:
            try:
                self._resume()
            except Damaged as damaged:
                self.recover(damaged)
            except LedgerError as error:
                self._session.fail(error)
                self.wait_for_ledger()

    def _resume(self) -> None:
        number = self.table.ledger.latest_unfinished()
        if number is None:
            self.table.show_screen("first_start" if self._is_first_start() else "setup")
        else:
            self.table.past_games.resume(number)
            if self.table.past_games.reading:
                self.table.show_screen("past_games")

    def _is_first_start(self) -> bool:
        """Return True on a kiosk on which nobody has played or set anything yet."""
        is_untouched = not settings.place(self._session.folder).exists()
        return self._kiosk and is_untouched and not self.table.ledger.place().games

    def _is_at_first_start(self) -> bool:
        """Return True while nobody has played here, and a new card is welcomed."""
        return self.table.screen == "first_start" and not self.table.ledger.place().games

    def _stop(self, damage: Damaged) -> None:
        """Show the recovery screen, unless it is shown already."""
        if not self._session.damage:
            self.recover(damage)

    def _on_inspection(self, found: InspectionResult) -> None:
        """Stop if the inspection found damage; show anything else as a toast."""
        if found:
            log.warning("inspection-failed", reason=log.reason(found))
        else:
            log.info("inspection-passed")
        if isinstance(found, Damaged):
            self._stop(found)
        elif found:
            self.table.say(text.explain(found))

    def recover(self, damage: Damaged) -> None:
        """Show the recovery screen for a damaged ledger."""
        log.warning("ledger-damaged", reason=log.reason(damage))
        self.table.session = None
        self._session.condemn(damage)
        note = kept_note(self._session.folder)
        sentences = joined(" ", (text.explain(damage), note)).rstrip()
        self.table.recovery.offer("title", sentences, [], self._recovered)
        self.table.recovery.change(is_busy=True)
        self._ways_out.forget()
        self._ways_out.look()

    def _is_damaged(self) -> bool:
        """Return True while a damaged ledger waits for a way out, and none is being taken."""
        shown = self.table.recovery.value
        return bool(self._session.damage) and not (shown.ways and shown.is_busy)

    def _find_ways(self) -> list[WayOut]:
        return ways_out(self._session.folder, self._session.mirror, sticks(read_only=True))

    def _show_ways(self, ways: list[WayOut]) -> None:
        if self.table.recovery.value.ways != tuple(ways):
            self.table.recovery.change(ways=tuple(ways), is_busy=False)

    def wait_for_ledger(self) -> None:
        """Show why the ledger cannot be opened, and keep trying to open it."""
        log.warning("ledger-unavailable", reason=log.reason(self._session.trouble))
        ways = [again()]
        trouble = self._session.trouble
        if trouble and trouble.reason is LedgerProblem.NEWER_VERSION:
            ways = [*before_the_update(self._session.folder, self._session.mirror), *ways]
        why = text.explain(trouble)
        self.table.recovery.offer("closed", why, ways, self._recovered)
        self._trying = self.table.clock.every(LOOK_AGAIN, self._try_again)

    def _try_again(self) -> None:
        """Retry while the recovery screen is shown, until the ledger is open."""
        is_shown = self.table.screen == "recovery" and not self.table.recovery.value.is_busy
        if self._session.ledger is None and is_shown:
            self._recovered()
        if self._session.ledger or self._session.damage:
            self._trying.cancel()

    def _recovered(self) -> None:
        try:
            if self._session.ledger is None:
                self.table.ledger = self._session.open()
                self._build_screens()
                self._start_readers()
                self._listen()
            self.table.device.leads_back, self._session.damage = "menu", None
            log.info("ledger-recovered", folder=self._session.folder)
            self._resume()
        except Damaged as damaged:
            self.recover(damaged)
        except LedgerError as error:
            self.table.recovery.change(problem=text.explain(error))

    def _welcome(self) -> None:
        """Go on with the first start: nobody has chosen a language here, or looked at the time."""
        self._recovered()
        if self._session.damage:
            return
        is_untouched = not settings.place(self._session.folder).exists()
        if is_untouched and not self.table.past_games.reading:
            self.table.show_screen("first_start")

    def _choose(self, edition: str, board: str) -> None:
        prep = preparation.chosen(self.table.values["setup"], "board", board)
        self.table.set_value("setup", preparation.chosen(prep, "edition", edition))

    def connect(self, tray: str | None, has_bluetooth: bool = False) -> None:
        """Connect the button panel, the tray, and the reader of cards.

        ``tray`` is a URL, "" for that of the settings, or None for no tray. Without a URL, two
        Bluetooth dice take the place of the tray if there are some.
        """
        kept, _ = settings.load(settings.place(self._session.folder))
        if tray is not None:
            self._devices.tray(tray or kept.tray or None)
        if has_bluetooth and tray is not None and not (tray or kept.tray):
            # Imported late: most tables have no such dice.
            from companion.runtime.bluetooth_dice import BluetoothDice

            dice = BluetoothDice(self.table, self._inputs, self._use_dice)
            self.table.dice.actions = dice.actions()
            self._open.callback(dice.close)
        if self._input_devices.are_there:
            from companion.runtime.bank_cards import BankCards

            cards = BankCards(
                self.table, self._inputs, self._devices.hold_card, self._input_devices
            )
            self.table.bank_cards.actions = cards.actions()
            self._open.callback(cards.close)
        self._start_readers()
        if not has_pins():
            return
        pins = {name: pin for name, pin in {**PINS, **kept.pins}.items() if pin is not None}
        if sentence := self._devices.panel(pins):
            # Wait until a tray message, if any, has disappeared.
            self.table.clock.later(NOTICE_SECONDS, lambda: self.table.say(sentence))

    def _start_readers(self) -> None:
        """Hear the dice, and read the cards, of another evening at once."""
        if not self.table.settings:
            return
        kept, dice, cards = self.table.settings.value, self.table.dice, self.table.bank_cards
        if dice.actions and kept.dice:
            dice.actions.start()
        if cards.actions and kept.cards:
            cards.actions.start()

    def _use_dice(self, path: str | None) -> None:
        """Use two Bluetooth dice as the tray, or search for a tray again."""
        self._devices.tray(path, "dice" if path else "tray")

    def demonstrate(
        self,
        speed: float,
        moves: int,
        seed: int,
        pictures: Path | None,
        progress: Callable[[int, int], object],
    ) -> None:
        """Play with scripted players, a simulated tray and simulated buttons.

        ``progress`` is called with the number of each move and of all moves.
        """
        from companion.runtime.demo import Demo  # Imported late: real games start faster.

        self.table.echo, self.table.moments.speed = ECHO_SECONDS / speed, speed
        demo = Demo(self.table, speed, moves, seed, pictures)
        # The next move has the table's number.
        self.table.bind(number=lambda number: progress(number - 1, moves))
        self._open.enter_context(demo)
        self._devices.tray(demo.tray.path)
        self._devices.panel(demo.panel.pins, demo.panel.factory)
        demo.start(self.stop)

    def run(self) -> None:
        """Run until the front end is closed."""
        self._on_first_frame(Service())
        self._tell_time()
        GcScheduler(self.table)
        self._ways_out.watch()
        if self._kiosk:
            self._preflight.open()
            self._preflight.watch_touchscreens(self.stop)
            self._first_games.watch()
        self.table.clock.every(LISTEN_AGAIN, self._keep_listening)
        try:
            self._front.run(self.table)
        finally:
            if self._wishes:
                self._wishes.close()
            self._speaker.hush()
            self._devices.close()
            self._open.close()

    def _on_first_frame(self, service: Service) -> None:
        """Report the table to the service manager, then start inspection and watchdog."""

        def report_ledger(*_: object) -> None:
            service.report_ledger(bool(self._session.ledger) and not self._session.damage)

        def begin() -> None:
            report_ledger()
            self.table.bind(screen=report_ledger)
            service.ready()
            log.info("first-frame")
            self._session.inspection.start(self._inputs.hop(self._on_inspection))
            # Only now: after the first ping the watchdog expects the next in time, however slow
            # the start is.
            if service.sign_every:
                self.table.clock.every(service.sign_every, service.alive)

        self._front.on_first_frame(begin)
        self._open.callback(service.stopping)

    def stop(self) -> None:
        """Close the front end after the current frame; may be called from any thread."""
        self._front.stop()
