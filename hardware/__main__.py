"""``python -m hardware``: a small monitor of a dice tray."""

import argparse
import signal
from threading import Event

from hardware.monitor import Monitor


def main() -> None:
    """Show what the tray says until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description="Watch a dice tray.")
    parser.add_argument("url", nargs="?", help="where it is, if it is not to be looked for")
    parser.add_argument("--acknowledge", action="store_true", help="take its throws off it")
    said = parser.parse_args()
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    Monitor(said.url, lambda line: print(line, flush=True), acknowledge=said.acknowledge).run(done)


main()
