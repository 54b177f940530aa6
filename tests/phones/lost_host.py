"""A network between phones and the table, in which the table's plug is pulled."""

import socket
import struct
from contextlib import closing, suppress
from threading import Thread

RESET = struct.pack("ii", 1, 0)
"""Setting of a socket that ends with a reset instead of a farewell."""


class Network:
    """Relay of connections to a port of this machine.

    ``cut`` does what a host without power does: the connections are forgotten and nobody is told.
    Whoever sends on one of them later gets a reset, because the host is back; new ones work.
    """

    def __init__(self, port: int) -> None:
        self._there = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.opened = 0
        """Connections since the plug was pulled."""
        self._pairs: list[Pair] = []
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                self.opened += 1
                with suppress(OSError):
                    there = socket.create_connection(("127.0.0.1", self._there))
                    self._pairs.append(Pair(phone, there))
                    continue
                phone.close()

    def cut(self) -> None:
        """Pull the plug."""
        for pair in self._pairs:
            pair.cut()
        self._pairs, self.opened = [], 0

    def close(self) -> None:
        """Take no connections any more."""
        self._listening.close()


class Pair:
    """Connection of a phone, and the one to the table behind it."""

    def __init__(self, phone: socket.socket, table: socket.socket) -> None:
        self._phone, self._table, self._is_cut = phone, table, False
        for ends in ((phone, table), (table, phone)):
            Thread(target=self._pump, args=ends, daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if self._is_cut:
                    break
                sink.sendall(data)
        if not self._is_cut:
            with suppress(OSError):
                sink.shutdown(socket.SHUT_WR)
        elif source is self._phone:
            with suppress(OSError), closing(source):
                source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)

    def cut(self) -> None:
        """Forget the phone, and end the connection to the table."""
        self._is_cut = True
        with suppress(OSError):
            self._table.shutdown(socket.SHUT_RDWR)
