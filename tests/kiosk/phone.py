"""A phone with Chromium: join by a link as a player, and tap the button of a move.

``phone.py LINK PLAYER MOVE`` taps the button of a move that begins so, and ends when the page shows
what came of it. Needs Chromium and Playwright.
"""

import shutil
import sys
from typing import Any

from playwright.sync_api import sync_playwright

PATIENCE = 60_000
"""Milliseconds."""


def main(link: str, player: str, move: str) -> None:
    """Join and play; raise TimeoutError of Playwright if the page does not come so far."""
    with sync_playwright() as driver:
        # Chromium refuses root with a sandbox, and only root starts the machine of the test.
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_context(has_touch=True, is_mobile=True).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(link)
        try:
            play(page, player, move)
        except Exception:
            print(page.inner_text("body"), file=sys.stderr)
            raise
        browser.close()


def play(page: Any, player: str, move: str) -> None:
    """Ask for the player's seat, and play as soon as the table has let the phone in."""
    seat = page.locator(f'button[name="seat"][value="{player}"]')
    for _ in range(PATIENCE // 1000):  # The server hears of the code after a moment.
        if seat.count():
            break
        page.wait_for_timeout(1000)
        page.reload()
    seat.click()
    page.wait_for_selector(f'[data-move^="{move}"]')
    seen = page.get_attribute("#page", "data-seen")
    # A new button is deaf for a moment; the move can be booked once only.
    page.wait_for_function(
        """([move, seen]) => {
            document.querySelector(`[data-move^="${move}"]`)?.click();
            return document.getElementById("page").dataset.seen !== seen;
        }""",
        arg=[move, seen],
        polling=500,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
