"""The page in Chromium beside the window, in one run: ``python -m tests.browser.measure``.

Both play the same moves at random. Measured are the time from lifting a finger to the changed
picture, what a tap brings over the wire, the memory of the processes, and the start.
"""

import json
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

import click

from tests.browser.evenings import opened
from tests.browser.player import Button, Player
from tests.browser.program import OpenPage, Program
from tests.browser.tab import BETWEEN, Tab
from tools.bench.__main__ import machine
from tools.bench.harness import Subprocess, display

PANEL = 800, 480
SETTLED = 3.0
"""Seconds after the start in which a window takes what memory it needs."""
TIMED = Path(__file__).with_name("timed.js").read_text("utf-8")
"""Script that notes the milliseconds from a lifted finger to its picture, and to its painting."""


def page_taps(folder: Path, taps: int) -> dict[str, Any]:
    """Play on a page in Chromium."""
    Program(folder, "--players", "Ann,Bob,Cy").kill()
    began = perf_counter()
    program = Program(folder)
    answered = perf_counter() - began
    first = OpenPage(program.address)
    started = perf_counter() - began
    first.close()
    with opened("chromium") as chromium:
        tab = Tab(chromium, program, PANEL, before=TIMED)
        heard: list[str] = []
        devtools = tab.page.context.new_cdp_session(tab.page)
        devtools.send("Network.enable")
        devtools.on("Network.eventSourceMessageReceived", lambda event: heard.append(event["data"]))
        player, sizes, small = Player(1), [], []
        for _ in range(taps):
            tab.page.wait_for_timeout(BETWEEN)
            heard.clear()
            for button in player.answer(tab.buttons()) or [Button("", "", 400, 240)]:
                tab.press(button)
                tab.page.wait_for_timeout(BETWEEN)
                brought = "".join(heard).encode()
                sizes.append(len(brought))
                small.append(len(zlib.compress(brought)))
                heard.clear()
        times = tab.page.evaluate("times")
        resident, shared = memory_of(program.process.pid)
    program.kill()
    return {
        "changed": [changed for changed, _ in times],
        "painted": [painted for _, painted in times],
        "bytes": sizes,
        "deflated": small,
        "rss": resident,
        "pss": shared,
        "start": started,
        "answers": answered,
    }


def window_taps(folder: Path, taps: int) -> dict[str, Any]:
    """Play in the window, in this process: seconds from lifting a finger to its drawn frame."""
    from tests.ui.window_desk import WindowDesk

    with WindowDesk(folder, size=PANEL, drawn=True) as desk:
        desk.sit_down("Ann Bob Cy")
        player, times = Player(1), []
        while len(times) < taps:
            desk.clock.wait(1.0)
            desk.frames(6)
            for button in player.answer(buttons_of(desk.viewer.picture)) or [
                Button("", "", 400, 240)
            ]:
                finger = desk.down(button.x, button.y)
                desk.frames(2)
                began = perf_counter()
                desk.lift(finger)
                desk.clock.frame()
                desk.loop.idle()
                times.append(1000 * (perf_counter() - began))
                desk.clock.wait(1.0)
                desk.frames(6)
    return {"changed": times}


def buttons_of(picture: Any) -> list[Button]:
    """Return what can be tapped in a picture of a viewer."""
    nodes = picture.over if picture.is_asking else {**picture.nodes, **picture.over}
    return [
        Button(key, str(node.label or node.words), node.x + node.w / 2, node.y + node.h / 2)
        for key, node in nodes.items()
        if node.hand and node.hand.do and not node.hand.reason
    ]


def memory_of(pid: int) -> tuple[float, float]:
    """Return the resident and the proportional memory of a process in MB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    rss, pss = (int(re.findall(rf"^{name}:\s+(\d+)", text, re.M)[0]) for name in ("Rss", "Pss"))
    return rss / 1024, pss / 1024


def window_program(folder: Path) -> dict[str, float]:
    """Start the program with its window on the folder of the page's game."""
    with Subprocess("companion", "play", "--data", folder, "--no-tray") as program:
        first, ready = program.first_frame(), program.ready()
        sleep(SETTLED)
        resident, shared = memory_of(program.pid)
    return {"start": first, "ready": ready, "rss": resident, "pss": shared}


def told(values: Sequence[float], unit: str) -> str:
    """Write median and 95th percentile."""
    return f"{median(values):.1f} {unit}, p95 {quantiles(values, n=20)[18]:.1f} ({len(values)})"


@click.command()
@click.option("--taps", default=60, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(taps: int, as_json: bool) -> None:
    """Measure the page in Chromium and the window, one after the other."""
    with TemporaryDirectory() as scratch, display():
        page = page_taps(Path(scratch, "page"), taps)
        window = window_program(Path(scratch, "page"))
        window |= window_taps(Path(scratch, "window"), taps)
    if as_json:
        click.echo(json.dumps({"machine": machine(), "page": page, "window": window}))
        return
    lines = [
        f"finger to changed picture: page {told(page['changed'], 'ms')};"
        f" window, drawn in software {told(window['changed'], 'ms')}",
        f"finger to painted picture: page {told(page['painted'], 'ms')}",
        f"bytes a tap: {told(page['bytes'], 'B')}; deflated {told(page['deflated'], 'B')}",
        "memory, RSS and PSS: page {rss:.0f} and {pss:.0f} MB".format(**page)
        + "; window {rss:.0f} and {pss:.0f} MB".format(**window),
        "start: page answers {answers:.2f} s, first picture {start:.2f} s".format(**page)
        + "; window first frame {start:.2f} s, table {ready:.2f} s".format(**window),
        machine(),
    ]
    click.echo("\n".join(lines))


if __name__ == "__main__":
    main()
