"""Command ``python -m hardware``: a small monitor of a dice tray."""

import argparse
import signal
from threading import Event

from hardware.monitor import Monitor


def main() -> None:
    """Print the tray's frames until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description="Watch a dice tray.")
    parser.add_argument("url", nargs="?", help="port of the tray (default: find it)")
    parser.add_argument("--acknowledge", action="store_true", help="acknowledge every throw")
    options = parser.parse_args()
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    Monitor(options.url, lambda line: print(line, flush=True), acknowledge=options.acknowledge).run(
        done
    )


main()
