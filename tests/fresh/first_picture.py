"""Start the table for browsers, wait for its first picture, and print how long that took.

Uses nothing but Python: it runs where only the program is installed.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.request import urlopen


def main() -> None:
    """Start the program twice: the second start finds its files in memory."""
    program = Path(sys.executable).with_name("companion")
    for start in ("first", "second"):
        with TemporaryDirectory() as folder:
            began = perf_counter()
            command = [program, "play", "--browser", "--no-tray", "--port", "0", "--data", folder]
            running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            try:
                assert running.stdout
                address = next(
                    found[0]
                    for line in running.stdout
                    if (found := re.search(r"http://127\.0\.0\.1:\d+", line))
                )
                answered = perf_counter() - began
                with urlopen(f"{address}/table?width=800&height=480") as stream:
                    while b"event: news" not in stream.readline():
                        pass
                    size = len(stream.readline())
                shown = perf_counter() - began
                maps = Path(f"/proc/{running.pid}/maps").read_text()
                status = Path(f"/proc/{running.pid}/status").read_text()
                resident = int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024
            finally:
                running.terminate()
                running.wait()
        assert "kivy" not in maps
        print(
            f"  {start} start: answers after {answered:.2f} s, first picture after {shown:.2f} s"
            f" ({size / 1000:.1f} kB), {resident:.0f} MB resident"
        )


if __name__ == "__main__":
    main()
