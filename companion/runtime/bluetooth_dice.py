"""Bluetooth dice of the table: heard on a thread of their own, used as a dice tray."""

from collections.abc import Callable

from companion.runtime import log
from companion.table.dice import DieRow
from companion.table.states.dice import DiceActions
from companion.table.table import Table
from companion.table.thread_queue import ThreadQueue
from companion.text.screens.dice import DICE, die_name, text_of
from hardware.bluetooth.dice_server import (
    BatteryLow,
    DiceChanged,
    DiceEvent,
    DiceServer,
    OtherDieRolled,
)
from hardware.bluetooth.radio import Bluetooth, system_bluetooth


class BluetoothDice:
    """Radio of the dice, connected to ``table`` through the queue ``inputs``.

    ``connect`` is called with the path of the dice as a tray, or with None when there are not two.
    """

    def __init__(
        self,
        table: Table,
        inputs: ThreadQueue,
        connect: Callable[[str | None], object],
        bluetooth: Callable[[], Bluetooth] = system_bluetooth,
    ) -> None:
        self._table, self._bluetooth, self._connect = table, bluetooth, connect
        self._on_event = inputs.hop(self._handle)
        self._server: DiceServer | None = None
        self._has_two = False

    def actions(self) -> DiceActions:
        """Return what the screen can do with the dice."""
        return DiceActions(self.start, self.choose, self.stop_choosing, self.forget)

    def start(self) -> None:
        """Begin to hear dice; nothing happens if it does already."""
        if self._server is None:
            kept = self._table.settings.value.dice
            self._server = DiceServer(kept, self._on_event, self._bluetooth())
            self._server.start()

    def choose(self) -> None:
        """Take the next dice that are rolled, until there are two."""
        self._running().choose()

    def stop_choosing(self) -> None:
        """Keep the dice from before."""
        self._running().stop_choosing()

    def forget(self, address: str) -> None:
        """Take a die off the list."""
        self._running().forget(address)

    def close(self) -> None:
        """End the thread of the dice, and its connections."""
        if self._server:
            self._server.close()

    def _running(self) -> DiceServer:
        self.start()
        assert self._server, "it has been started"
        return self._server

    def _handle(self, event: DiceEvent) -> None:
        dice = self._table.dice
        match event:
            case DiceChanged():
                self._show(event)
            case BatteryLow(name, percent):
                log.warning("die-battery-low", percent=percent)
                self._table.say(text_of("low", die=die_name(name), percent=percent))
            case OtherDieRolled():
                dice.change(note=DICE["other"])
                self._table.say(DICE["other"])

    def _show(self, state: DiceChanged) -> None:
        rows = tuple(
            DieRow(die.address, die.name, die.face, die.battery, die.is_awake) for die in state.dice
        )
        trouble = DICE["no bluetooth"] if state.trouble else ""
        if trouble and not self._table.dice.value.trouble:
            log.warning("bluetooth-missing", reason=state.trouble)
        self._table.dice.change(
            dice=rows, is_choosing=state.is_choosing, rolled=state.rolled, trouble=trouble
        )
        if not state.is_choosing:
            self._keep({die.address: die.name for die in state.dice})

    def _keep(self, names: dict[str, str]) -> None:
        """Store the list, and use two dice as a tray."""
        if dict(self._table.settings.value.dice) != names:
            self._table.settings.change(dice=names)
        if self._has_two != (len(names) == 2):
            self._has_two = not self._has_two
            assert self._server, "only a server reports dice"
            self._connect(self._server.path if self._has_two else None)
