"""The bank: table, screens, devices and ledger as one. To be imported when Kivy was told all."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import click
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import WindowBase

from companion import text
from companion.engine.data_file import DataFileError
from companion.engine.notation import NotationError, parse_header
from companion.ledger.ledger import Damaged, LedgerError
from companion.runtime.device_actions import hands
from companion.runtime.devices import Devices
from companion.runtime.inspection import Found
from companion.runtime.ledger_session import LedgerSession
from companion.runtime.preflight import LOOK_AGAIN, Preflight
from companion.runtime.recovery import again, ways_out
from companion.system.systemd import Service
from companion.ui import settings
from companion.ui.app import CompanionApp
from companion.ui.build import build_screens
from companion.ui.device.state import DeviceState
from companion.ui.recovery.state import RecoveryState, WayOut
from companion.ui.table import ECHO_SECONDS, NOTICE_SECONDS, Table
from companion.ui.thread_queue import UiQueue
from hardware import PINS, PanelUnavailable


class Bank:
    """One evening: from the first frame to the last."""

    def __init__(self, books: LedgerSession, language: str = "", kiosk: bool = False) -> None:
        """``language`` is spoken whatever the table is used to; "" is what it is used to. A
        ``kiosk`` has the machine for itself."""
        self._books, self._language, self._kiosk = books, language, kiosk
        text.set_language(language)
        self.table = Table(books.ledger, Clock.schedule_once)
        self.table.device = DeviceState(hands(books, kiosk))
        self.table.bind(on_damaged=lambda _, sentence: self._stop(sentence))
        if books.ledger:
            self._furnish()
        self._inputs = UiQueue()
        self._devices = Devices(self.table, self._inputs)
        self._open = ExitStack()
        self._app = CompanionApp(self.table)
        self._gate = Preflight(self.table, self._inputs, books.folder)

    def _furnish(self) -> None:
        build_screens(self.table, self.table.ledger, settings.place(self._books.folder))
        if self._language:
            self.table.speak(self._language)

    def sit_down(self, players: str | None, edition: str, board: str) -> None:
        """A new game of these players, or the one played last, or the set-up screen.

        Raises UsageError when there is no such edition, board or table.
        """
        try:
            self._choose(edition, board)
            if players:
                header = f"edition: {edition}\nboard: {board}\nplayers: {players}\n"
                self.table.begin(parse_header(header))
        except (NotationError, DataFileError) as error:
            raise click.UsageError(str(error)) from error
        if not players:
            self._go_on()

    def _go_on(self) -> None:
        number = self.table.ledger.latest_unfinished()
        if number is None:
            self.table.show_screen("setup")
        else:
            self.table.past_games.resume(number)
            if self.table.past_games.reading:
                self.table.show_screen("past_games")

    def _stop(self, damage: str) -> None:
        """Ask how to go on, unless that is what the screen asks already."""
        if not self._books.damage:
            self.recover(damage)

    def _hear_inspection(self, found: Found) -> None:
        """Stop at damage, as at the start; anything else that was found is only shown."""
        if isinstance(found, Damaged):
            self._stop(text.translate_message(found))
        elif isinstance(found, LedgerError):
            self.table.say(text.translate_message(found))
        elif found:
            self.table.say(found)

    def recover(self, damage: str) -> None:
        """Asks on the screen how to go on, when the books do not hold."""
        self.table.session = None
        self._books.condemn(damage)
        ways = ways_out(self._books.folder, self._books.mirror)
        self._ask("title", text.translate_message(damage), ways, self._recovered)

    def wait_for_books(self) -> None:
        """Says on the screen why the books cannot be opened, and tries again and again."""
        self._ask("closed", text.translate_message(self._books.trouble), [again()], self._recovered)
        Clock.schedule_interval(self._try_again, LOOK_AGAIN)

    def _ask(
        self, title: str, sentence: str, ways: list[WayOut], done: Callable[[], object]
    ) -> None:
        self.table.recovery = RecoveryState(sentence, ways, self._inputs.hop, done, title)
        self.table.device.leads_back = "recovery"
        self.table.show_screen("recovery")

    def _try_again(self, _: float) -> bool:
        """Until it was of use; not while somebody looks at something else."""
        if self._books.ledger is None and self.table.screen == "recovery":
            self._recovered()
        return self._books.ledger is None and not self._books.damage

    def _recovered(self) -> None:
        try:
            if self._books.ledger is None:
                self.table.ledger = self._books.open()
                self._furnish()
            self.table.device.leads_back, self._books.damage = "menu", ""
            self._go_on()
        except Damaged as damaged:
            self.recover(text.translate_message(damaged))
        except LedgerError as error:
            self.table.recovery.problem = text.translate_message(error)

    def _choose(self, edition: str, board: str) -> None:
        self.table.setup.choose("board", board)
        self.table.setup.choose("edition", edition)

    def connect(self, tray: str | None) -> None:
        """The hardware: the tray at a URL, where the settings say ("") or not at all (None)."""
        kept, _ = settings.load(settings.place(self._books.folder))
        if tray is not None:
            self._devices.tray(tray or kept.tray or None)
        if not _has_pins():
            return
        pins = {name: pin for name, pin in {**PINS, **kept.pins}.items() if pin is not None}
        try:
            self._devices.panel(pins)
        except PanelUnavailable as error:
            sentence = text.no_buttons(str(error))
            # When what there may be to say about the tray has been read.
            Clock.schedule_once(lambda _: self.table.say(sentence), NOTICE_SECONDS)

    def demonstrate(self, speed: float, moves: int, seed: int, pictures: Path | None) -> None:
        """Scripted players, a simulated tray and simulated buttons, through the same screens."""
        from companion.runtime.demo import Demo  # a table that is played at does not wait for it

        self.table.echo = ECHO_SECONDS / speed
        demo = Demo(self.table, speed, moves, seed, pictures)
        self._open.enter_context(demo)
        self._devices.tray(demo.tray.path)
        self._devices.panel(demo.panel.pins, demo.panel.factory)
        demo.start(self.stop)

    def run(self) -> None:
        """Until the window is closed."""
        self._report(Service())
        if self._kiosk:
            self._gate.open()
            self._gate.watch_glass(self.stop)
        try:
            self._app.run()
        finally:
            self._devices.close()
            self._open.close()

    def _report(self, service: Service) -> None:
        """Tells the service manager, if one started us, of the first frame and then of our life;
        from the first frame on the ledger is checked."""

        def shown(window: WindowBase) -> None:
            window.unbind(on_flip=shown)
            Clock.schedule_once(lambda _: begin())

        def begin() -> None:
            service.ready()
            self._books.inspection.start(self._inputs.hop(self._hear_inspection))
            # Not before: from the first sign on the watchdog waits for the next, however slow a
            # start may be.
            if service.sign_every:
                Clock.schedule_interval(lambda _: service.alive(), service.sign_every)

        EventLoop.window.bind(on_flip=shown)
        self._open.callback(service.stopping)

    def stop(self) -> None:
        """Close the window when the frame is done; to be called from anywhere."""
        Clock.schedule_once(lambda _: self._app.stop())


def _has_pins() -> bool:
    """Whether this machine has any: most have not, and nobody misses the buttons there."""
    return "GPIOZERO_PIN_FACTORY" in os.environ or any(Path("/dev").glob("gpiochip*"))
