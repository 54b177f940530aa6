"""Flood the bank with wishes that are refused, as fast as it answers.

python -m tests.phones.flood RUNTIME GAME
"""

import socket
import sys
from pathlib import Path

from companion.wishes import MOST_BYTES, SOCKET_NAME, encode

CONNECTIONS = 3
"""The bank takes four, and one is the server's."""


def main(runtime: str, game: str) -> None:
    path = str(Path(runtime) / SOCKET_NAME)
    links = [socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(CONNECTIONS)]
    for link in links:
        link.connect(path)
    print("started", flush=True)
    number = 0
    while True:
        for link in links:
            number += 1
            wish = {"game": game, "seat": "Ann", "move": "Bob buys", "since": 0, "until": 1e12}
            link.send(encode(wish | {"request": str(number)}))
        for link in links:
            link.recv(2 * MOST_BYTES)


if __name__ == "__main__":
    main(*sys.argv[1:])
