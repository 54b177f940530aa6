"""Command ``python -m hardware``: a small monitor of a dice tray."""

import argparse

from hardware.monitor import Monitor, until_interrupted


def main() -> None:
    """Print the tray's frames until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description="Watch a dice tray.")
    parser.add_argument("url", nargs="?", help="port of the tray (default: find it)")
    parser.add_argument("--acknowledge", action="store_true", help="acknowledge every throw")
    options = parser.parse_args()
    monitor = Monitor(
        options.url, lambda line: print(line, flush=True), acknowledge=options.acknowledge
    )
    monitor.run(until_interrupted())


main()
